// SPDX-License-Identifier: Apache-2.0
// Lane functions as vector instructions: arithmetic on rows of one width. Each emitter works chunk
// by chunk.
#include "sim/native/lane.h"

static bool is_wide_result(const Translation *translation)
{
    return lane_type_is_wide(lane_info[micro_now(translation)->function].d);
}

void emit_result(Translation *translation, Operand d, uint32_t part, bool is_wide, uint32_t from)
{
    uint32_t to = slot_result(translation, d, part, is_wide);
    vector_op(&translation->code, is_wide ? VECTOR_LOAD_64 : VECTOR_LOAD_32, to, 0, vector_in(from),
              lanes_mask(translation, is_wide, part, 2));
}

// --- integers

void emit_binary(Translation *translation, const Operation *operation, const LaneForm *form)
{
    bool is_wide = is_wide_result(translation);
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        uint32_t a = slot_of(translation, operation->a, part);
        VectorOperand b = slot_source(translation, operation->b, part);
        uint32_t d = slot_result(translation, operation->d, part, is_wide);
        uint32_t mask = lanes_mask(translation, is_wide, part, 2);
        vector_op(&translation->code, (VectorOp)form->op, d, a, b, mask);
    }
}

void emit_unary(Translation *translation, const Operation *operation, const LaneForm *form)
{
    bool is_wide = is_wide_result(translation);
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        VectorOperand a = slot_source(translation, operation->a, part);
        uint32_t d = slot_result(translation, operation->d, part, is_wide);
        uint32_t mask = lanes_mask(translation, is_wide, part, 2);
        vector_op(&translation->code, (VectorOp)form->op, d, 0, a, mask);
    }
}

void emit_move(Translation *translation, const Operation *operation, const LaneForm *form)
{
    emit_unary(translation, operation, form);
}

void emit_not(Translation *translation, const Operation *operation, const LaneForm *form)
{
    bool is_wide = is_wide_result(translation);
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        uint32_t a = slot_of(translation, operation->a, part);
        vector_op_with(&translation->code, (VectorOp)form->op, 0, a, vector_in(a), ALL_ELEMENTS,
                       form->argument);
        emit_result(translation, operation->d, part, is_wide, 0);
    }
}

void emit_negate(Translation *translation, const Operation *operation, const LaneForm *form)
{
    bool is_wide = is_wide_result(translation);
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        VectorOperand a = slot_source(translation, operation->a, part);
        vector_op(&translation->code, VECTOR_XOR_32, 0, 0, vector_in(0), ALL_ELEMENTS);
        uint32_t d = slot_result(translation, operation->d, part, is_wide);
        uint32_t mask = lanes_mask(translation, is_wide, part, 2);
        vector_op(&translation->code, (VectorOp)form->op, d, 0, a, mask);
    }
}

void emit_multiply_add(Translation *translation, const Operation *operation, const LaneForm *form)
{
    bool is_wide = is_wide_result(translation);
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        uint32_t a = slot_of(translation, operation->a, part);
        VectorOperand b = slot_source(translation, operation->b, part);
        VectorOperand c = slot_source(translation, operation->c, part);
        vector_op(&translation->code, (VectorOp)form->op, 0, a, b, ALL_ELEMENTS);
        uint32_t d = slot_result(translation, operation->d, part, is_wide);
        uint32_t mask = lanes_mask(translation, is_wide, part, 2);
        vector_op(&translation->code, (VectorOp)form->argument, d, 0, c, mask);
    }
}

// Even and odd elements are multiplied apart, and the upper halves brought together.
void emit_multiply_high(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    VectorOp multiply = (VectorOp)form->op;
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t a = slot_of(translation, operation->a, part);
        uint32_t b = slot_of(translation, operation->b, part);
        vector_op(code, multiply, 0, a, vector_in(b), ALL_ELEMENTS);
        vector_op_with(code, VECTOR_SHIFT_BY_64, 2, 1, vector_in(a), ALL_ELEMENTS, 32);
        vector_op_with(code, VECTOR_SHIFT_BY_64, 2, 2, vector_in(b), ALL_ELEMENTS, 32);
        vector_op(code, multiply, 1, 1, vector_in(2), ALL_ELEMENTS);
        vector_op_with(code, VECTOR_SHIFT_BY_64, 2, 0, vector_in(0), ALL_ELEMENTS, 32);
        code_constant(code, RCX, 0xaaaa);
        mask_from(code, 3, RCX);
        vector_op(code, VECTOR_LOAD_32, 0, 0, vector_in(1), 3);
        emit_result(translation, operation->d, part, false, 0);
    }
}

// (high:low) shifted by c modulo 32; one half of the result.
void emit_funnel(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    bool is_left = form->op == VECTOR_ROTATE_L_32;
    Operand near = is_left ? operation->b : operation->a,
            far = is_left ? operation->a : operation->b;
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t x = slot_of(translation, near, part);
        VectorOperand count = slot_source(translation, operation->c, part);
        if (near == far) {
            vector_op(code, (VectorOp)form->op, 0, x, count, ALL_ELEMENTS);
        } else {
            uint32_t y = slot_of(translation, far, part);
            vector_op(code, VECTOR_SPREAD_32, 1, 0, CONSTANT_WORD(shift_most), ALL_ELEMENTS);
            vector_op(code, VECTOR_AND_32, 0, 1, count, ALL_ELEMENTS);
            vector_op(code, VECTOR_SUB_32, 1, 1, vector_in(0), ALL_ELEMENTS); // one less
            vector_op(code, is_left ? VECTOR_SHL_32 : VECTOR_SHR_U32, 0, x, vector_in(0),
                      ALL_ELEMENTS);
            vector_op(code, is_left ? VECTOR_SHR_U32 : VECTOR_SHL_32, 1, y, vector_in(1),
                      ALL_ELEMENTS);
            vector_op(code, VECTOR_SPREAD_32, 2, 0, CONSTANT_WORD(one), ALL_ELEMENTS);
            vector_op(code, is_left ? VECTOR_SHR_U32 : VECTOR_SHL_32, 1, 1, vector_in(2),
                      ALL_ELEMENTS);
            vector_op(code, VECTOR_OR_32, 0, 0, vector_in(1), ALL_ELEMENTS);
        }
        emit_result(translation, operation->d, part, false, 0);
    }
}

