// SPDX-License-Identifier: Apache-2.0
// new and delete in device code: malloc, construction, destruction, free; C++17 [expr.new],
// [expr.delete]. new at an address only constructs. An array of objects with destructors is
// preceded by its count, Itanium C++ ABI 2.7. Leaves out arrays of arrays.
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"
#include "isa/cuda/syntax/virtual.h"

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
        front_error(front, front_here(front),
                    "placement 'new (...)' expects the address of the object");
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

// The bounds after the first, which are constants. `element` becomes an array of arrays of it; NULL
// after an error.
static const Type *parse_inner_bounds(Front *front, const Type *element)
{
    uint64_t count = 0;
    const Type *type = NULL;
    if (element == NULL || !front_accept(front, PUNCTUATOR_bracket_open)) {
        return element;
    }
    if (!parse_integer_constant(front, &type, &count) ||
        !front_expect(front, PUNCTUATOR_bracket_close, "the array's bound")) {
        return NULL;
    }
    element = parse_inner_bounds(front, element);
    if (element == NULL || count == 0 || count > TYPE_BYTES_MAX / (type_size(element) + 1)) {
        front_error(front, front_here(front), "invalid bound of an array in 'new'");
        return NULL;
    }
    return type_array(&front->types, element, count);
}

// The bytes before an array: its count, if delete[] needs it; 0: nothing.
static uint64_t cookie_bytes(Front *front, const Type *type)
{
    uint64_t align_bytes = type_align(type);
    return class_destructor(front, type) == NULL ? 0 : align_bytes > 8 ? align_bytes : 8;
}

static Expression *size_constant(Front *front, uint64_t value, SourceLocation location)
{
    return express_integer(front, TYPE_UNSIGNED_LONG, value, location);
}

// The same address plus an offset in bytes, as a pointer to `type`.
static Expression *moved(Front *front, Expression *pointer, ExpressionKind way, uint64_t bytes,
                         const Type *type)
{
    const Type *to_bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_CHAR));
    Expression *at = cast_to(front, pointer, to_bytes);
    at = express_binary(front, way, at, size_constant(front, bytes, pointer->location),
                        pointer->location);
    return cast_to(front, at, type_pointer(&front->types, type));
}

// The value if the pointer is not null, else zero.
static Expression *unless_null(Front *front, Expression *pointer, Expression *value)
{
    SourceLocation location = pointer->location;
    return express_conditional(front, pointer, value,
                               express_constant(front, value->type->unqualified, 0, location),
                               location);
}

static Expression *again(Front *front, const Expression *kept)
{
    return express_value(front, express_variable(front, kept->variable, kept->location));
}

// T(): zeroed, then constructed.
static Expression *value_initialize(Front *front, Expression *object, SourceLocation location)
{
    Expression *zero =
        class_has_constructor(front, object->type) ? NULL : initial_zero(front, object, location);
    return express_comma(front, zero, construct_default(front, object, location));
}

// { list }: first its elements, then the remaining ones.
static Expression *fill_from_list(Front *front, Expression *pointer, Expression *count,
                                  SourceLocation location)
{
    Expression *list = parse_braced_list(front), *made = NULL;
    if (express_is_error(list)) {
        return list;
    }
    const ListInitializer *values = express_list(list);
    bool is_constant = count->kind == EXPRESSION_INTEGER;
    if (is_constant && count->integer < values->count) {
        front_error(front, location, "'new' of %llu elements has %u initial values",
                    (unsigned long long)count->integer, values->count);
        return express_error(front, location);
    }
    for (uint32_t i = 0; i < values->count; i++) {
        Expression *element = express_subscript(
            front, pointer, express_integer(front, TYPE_LONG, i, location), location);
        made = express_comma(front, made,
                             initial_value(front, element, values->elements[i].value, location));
    }
    bool is_whole = is_constant && count->integer == values->count;
    return is_whole ? made
                    : express_comma(front, made,
                                    construct_loop(front, pointer, values->count, count,
                                                   value_initialize, location));
}

// The construction of the elements: ( ), { list } or nothing at the cursor.
static Expression *construct_elements(Front *front, Expression *pointer, Expression *count,
                                      SourceLocation location)
{
    if (front_is(front, PUNCTUATOR_brace_open)) {
        return fill_from_list(front, pointer, count, location);
    }
    if (front_accept(front, PUNCTUATOR_paren_open)) {
        front_expect(front, PUNCTUATOR_paren_close, "'new' of an array");
        return construct_loop(front, pointer, 0, count, value_initialize, location);
    }
    return construct_loop(front, pointer, 0, count, construct_default, location);
}

