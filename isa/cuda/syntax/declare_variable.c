// SPDX-License-Identifier: Apache-2.0
// Variables of namespaces, classes and blocks: the space they are in, whether they are constants,
// and when their initializers are read. Static ones enter the tree when they are used; those that
// the host may address by name (__device__, __constant__, __managed__) enter at once.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/mangle.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/syntax_check.h"
#include "isa/cuda/syntax/virtual.h"

#include <string.h>

#define CONSTANT_STEPS (UINT64_C(1) << 22)

const Type *declare_stored_type(Front *front, const Type *type)
{
    return type_is_reference(type) ? type_pointer(&front->types, type->base) : type;
}

static void want_body(void *context, Function *function)
{
    syntax_parse_body(context, function->front);
}

static bool is_constant_kind(const Type *type)
{
    return type_is_arithmetic(type) || type->kind == TYPE_ENUM || type->kind == TYPE_NULLPTR;
}

Expression *declare_constant_initializer(Front *front, const Type *type)
{
    SourceLocation location = front_here(front);
    TokenId close = TOKEN_ID_NONE;
    bool is_assigned = front_accept(front, PUNCTUATOR_assign);
    if (front_accept(front, PUNCTUATOR_brace_open)) {
        close = PUNCTUATOR_brace_close;
    } else if (!is_assigned && front_accept(front, PUNCTUATOR_paren_open)) {
        close = PUNCTUATOR_paren_close;
    }
    Expression *value = NULL;
    if (close != TOKEN_ID_NONE && front_is(front, close)) {
        value =
            express_new(front, EXPRESSION_INTEGER, type_basic(&front->types, TYPE_INT), location);
    } else {
        value = parse_assignment(front);
    }
    if (close != TOKEN_ID_NONE) {
        front_expect(front, close, "the initializer");
    }
    if (value == NULL) {
        return NULL;
    }
    if (type->unqualified->kind == TYPE_AUTO) {
        type = type_decayed(&front->types, value->type)->unqualified;
    }
    value = convert_implicit(front, value, type->unqualified, location, "initialization");
    ConstantContext context = {.want_body = want_body,
                               .context = front,
                               .steps_left = CONSTANT_STEPS,
                               .arena = front->arena};
    Expression *result = arena_alloc(front->arena, sizeof *result);
    if (value == NULL || !constant_evaluate(&context, value, result) ||
        (result->kind != EXPRESSION_INTEGER && result->kind != EXPRESSION_FLOATING)) {
        return NULL;
    }
    result->location = location;
    return result;
}

// The value of the initializer at the cursor, or NULL with the cursor where it was.
static Expression *try_constant(Front *front, const Type *type)
{
    if (!front_is(front, PUNCTUATOR_assign) && !front_is(front, PUNCTUATOR_brace_open) &&
        !front_is(front, PUNCTUATOR_paren_open)) {
        return NULL;
    }
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    Expression *value = declare_constant_initializer(front, type);
    if (!front_quiet_end(front, quiet, NULL)) {
        value = NULL;
    }
    if (value == NULL ||
        !(front_is(front, PUNCTUATOR_comma) || front_is(front, PUNCTUATOR_semicolon))) {
        front_return(front, before);
        return NULL;
    }
    return value;
}

void declare_add_variable(Front *front, Variable *variable)
{
    Tree *tree = front->tree;
    if (front->is_tree_complete) {
        return;
    }
    if ((tree->variable_count & (tree->variable_count - 1u)) == 0) {
        uint32_t room = tree->variable_count == 0 ? 1u : tree->variable_count * 2u;
        tree->variables = arena_grow(front->arena, tree->variables, tree->variable_count, room,
                                     sizeof *tree->variables);
    }
    tree->variables[tree->variable_count++] = variable;
}

static bool is_initializer_here(Front *front)
{
    return front_is(front, PUNCTUATOR_assign) || front_is(front, PUNCTUATOR_brace_open) ||
           front_is(front, PUNCTUATOR_paren_open);
}

