// SPDX-License-Identifier: Apache-2.0
// Names as nvcc 13.0 -ptx and g++ 12 gave them for the declarations beside them.
#include "isa/cuda/syntax/mangle.h"
#include "tests/test.h"

static Arena arena;
static Types types;
static Scope global = {.kind = SCOPE_NAMESPACE};
static Scope ns = {.kind = SCOPE_NAMESPACE, .name = "ns", .parent = &global};

static const Type *basic(TypeKind kind)
{
    if (types.arena == NULL) {
        types_init(&types, &arena);
    }
    return type_basic(&types, kind);
}

static const Type *pointer(const Type *type)
{
    return type_pointer(&types, type);
}

static const Type *constant(const Type *type)
{
    return type_qualified(&types, type, QUALIFIER_CONST);
}

static const Type *lvalue(const Type *type)
{
    return type_reference(&types, type, false);
}

static const Type *class_named(const char *name, Scope *parent)
{
    Scope *scope = arena_alloc(&arena, sizeof *scope);
    Class *class_ = arena_alloc(&arena, sizeof *class_);
    *scope = (Scope){.kind = SCOPE_CLASS, .name = name, .parent = parent, .class_ = class_};
    *class_ = (Class){.name = name, .scope = scope};
    basic(TYPE_INT);
    return type_class(&types, class_);
}

static Scope *scope_of(const Type *class_type)
{
    return class_type->class_->scope;
}

static const Type *dependent(Dependent description)
{
    Dependent *copy = arena_alloc(&arena, sizeof *copy);
    *copy = description;
    basic(TYPE_INT);
    return type_dependent(&types, copy);
}

static const Type *parameter(uint32_t index)
{
    return dependent((Dependent){.kind = DEPENDENT_PARAMETER, .index = index});
}

#define FUNCTION(result, ...) function_of(result, (const Type *[]){__VA_ARGS__, NULL})

static const Type *function_of(const Type *result, const Type *const *parameters)
{
    uint32_t count = 0;
    while (parameters[count] != NULL) {
        count++;
    }
    return type_function(&types, result, parameters, count, false, 0);
}

static void expect_function(FunctionInfo info, const char *wanted, int line)
{
    if (info.home == NULL) {
        info.home = &global;
    }
    test_equal_text(mangle_function(&arena, &info), wanted, __FILE__, line, "the mangled name");
}

#define EXPECT_NAME(wanted, ...) expect_function((FunctionInfo){__VA_ARGS__}, wanted, __LINE__)

TEST(kernels_with_plain_parameters)
{
    const Type *v = basic(TYPE_VOID);
    const Type *f = basic(TYPE_FLOAT);
    const Type *none = type_function(&types, v, NULL, 0, false, 0);
    EXPECT_NAME("_Z6kernelPf", .name = "kernel", .type = FUNCTION(v, pointer(f)));
    EXPECT_NAME("_Z1kv", .name = "k", .type = none);
    EXPECT_NAME("kc", .name = "kc", .type = FUNCTION(v, f), .is_extern_c = true);
    EXPECT_NAME("_Z5skernPi", .name = "skern", .type = FUNCTION(v, pointer(basic(TYPE_INT))),
                .is_static = true, .is_kernel = true);
    EXPECT_NAME("_ZL2sfi", .name = "sf", .type = FUNCTION(basic(TYPE_INT), basic(TYPE_INT)),
                .is_static = true);
    EXPECT_NAME("_ZN2nsL2sfEi", .name = "sf", .home = &ns,
                .type = FUNCTION(basic(TYPE_INT), basic(TYPE_INT)), .is_static = true);
    EXPECT_NAME("_ZN2ns7kernel3EPf", .name = "kernel3", .home = &ns,
                .type = FUNCTION(v, pointer(f)));
    Scope anonymous = {.kind = SCOPE_NAMESPACE, .parent = &global};
    EXPECT_NAME("_ZN12_GLOBAL__N_12akEPi", .name = "ak", .home = &anonymous,
                .type = FUNCTION(v, pointer(basic(TYPE_INT))));
}

TEST(classes_are_substituted)
{
    const Type *float4 = class_named("float4", &global);
    const Type *type =
        FUNCTION(basic(TYPE_VOID), float4, pointer(class_named("uchar4", &global)),
                 class_named("dim3", &global), pointer(float4), basic(TYPE_UNSIGNED_LONG),
                 basic(TYPE_SIGNED_CHAR), basic(TYPE_BOOL), basic(TYPE_WCHAR), basic(TYPE_CHAR16),
                 basic(TYPE_NULLPTR));
    EXPECT_NAME("_Z2kd6float4P6uchar44dim3PS_mabwDsDn", .name = "kd", .type = type);
}

