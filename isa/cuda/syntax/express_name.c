// SPDX-License-Identifier: Apache-2.0
// What a name means in an expression: variables, constants, functions, CUDA's built-in variables,
// or an error that says what was probably meant. C++17 [expr.prim.id]; CUDA C++ Programming Guide,
// "Built-in Variables".
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/builtin.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/scope.h"

#include <string.h>

typedef struct CudaVariable {
    const char *name;
    BuiltinId first; // of x; y and z follow
} CudaVariable;

static const CudaVariable cuda_variables[] = {
    {"threadIdx", BUILTIN_tid_x},
    {"blockIdx", BUILTIN_ctaid_x},
    {"blockDim", BUILTIN_ntid_x},
    {"gridDim", BUILTIN_nctaid_x},
};

static const CudaVariable *find_cuda_variable(const Front *front, const Symbol *symbol)
{
    if (symbol->name == NULL || !front->source->files[symbol->location.file].is_library) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof cuda_variables / sizeof cuda_variables[0]; i++) {
        if (strcmp(symbol->name, cuda_variables[i].name) == 0) {
            return &cuda_variables[i];
        }
    }
    return NULL;
}

static Expression *special_register(Front *front, BuiltinId id, SourceLocation location)
{
    Expression *read = express_new(front, EXPRESSION_BUILTIN,
                                   type_basic(&front->types, TYPE_UNSIGNED_INT), location);
    read->builtin = id;
    return read;
}

// All of threadIdx: an object made of its three registers.
static Expression *cuda_object(Front *front, const CudaVariable *variable, const Symbol *symbol,
                               SourceLocation location)
{
    const Type *type = type_qualified(&front->types, symbol->type, QUALIFIER_CONST);
    Expression *object = express_new(front, EXPRESSION_TEMPORARY, type, location);
    object->variable = express_local(front, type, variable->name, location);
    object->is_lvalue = true;
    object->front = variable;
    Expression *place = express_variable(front, object->variable, location);
    for (uint32_t i = 0; i < type->class_->field_count && i < 3; i++) {
        Expression *value = special_register(front, variable->first + i, location);
        Expression *field = express_field(front, place, &type->class_->fields[i], location);
        Expression *step = express_assignment(front, field, value, location);
        object->a = express_comma(front, object->a, step);
    }
    return object;
}

Expression *express_cuda_variable(Front *front, const Symbol *symbol, SourceLocation location)
{
    if (symbol->name != NULL && strcmp(symbol->name, "warpSize") == 0 &&
        front->source->files[symbol->location.file].is_library) {
        Expression *size = special_register(front, BUILTIN_warpsize, location);
        size->type = type_basic(&front->types, TYPE_INT);
        return size;
    }
    const CudaVariable *variable = find_cuda_variable(front, symbol);
    if (variable == NULL || symbol->type == NULL || symbol->type->kind != TYPE_CLASS ||
        !class_complete(front, symbol->type, location)) {
        return NULL;
    }
    return cuda_object(front, variable, symbol, location);
}

// threadIdx.x; NULL if the object is none of these or the member is another.
Expression *express_cuda_member(Front *front, Expression *object, const char *name,
                                SourceLocation location)
{
    bool is_register = name[0] >= 'x' && name[0] <= 'z' && name[1] == '\0';
    if (object->kind != EXPRESSION_TEMPORARY || !is_register) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof cuda_variables / sizeof cuda_variables[0]; i++) {
        if (object->front == &cuda_variables[i]) {
            BuiltinId id = cuda_variables[i].first + (BuiltinId)(name[0] - 'x');
            return special_register(front, id, location);
        }
    }
    return NULL;
}

static Expression *host_only(Front *front, Symbol *symbol, SourceLocation location)
{
    if (symbol->value == NULL) { // once for each name
        front_error(front, location, "'%s' is host code: %s", symbol->name,
                    symbol->reason == NULL ? "device code cannot use it" : symbol->reason);
        if (front->quiet == 0) {
            symbol->value = express_error(front, location);
        }
    }
    return express_error(front, location);
}

static Expression *constant_of(Front *front, Symbol *symbol, SourceLocation location)
{
    if (symbol->is_dependent || symbol->value == NULL) {
        front_error(front, location, "'%s' is unknown here", symbol->name);
        return express_error(front, location);
    }
    if (symbol->variable == NULL) {
        Expression *constant =
            express_new(front, symbol->value->kind, symbol->value->type, location);
        *constant = *symbol->value;
        constant->location = location;
        return constant;
    }
    Expression *use = express_variable(front, symbol->variable, location);
    use->front = symbol; // express_value takes the constant, express_address needs the variable
    return use;
}

// A local variable of an enclosing function, which is visible only through a capture.
static bool is_of_outer_function(const Front *front, const Symbol *symbol)
{
    const Scope *scope = front->scope;
    bool is_left = false;
    while (scope != NULL && scope != symbol->home) {
        is_left = is_left || scope->kind == SCOPE_FUNCTION;
        scope = scope->parent;
    }
    return scope != NULL && is_left;
}