TokenRange declare_skip_initializer(Front *front)
{
    TokenRange range = {front->at, front->at};
    while (!front_is(front, PUNCTUATOR_semicolon) && !front_is(front, PUNCTUATOR_comma) &&
           front_peek(front, 0)->kind != TOKEN_END && !front_is(front, PUNCTUATOR_brace_close)) {
        const Token *token = front_peek(front, 0);
        Symbol *symbol = token->kind == TOKEN_NAME && front_peek(front, 1)->id == PUNCTUATOR_less
                             ? scope_lookup(front, token->text)
                             : NULL;
        if (symbol != NULL && (symbol->kind == SYMBOL_TEMPLATE || symbol->kind == SYMBOL_TYPE)) {
            front->at++;
            name_skip_arguments(front);
        } else if (token->id == PUNCTUATOR_paren_open || token->id == PUNCTUATOR_bracket_open ||
                   token->id == PUNCTUATOR_brace_open) {
            front_skip_balanced(front);
        } else {
            front->at++;
        }
    }
    range.end = front->at;
    return range;
}

static const char *unique_mangled(Front *front, const char *mangled)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < front->tree->variable_count; i++) {
        same += strcmp(front->tree->variables[i]->mangled, mangled) == 0;
    }
    if (same == 0) {
        return mangled;
    }
    Text text = {0};
    text_printf(&text, "%s_%u", mangled, same - 1u); // a local name's discriminator
    const char *kept = arena_text(front->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return unique_mangled(front, kept);
}

void declare_want_variable(Front *front, Variable *variable)
{
    StaticVariable *known = variable->front;
    if (variable->space == SPACE_AUTOMATIC || known == NULL) {
        return;
    }
    if (!known->is_initialized) {
        known->is_initialized = true;
        if (known->initializer.end > known->initializer.first) {
            FrontPlace before = front_place(front);
            front->at = known->initializer.first;
            front->half_of_token = 0;
            front->is_angle = false;
            front->scope = known->scope;
            const Type *type = variable->type;
            parse_static_initializer(front, variable, &type);
            variable->type = type;
            front_return(front, before);
        }
    }
    if (!known->is_in_tree && front->quiet == 0) {
        known->is_in_tree = true;
        if (known->inside != NULL) {
            variable->mangled = unique_mangled(front, variable->mangled);
        }
        declare_add_variable(front, variable);
    }
}

// `texture<float, 2> picture;` of CUDA 11 and before needs no marker: the class is the library's.
static bool is_texture_reference(const Front *front, const Type *type)
{
    static const char prefix[] = "texture<";
    const Class *class_ = type->kind == TYPE_CLASS ? type->class_ : NULL;
    return class_ != NULL && class_->name != NULL &&
           strncmp(class_->name, prefix, sizeof prefix - 1) == 0 &&
           front->source->files[class_->location.file].is_library;
}

static VariableSpace space_of(const Front *front, const Specifiers *specifiers, const Type *type)
{
    return is_texture_reference(front, type) ? SPACE_TEXTURE
           : specifiers->is_shared           ? SPACE_SHARED
           : specifiers->is_constant         ? SPACE_CONSTANT
                                             : SPACE_GLOBAL;
}

