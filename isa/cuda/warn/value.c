// SPDX-License-Identifier: Apache-2.0
// Making values: each kept once, constants folded.
#include "isa/cuda/warn/value.h"

#include <string.h>

#define DEPTH_LIMIT 100u   // deeper expressions are not known
#define COUNT_LIMIT 50000u // of values in one kernel; more are not known

void values_init(Values *values, Arena *arena)
{
    *values = (Values){.arena = arena, .capacity = 256, .bucket_count = 4096};
    values->list = arena_alloc(arena, values->capacity * sizeof *values->list);
    values->buckets = arena_alloc(arena, values->bucket_count * sizeof *values->buckets);
    values->count = 1; // 0: nothing is known
}

const Value *value_of(const Values *values, ValueId id)
{
    return &values->list[id];
}

static bool is_same(const Value *x, const Value *y)
{
    return x->kind == y->kind && x->operation == y->operation && x->bytes == y->bytes &&
           x->is_signed == y->is_signed && x->a == y->a && x->b == y->b && x->c == y->c &&
           x->constant == y->constant && x->variable == y->variable;
}

static uint32_t hash_of(const Value *v)
{
    uint64_t h = (uint64_t)v->kind * 31 + (uint64_t)v->operation;
    h = (h * 0x9E3779B97F4A7C15u) ^ v->a;
    h = (h * 0x9E3779B97F4A7C15u) ^ v->b;
    h = (h * 0x9E3779B97F4A7C15u) ^ v->c;
    h = (h * 0x9E3779B97F4A7C15u) ^ (uint64_t)v->constant ^ ((uintptr_t)v->variable >> 4);
    return (uint32_t)((h * 0x9E3779B97F4A7C15u) >> 32);
}

static void derive(const Values *values, Value *v)
{
    const ValueId operands[3] = {v->a, v->b, v->c};
    for (int i = 0; i < 3; i++) {
        const Value *operand = &values->list[operands[i]];
        v->has_thread |= operand->has_thread;
        v->has_data |= operand->has_data;
        v->depth = operand->depth >= v->depth ? (uint16_t)(operand->depth + 1) : v->depth;
    }
}

static ValueId intern(Values *values, Value value)
{
    uint32_t at = hash_of(&value) % values->bucket_count;
    for (; values->buckets[at] != 0; at = (at + 1) % values->bucket_count) {
        if (is_same(&values->list[values->buckets[at]], &value)) {
            return values->buckets[at];
        }
    }
    derive(values, &value);
    bool is_deep = value.depth > DEPTH_LIMIT && value.kind != VALUE_GUARD;
    if (is_deep || value.depth == UINT16_MAX || values->count >= COUNT_LIMIT) {
        return 0;
    }
    if (values->count == values->capacity) {
        values->list = arena_grow(values->arena, values->list, values->count, 2 * values->count,
                                  sizeof *values->list);
        values->capacity *= 2;
    }
    values->list[values->count] = value;
    values->buckets[at] = values->count++;
    if (values->count * 2 > values->bucket_count) {
        values->bucket_count *= 4;
        values->buckets =
            arena_alloc(values->arena, values->bucket_count * sizeof *values->buckets);
        for (uint32_t i = 1; i < values->count; i++) {
            uint32_t slot = hash_of(&values->list[i]) % values->bucket_count;
            while (values->buckets[slot] != 0) {
                slot = (slot + 1) % values->bucket_count;
            }
            values->buckets[slot] = i;
        }
    }
    return values->count - 1;
}

ValueId value_constant(Values *values, int64_t constant)
{
    return intern(values, (Value){.kind = VALUE_CONSTANT, .constant = constant});
}

ValueId value_special(Values *values, BuiltinId builtin)
{
    bool is_thread = builtin <= BUILTIN_tid_z || builtin == BUILTIN_laneid;
    return intern(
        values,
        (Value){.kind = VALUE_SPECIAL, .constant = (int64_t)builtin, .has_thread = is_thread});
}

ValueId value_parameter(Values *values, const Variable *variable)
{
    return intern(values, (Value){.kind = VALUE_PARAMETER, .variable = variable});
}

ValueId value_data(Values *values)
{
    return intern(
        values,
        (Value){.kind = VALUE_DATA, .constant = (int64_t)values->data_count++, .has_data = true});
}

ValueId value_pointer(Values *values, const Variable *variable, ValueId offset)
{
    return intern(values, (Value){.kind = VALUE_POINTER, .variable = variable, .a = offset});
}

ValueId value_advance(Values *values, ValueId pointer, ValueId bytes)
{
    const Value p = values->list[pointer];
    if (p.kind != VALUE_POINTER) {
        return 0;
    }
    Type offset_type = {.kind = TYPE_LONG, .size_bytes = 8};
    return value_pointer(values, p.variable,
                         value_operation(values, EXPRESSION_ADD, p.a, bytes, &offset_type));
}

// Folds by evaluation where all operands are constants.
static ValueId folded(Values *values, Value value)
{
    const ValueId operands[2] = {value.a, value.b};
    bool is_constant = true;
    for (int i = 0; i < 2; i++) {
        is_constant &= operands[i] == 0 || values->list[operands[i]].kind == VALUE_CONSTANT;
    }
    ValueId id = intern(values, value);
    int64_t result;
    Sample sample = {.values = values, .block = {1, 1, 1}, .steps_left = 64};
    return id != 0 && is_constant && value_evaluate(&sample, id, &result)
               ? value_constant(values, result)
               : id;
}