TEST(template_values_and_qualifiers)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *callback = pointer(FUNCTION(basic(TYPE_VOID), basic(TYPE_INT)));
    const Type *volatile_f = type_qualified(&types, constant(f), QUALIFIER_VOLATILE);
    Template template_ = {.kind = TEMPLATE_FUNCTION, .name = "k7", .home = &global};
    template_.signature =
        FUNCTION(basic(TYPE_VOID), type_qualified(&types, pointer(volatile_f), QUALIFIER_RESTRICT),
                 pointer(constant(pointer(f))), callback, basic(TYPE_UNSIGNED_CHAR));
    TemplateArgument arguments[] = {
        {.value_type = basic(TYPE_BOOL), .integer = 1},
        {.value_type = basic(TYPE_UNSIGNED_INT), .integer = 3},
        {.value_type = basic(TYPE_LONG_LONG), .integer = (uint64_t)-5},
        {.value_type = basic(TYPE_CHAR), .integer = 'a'},
    };
    EXPECT_NAME("_Z2k7ILb1ELj3ELxn5ELc97EEvPVKfPKPfPFviEh", .name = "k7",
                .type = template_.signature, .template_ = &template_, .arguments = arguments,
                .argument_count = 4);
}

TEST(template_packs)
{
    const Type *i = basic(TYPE_INT);
    Template template_ = {.kind = TEMPLATE_FUNCTION, .name = "k5", .home = &global};
    const Type *pack = dependent((Dependent){.kind = DEPENDENT_PACK, .pattern = parameter(0)});
    template_.signature = FUNCTION(basic(TYPE_VOID), pointer(i), pack);
    TemplateArgument elements[] = {{.type = i}, {.type = pointer(basic(TYPE_FLOAT))}, {.type = i}};
    TemplateArgument argument = {.is_pack = true};
    EXPECT_NAME("_Z2k5IJEEvPiDpT_", .name = "k5", .type = FUNCTION(basic(TYPE_VOID), pointer(i)),
                .template_ = &template_, .arguments = &argument, .argument_count = 1);
    argument.pack = elements;
    argument.pack_count = 3;
    EXPECT_NAME("_Z2k5IJiPfiEEvPiDpT_", .name = "k5",
                .type = FUNCTION(basic(TYPE_VOID), pointer(i), i, i, i), .template_ = &template_,
                .arguments = &argument, .argument_count = 1);
}

TEST(template_function_addresses)
{
    const Type *f = basic(TYPE_FLOAT);
    FunctionInfo fn = {.name = "fn", .home = &global, .type = FUNCTION(f, f)};
    Symbol symbol = {.kind = SYMBOL_FUNCTION, .name = "fn", .function = &fn};
    Template template_ = {.kind = TEMPLATE_FUNCTION, .name = "k6", .home = &global};
    template_.signature = FUNCTION(basic(TYPE_VOID), pointer(f));
    TemplateArgument argument = {.value_type = pointer(fn.type), .symbol = &symbol};
    EXPECT_NAME("_Z2k6IXadL_Z2fnfEEEvPf", .name = "k6", .type = template_.signature,
                .template_ = &template_, .arguments = &argument, .argument_count = 1);
}

// template <typename T, int N, template <class, int> class TT>
// __global__ void k4(TT<T, N> a, const T (&r)[N], T *o) { __shared__ T s[N]; }
TEST(template_templates_and_local_statics)
{
    const Type *f = basic(TYPE_FLOAT);
    Template arr = {.kind = TEMPLATE_CLASS, .name = "Arr", .home = &global};
    Symbol arr_symbol = {.kind = SYMBOL_TEMPLATE, .name = "Arr", .template_ = &arr};
    DependentArgument inner[] = {{.type = parameter(0)}, {.is_value_parameter = true, .index = 1}};
    const Type *tt = dependent((Dependent){
        .kind = DEPENDENT_TEMPLATE, .index = 2, .arguments = inner, .argument_count = 2});
    const Type *array = dependent(
        (Dependent){.kind = DEPENDENT_ARRAY, .index = 1, .element = constant(parameter(0))});
    Template template_ = {.kind = TEMPLATE_FUNCTION, .name = "k4", .home = &global};
    template_.signature = FUNCTION(basic(TYPE_VOID), tt, lvalue(array), pointer(parameter(0)));
    TemplateArgument arguments[] = {
        {.type = f}, {.value_type = basic(TYPE_INT), .integer = 4}, {.symbol = &arr_symbol}};
    FunctionInfo info = {.name = "k4",
                         .home = &global,
                         .type = template_.signature,
                         .template_ = &template_,
                         .arguments = arguments,
                         .argument_count = 3};
    EXPECT_TEXT(mangle_function(&arena, &info), "_Z2k4IfLi4E3ArrEvT1_IT_XT0_EERAT0__KS2_PS2_");
    Symbol s = {.kind = SYMBOL_VARIABLE, .name = "s"};
    EXPECT_TEXT(mangle_variable(&arena, &s, &info),
                "_ZZ2k4IfLi4E3ArrEvT1_IT_XT0_EERAT0__KS2_PS2_E1s");
}

