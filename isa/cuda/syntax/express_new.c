// SPDX-License-Identifier: Apache-2.0
// new and delete of device code: malloc, construction, destruction, free; C++17 [expr.new],
// [expr.delete]. new at an address only constructs. Arrays of objects that have constructors or
// destructors are refused by name.
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/scope.h"

static Expression *call_library(Front *front, const char *name, Expression *argument,
                                SourceLocation location)
{
    NameReference reference = {.name = front_intern(front, name), .location = location};
    reference.symbol = scope_lookup(front, reference.name);
    Expression **arguments = arena_alloc(front->arena, sizeof *arguments);
    arguments[0] = argument;
    return call_overloads(front, reference.symbol, &reference, NULL, arguments, 1, location);
}

static Expression *cast_to(Front *front, Expression *value, const Type *type)
{
    Expression *cast = express_new(front, EXPRESSION_CAST, type, value->location);
    cast->a = value;
    return cast;
}

static Expression *refuse_array(Front *front, const char *what, const Type *type,
                                SourceLocation location)
{
    front_error(front, location, "'%s' of an array of '%s', which has a %s, is not supported", what,
                type_text(front, type), what[0] == 'n' ? "constructor" : "destructor");
    return express_error(front, location);
}

static Expression *refuse_initialized(Front *front, SourceLocation location)
{
    front_error(front, location,
                "'new' of an array with initial values is not supported: assign them afterwards");
    front_skip_balanced(front);
    return express_error(front, location);
}

// [ ( address ) ]
static bool parse_placement(Front *front, Expression **address)
{
    ExpressionList list = {0};
    if (!front_accept(front, PUNCTUATOR_paren_open)) {
        return true;
    }
    if (!parse_arguments(front, &list, PUNCTUATOR_paren_close)) {
        return false;
    }
    *address = list.count == 1 ? express_value(front, list.items[0]) : NULL;
    if (*address == NULL || (*address)->type->kind != TYPE_POINTER) {
        front_error(front, front_here(front), "'new (...)' takes the address of the object");
        return false;
    }
    return true;
}

// [ [ count ] ]
static Expression *parse_count(Front *front)
{
    if (!front_accept(front, PUNCTUATOR_bracket_open)) {
        return NULL;
    }
    Expression *count = express_value(front, parse_expression(front));
    front_expect(front, PUNCTUATOR_bracket_close, "the number of elements");
    const Type *size = type_basic(&front->types, TYPE_UNSIGNED_LONG);
    return express_is_error(count)
               ? count
               : convert_implicit(front, count, size, count->location, "number of elements");
}

static Expression *bytes_of(Front *front, const Type *type, Expression *count,
                            SourceLocation location)
{
    Expression *size = express_integer(front, TYPE_UNSIGNED_LONG, type_size(type), location);
    return count == NULL ? size : express_binary(front, EXPRESSION_MULTIPLY, count, size, location);
}

// new [( address )] type [[ count ]] [( arguments ) | { list }]
Expression *parse_new(Front *front)
{
    SourceLocation location = front_here(front);
    Expression *address = NULL;
    front->at++;
    if (!parse_placement(front, &address)) {
        return express_error(front, location);
    }
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (specifiers.type == NULL) {
        front_error(front, location, "expected a type after 'new'");
        return express_error(front, location);
    }
    const Type *type = parse_pointer_operators(front, specifiers.type);
    bool is_array = front_is(front, PUNCTUATOR_bracket_open);
    Expression *count = parse_count(front);
    if (!class_complete(front, type, location) || (count != NULL && express_is_error(count))) {
        return express_error(front, location);
    }
    if (address == NULL) {
        address = call_library(front, "malloc", bytes_of(front, type, count, location), location);
    }
    if (express_is_error(address)) {
        return address;
    }
    Expression *kept =
        express_temporary(front, cast_to(front, address, type_pointer(&front->types, type)));
    Expression *pointer = express_variable(front, kept->variable, location);
    if (is_array) {
        const Scope *scope = class_scope(type);
        bool has_list =
            front_is(front, PUNCTUATOR_brace_open) || front_is(front, PUNCTUATOR_paren_open);
        if (has_list) {
            return refuse_initialized(front, location);
        }
        if (scope != NULL && !scope->is_default_trivial) {
            return refuse_array(front, "new", type, location);
        }
        return cast_to(front, kept->a->b, kept->type);
    }
    Expression *object = express_dereference(front, pointer, location);
    Expression *made = parse_object_initializer(front, object);
    if (made != NULL && express_is_error(made)) {
        return made;
    }
    Expression *value = express_variable(front, kept->variable, location);
    return express_comma(front, express_comma(front, kept, made),
                         cast_to(front, value, kept->type));
}

// delete [[]] pointer
Expression *parse_delete(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    bool is_array = front_accept(front, PUNCTUATOR_bracket_open);
    if (is_array) {
        front_expect(front, PUNCTUATOR_bracket_close, "'delete['");
    }
    Expression *value = express_value(front, parse_unary(front));
    if (express_is_error(value)) {
        return value;
    }
    if (value->type->kind != TYPE_POINTER) {
        front_error(front, location, "'delete' takes a pointer, not a '%s'",
                    type_text(front, value->type));
        return express_error(front, location);
    }
    const Type *type = value->type->base;
    const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_VOID));
    if (type->kind != TYPE_CLASS || !class_complete(front, type, location) ||
        class_destructor(front, type) == NULL) {
        return call_library(front, "free", cast_to(front, value, bytes), location);
    }
    if (is_array) {
        return refuse_array(front, "delete[]", type, location);
    }
    Expression *kept = express_temporary(front, value);
    Expression *pointer = express_variable(front, kept->variable, location);
    Expression *destroyed =
        construct_destroy(front, express_dereference(front, pointer, location), location);
    Expression *freed = call_library(
        front, "free", cast_to(front, express_variable(front, kept->variable, location), bytes),
        location);
    return express_comma(front, express_comma(front, kept, destroyed), freed);
}
