// SPDX-License-Identifier: Apache-2.0
// Making nodes of the checked tree, each with its type and value category.
#include "isa/cuda/syntax/express_node.h"

#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/temporary.h"

// Markers that Expression.front points to.
static const char error_marker, xvalue_marker;
static const Type overload_type = {.kind = TYPE_OVERLOAD_SET, .unqualified = &overload_type};

Expression *express_new(Front *front, ExpressionKind kind, const Type *type,
                        SourceLocation location)
{
    Expression *expression = arena_alloc(front->arena, sizeof *expression);
    expression->kind = kind;
    expression->type = type;
    expression->location = location;
    return expression;
}

// Most callers have reported what is wrong. Where one has not, this is the last chance: an error
// expression that nobody reports would be code that does nothing.
Expression *express_error(Front *front, SourceLocation location)
{
    bool is_reported =
        front->quiet > 0 ? front->quiet_errors > 0 : front->diagnostics->error_count > 0;
    if (!is_reported) {
        front_error(front, location, "this expression is not supported in device code");
    }
    Expression *error = express_integer(front, TYPE_INT, 0, location);
    error->front = &error_marker;
    return error;
}

bool express_is_error(const Expression *expression)
{
    return expression->front == &error_marker;
}

Expression *express_as_xvalue(Front *front, Expression *lvalue)
{
    Expression *copy = express_new(front, lvalue->kind, lvalue->type, lvalue->location);
    *copy = *lvalue;
    copy->front = &xvalue_marker;
    return copy;
}

ValueCategory express_category(const Expression *expression)
{
    if (expression->front == &xvalue_marker) {
        return CATEGORY_XVALUE;
    }
    if (!expression->is_lvalue || expression->kind == EXPRESSION_TEMPORARY) {
        return CATEGORY_PRVALUE;
    }
    switch (expression->kind) {
    case EXPRESSION_MEMBER:
        return express_category(expression->a) == CATEGORY_LVALUE ? CATEGORY_LVALUE
                                                                  : CATEGORY_XVALUE;
    case EXPRESSION_COMMA: return express_category(expression->b);
    default: return CATEGORY_LVALUE;
    }
}

Expression *express_constant(Front *front, const Type *type, uint64_t value,
                             SourceLocation location)
{
    Expression *constant = express_new(front, EXPRESSION_INTEGER, type->unqualified, location);
    constant->integer = value;
    return constant;
}

Expression *express_integer(Front *front, TypeKind kind, uint64_t value, SourceLocation location)
{
    return express_constant(front, type_basic(&front->types, kind), value, location);
}

Expression *express_variable(Front *front, Variable *variable, SourceLocation location)
{
    Expression *use = express_new(front, EXPRESSION_VARIABLE, variable->type, location);
    use->variable = variable;
    use->is_lvalue = true;
    return use;
}

Variable *express_local(Front *front, const Type *type, const char *name, SourceLocation location)
{
    Variable *variable = arena_alloc(front->arena, sizeof *variable);
    variable->name = name;
    variable->type = type;
    variable->space = SPACE_AUTOMATIC;
    variable->align_bytes = type_align(type);
    variable->location = location;
    front->local_count++;
    return variable;
}

Expression *express_fold(Front *front, Expression *expression)
{
    return constant_fold(front->arena, expression);
}

// The null pointer to data member is -1, Itanium C++ ABI 2.3: 0 is the first member's offset.
static Expression *null_member(Front *front, const Type *type, SourceLocation location)
{
    return express_constant(front, type, UINT64_MAX, location);
}

static Expression *is_not_null_member(Front *front, Expression *value, SourceLocation location)
{
    Expression *compare =
        express_new(front, EXPRESSION_NOT_EQUAL, type_basic(&front->types, TYPE_BOOL), location);
    compare->a = value;
    compare->b = null_member(front, value->type->unqualified, location);
    return express_fold(front, compare);
}