TEST(variables)
{
    FunctionInfo kernel = {.name = "kernel",
                           .home = &global,
                           .type = FUNCTION(basic(TYPE_VOID), pointer(basic(TYPE_FLOAT)))};
    Variable dynamic = {.space = SPACE_SHARED, .is_extern = true};
    Variable internal = {.space = SPACE_GLOBAL, .is_internal = true};
    Symbol tile = {.name = "tile", .home = &global};
    EXPECT_TEXT(mangle_variable(&arena, &tile, &kernel), "_ZZ6kernelPfE4tile");
    tile.discriminator = 1;
    EXPECT_TEXT(mangle_variable(&arena, &tile, &kernel), "_ZZ6kernelPfE4tile_0");
    Symbol dyn = {.name = "dyn", .variable = &dynamic};
    EXPECT_TEXT(mangle_variable(&arena, &dyn, &kernel), "dyn");
    FunctionInfo inner = {.name = "kernel3", .home = &ns, .type = kernel.type};
    dyn.name = "dyn3";
    EXPECT_TEXT(mangle_variable(&arena, &dyn, &inner), "_ZN2ns4dyn3E");
    Symbol sx = {.name = "sx", .home = &global, .variable = &internal};
    EXPECT_TEXT(mangle_variable(&arena, &sx, NULL), "sx");
    Symbol nx = {.name = "nx", .home = &ns};
    EXPECT_TEXT(mangle_variable(&arena, &nx, NULL), "_ZN2ns2nxE");
    nx.variable = &internal;
    EXPECT_TEXT(mangle_variable(&arena, &nx, NULL), "_ZN2nsL2nxE"); // g++; nvcc adds a hash
}

TEST(methods_constructors_and_operators)
{
    const Type *v_type = class_named("V", &global);
    const Type *f = basic(TYPE_FLOAT);
    const Type *i = basic(TYPE_INT);
    const Type *none = type_function(&types, f, NULL, 0, false, 0);
    Scope *v = scope_of(v_type);
    EXPECT_NAME("_ZN1VC1Ef", .name = NAME_OF_CONSTRUCTOR, .home = v, .is_method = true,
                .type = FUNCTION(f, f), .is_constructor = true);
    EXPECT_NAME("_ZN1VD1Ev", .name = NAME_OF_DESTRUCTOR, .home = v, .is_method = true, .type = none,
                .is_destructor = true);
    EXPECT_NAME("_ZNK1VplES_", .name = "operator+", .home = v, .is_method = true,
                .type = FUNCTION(v_type, v_type), .is_const_method = true);
    EXPECT_NAME("_ZNK1VngEv", .name = "operator-", .home = v, .is_method = true, .type = none,
                .is_const_method = true);
    EXPECT_NAME("_ZNK1VcvfEv", .name = NAME_OF_CONVERSION, .home = v, .is_method = true,
                .type = none, .is_const_method = true, .is_conversion = true);
    EXPECT_NAME("_ZN1VclEi", .name = "operator()", .home = v, .is_method = true,
                .type = FUNCTION(f, i));
    EXPECT_NAME("_ZN1VixEi", .name = "operator[]", .home = v, .is_method = true,
                .type = FUNCTION(f, i));
    EXPECT_NAME("_ZN1V4statEi", .name = "stat", .home = v, .is_method = true, .is_static = true,
                .type = FUNCTION(f, i));
    EXPECT_NAME("_Zml1Vf", .name = "operator*", .type = FUNCTION(v_type, v_type, f));
}

