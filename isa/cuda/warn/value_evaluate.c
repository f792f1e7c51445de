// SPDX-License-Identifier: Apache-2.0
// Evaluating a value for one thread of an assumed block.
// Assumed: the grid is one block; integer parameters are all the same; data are small numbers, all
// threads the same.
#include "isa/cuda/warn/value.h"

#define STEP_LIMIT  3000u // of one evaluation
#define DEPTH_LIMIT 400u
#define EXIT_ROUNDS 40u // a loop that runs longer has no known end
#define WARP_SIZE   32

static int64_t wrap(const Value *v, int64_t x)
{
    switch (v->bytes) {
    case 1: return v->is_signed ? (int8_t)x : (uint8_t)x;
    case 2: return v->is_signed ? (int16_t)x : (uint16_t)x;
    case 4: return v->is_signed ? (int64_t)(int32_t)x : (int64_t)(uint32_t)x;
    default: return x;
    }
}

static bool special(Sample *sample, int64_t builtin, int64_t *result)
{
    const uint32_t *thread = sample->thread, *block = sample->block;
    sample->saw_thread |= builtin <= BUILTIN_tid_z || builtin == BUILTIN_laneid;
    switch (builtin) {
    case BUILTIN_tid_x:
    case BUILTIN_tid_y:
    case BUILTIN_tid_z: *result = thread[builtin - BUILTIN_tid_x]; return true;
    case BUILTIN_ntid_x:
    case BUILTIN_ntid_y:
    case BUILTIN_ntid_z: *result = block[builtin - BUILTIN_ntid_x]; return true;
    case BUILTIN_ctaid_x:
    case BUILTIN_ctaid_y:
    case BUILTIN_ctaid_z: *result = 0; return true;
    case BUILTIN_nctaid_x:
    case BUILTIN_nctaid_y:
    case BUILTIN_nctaid_z: *result = 1; return true;
    case BUILTIN_laneid:
        *result = (thread[0] + block[0] * (thread[1] + block[1] * thread[2])) % WARP_SIZE;
        return true;
    default: *result = WARP_SIZE; return builtin == BUILTIN_warpsize;
    }
}

static bool divide(const Value *v, int64_t a, int64_t b, int64_t *result)
{
    bool is_remainder = v->operation == EXPRESSION_REMAINDER;
    if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
    }
    if (v->is_signed || v->bytes < 8) {
        *result = is_remainder ? a % b : a / b;
    } else {
        uint64_t x = (uint64_t)a, y = (uint64_t)b;
        *result = (int64_t)(is_remainder ? x % y : x / y);
    }
    return true;
}

static bool shift(const Value *v, int64_t a, int64_t b, int64_t *result)
{
    if (b < 0 || b > 63) {
        return false;
    }
    if (v->operation == EXPRESSION_SHIFT_LEFT) {
        *result = (int64_t)((uint64_t)a << b);
    } else {
        *result = v->is_signed || v->bytes < 8 ? a >> b : (int64_t)((uint64_t)a >> b);
    }
    return true;
}

static bool compute(const Value *v, int64_t a, int64_t b, int64_t *result)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (v->operation) {
    case EXPRESSION_CAST: *result = a; return true;
    case EXPRESSION_NEGATE: *result = (int64_t)(0 - x); return true;
    case EXPRESSION_BIT_NOT: *result = (int64_t)~x; return true;
    case EXPRESSION_NOT: *result = a == 0; return true;
    case EXPRESSION_ADD: *result = (int64_t)(x + y); return true;
    case EXPRESSION_SUBTRACT: *result = (int64_t)(x - y); return true;
    case EXPRESSION_MULTIPLY: *result = (int64_t)(x * y); return true;
    case EXPRESSION_DIVIDE:
    case EXPRESSION_REMAINDER: return divide(v, a, b, result);
    case EXPRESSION_SHIFT_LEFT:
    case EXPRESSION_SHIFT_RIGHT: return shift(v, a, b, result);
    case EXPRESSION_AND: *result = a & b; return true;
    case EXPRESSION_OR: *result = a | b; return true;
    case EXPRESSION_XOR: *result = a ^ b; return true;
    case EXPRESSION_EQUAL: *result = a == b; return true;
    case EXPRESSION_NOT_EQUAL: *result = a != b; return true;
    case EXPRESSION_LESS: *result = a < b; return true; // operands are wrapped to their type
    case EXPRESSION_LESS_EQUAL: *result = a <= b; return true;
    case EXPRESSION_GREATER: *result = a > b; return true;
    case EXPRESSION_GREATER_EQUAL: *result = a >= b; return true;
    case EXPRESSION_LOGICAL_AND: *result = a != 0 && b != 0; return true;
    case EXPRESSION_LOGICAL_OR: *result = a != 0 || b != 0; return true;
    default: return false;
    }
}