static Expression *variable_of(Front *front, const Symbol *symbol, SourceLocation location)
{
    Expression *cuda = express_cuda_variable(front, symbol, location);
    if (cuda != NULL) {
        return cuda;
    }
    bool is_reference = symbol->kind == SYMBOL_REFERENCE;
    if (symbol->variable == NULL || symbol->variable->type == NULL ||
        (is_reference && symbol->variable->type->kind != TYPE_POINTER)) {
        if (front->diagnostics->error_count == 0) { // else its declaration has been reported
            front_error(front, location, "use of '%s' before its declaration", symbol->name);
        }
        return express_error(front, location);
    }
    if (symbol->variable->space == SPACE_AUTOMATIC && is_of_outer_function(front, symbol)) {
        front_error(front, location, "'%s' is not captured by the lambda", symbol->name);
        return express_error(front, location);
    }
    if (symbol->variable->space != SPACE_AUTOMATIC) {
        declare_want_variable(front, symbol->variable);
    }
    Expression *use = express_variable(front, symbol->variable, location);
    if (symbol->variable->is_parameter && !is_reference && symbol->type != NULL &&
        symbol->type->unqualified == use->type->unqualified) {
        use->type = symbol->type; // with the const that is not part of the function's type
    }
    bool is_longer = symbol->type != NULL && symbol->type->kind == TYPE_CLASS &&
                     use->type->kind == TYPE_CLASS && symbol->type->class_ != use->type->class_;
    if (is_longer) { // by a flexible array member's elements
        use->type = symbol->type;
    }
    return is_reference ? express_dereference(front, use, location) : use;
}

static bool is_method(const Symbol *symbol)
{
    return symbol->home != NULL && symbol->home->kind == SCOPE_CLASS;
}

static Expression *express_name(Front *front, const NameReference *name)
{
    Symbol *symbol = name->symbol;
    switch (symbol->kind) {
    case SYMBOL_VARIABLE:
    case SYMBOL_REFERENCE: return variable_of(front, symbol, name->location);
    case SYMBOL_CONSTANT: return constant_of(front, symbol, name->location);
    case SYMBOL_FIELD: return express_implied_member(front, name);
    case SYMBOL_FUNCTION:
    case SYMBOL_TEMPLATE:
        return is_method(symbol) ? express_implied_member(front, name)
                                 : express_overloads(front, name, NULL);
    case SYMBOL_HOST: {
        Expression *cuda = express_cuda_variable(front, symbol, name->location);
        return cuda != NULL ? cuda : host_only(front, symbol, name->location);
    }
    case SYMBOL_PACK:
        if (symbol->current_element > 0) {
            return express_symbol(front, symbol->elements[symbol->current_element - 1],
                                  name->location);
        }
        front_error(front, name->location, "parameter pack '%s' not expanded with '...'",
                    name->name);
        return express_error(front, name->location);
    default:
        front_error(front, name->location, "'%s' is a %s, not a value", name->name,
                    symbol->kind == SYMBOL_TYPE ? "type" : "namespace");
        return express_error(front, name->location);
    }
}

Expression *express_symbol(Front *front, Symbol *symbol, SourceLocation location)
{
    NameReference name = {.symbol = symbol, .name = symbol->name, .location = location};
    return express_name(front, &name);
}

Expression *express_undeclared(Front *front, const char *name, SourceLocation location)
{
    bool is_host = name_report_host(front, name, location);
    const char *similar = is_host ? NULL : express_similar_name(front, name);
    if (similar != NULL) {
        front_error(front, location, "'%s' was not declared in this scope; did you mean '%s'?",
                    name, similar);
    } else if (!is_host) {
        front_error(front, location, "'%s' was not declared in this scope", name);
    }
    if (front->quiet == 0) { // once for each name
        Symbol *symbol = scope_add(front, front->scope, SYMBOL_HOST, name, location);
        symbol->value = express_error(front, location);
    }
    return express_error(front, location);
}

// A name that lookup does not find: a builtin, a function that only its arguments lead to, an
// error.
static Expression *unknown_name(Front *front, const Token *token)
{
    front->at++;
    Expression *builtin = parse_builtin(front, token);
    if (builtin != NULL) {
        return builtin;
    }
    if (front_is(front, PUNCTUATOR_paren_open)) {
        NameReference name = {.name = token->text, .location = token->location};
        return express_overloads(front, &name, NULL);
    }
    Expression *error = express_undeclared(front, token->text, token->location);
    if (front_is(front, PUNCTUATOR_less)) { // most likely a template's arguments
        FrontPlace place = front_place(front);
        front->at++;
        bool is_type = name_is_type(front);
        front_return(front, place);
        if (is_type) {
            name_skip_arguments(front);
        }
    }
    return error;
}

// id-expression at a name, '::' or `operator`.
Expression *express_name_token(Front *front)
{
    const Token *token = front_peek(front, 0);
    bool is_plain = token->kind == TOKEN_NAME && front_peek(front, 1)->id != PUNCTUATOR_scope;
    if (is_plain && scope_lookup(front, token->text) == NULL) {
        return unknown_name(front, token);
    }
    NameReference name = {0};
    uint32_t before = front->at;
    if (!parse_name(front, &name) || name.symbol == NULL) {
        front->at += front->at == before;
        return express_error(front, token->location);
    }
    return express_name(front, &name);
}