Expression *express_converted(Front *front, Expression *value, const Type *to,
                              SourceLocation location)
{
    to = to->unqualified;
    const Type *from = value->type->unqualified;
    if (from == to) {
        return value;
    }
    if (to->kind == TYPE_MEMBER_POINTER && express_is_null_constant(value)) {
        return null_member(front, to, location);
    }
    if (from->kind == TYPE_MEMBER_POINTER && to->kind == TYPE_BOOL) {
        return is_not_null_member(front, value, location);
    }
    Expression *cast = express_new(front, EXPRESSION_CAST, to, location);
    cast->a = value;
    return express_fold(front, cast);
}

Expression *express_address(Front *front, Expression *lvalue, SourceLocation location)
{
    if (lvalue->kind == EXPRESSION_DEREFERENCE) {
        return lvalue->a;
    }
    Expression *address =
        express_new(front, EXPRESSION_ADDRESS, type_pointer(&front->types, lvalue->type), location);
    address->a = lvalue;
    if (lvalue->kind == EXPRESSION_VARIABLE) {
        lvalue->variable->is_address_taken = true;
        if (lvalue->variable->space != SPACE_AUTOMATIC) {
            declare_want_variable(front, lvalue->variable);
        }
    }
    return address;
}

Expression *express_accessed(Expression *pointer)
{
    pointer->is_bound =
        pointer->kind == EXPRESSION_ADDRESS || pointer->kind == EXPRESSION_POINTER_ADD;
    return pointer;
}

Expression *express_dereference(Front *front, Expression *pointer, SourceLocation location)
{
    const Type *to = pointer->type->base;
    if (pointer->kind == EXPRESSION_ADDRESS && pointer->a->type == to) {
        return pointer->a;
    }
    Expression *dereference = express_new(front, EXPRESSION_DEREFERENCE, to, location);
    dereference->a = pointer;
    dereference->is_lvalue = to->kind != TYPE_FUNCTION;
    return dereference;
}

// A field's declared type is found by its symbol: in the tree, references are pointers.
Expression *express_field(Front *front, Expression *object, const Field *field,
                          SourceLocation location)
{
    uint8_t qualifiers = object->type->qualifiers;
    if (field->is_mutable) {
        qualifiers &= (uint8_t)~QUALIFIER_CONST;
    }
    const Type *type = type_qualified(&front->types, field->type, qualifiers);
    Expression *member = express_new(front, EXPRESSION_MEMBER, type, location);
    member->a = object;
    member->field = field;
    member->is_lvalue = object->is_lvalue;
    return member;
}

Expression *express_assignment(Front *front, Expression *lvalue, Expression *value,
                               SourceLocation location)
{
    Expression *assignment =
        express_new(front, EXPRESSION_ASSIGN, lvalue->type->unqualified, location);
    assignment->a = lvalue;
    assignment->b = value;
    assignment->is_lvalue = true;
    return assignment;
}

Expression *express_birth(Front *front, Expression *lvalue, Expression *value,
                          SourceLocation location)
{
    Expression *assignment = express_assignment(front, lvalue, value, location);
    assignment->is_birth = true;
    return assignment;
}

Expression *express_comma(Front *front, Expression *first, Expression *second)
{
    if (first == NULL || second == NULL) {
        return first == NULL ? second : first;
    }
    Expression *comma = express_new(front, EXPRESSION_COMMA, second->type, second->location);
    comma->a = first;
    comma->b = second;
    comma->is_lvalue = second->is_lvalue;
    comma->front = express_is_error(second) ? second->front : NULL;
    return comma;
}

Expression *express_temporary(Front *front, Expression *value)
{
    Variable *variable = express_local(front, value->type->unqualified, NULL, value->location);
    temporaries_adopt(front, value);
    Expression *temporary =
        express_new(front, EXPRESSION_TEMPORARY, variable->type, value->location);
    temporary->variable = variable;
    temporary->is_lvalue = true;
    temporary->a = express_birth(front, express_variable(front, variable, value->location), value,
                                 value->location);
    return temporary;
}

Expression *express_materialized(Front *front, Expression *value)
{
    if (value->is_lvalue) {
        return value;
    }
    Expression *temporary = express_temporary(front, value);
    if (value->type->kind == TYPE_CLASS) { // a call's result
        temporary_watch(front, temporary);
    }
    return temporary;
}