static Variable *make_static(Front *front, Symbol *symbol, const Specifiers *specifiers,
                             const Declarator *declarator, const Type *type)
{
    Variable *variable =
        symbol->variable != NULL ? symbol->variable : arena_alloc(front->arena, sizeof *variable);
    StaticVariable *known =
        variable->front != NULL ? variable->front : arena_alloc(front->arena, sizeof *known);
    symbol->variable = variable;
    variable->front = known;
    known->symbol = symbol;
    known->scope = declarator->scope != NULL ? declarator->scope : front->scope;
    known->inside = front->function;
    variable->name = symbol->name;
    variable->type = type;
    variable->space = space_of(front, specifiers, type);
    variable->is_managed = specifiers->is_managed;
    variable->is_extern = specifiers->is_extern && !is_initializer_here(front);
    variable->is_internal =
        (specifiers->is_static && symbol->home->kind != SCOPE_CLASS) ||
        scope_is_unnamed(symbol->home) || front->function != NULL ||
        ((type->qualifiers & QUALIFIER_CONST) != 0 && !specifiers->is_extern &&
         !specifiers->is_device && !specifiers->is_constant && !specifiers->is_managed);
    bool is_const = (type->qualifiers & QUALIFIER_CONST) != 0 && symbol->home->kind != SCOPE_CLASS;
    variable->is_visible =
        !variable->is_internal && (!is_const || specifiers->is_extern || variable->is_visible);
    variable->is_inline |= specifiers->is_inline || specifiers->is_constexpr;
    variable->location = symbol->location;
    uint32_t align = type_align(type->kind == TYPE_ARRAY ? type->base : type);
    align = specifiers->align_bytes > align ? specifiers->align_bytes : align;
    variable->align_bytes = declarator->align_bytes > align ? declarator->align_bytes : align;
    variable->mangled =
        front->extern_c > 0 ? symbol->name : mangle_variable(front->arena, symbol, front->function);
    if (variable->mangled == NULL) {
        front_error(front, symbol->location, "the mangled name of '%s' is too long", symbol->name);
        variable->mangled = symbol->name;
    }
    return variable;
}

// A const object of which only the value is needed. Returns false if its value is not constant.
static bool declare_constant(Front *front, Symbol *symbol, const Specifiers *specifiers,
                             const Declarator *declarator)
{
    const Type *type = declarator->type;
    bool is_const = (type->qualifiers & QUALIFIER_CONST) != 0 || specifiers->is_constexpr;
    bool may_be = is_const && (type->qualifiers & QUALIFIER_VOLATILE) == 0 &&
                  (is_constant_kind(type) || type->kind == TYPE_AUTO);
    TokenRange range = {front->at, 0};
    Expression *value = may_be ? try_constant(front, type) : NULL;
    if (value == NULL) {
        return false;
    }
    symbol->kind = SYMBOL_CONSTANT;
    symbol->value = value;
    symbol->type = type->kind == TYPE_AUTO
                       ? type_qualified(&front->types, value->type, QUALIFIER_CONST)
                       : type_qualified(&front->types, type, QUALIFIER_CONST);
    if (front->function == NULL || specifiers->is_static) {
        range.end = front->at;
        Variable *variable = make_static(front, symbol, specifiers, declarator, symbol->type);
        ((StaticVariable *)variable->front)->initializer = range;
    }
    return true;
}

static bool is_const_object(const Type *type)
{
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    return (type->qualifiers & QUALIFIER_CONST) != 0;
}

static Symbol *find_own(Scope *home, const char *name)
{
    Symbol *symbol = scope_find_here(home, name);
    return symbol != NULL && symbol->home == home ? symbol : NULL;
}

static bool is_device_variable(const Specifiers *specifiers)
{
    return specifiers->is_device || specifiers->is_constant || specifiers->is_shared ||
           specifiers->is_managed;
}

#define SHARED_BYTES_MAX (48u * 1024u) // static, of every compute capability since 2.0