// Of `count` elements at `address`, or allocated if that is NULL. Like nvcc's, it constructs
// without checking whether there was memory.
static Expression *new_array(Front *front, const Type *type, Expression *count, Expression *address,
                             SourceLocation location)
{
    uint64_t cookie = address == NULL ? cookie_bytes(front, type) : 0;
    Expression *all = count->kind == EXPRESSION_INTEGER ? NULL : express_temporary(front, count);
    Expression *number = all == NULL ? count : again(front, all);
    Expression *bytes = express_binary(front, EXPRESSION_MULTIPLY, number,
                                       size_constant(front, type_size(type), location), location);
    bytes = express_binary(front, EXPRESSION_ADD, bytes, size_constant(front, cookie, location),
                           location);
    address = address != NULL ? address : call_library(front, "malloc", bytes, location);
    if (express_is_error(address)) {
        return address;
    }
    Expression *raw = express_temporary(front, address);
    Expression *kept =
        express_temporary(front, moved(front, again(front, raw), EXPRESSION_ADD, cookie, type));
    all = express_comma(front, express_comma(front, all, raw), kept);
    if (cookie > 0) {
        Expression *place = moved(front, again(front, raw), EXPRESSION_ADD, cookie - 8,
                                  type_basic(&front->types, TYPE_UNSIGNED_LONG));
        all = express_comma(front, all,
                            express_assignment(front, express_dereference(front, place, location),
                                               number, location));
    }
    Expression *made = construct_elements(front, again(front, kept), number, location);
    if (made != NULL && express_is_error(made)) {
        return made;
    }
    return express_comma(front, express_comma(front, all, made), again(front, kept));
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
    const Type *type = specifiers.deduced_class != NULL
                           ? template_deduce_class_here(front, specifiers.deduced_class, location)
                           : parse_pointer_operators(front, specifiers.type);
    if (type == NULL) {
        return express_error(front, location);
    }
    Expression *count = parse_count(front);
    if (!class_complete(front, type, location) || (count != NULL && express_is_error(count)) ||
        virtual_is_abstract(front, type, location)) {
        return express_error(front, location);
    }
    if (count != NULL && (type = parse_inner_bounds(front, type)) == NULL) {
        return express_error(front, location);
    }
    if (count != NULL) {
        return new_array(front, type, count, address, location);
    }
    if (address == NULL) {
        address = call_library(front, "malloc", size_constant(front, type_size(type), location),
                               location);
    }
    if (express_is_error(address)) {
        return address;
    }
    Expression *kept =
        express_temporary(front, cast_to(front, address, type_pointer(&front->types, type)));
    Expression *pointer = express_variable(front, kept->variable, location);
    Expression *object = express_dereference(front, pointer, location);
    Expression *made = parse_object_initializer(front, object);
    if (made != NULL && express_is_error(made)) {
        return made;
    }
    Expression *value = express_variable(front, kept->variable, location);
    return express_comma(front, express_comma(front, kept, made),
                         cast_to(front, value, kept->type));
}

// Destroys the elements and frees the memory that new[] allocated.
static Expression *delete_array(Front *front, Expression *value, SourceLocation location)
{
    const Type *type = value->type->base, *size = type_basic(&front->types, TYPE_UNSIGNED_LONG);
    const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_VOID));
    Expression *kept = express_temporary(front, value);
    Expression *note = express_dereference(
        front, moved(front, again(front, kept), EXPRESSION_SUBTRACT, 8, size), location);
    Expression *count = express_temporary(
        front, unless_null(front, again(front, kept), express_value(front, note)));
    Expression *destroyed = construct_loop(front, again(front, kept), 0, again(front, count),
                                           construct_destroy, location);
    Expression *start = moved(front, again(front, kept), EXPRESSION_SUBTRACT,
                              cookie_bytes(front, type), type_basic(&front->types, TYPE_VOID));
    Expression *freed = call_library(
        front, "free", unless_null(front, again(front, kept), cast_to(front, start, bytes)),
        location);
    return express_comma(front, express_comma(front, express_comma(front, kept, count), destroyed),
                         freed);
}

// Destroys the object by its dynamic type and frees the memory that `new` allocated for it. A null
// pointer has no effect.
static Expression *delete_object(Front *front, Expression *value, SourceLocation location)
{
    FunctionInfo *destructor = class_destructor(front, value->type->base);
    const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_VOID));
    Expression *kept = express_temporary(front, value);
    Expression *start = express_temporary(
        front, destructor->is_virtual ? virtual_whole_object(front, again(front, kept), location)
                                      : cast_to(front, again(front, kept), bytes));
    Expression *object = express_dereference(front, again(front, kept), location);
    Expression *destroyed = call_method(front, destructor, object, NULL, 0, location);
    Expression *freed = call_library(front, "free", again(front, start), location);
    Expression *all = express_comma(front, express_comma(front, start, destroyed), freed);
    Expression *nothing =
        cast_to(front, express_integer(front, TYPE_INT, 0, location), freed->type);
    return express_comma(front, kept,
                         express_conditional(front, again(front, kept), all, nothing, location));
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
        front_error(front, location, "'delete' expects a pointer, got '%s'",
                    express_type_text(front, value->type));
        return express_error(front, location);
    }
    const Type *type = value->type->base;
    const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_VOID));
    if (type->kind != TYPE_CLASS || !class_complete(front, type, location) ||
        class_destructor(front, type) == NULL) {
        return call_library(front, "free", cast_to(front, value, bytes), location);
    }
    if (is_array) {
        return delete_array(front, value, location);
    }
    return delete_object(front, value, location);
}
