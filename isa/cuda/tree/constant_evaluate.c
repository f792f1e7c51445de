// SPDX-License-Identifier: Apache-2.0
// Expressions of the constant interpreter: values and places.
#include "isa/cuda/tree/constant_machine.h"

bool machine_fail(Machine *machine, const char *reason)
{
    if (machine->context->reason == NULL) {
        machine->context->reason = reason;
    }
    return false;
}

bool machine_step(Machine *machine)
{
    if (machine->context->steps_left == 0) {
        return machine_fail(machine, "it takes too many steps");
    }
    machine->context->steps_left--;
    return machine->depth < CONSTANT_DEPTH_LIMIT ||
           machine_fail(machine, "it is nested too deeply");
}

// ---- places

static bool machine_place(Machine *machine, const Expression *expression, Place *place);

static bool place_of_address(Machine *machine, const Value *address, Place *place)
{
    *place = (Place){address->object, address->integer, NULL};
    return address->object != NULL || machine_fail(machine, "it dereferences a null pointer");
}

static bool value_of(Machine *machine, const Expression *expression, Value *value);

static bool place_of_temporary(Machine *machine, const Expression *expression, Place *place)
{
    Value value;
    *place = (Place){0};
    if (!value_of(machine, expression, &value)) {
        return false;
    }
    place->object = object_new(machine, NULL, type_size(expression->type));
    return memory_store(machine, *place, expression->type, &value);
}

static bool place_of_member(Machine *machine, const Expression *expression, Place *place)
{
    if (!machine_place(machine, expression->a, place)) {
        return false;
    }
    place->offset += expression->field->offset_bytes;
    place->field = expression->field->bit_width > 0 ? expression->field : NULL;
    return true;
}

static bool store_to(Machine *machine, const Expression *target, const Value *value, Place *place)
{
    return machine_place(machine, target, place) &&
           memory_store(machine, *place, target->type, value);
}

static bool assign(Machine *machine, const Expression *expression, Place *place)
{
    Value value;
    return machine_value(machine, expression->b, &value) &&
           store_to(machine, expression->a, &value, place);
}

static bool assign_compound(Machine *machine, const Expression *expression, Place *place)
{
    Value old, left, right, result, converted;
    const Type *operation_type =
        expression->operation_type != NULL ? expression->operation_type : expression->a->type;
    bool is_pointer = expression->operation >= EXPRESSION_POINTER_ADD &&
                      expression->operation <= EXPRESSION_POINTER_DIFFERENCE;
    if (!machine_value(machine, expression->b, &right) ||
        !machine_place(machine, expression->a, place) ||
        !memory_load(machine, *place, expression->a->type, &old)) {
        return false;
    }
    left = old;
    bool is_known = is_pointer || scalar_cast(&old, operation_type, &left);
    is_known = is_known &&
               scalar_binary(expression->operation, is_pointer ? old.type : operation_type, &left,
                             &right, &result) &&
               (is_pointer || scalar_cast(&result, expression->a->type, &converted));
    return is_known ? memory_store(machine, *place, expression->a->type,
                                   is_pointer ? &result : &converted)
                    : machine_fail(machine, "it has an operation whose result is undefined");
}

// old: the value before.
static bool step_by_one(Machine *machine, const Expression *expression, Value *old, Place *place)
{
    const Type *type = expression->a->type;
    bool is_up = expression->kind == EXPRESSION_PRE_INCREMENT ||
                 expression->kind == EXPRESSION_POST_INCREMENT;
    if (!machine_place(machine, expression->a, place) || !memory_load(machine, *place, type, old)) {
        return false;
    }
    bool is_pointer = type->kind == TYPE_POINTER;
    Value one = {.type = is_pointer ? old->type : type->unqualified, .integer = 1, .real = 1};
    ExpressionKind up = is_pointer ? EXPRESSION_POINTER_ADD : EXPRESSION_ADD;
    ExpressionKind down = is_pointer ? EXPRESSION_POINTER_SUBTRACT : EXPRESSION_SUBTRACT;
    Value result;
    return scalar_binary(is_up ? up : down, type, old, &one, &result)
               ? memory_store(machine, *place, type, &result)
               : machine_fail(machine, "it has an operation whose result is undefined");
}