static void declare_static(Front *front, Symbol *symbol, const Specifiers *specifiers,
                           const Declarator *declarator)
{
    const Type *type = declarator->type;
    if (specifiers->is_constexpr) {
        type = type_qualified(&front->types, type, QUALIFIER_CONST);
    }
    if (type_is_reference(type)) {
        front_error(front, symbol->location, "static references are not supported in device code");
        return;
    }
    bool is_extern_array = specifiers->is_extern && type->kind == TYPE_ARRAY;
    if (!is_extern_array && !specifiers->is_extern && type->kind == TYPE_CLASS) {
        class_complete(front, type, symbol->location);
    }
    Variable *variable = make_static(front, symbol, specifiers, declarator, type);
    StaticVariable *known = variable->front;
    symbol->type = type;
    bool needs_type = type->kind == TYPE_AUTO ||
                      (type->kind == TYPE_ARRAY && type->count == ARRAY_OF_UNKNOWN_BOUND);
    bool is_device = is_device_variable(specifiers);
    if (is_device) {
        declare_check_device_name(front, symbol->name, symbol->location);
    }
    if (specifiers->is_shared && is_initializer_here(front)) {
        front_error(front, symbol->location,
                    "a __shared__ variable cannot be initialized; assign to it in one thread, then "
                    "call __syncthreads()");
        declare_skip_initializer(front);
        return;
    }
    if (specifiers->is_shared && !specifiers->is_extern && type->kind == TYPE_ARRAY &&
        type->count == ARRAY_OF_UNKNOWN_BOUND) {
        front_error(front, symbol->location,
                    "array size missing in '%s'; give a size, or declare it 'extern __shared__' to "
                    "take the launch's dynamic shared memory",
                    symbol->name);
        return;
    }
    bool is_sized = type->kind == TYPE_ARRAY && type->count != ARRAY_OF_UNKNOWN_BOUND;
    if (specifiers->is_shared && specifiers->is_extern && is_sized) {
        front_warning(front, symbol->location,
                      "the size of 'extern __shared__ %s[]' comes from the launch; the size "
                      "written here is ignored",
                      symbol->name);
    } else if (specifiers->is_shared && is_sized && type_size(type) > SHARED_BYTES_MAX) {
        front_error(front, symbol->location,
                    "'%s' takes %llu bytes, but static __shared__ memory is limited to %u; use "
                    "'extern __shared__' for more",
                    symbol->name, (unsigned long long)type_size(type), SHARED_BYTES_MAX);
    }
    if (is_initializer_here(front) && (is_device || needs_type)) {
        known->is_initialized = true;
        parse_static_initializer(front, variable, &type);
        variable->type = type;
        const Scope *scope = class_scope(type);
        bool is_longer = scope != NULL && scope->class_ != type->class_; // a flexible array member
        symbol->type =
            is_longer ? type_qualified(&front->types, scope->type, type->qualifiers) : type;
    } else if (is_initializer_here(front)) {
        known->initializer = declare_skip_initializer(front);
    } else if (!specifiers->is_extern && type->kind == TYPE_CLASS && !specifiers->is_shared &&
               class_scope(type) != NULL && !class_scope(type)->is_default_trivial) {
        parse_static_initializer(front, variable, &type);
    }
    variable->align_bytes = variable->align_bytes != 0 ? variable->align_bytes : type_align(type);
    bool is_users = !front->source->files[symbol->location.file].is_library;
    if (is_device && is_users && front->function == NULL && !specifiers->is_shared) {
        declare_want_variable(front, variable);
    }
}

Symbol *declare_variable(Front *front, const Specifiers *specifiers, const Declarator *declarator,
                         DeclarationPlace place)
{
    Scope *home = declarator->qualifier != NULL ? declarator->qualifier : front->scope;
    while (home->kind == SCOPE_TEMPLATE || (home->kind == SCOPE_BLOCK && place != PLACE_BLOCK)) {
        home = home->parent;
    }
    Symbol *symbol = find_own(home, declarator->name);
    bool is_again =
        symbol != NULL && (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT ||
                           symbol->kind == SYMBOL_HOST);
    if (symbol != NULL && !is_again && symbol->kind != SYMBOL_TYPE) {
        front_error(front, declarator->location, "'%s' redeclared as a different kind of symbol",
                    declarator->name);
        front_note(front, symbol->location, "previous declaration is here");
    }
    if (is_again && symbol->kind == SYMBOL_CONSTANT && !is_initializer_here(front)) {
        return symbol; // the definition of a static member that has its value
    }
    if (!is_again) {
        symbol = scope_add(front, home, SYMBOL_VARIABLE, declarator->name, declarator->location);
    }
    symbol->kind = SYMBOL_VARIABLE;
    symbol->type = declarator->type;
    symbol->is_static_member = home->kind == SCOPE_CLASS;
    if (!is_device_variable(specifiers) || specifiers->is_constexpr) {
        if (declare_constant(front, symbol, specifiers, declarator)) {
            return symbol;
        }
    }
    bool is_member_declaration = place == PLACE_CLASS && !is_initializer_here(front);
    if (!is_device_variable(specifiers) && !specifiers->is_constexpr &&
        !is_const_object(declarator->type) && !is_member_declaration &&
        !is_texture_reference(front, declarator->type)) {
        symbol->kind = SYMBOL_HOST;
        symbol->reason = "a host variable; declare it __device__ or pass it to the kernel";
        declare_skip_initializer(front);
        return symbol;
    }
    declare_static(front, symbol, specifiers, declarator);
    return symbol;
}

