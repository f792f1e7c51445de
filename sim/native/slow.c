// SPDX-License-Identifier: Apache-2.0
// Divisions and roots with a slow path: the code looks whether slow_filter excludes it for all
// lanes, and leaves the micro-op to the run loop's function otherwise, which counts it.
#include "sim/native/lane.h"

// Whether the filter excludes what every lane has: a literal.
static bool is_excluded(const Translation *translation, const SlowFilter *filter, Row row)
{
    uint64_t bits;
    if (!literal_of(translation, row, &bits)) {
        return false;
    }
    return ((bits - filter->near) & filter->mask) == 0;
}

// The operands that the code must look at; returns how many.
static uint32_t looked_at(const Translation *translation, const SlowFilter *filter,
                          Operand operands[2])
{
    const Micro *micro = micro_now(translation);
    uint32_t count = 0;
    if (!is_excluded(translation, filter, micro->a)) {
        operands[count++] = decode_row(micro->a);
    }
    if (filter->has_b && !is_excluded(translation, filter, micro->b)) {
        operands[count++] = decode_row(micro->b);
    }
    return count;
}

// Operands of the filter in memory.
static VectorOperand near_of(SlowOp op)
{
    size_t offset = offsetof(NativeConstants, slow) + op * sizeof(NativeSlow);
    return constant_at(offset + offsetof(NativeSlow, near), true);
}

static VectorOperand mask_of(SlowOp op)
{
    size_t offset = offsetof(NativeConstants, slow) + op * sizeof(NativeSlow);
    return constant_at(offset + offsetof(NativeSlow, mask), true);
}

// Vector `to` = an operand less the filter's `near`.
static void emit_distance(Translation *translation, SlowOp op, Operand operand, uint32_t part,
                          uint32_t to)
{
    bool is_wide = slow_filter[op].is_wide;
    uint32_t x = slot_float_of(translation, operand, part);
    vector_op(&translation->code, is_wide ? VECTOR_SUB_64 : VECTOR_SUB_32, to, x, near_of(op),
              ALL_ELEMENTS);
}

static void emit_test(Translation *translation, SlowOp op, uint32_t mask)
{
    bool is_wide = slow_filter[op].is_wide;
    vector_op(&translation->code, is_wide ? VECTOR_TEST_64 : VECTOR_TEST_32, mask, 0, mask_of(op),
              ALL_ELEMENTS);
}

// All lanes take part: the distances of all chunks are brought together and tested once.
static void emit_test_of_all(Translation *translation, SlowOp op, const Operand *operands,
                             uint32_t count)
{
    enum { OR_OF_THREE = 0xfe };
    Code *code = &translation->code;
    uint32_t total = count * parts_of(slow_filter[op].is_wide);
    for (uint32_t i = 0; i < total; i++) {
        emit_distance(translation, op, operands[i % count], i / count, i == 0 ? 0 : 2 - i % 2);
        if (i > 0 && i % 2 == 0) {
            vector_op_with(code, VECTOR_LOGIC_32, 0, 1, vector_in(2), ALL_ELEMENTS, OR_OF_THREE);
        }
    }
    if (total % 2 == 0) {
        vector_op(code, VECTOR_OR_32, 0, 0, vector_in(1), ALL_ELEMENTS);
    }
    emit_test(translation, op, 2);
    mask_test(code, 2, 2);
}

// Only some lanes do.
static void emit_test_of_some(Translation *translation, SlowOp op, const Operand *operands,
                              uint32_t count)
{
    Code *code = &translation->code;
    bool is_wide = slow_filter[op].is_wide;
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        for (uint32_t i = 0; i < count; i++) {
            emit_distance(translation, op, operands[i], part, i);
        }
        if (count > 1) {
            vector_op(code, VECTOR_OR_32, 0, 0, vector_in(1), ALL_ELEMENTS);
        }
        emit_test(translation, op, 2 + part);
    }
    if (is_wide) {
        mask_join(code, 2, 3, 2, 8);
        mask_join(code, 3, 5, 4, 8);
    }
    mask_join(code, 2, 3, 2, 16);
    mask_to(code, RCX, 2);
    emit_on(translation, RDX);
    code_test(code, false, RCX, RDX);
}

bool emit_slow_begin(Translation *translation)
{
    SlowOp op = (SlowOp)operation_now(translation)->slow;
    const SlowFilter *filter = &slow_filter[op];
    Operand operands[2];
    uint32_t count = op == SLOW_NONE ? 0 : looked_at(translation, filter, operands);
    if (count == 0) {
        return false;
    }
    for (uint32_t part = 0; part < parts_of(filter->is_wide); part++) {
        for (uint32_t i = 0; i < count; i++) {
            slot_float_of(translation, operands[i], part);
        }
    }
    slots_reserve(translation, parts_of(filter->is_wide));
    detour_begin(translation, DETOUR_PERFORM);
    if (translation->is_full && translation->guard_mask == ALL_ELEMENTS) {
        emit_test_of_all(translation, op, operands, count);
    } else {
        emit_test_of_some(translation, op, operands, count);
    }
    detour_jump(translation, CONDITION_NOT_EQUAL);
    return true;
}