ValueId value_operation(Values *values, ExpressionKind operation, ValueId a, ValueId b,
                        const Type *type)
{
    bool is_unary = operation == EXPRESSION_NEGATE || operation == EXPRESSION_BIT_NOT ||
                    operation == EXPRESSION_NOT;
    if (a == 0 || (b == 0 && !is_unary)) {
        return 0;
    }
    int64_t right;
    bool is_sum = operation == EXPRESSION_ADD || operation == EXPRESSION_SUBTRACT;
    if (is_sum && value_get_constant(values, b, &right) && right == 0) {
        return a;
    }
    return folded(values, (Value){.kind = VALUE_OPERATION,
                                  .operation = operation,
                                  .bytes = (uint8_t)type_size(type),
                                  .is_signed = type_is_signed(type),
                                  .a = a,
                                  .b = b});
}

ValueId value_cast(Values *values, ValueId a, const Type *type)
{
    const Value *from = &values->list[a];
    if (a == 0 || from->kind == VALUE_POINTER) {
        return a;
    }
    if (type->kind == TYPE_BOOL) {
        return value_operation(values, EXPRESSION_NOT_EQUAL, a, value_constant(values, 0), type);
    }
    if (from->bytes == type_size(type) && from->is_signed == type_is_signed(type) &&
        from->kind == VALUE_OPERATION) {
        return a;
    }
    return folded(values, (Value){.kind = VALUE_OPERATION,
                                  .operation = EXPRESSION_CAST,
                                  .bytes = (uint8_t)type_size(type),
                                  .is_signed = type_is_signed(type),
                                  .a = a});
}

ValueId value_select(Values *values, ValueId condition, ValueId a, ValueId b)
{
    if (a == b) {
        return a;
    }
    const Value left = values->list[a], right = values->list[b];
    if (left.kind == VALUE_POINTER && right.kind == VALUE_POINTER &&
        left.variable == right.variable) {
        return value_pointer(values, left.variable,
                             value_select(values, condition, left.a, right.a));
    }
    if (a == 0 || b == 0 || condition == 0 || left.kind == VALUE_POINTER ||
        right.kind == VALUE_POINTER) {
        return 0;
    }
    return intern(values, (Value){.kind = VALUE_SELECT, .a = condition, .b = a, .c = b});
}

static bool guard_has(const Values *values, ValueId guard, ValueId condition)
{
    for (; guard != 0; guard = values->list[guard].a) {
        if (values->list[guard].b == condition) {
            return true;
        }
    }
    return false;
}

// Each part of a conjunction is a guard of its own, so that a part on data hides none on the thread.
ValueId value_guard(Values *values, ValueId guard, ValueId condition, bool is_true)
{
    const Value v = values->list[condition];
    if (v.kind == VALUE_OPERATION &&
        v.operation == (is_true ? EXPRESSION_LOGICAL_AND : EXPRESSION_LOGICAL_OR)) {
        guard = value_guard(values, guard, v.a, is_true);
        return value_guard(values, guard, v.b, is_true);
    }
    Type boolean = {.kind = TYPE_BOOL, .size_bytes = 1};
    ValueId wanted =
        is_true ? condition : value_operation(values, EXPRESSION_NOT, condition, 0, &boolean);
    int64_t constant;
    if (wanted == 0 || guard_has(values, guard, wanted) ||
        (value_get_constant(values, wanted, &constant) && constant != 0)) {
        return guard;
    }
    ValueId made = intern(values, (Value){.kind = VALUE_GUARD, .a = guard, .b = wanted});
    return made == 0 ? guard : made;
}

bool value_get_constant(const Values *values, ValueId id, int64_t *constant)
{
    *constant = values->list[id].constant;
    return values->list[id].kind == VALUE_CONSTANT;
}

bool value_guard_implies(const Values *values, ValueId whole, ValueId part)
{
    for (; part != 0; part = values->list[part].a) {
        if (!guard_has(values, whole, values->list[part].b)) {
            return false;
        }
    }
    return true;
}

uint32_t value_loop_begin(Values *values)
{
    values->loops = arena_room(values->arena, values->loops, values->loop_count,
                               &values->loop_capacity, sizeof *values->loops);
    return values->loop_count++;
}

ValueId value_loop(Values *values, uint32_t loop, ValueId first, uint32_t *slot)
{
    values->slots = arena_room(values->arena, values->slots, values->slot_count,
                               &values->slot_capacity, sizeof *values->slots);
    *slot = values->slot_count;
    const Value before = values->list[first];
    ValueId inside = before.kind == VALUE_POINTER ? before.a : first;
    values->slots[values->slot_count++] = (LoopSlot){.loop = loop, .first = inside};
    ValueId id = intern(values, (Value){.kind = VALUE_LOOP,
                                        .constant = *slot,
                                        .has_thread = values->list[inside].has_thread,
                                        .has_data = values->list[inside].has_data});
    return before.kind == VALUE_POINTER ? value_pointer(values, before.variable, id) : id;
}

ValueId value_exit(Values *values, uint32_t slot, ValueId like)
{
    const Value at_head = values->list[like];
    ValueId id = intern(values, (Value){.kind = VALUE_EXIT,
                                        .constant = slot,
                                        .has_thread = at_head.has_thread,
                                        .has_data = at_head.has_data});
    return at_head.kind == VALUE_POINTER ? value_pointer(values, at_head.variable, id) : id;
}