// ---- local variables

static void append(Front *front, Statement ***tail, Variable *variable, Expression *value)
{
    Statement *statement = arena_alloc(front->arena, sizeof *statement);
    statement->kind = STATEMENT_DECLARE;
    statement->location = variable->location;
    statement->variable = variable;
    statement->a = value;
    **tail = statement;
    *tail = &statement->next;
}

static bool is_static_local(const Specifiers *specifiers)
{
    return specifiers->is_static || specifiers->is_shared || specifiers->is_extern ||
           specifiers->is_constant;
}

static void declare_static_local(Front *front, Symbol *symbol, const Specifiers *specifiers,
                                 const Declarator *declarator)
{
    if (!specifiers->is_shared && declare_constant(front, symbol, specifiers, declarator)) {
        return;
    }
    declare_static(front, symbol, specifiers, declarator);
}

static Variable *make_local(Front *front, const Declarator *declarator,
                            const Specifiers *specifiers, const Type *type)
{
    Variable *variable = arena_alloc(front->arena, sizeof *variable);
    variable->name = declarator->name;
    variable->type = declare_stored_type(front, type);
    variable->location = declarator->location;
    variable->align_bytes = specifiers->align_bytes > declarator->align_bytes
                                ? specifiers->align_bytes
                                : declarator->align_bytes;
    return variable;
}

void declare_local(Front *front, const Specifiers *specifiers, const Declarator *declarator,
                   Statement ***tail)
{
    Symbol *before = find_own(front->scope, declarator->name);
    if (before != NULL && before->kind != SYMBOL_TYPE && !specifiers->is_extern) {
        front_error(front, declarator->location, "redeclaration of '%s'", declarator->name);
        front_note(front, before->location, "previous declaration is here");
    }
    Symbol *symbol =
        scope_add(front, front->scope, SYMBOL_VARIABLE, declarator->name, declarator->location);
    symbol->type = declarator->type;
    if (is_static_local(specifiers)) {
        declare_static_local(front, symbol, specifiers, declarator);
        return;
    }
    const Type *type = declarator->type;
    if (specifiers->is_constexpr) {
        type = type_qualified(&front->types, type, QUALIFIER_CONST);
    }
    if (!type_is_reference(type) && !class_complete(front, type, declarator->location)) {
        declare_skip_initializer(front);
        return;
    }
    if (virtual_is_abstract(front, type, declarator->location)) {
        declare_skip_initializer(front);
        return;
    }
    Variable *variable = make_local(front, declarator, specifiers, type);
    FrontPlace place = front_place(front);
    bool is_constant = declare_constant(front, symbol, specifiers, declarator);
    Expression *value = symbol->value;
    front_return(front, place); // the variable itself is initialized too: it may have an address
    symbol->variable = variable;
    if (!is_constant && type_is_reference(type)) {
        symbol->kind = SYMBOL_REFERENCE;
    }
    uint32_t errors = front->diagnostics->error_count;
    front->deduced_class = specifiers->deduced_class;
    Expression *initialization = parse_initializer(front, variable, &type);
    if (initial_has_auto(declarator->type) && front->diagnostics->error_count > errors) {
        symbol->kind = SYMBOL_HOST; // of no known type: uses are not reported again
        symbol->value = express_error(front, declarator->location);
        return;
    }
    variable->type = declare_stored_type(front, type);
    symbol->type = type;
    symbol->value = value;
    if (type_is_reference(type)) {
        symbol->kind = SYMBOL_REFERENCE;
    }
    uint32_t align = type_align(variable->type);
    variable->align_bytes = variable->align_bytes > align ? variable->align_bytes : align;
    append(front, tail, variable, initialization);
}
