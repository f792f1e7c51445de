// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/syntax/deduce.h"
#include "tests/test.h"

#define PARAMETERS 3

static Arena arena;
static Types types;
static TemplateArgument found[PARAMETERS];

static const Type *basic(TypeKind kind)
{
    if (types.arena == NULL) {
        types_init(&types, &arena);
    }
    return type_basic(&types, kind);
}

static const Type *parameter(uint32_t index)
{
    static const Dependent descriptions[PARAMETERS] = {{.kind = DEPENDENT_PARAMETER},
                                                       {.kind = DEPENDENT_PARAMETER, .index = 1},
                                                       {.kind = DEPENDENT_PARAMETER, .index = 2}};
    basic(TYPE_INT);
    return type_dependent(&types, &descriptions[index]);
}

static const Type *constant(const Type *type)
{
    return type_qualified(&types, type, QUALIFIER_CONST);
}

static bool call(const Type *pattern, const Type *argument)
{
    memset(found, 0, sizeof found);
    return deduce_type(&types, pattern, argument, found, PARAMETERS, true);
}

static bool same(const Type *pattern, const Type *argument)
{
    memset(found, 0, sizeof found);
    return deduce_type(&types, pattern, argument, found, PARAMETERS, false);
}

static const Type *lvalue(const Type *type)
{
    return type_reference(&types, type, false);
}

TEST(parameters_by_value_decay)
{
    const Type *t = parameter(0);
    const Type *f = basic(TYPE_FLOAT);
    EXPECT(call(t, lvalue(constant(f))) && found[0].type == f);
    EXPECT(call(t, lvalue(type_array(&types, f, 4))) && found[0].type == type_pointer(&types, f));
    const Type *function = type_function(&types, f, NULL, 0, false, 0);
    EXPECT(call(t, lvalue(function)) && found[0].type == type_pointer(&types, function));
}

TEST(references_keep_what_they_refer_to)
{
    const Type *t = parameter(0);
    const Type *f = basic(TYPE_FLOAT);
    const Type *array = type_array(&types, f, 4);
    EXPECT(call(lvalue(t), lvalue(constant(f))) && found[0].type == constant(f));
    EXPECT(call(lvalue(constant(t)), lvalue(constant(f))) && found[0].type == f);
    EXPECT(call(lvalue(constant(t)), f) && found[0].type == f);
    EXPECT(call(lvalue(t), lvalue(array)) && found[0].type == array);
    EXPECT(call(lvalue(constant(t)), lvalue(array)) && found[0].type == array);
}

TEST(forwarding_references_take_the_category)
{
    const Type *t = parameter(0);
    const Type *i = basic(TYPE_INT);
    const Type *forward = type_reference(&types, t, true);
    EXPECT(call(forward, lvalue(i)) && found[0].type == lvalue(i));
    EXPECT(call(forward, i) && found[0].type == i);
    EXPECT(call(type_reference(&types, constant(t), true), lvalue(i)) && found[0].type == i);
}

TEST(pointers_may_gain_qualifiers_in_a_call_only)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *pattern = type_pointer(&types, constant(parameter(0)));
    EXPECT(call(pattern, type_pointer(&types, f)) && found[0].type == f);
    EXPECT(!same(pattern, type_pointer(&types, f)));
    EXPECT(same(pattern, type_pointer(&types, constant(f))) && found[0].type == f);
    EXPECT(call(type_pointer(&types, parameter(0)), type_pointer(&types, constant(f))));
    EXPECT(found[0].type == constant(f));
    EXPECT(!call(pattern, f));
}

TEST(contradictions_fail_and_explicit_arguments_win)
{
    const Type *t = parameter(0);
    EXPECT(call(t, basic(TYPE_INT)));
    EXPECT(!deduce_type(&types, t, basic(TYPE_FLOAT), found, PARAMETERS, true));
    found[0].is_explicit = true;
    EXPECT(deduce_type(&types, t, basic(TYPE_FLOAT), found, PARAMETERS, true));
    EXPECT(found[0].type == basic(TYPE_INT));
}

TEST(array_bounds_are_values)
{
    const Type *f = basic(TYPE_FLOAT);
    Dependent description = {.kind = DEPENDENT_ARRAY, .index = 1, .element = parameter(0)};
    const Type *pattern = type_dependent(&types, &description);
    EXPECT(call(lvalue(pattern), lvalue(type_array(&types, f, 12))));
    EXPECT(found[0].type == f);
    EXPECT_EQ(found[1].integer, 12);
    EXPECT(found[1].value_type != NULL);
    EXPECT(call(lvalue(constant(pattern)), lvalue(type_array(&types, f, 3))));
    EXPECT(found[0].type == f);
    EXPECT(!call(lvalue(type_array(&types, parameter(0), 4)), lvalue(type_array(&types, f, 5))));
    EXPECT(!call(lvalue(pattern), lvalue(f)));
}