static bool evaluate(Sample *sample, ValueId id, int64_t *result);

// What the slot's variable holds at the head of the assumed round.
static bool at_round(Sample *sample, const LoopSlot *slot, int64_t *result)
{
    uint8_t *round = &sample->rounds[slot->loop];
    if (*round == 0) {
        return evaluate(sample, slot->first, result);
    }
    (*round)--;
    bool is_known = evaluate(sample, slot->next, result);
    (*round)++;
    return is_known;
}

// The first round that does not run; -1: not known. Changes the loop's round.
static int32_t end_of(Sample *sample, uint32_t number)
{
    const Loop *loop = &sample->values->loops[number];
    for (uint8_t i = 0; loop->is_exit_known && i < EXIT_ROUNDS; i++) {
        int64_t is_on;
        sample->rounds[number] = i;
        if (!evaluate(sample, loop->condition, &is_on)) {
            break;
        }
        if (is_on == 0) {
            return i;
        }
    }
    return -1;
}

static bool after_loop(Sample *sample, const LoopSlot *slot, int64_t *result)
{
    uint8_t before = sample->rounds[slot->loop];
    bool is_known = end_of(sample, slot->loop) >= 0 && at_round(sample, slot, result);
    sample->rounds[slot->loop] = before;
    return is_known;
}

static bool operation(Sample *sample, const Value *v, int64_t *result)
{
    int64_t a, b = 0;
    if (!evaluate(sample, v->a, &a)) {
        return false;
    }
    if ((v->operation == EXPRESSION_LOGICAL_AND && a == 0) ||
        (v->operation == EXPRESSION_LOGICAL_OR && a != 0)) {
        *result = a != 0;
        return true;
    }
    if ((v->b != 0 && !evaluate(sample, v->b, &b)) || !compute(v, a, b, result)) {
        return false;
    }
    *result = wrap(v, *result);
    return true;
}

static bool evaluate(Sample *sample, ValueId id, int64_t *result)
{
    const Value *v = value_of(sample->values, id);
    if (sample->depth >= DEPTH_LIMIT || sample->steps >= STEP_LIMIT || sample->steps_left == 0) {
        return false;
    }
    sample->depth++;
    sample->steps++;
    sample->steps_left--;
    bool is_known = false;
    switch (v->kind) {
    case VALUE_CONSTANT:
        *result = v->constant;
        is_known = true;
        break;
    case VALUE_SPECIAL: is_known = special(sample, v->constant, result); break;
    case VALUE_PARAMETER:
        *result = sample->parameter;
        is_known = true;
        break;
    case VALUE_DATA:
        sample->saw_data = true;
        *result = 1 + v->constant % 3;
        is_known = true;
        break;
    case VALUE_LOOP:
        is_known = at_round(sample, &sample->values->slots[v->constant], result);
        break;
    case VALUE_EXIT:
        is_known = after_loop(sample, &sample->values->slots[v->constant], result);
        break;
    case VALUE_OPERATION: is_known = operation(sample, v, result); break;
    case VALUE_SELECT: {
        int64_t condition;
        is_known = evaluate(sample, v->a, &condition) &&
                   evaluate(sample, condition != 0 ? v->b : v->c, result);
        break;
    }
    default: break;
    }
    sample->depth--;
    return is_known;
}

bool value_evaluate(Sample *sample, ValueId id, int64_t *result)
{
    sample->depth = 0;
    sample->steps = 0;
    return evaluate(sample, id, result);
}

void value_last_rounds(Sample *sample, uint32_t back)
{
    for (uint32_t i = 0; i < sample->values->loop_count; i++) { // outer ones stand first
        sample->depth = sample->steps = 0;
        sample->saw_thread = sample->saw_data = false;
        int32_t last = end_of(sample, i) - 1 - (int32_t)back;
        bool is_usable = last >= 0 && !sample->saw_thread && !sample->saw_data;
        sample->rounds[i] = is_usable ? (uint8_t)last : 0;
    }
}

bool value_guard_holds(Sample *sample, ValueId guard)
{
    bool saw_thread = sample->saw_thread, saw_data = sample->saw_data, holds = true;
    for (; guard != 0 && holds; guard = value_of(sample->values, guard)->a) {
        int64_t is_true;
        sample->saw_data = false;
        bool is_known = value_evaluate(sample, value_of(sample->values, guard)->b, &is_true);
        holds = !is_known || sample->saw_data || is_true != 0;
    }
    sample->saw_thread = saw_thread;
    sample->saw_data = saw_data;
    return holds;
}