// namespace ns { template <class T> struct Box { T get(T) const; struct In { T qq(); }; }; }
TEST(nested_templates)
{
    const Type *f = basic(TYPE_FLOAT);
    Template box = {.kind = TEMPLATE_CLASS, .name = "Box", .home = &ns};
    TemplateArgument argument = {.type = f};
    const Type *box_f = class_named("Box", &ns);
    scope_of(box_f)->template_ = &box;
    scope_of(box_f)->arguments = &argument;
    scope_of(box_f)->argument_count = 1;
    const Type *in = class_named("In", scope_of(box_f));
    EXPECT_NAME("_ZNK2ns3BoxIfE3getEf", .name = "get", .home = scope_of(box_f), .is_method = true,
                .type = FUNCTION(f, f), .is_const_method = true);
    EXPECT_NAME("_ZN2ns3BoxIfE2In2qqEv", .name = "qq", .home = scope_of(in), .is_method = true,
                .type = type_function(&types, f, NULL, 0, false, 0));
    // void ns::use(Box<float>, Box<float>::In, Box<float> *): g++
    EXPECT_NAME("_ZN2ns3useENS_3BoxIfEENS1_2InEPS1_", .name = "use", .home = &ns,
                .type = FUNCTION(basic(TYPE_VOID), box_f, in, pointer(box_f)));
    // void f1(ns::Box<float>, ns::Box<int>): g++
    TemplateArgument int_argument = {.type = basic(TYPE_INT)};
    const Type *box_i = class_named("Box", &ns);
    *scope_of(box_i) = *scope_of(box_f);
    scope_of(box_i)->class_ = box_i->class_;
    scope_of(box_i)->arguments = &int_argument;
    EXPECT_NAME("_Z2f1N2ns3BoxIfEENS0_IiEE", .name = "f1",
                .type = FUNCTION(basic(TYPE_VOID), box_f, box_i));
    // template <class T> void ns::tb(Box<T>, T *): g++, for float
    DependentArgument inner = {.type = parameter(0)};
    Template tb = {.kind = TEMPLATE_FUNCTION, .name = "tb", .home = &ns};
    tb.signature = FUNCTION(
        basic(TYPE_VOID),
        dependent((Dependent){
            .kind = DEPENDENT_CLASS, .template_ = &box, .arguments = &inner, .argument_count = 1}),
        pointer(parameter(0)));
    EXPECT_NAME("_ZN2ns2tbIfEEvNS_3BoxIT_EEPS2_", .name = "tb", .home = &ns, .type = tb.signature,
                .template_ = &tb, .arguments = &argument, .argument_count = 1);
    // enum class Color { red, green }; template <Color c> void ns::tc(): g++, for green
    Scope color_scope = {.kind = SCOPE_ENUM, .name = "Color", .parent = &ns};
    Enumeration color = {.name = "Color", .underlying = basic(TYPE_INT), .scope = &color_scope};
    TemplateArgument green = {.value_type = type_enumeration(&types, &color), .integer = 1};
    Template tc = {.kind = TEMPLATE_FUNCTION, .name = "tc", .home = &ns};
    tc.signature = type_function(&types, basic(TYPE_VOID), NULL, 0, false, 0);
    EXPECT_NAME("_ZN2ns2tcILNS_5ColorE1EEEvv", .name = "tc", .home = &ns, .type = tc.signature,
                .template_ = &tc, .arguments = &green, .argument_count = 1);
}

// The lambda of kernel(float *), called with a float, and a static variable in it.
TEST(closures_and_local_classes)
{
    const Type *f = basic(TYPE_FLOAT);
    FunctionInfo kernel = {
        .name = "kernel", .home = &global, .type = FUNCTION(basic(TYPE_VOID), pointer(f))};
    Scope body = {.kind = SCOPE_FUNCTION, .function = &kernel, .parent = &global};
    Scope block = {.kind = SCOPE_BLOCK, .parent = &body};
    const Type *closure = class_named(NULL, &block);
    FunctionInfo call = {.name = "operator()",
                         .home = scope_of(closure),
                         .type = FUNCTION(f, f),
                         .is_method = true,
                         .is_const_method = true};
    Symbol symbol = {.kind = SYMBOL_FUNCTION, .name = "operator()", .function = &call};
    scope_of(closure)->first_symbol = &symbol;
    scope_of(closure)->is_closure = true;
    Symbol lt = {.name = "lt"};
    EXPECT_TEXT(mangle_function(&arena, &call), "_ZZ6kernelPfENKUlfE_clEf");
    EXPECT_TEXT(mangle_variable(&arena, &lt, &call), "_ZZZ6kernelPfENKUlfE_clEfE2lt");
    scope_of(closure)->discriminator = 1;
    EXPECT_TEXT(mangle_function(&arena, &call), "_ZZ6kernelPfENKUlfE0_clEf");
    const Type *local = class_named("L", &block);
    EXPECT_NAME("_ZZ6kernelPfEN1L3getEv", .name = "get", .home = scope_of(local), .is_method = true,
                .type = type_function(&types, f, NULL, 0, false, 0));
}

TEST(the_37th_substitution_has_two_digits)
{
    const Type *parameters[41];
    for (int i = 0; i < 39; i++) {
        char *name = arena_text(&arena, "C00", 3);
        name[1] = (char)('0' + i / 10);
        name[2] = (char)('0' + i % 10);
        parameters[i] = class_named(name, &global);
    }
    parameters[39] = parameters[37]; // S_, S0_ to SZ_ are 37; the 38th is S10_
    parameters[40] = NULL;
    FunctionInfo info = {
        .name = "f", .home = &global, .type = function_of(basic(TYPE_VOID), parameters)};
    const char *name = mangle_function(&arena, &info);
    size_t length = strlen(name);
    EXPECT_TEXT(name + length - 4, "S10_");
}