// --- f32: a NaN gets the machine's bits when its register is stored (quiet_f32)

void emit_float(Translation *translation, const Operation *operation, const LaneForm *form)
{
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t a = slot_float_of(translation, operation->a, part);
        VectorOperand b = slot_float(translation, operation->b, part);
        uint32_t d = slot_result(translation, operation->d, part, false);
        uint32_t mask = lanes_mask(translation, false, part, 2);
        vector_op(&translation->code, (VectorOp)form->op, d, a, b, mask);
        slot_mark_nan(translation, operation->d, part);
    }
}

void emit_fma(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    bool is_apart = operation->d != operation->a && operation->d != operation->b &&
                    translation->guard_mask == ALL_ELEMENTS;
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t a = slot_float_of(translation, operation->a, part);
        VectorOperand b = slot_float(translation, operation->b, part);
        VectorOperand c = slot_float(translation, operation->c, part);
        uint32_t to = is_apart ? slot_result(translation, operation->d, part, false) : 0;
        if (c.is_place || c.number != to) {
            vector_op(code, VECTOR_LOAD_32, to, 0, c, ALL_ELEMENTS);
        }
        vector_op(code, (VectorOp)form->op, to, a, b, ALL_ELEMENTS);
        if (!is_apart) {
            emit_result(translation, operation->d, part, false, to);
        }
        slot_mark_nan(translation, operation->d, part);
    }
}

void emit_root(Translation *translation, const Operation *operation, const LaneForm *form)
{
    for (uint32_t part = 0; part < 2; part++) {
        VectorOperand a = slot_float(translation, operation->a, part);
        vector_op(&translation->code, (VectorOp)form->op, 0, 0, a, ALL_ELEMENTS);
        emit_result(translation, operation->d, part, false, 0);
        slot_mark_nan(translation, operation->d, part);
    }
}

void emit_reciprocal(Translation *translation, const Operation *operation, const LaneForm *form)
{
    for (uint32_t part = 0; part < 2; part++) {
        VectorOperand a = slot_float(translation, operation->a, part);
        vector_op(&translation->code, VECTOR_SPREAD_32, 0, 0, CONSTANT_WORD(one_f32), ALL_ELEMENTS);
        vector_op(&translation->code, (VectorOp)form->op, 0, 0, a, ALL_ELEMENTS);
        emit_result(translation, operation->d, part, false, 0);
        slot_mark_nan(translation, operation->d, part);
    }
}

void emit_sign(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t a = slot_float_of(translation, operation->a, part);
        if (form->op == VECTOR_XOR_32) {
            vector_op(code, VECTOR_XOR_32, 0, a, CONSTANT(sign_f32), ALL_ELEMENTS);
        } else {
            vector_op_with(code, (VectorOp)form->op, 0, a, CONSTANT(sign_f32), ALL_ELEMENTS,
                           form->argument);
        }
        emit_result(translation, operation->d, part, false, 0);
        slot_mark_nan(translation, operation->d, part);
    }
}

// minimum_f32: the host's instruction takes b where a and b are equal, or one is a NaN.
void emit_extreme(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t a = slot_float_of(translation, operation->a, part);
        uint32_t b = slot_float_of(translation, operation->b, part);
        vector_op(code, (VectorOp)form->op, 0, a, vector_in(b), ALL_ELEMENTS);
        vector_op_with(code, VECTOR_COMPARE_F32, 3, a, vector_in(b), ALL_ELEMENTS, COMPARE_EQUAL);
        vector_op(code, (VectorOp)form->argument, 0, a, vector_in(b), 3);
        vector_op_with(code, VECTOR_COMPARE_F32, 3, b, vector_in(b), ALL_ELEMENTS, COMPARE_NAN);
        vector_op(code, VECTOR_LOAD_32, 0, 0, vector_in(a), 3);
        emit_result(translation, operation->d, part, false, 0);
        slot_mark_nan(translation, operation->d, part);
    }
}

// s32_of_f32(truncf(a)): the host's instruction gives the least integer wherever a does not fit.
void emit_integer(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 2; part++) {
        uint32_t a = slot_float_of(translation, operation->a, part);
        vector_op(code, (VectorOp)form->op, 0, 0, vector_in(a), ALL_ELEMENTS);
        vector_op_with(code, VECTOR_COMPARE_F32, 3, a, CONSTANT(two_31), ALL_ELEMENTS,
                       COMPARE_GREATER_EQUAL);
        vector_op(code, VECTOR_SPREAD_32, 0, 0, CONSTANT_WORD(most_s32), 3);
        vector_op_with(code, VECTOR_COMPARE_F32, 3, a, vector_in(a), ALL_ELEMENTS, COMPARE_NAN);
        vector_op(code, VECTOR_XOR_32, 0, 0, vector_in(0), 3);
        emit_result(translation, operation->d, part, false, 0);
    }
}