TEST(functions_match_part_by_part)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *i = basic(TYPE_INT);
    Dependent pack = {.kind = DEPENDENT_PACK, .pattern = parameter(1)};
    const Type *pattern_parameters[] = {type_dependent(&types, &pack)};
    const Type *argument_parameters[] = {i, f};
    const Type *pattern =
        type_pointer(&types, type_function(&types, parameter(0), pattern_parameters, 1, false, 0));
    const Type *function = type_function(&types, f, argument_parameters, 2, false, 0);
    EXPECT(call(pattern, lvalue(function)));
    EXPECT(found[0].type == f);
    EXPECT(found[1].is_pack);
    EXPECT_EQ(found[1].pack_count, 2);
    EXPECT(found[1].pack_count == 2 && found[1].pack[1].type == f);
    EXPECT(call(pattern, lvalue(type_function(&types, i, NULL, 0, false, 0))));
    EXPECT(found[1].is_pack);
    EXPECT_EQ(found[1].pack_count, 0);
}

TEST(packs_take_the_rest_of_a_call)
{
    const Type *i = basic(TYPE_INT);
    Dependent description = {.kind = DEPENDENT_PACK,
                             .pattern = type_reference(&types, parameter(0), true)};
    const Type *arguments[] = {lvalue(i), i, type_pointer(&types, i)};
    memset(found, 0, sizeof found);
    EXPECT(deduce_pack(&types, type_dependent(&types, &description), arguments, 3, found,
                       PARAMETERS, true));
    EXPECT_EQ(found[0].pack_count, 3);
    EXPECT(found[0].pack_count == 3 && found[0].pack[0].type == lvalue(i) &&
           found[0].pack[1].type == i);
    EXPECT(!deduce_pack(&types, type_dependent(&types, &description), arguments, 2, found,
                        PARAMETERS, true));
}

TEST(class_templates_match_arguments_and_bases)
{
    const Type *f = basic(TYPE_FLOAT);
    Template pair = {.kind = TEMPLATE_CLASS, .name = "Pair"};
    TemplateArgument instance[] = {{.type = f}, {.value_type = basic(TYPE_INT), .integer = 4}};
    Scope scope = {
        .kind = SCOPE_CLASS, .template_ = &pair, .arguments = instance, .argument_count = 2};
    Class class_ = {.name = "Pair<float, 4>", .scope = &scope};
    const Type *type = type_class(&types, &class_);
    Field base = {.type = type, .is_base = true};
    Scope own_scope = {.kind = SCOPE_CLASS};
    Class derived = {.name = "D", .fields = &base, .field_count = 1, .scope = &own_scope};
    const Type *derived_type = type_class(&types, &derived);
    DependentArgument arguments[] = {{.type = parameter(0)},
                                     {.is_value_parameter = true, .index = 1}};
    Dependent description = {
        .kind = DEPENDENT_CLASS, .template_ = &pair, .arguments = arguments, .argument_count = 2};
    const Type *pattern = type_dependent(&types, &description);
    EXPECT(call(lvalue(constant(pattern)), lvalue(type)));
    EXPECT(found[0].type == f);
    EXPECT_EQ(found[1].integer, 4);
    EXPECT(call(pattern, derived_type) && found[0].type == f);
    EXPECT(!same(pattern, derived_type));
    EXPECT(!call(pattern, f));
    arguments[1] = (DependentArgument){.integer = 5};
    EXPECT(!call(pattern, type));
    arguments[1] = (DependentArgument){.integer = 4};
    EXPECT(call(pattern, type));
}

TEST(packs_of_class_templates_are_laid_flat)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *i = basic(TYPE_INT);
    Template tuple = {.kind = TEMPLATE_CLASS, .name = "Tuple"};
    TemplateArgument elements[] = {{.type = i}, {.type = f}, {.type = i}};
    TemplateArgument instance = {.is_pack = true, .pack = elements, .pack_count = 3};
    Scope scope = {
        .kind = SCOPE_CLASS, .template_ = &tuple, .arguments = &instance, .argument_count = 1};
    Class class_ = {.name = "Tuple<int, float, int>", .scope = &scope};
    Dependent rest = {.kind = DEPENDENT_PACK, .pattern = parameter(1)};
    DependentArgument arguments[] = {{.type = parameter(0)},
                                     {.type = type_dependent(&types, &rest)}};
    Dependent description = {
        .kind = DEPENDENT_CLASS, .template_ = &tuple, .arguments = arguments, .argument_count = 2};
    EXPECT(same(type_dependent(&types, &description), type_class(&types, &class_)));
    EXPECT(found[0].type == i);
    EXPECT_EQ(found[1].pack_count, 2);
    EXPECT(found[1].pack_count == 2 && found[1].pack[0].type == f);
}