bool express_is_constant_integer(const Expression *expression)
{
    return expression->kind == EXPRESSION_INTEGER && type_is_integer(expression->type) &&
           !express_is_error(expression);
}

bool express_is_null_constant(const Expression *expression)
{
    bool is_zero = expression->kind == EXPRESSION_INTEGER && expression->integer == 0;
    return expression->type->kind == TYPE_NULLPTR ||
           (is_zero && type_is_integer(expression->type) && expression->type->kind != TYPE_BOOL);
}

Expression *express_overloads(Front *front, const NameReference *name, Expression *object)
{
    NameReference *copy = arena_alloc(front->arena, sizeof *copy);
    *copy = *name;
    Expression *set = express_new(front, EXPRESSION_FUNCTION, &overload_type, name->location);
    set->front = copy;
    set->a = object;
    return set;
}

bool express_is_overloads(const Expression *expression)
{
    return expression->kind == EXPRESSION_FUNCTION && expression->type->kind == TYPE_OVERLOAD_SET;
}

const NameReference *express_overloads_name(const Expression *expression)
{
    return expression->front;
}

bool express_is_list(const Expression *expression)
{
    return expression->kind == EXPRESSION_ZERO && expression->type->kind == TYPE_OVERLOAD_SET;
}

const ListInitializer *express_list(const Expression *expression)
{
    return expression->front;
}

static Expression *constant_of_variable(Front *front, Expression *expression)
{
    if (expression->front == NULL || expression->front == &xvalue_marker) {
        return expression;
    }
    const Symbol *symbol = expression->front; // see front_variable
    Expression *constant =
        express_new(front, symbol->value->kind, symbol->value->type, expression->location);
    *constant = *symbol->value;
    constant->location = expression->location;
    return constant;
}

static Expression *function_value(Front *front, Expression *set)
{
    const NameReference *name = express_overloads_name(set);
    Expression *found = convert_overloads(front, set, NULL);
    if (found == NULL) {
        front_error(front, set->location,
                    "cannot resolve the overloaded function or template '%s' here", name->name);
        return express_error(front, set->location);
    }
    return found;
}

// The bit-field that the expression designates, or whose value it is; NULL: none.
static const Field *bit_field_of(const Expression *e)
{
    switch (e->kind) {
    case EXPRESSION_MEMBER: return e->field->bit_width > 0 ? e->field : NULL;
    case EXPRESSION_COMMA: return bit_field_of(e->b);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_COMPOUND:
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT:
    case EXPRESSION_POST_INCREMENT:
    case EXPRESSION_POST_DECREMENT: return bit_field_of(e->a);
    default: return NULL;
    }
}

const Type *express_promoted(Front *front, const Expression *e)
{
    const Type *type = type_promoted(&front->types, e->type);
    const Field *field = type_is_integer(e->type) ? bit_field_of(e) : NULL;
    uint32_t int_bits = 8 * (uint32_t)type_size(type_basic(&front->types, TYPE_INT));
    if (field == NULL || field->bit_width > int_bits) {
        return type;
    }
    bool is_int = field->bit_width < int_bits || type_is_signed(type);
    return type_basic(&front->types, is_int ? TYPE_INT : TYPE_UNSIGNED_INT);
}

const Type *express_common(Front *front, const Expression *a, const Expression *b)
{
    return type_common(&front->types, express_promoted(front, a), express_promoted(front, b));
}

Expression *express_value(Front *front, Expression *expression)
{
    if (express_is_overloads(expression)) {
        return function_value(front, expression);
    }
    if (express_is_list(expression)) {
        front_error(front, expression->location, "braced list is not allowed here");
        return express_error(front, expression->location);
    }
    if (expression->type->kind == TYPE_ARRAY) {
        Expression *array = express_materialized(front, expression);
        Expression *address =
            express_new(front, EXPRESSION_ADDRESS, type_decayed(&front->types, array->type),
                        expression->location);
        address->a = array;
        return address;
    }
    if (expression->type->kind == TYPE_FUNCTION) {
        return express_address(front, expression, expression->location);
    }
    return expression->kind == EXPRESSION_VARIABLE ? constant_of_variable(front, expression)
                                                   : expression;
}
