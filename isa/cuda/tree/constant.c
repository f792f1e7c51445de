// SPDX-License-Identifier: Apache-2.0
// Constant expressions and static initializers: what the interpreter found, as an expression or as
// bytes with addresses.
#include "isa/cuda/tree/constant_machine.h"

// Only addresses of objects that exist before the program runs can be initial values.
static bool initial_address(Machine *machine, const Address *from, InitialAddress *to)
{
    const Object *object = from->object;
    *to = (InitialAddress){.offset_bytes = from->at, .addend = (int64_t)from->offset};
    if (object->function != NULL) {
        to->function = object->function;
    } else if (object->string != NULL) {
        to->string = object->string->string;
        to->string_size = object->string->string_size;
    } else if (object->variable != NULL && object->variable->space != SPACE_AUTOMATIC) {
        // The tree's variables may be changed only by their owner; here they are named.
        to->variable = (Variable *)(uintptr_t)object->variable;
    } else {
        return machine_fail(machine, "it keeps the address of a local variable or temporary");
    }
    return true;
}

static bool initial_of(Machine *machine, const Object *object, InitialValue *initial)
{
    bool is_zero = true;
    for (uint64_t i = 0; i < object->size_bytes && is_zero; i++) {
        is_zero = object->bytes[i] == 0;
    }
    initial->bytes = is_zero ? NULL : object->bytes;
    initial->address_count = object->address_count;
    initial->addresses =
        arena_alloc(machine->arena, (object->address_count + 1u) * sizeof *initial->addresses);
    for (uint32_t i = 0; i < object->address_count; i++) {
        if (!initial_address(machine, &object->addresses[i], &initial->addresses[i])) {
            return false;
        }
    }
    return true;
}

static bool result_initial(Machine *machine, const Value *value, const Type *type,
                           Expression *result)
{
    Place place = {.object = object_new(machine, NULL, type_size(type))};
    result->kind = EXPRESSION_INITIAL;
    result->initial = arena_alloc(machine->arena, sizeof *result->initial);
    return memory_store(machine, place, type, value) &&
           initial_of(machine, place.object, result->initial);
}

static bool result_of(Machine *machine, const Value *value, const Expression *expression,
                      Expression *result)
{
    const Type *type = expression->type;
    *result = (Expression){.type = type, .location = expression->location};
    if (type->kind == TYPE_VOID) {
        return machine_fail(machine, "it has no value");
    }
    if (value->object != NULL || !type_is_scalar(type)) {
        return result_initial(machine, value, type, result);
    }
    result->kind = type_is_floating(type) ? EXPRESSION_FLOATING : EXPRESSION_INTEGER;
    result->integer = value->integer;
    result->real = value->real;
    return true;
}

bool constant_evaluate(ConstantContext *context, const Expression *expression, Expression *result)
{
    Frame frame = {0};
    Machine machine = {.context = context, .arena = context->arena, .frame = &frame};
    Value value;
    context->reason = NULL;
    return machine_value(&machine, expression, &value) &&
           result_of(&machine, &value, expression, result);
}

bool constant_initial(ConstantContext *context, const Variable *variable,
                      const Expression *initialization, InitialValue *result)
{
    Frame frame = {0};
    Machine machine = {.context = context, .arena = context->arena, .frame = &frame};
    context->reason = NULL;
    *result = (InitialValue){0};
    Object *object = object_of_local(&machine, variable);
    if (object->bytes == NULL) {
        return machine_fail(&machine, "the object has more than 64 MiB");
    }
    return (initialization == NULL || machine_discard(&machine, initialization)) &&
           initial_of(&machine, object, result);
}