static bool choose(Machine *machine, const Expression *expression, const Expression **chosen)
{
    Value condition;
    if (!machine_value(machine, expression->a, &condition)) {
        return false;
    }
    *chosen = scalar_is_true(&condition) ? expression->b : expression->c;
    return true;
}

static bool place_of(Machine *machine, const Expression *expression, Place *place)
{
    Value value;
    const Expression *chosen = expression->b;
    switch (expression->kind) {
    case EXPRESSION_VARIABLE:
        *place = (Place){.object = object_of_variable(machine, expression->variable)};
        return place->object != NULL;
    case EXPRESSION_STRING:
        *place = (Place){.object = object_of_string(machine, expression)};
        return true;
    case EXPRESSION_FUNCTION:
        *place = (Place){.object = object_of_function(machine, expression->function)};
        return true;
    case EXPRESSION_DEREFERENCE:
        return machine_value(machine, expression->a, &value) &&
               place_of_address(machine, &value, place);
    case EXPRESSION_MEMBER: return place_of_member(machine, expression, place);
    case EXPRESSION_CONDITIONAL:
        return choose(machine, expression, &chosen) && machine_place(machine, chosen, place);
    case EXPRESSION_COMMA:
        return machine_discard(machine, expression->a) && machine_place(machine, chosen, place);
    case EXPRESSION_ASSIGN: return assign(machine, expression, place);
    case EXPRESSION_COMPOUND: return assign_compound(machine, expression, place);
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT: return step_by_one(machine, expression, &value, place);
    case EXPRESSION_TEMPORARY:
        *place = (Place){.object = object_of_local(machine, expression->variable)};
        return expression->a == NULL || machine_discard(machine, expression->a);
    case EXPRESSION_STATEMENTS:
        return machine_statements(machine, expression->statement) && expression->a != NULL &&
               machine_place(machine, expression->a, place);
    default: return place_of_temporary(machine, expression, place);
    }
}

static bool machine_place(Machine *machine, const Expression *expression, Place *place)
{
    machine->depth++;
    bool is_known = machine_step(machine) &&
                    (expression->is_lvalue || expression->kind == EXPRESSION_FUNCTION ||
                             expression->kind == EXPRESSION_MEMBER
                         ? place_of(machine, expression, place)
                         : place_of_temporary(machine, expression, place));
    machine->depth--;
    return is_known;
}

// ---- values

static bool value_of_lvalue(Machine *machine, const Expression *expression, Value *value)
{
    Place place;
    return place_of(machine, expression, &place) &&
           memory_load(machine, place, expression->type, value);
}

static bool value_of_logical(Machine *machine, const Expression *expression, Value *value)
{
    Value a;
    if (!machine_value(machine, expression->a, &a)) {
        return false;
    }
    *value = (Value){.type = expression->type->unqualified, .integer = scalar_is_true(&a)};
    if (scalar_is_true(&a) == (expression->kind == EXPRESSION_LOGICAL_OR)) {
        return true;
    }
    Value b;
    if (!machine_value(machine, expression->b, &b)) {
        return false;
    }
    value->integer = scalar_is_true(&b);
    return true;
}

#define BUILTIN_ARGUMENTS 3u

static bool value_of_builtin(Machine *machine, const Expression *expression, Value *value)
{
    Value arguments[BUILTIN_ARGUMENTS];
    if (expression->builtin == BUILTIN_assume) {
        *value = (Value){.type = expression->type};
        return true;
    }
    if (expression->list_count > BUILTIN_ARGUMENTS) {
        return machine_fail(machine, "it calls a function that only a running kernel can call");
    }
    for (uint32_t i = 0; i < expression->list_count; i++) {
        if (!machine_value(machine, expression->list[i], &arguments[i])) {
            return false;
        }
    }
    if (expression->builtin == BUILTIN_ldg && expression->list_count == 1) {
        Place place;
        return place_of_address(machine, &arguments[0], &place) &&
               memory_load(machine, place, expression->type, value);
    }
    return scalar_builtin(expression->builtin, expression->type, arguments, expression->list_count,
                          value) ||
           machine_fail(machine, "it calls a function that only a running kernel can call");
}

static bool value_of_cast(Machine *machine, const Expression *expression, Value *value)
{
    Value from;
    if (expression->type->kind == TYPE_VOID) {
        *value = (Value){.type = expression->type};
        return machine_discard(machine, expression->a);
    }
    if (!machine_value(machine, expression->a, &from)) {
        return false;
    }
    if (!type_is_scalar(expression->type)) {
        *value = from;
        return true;
    }
    return scalar_cast(&from, expression->type, value) ||
           machine_fail(machine, "it has a conversion that only a running kernel can do");
}

static bool value_of_operation(Machine *machine, const Expression *expression, Value *value)
{
    Value a, b;
    if (!machine_value(machine, expression->a, &a)) {
        return false;
    }
    if (expression->b == NULL) {
        return scalar_unary(expression->kind, expression->type, &a, value) ||
               machine_fail(machine, "it has an operation on an address");
    }
    return machine_value(machine, expression->b, &b) &&
           (scalar_binary(expression->kind, expression->type, &a, &b, value) ||
            machine_fail(machine, "it has an operation whose result is undefined"));
}

static bool value_of_address(Machine *machine, const Expression *expression, Value *value)
{
    Place place;
    if (expression->a->kind == EXPRESSION_DEREFERENCE) { // &*p is p, null or not
        bool is_known = machine_value(machine, expression->a->a, value);
        value->type = expression->type->unqualified; // of an array: its first element's
        return is_known;
    }
    if (!machine_place(machine, expression->a, &place)) {
        return false;
    }
    *value = (Value){expression->type->unqualified, place.offset, 0, place.object};
    return true;
}

static bool value_of(Machine *machine, const Expression *expression, Value *value)
{
    const Expression *chosen = expression->b;
    Place place;
    switch (expression->kind) {
    case EXPRESSION_INTEGER:
    case EXPRESSION_FLOATING:
        *value =
            (Value){expression->type->unqualified, expression->integer, expression->real, NULL};
        return true;
    case EXPRESSION_ZERO: *value = (Value){.type = expression->type->unqualified}; return true;
    case EXPRESSION_FUNCTION:
        *value = (Value){.type = expression->type,
                         .object = object_of_function(machine, expression->function)};
        return true;
    case EXPRESSION_ADDRESS: return value_of_address(machine, expression, value);
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR: return value_of_logical(machine, expression, value);
    case EXPRESSION_CONDITIONAL:
        return choose(machine, expression, &chosen) && machine_value(machine, chosen, value);
    case EXPRESSION_COMMA:
        return machine_discard(machine, expression->a) && machine_value(machine, chosen, value);
    case EXPRESSION_POST_INCREMENT:
    case EXPRESSION_POST_DECREMENT: return step_by_one(machine, expression, value, &place);
    case EXPRESSION_CAST: return value_of_cast(machine, expression, value);
    case EXPRESSION_CALL: return machine_call(machine, expression, value);
    case EXPRESSION_BUILTIN: return value_of_builtin(machine, expression, value);
    case EXPRESSION_STATEMENTS:
        *value = (Value){.type = expression->type};
        return machine_statements(machine, expression->statement) &&
               (expression->a == NULL || machine_value(machine, expression->a, value));
    case EXPRESSION_INITIAL: return machine_fail(machine, "it reads an initializer");
    default:
        if (expression->kind >= EXPRESSION_NEGATE && expression->kind <= EXPRESSION_GREATER_EQUAL) {
            return value_of_operation(machine, expression, value);
        }
        return value_of_lvalue(machine, expression, value);
    }
}

bool machine_value(Machine *machine, const Expression *expression, Value *value)
{
    *value = (Value){0};
    machine->depth++;
    bool is_known = machine_step(machine) &&
                    (expression->is_lvalue ? value_of_lvalue(machine, expression, value)
                                           : value_of(machine, expression, value));
    machine->depth--;
    return is_known;
}

bool machine_discard(Machine *machine, const Expression *expression)
{
    Value value;
    Place place;
    return expression->is_lvalue ? machine_place(machine, expression, &place)
                                 : machine_value(machine, expression, &value);
}
