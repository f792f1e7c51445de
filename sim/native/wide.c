// SPDX-License-Identifier: Apache-2.0
// Lane functions as vector instructions: rows of 64 bits, between widths, predicates.
#include "sim/native/lane.h"

// Half a chunk of a row of 32-bit elements, as the last operand of an instruction that widens it;
// it may be in `room`.
static VectorOperand half_source(Translation *translation, Operand operand, uint32_t part,
                                 uint32_t room)
{
    VectorOperand source = slot_source(translation, operand, part / 2);
    if (source.is_place) {
        bool is_constant = operand >> OPERAND_BASE_SHIFT == BASE_CONSTANTS;
        source.place.offset += is_constant || part % 2 == 0 ? 0 : (int32_t)CHUNK_BYTES / 2;
        return source;
    }
    if (part % 2 != 0) {
        vector_op_with(&translation->code, VECTOR_EXTRACT_HALF, source.number, 0, vector_in(room),
                       ALL_ELEMENTS, 1);
        source.number = room;
    }
    return source;
}

void emit_widen(Translation *translation, const Operation *operation, const LaneForm *form)
{
    for (uint32_t part = 0; part < 4; part++) {
        VectorOperand a = half_source(translation, operation->a, part, 0);
        vector_op(&translation->code, (VectorOp)form->op, 0, 0, a, ALL_ELEMENTS);
        emit_result(translation, operation->d, part, true, 0);
    }
}

// The upper (argument 32) or lower halves of the elements.
void emit_narrow(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 2; part++) {
        for (uint32_t half = 0; half < 2; half++) {
            uint32_t a = slot_of(translation, operation->a, 2 * part + half);
            if (form->argument != 0) {
                vector_op_with(code, VECTOR_SHIFT_BY_64, 2, 2, vector_in(a), ALL_ELEMENTS,
                               form->argument);
                a = 2;
            }
            vector_op(code, (VectorOp)form->op, a, 0, vector_in(half), ALL_ELEMENTS);
        }
        vector_op_with(code, VECTOR_INSERT_HALF, 0, 0, vector_in(1), ALL_ELEMENTS, 1);
        emit_result(translation, operation->d, part, false, 0);
    }
}

void emit_pack(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 4; part++) {
        VectorOperand a = half_source(translation, operation->a, part, 0);
        vector_op(code, VECTOR_WIDEN_U32, 0, 0, a, ALL_ELEMENTS);
        VectorOperand b = half_source(translation, operation->b, part, 1);
        vector_op(code, VECTOR_WIDEN_U32, 1, 0, b, ALL_ELEMENTS);
        vector_op_with(code, VECTOR_SHIFT_BY_64, 6, 1, vector_in(1), ALL_ELEMENTS, 32);
        vector_op(code, (VectorOp)form->op, 0, 0, vector_in(1), ALL_ELEMENTS);
        emit_result(translation, operation->d, part, true, 0);
    }
}

void emit_shift_wide(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 4; part++) {
        uint32_t a = slot_of(translation, operation->a, part);
        VectorOperand b = half_source(translation, operation->b, part, 0);
        vector_op(code, VECTOR_WIDEN_U32, 0, 0, b, ALL_ELEMENTS);
        vector_op(code, (VectorOp)form->op, 0, a, vector_in(0), ALL_ELEMENTS);
        emit_result(translation, operation->d, part, true, 0);
    }
}

// The argument is the instruction that adds c, or 0.
void emit_multiply_wide(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 4; part++) {
        VectorOperand a = half_source(translation, operation->a, part, 0);
        vector_op(code, VECTOR_WIDEN_U32, 0, 0, a, ALL_ELEMENTS);
        VectorOperand b = half_source(translation, operation->b, part, 1);
        vector_op(code, VECTOR_WIDEN_U32, 1, 0, b, ALL_ELEMENTS);
        vector_op(code, (VectorOp)form->op, 0, 0, vector_in(1), ALL_ELEMENTS);
        if (form->argument != 0) {
            VectorOperand c = slot_source(translation, operation->c, part);
            vector_op(code, (VectorOp)form->argument, 0, 0, c, ALL_ELEMENTS);
        }
        emit_result(translation, operation->d, part, true, 0);
    }
}

void emit_select(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    bool is_wide = form->op == VECTOR_BLEND_64;
    mask_load(code, 3, operand_place(operation->c, 0));
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        VectorOperand a = slot_source(translation, operation->a, part);
        uint32_t b = slot_of(translation, operation->b, part), mask = 3;
        if (part > 0) {
            mask_shift_right(code, 4, 3, (uint8_t)(part * (is_wide ? 8 : 16)));
            mask = 4;
        }
        vector_op(code, (VectorOp)form->op, 0, b, a, mask);
        emit_result(translation, operation->d, part, is_wide, 0);
    }
}

// --- f64: operands decide which NaN the result is (quiet2_f64, quiet3_f64)

static bool is_fused(VectorOp op)
{
    return op == VECTOR_FMA_F64 || op == VECTOR_FMS_F64 || op == VECTOR_FNMA_F64 ||
           op == VECTOR_FNMS_F64;
}

// The host takes the first operand that is a NaN, the machine b before a (in a quotient a before
// b). Where that differs, or is not known, a NaN is left to the lane function.
void emit_double(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    VectorOp op = (VectorOp)form->op;
    bool is_swapped = op == VECTOR_ADD_F64 || op == VECTOR_MUL_F64;
    bool is_checked = op != VECTOR_DIV_F64 && !is_swapped;
    Operand first = is_swapped ? operation->b : operation->a;
    Operand second = is_swapped ? operation->a : operation->b;
    uint32_t x[4];
    VectorOperand y[4], z[4];
    for (uint32_t part = 0; part < 4; part++) {
        x[part] = slot_of(translation, first, part);
        y[part] = slot_source(translation, second, part);
        z[part] = is_fused(op) ? slot_source(translation, operation->c, part) : vector_in(0);
    }
    slots_reserve(translation, 4);
    for (uint32_t part = 0; part < 4; part++) {
        if (is_fused(op)) {
            vector_op(code, VECTOR_LOAD_64, part, 0, z[part], ALL_ELEMENTS);
        }
        vector_op(code, op, part, x[part], y[part], ALL_ELEMENTS);
    }
    if (is_checked) {
        detour_begin(translation, DETOUR_LANE);
        for (uint32_t part = 0; part < 4; part++) {
            vector_op_with(code, VECTOR_COMPARE_F64, 2 + part, part, vector_in(part), ALL_ELEMENTS,
                           COMPARE_NAN);
        }
        mask_or(code, 2, 2, 3);
        mask_or(code, 4, 4, 5);
        mask_test(code, 2, 4);
        detour_jump(translation, CONDITION_NOT_EQUAL);
    }
    for (uint32_t part = 0; part < 4; part++) {
        emit_result(translation, operation->d, part, true, part);
    }
    if (is_checked) {
        detour_end(translation);
    }
}

// minimum_f64: the host's instruction takes b where a and b are equal.
void emit_extreme_double(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    uint32_t a[4], b[4];
    for (uint32_t part = 0; part < 4; part++) {
        a[part] = slot_of(translation, operation->a, part);
        b[part] = slot_of(translation, operation->b, part);
    }
    slots_reserve(translation, 4);
    for (uint32_t part = 0; part < 4; part++) {
        vector_op(code, (VectorOp)form->op, part, a[part], vector_in(b[part]), ALL_ELEMENTS);
        vector_op_with(code, VECTOR_COMPARE_F64, 3, a[part], vector_in(b[part]), ALL_ELEMENTS,
                       COMPARE_EQUAL);
        vector_op(code, (VectorOp)form->argument, part, a[part], vector_in(b[part]), 3);
    }
    detour_begin(translation, DETOUR_LANE);
    for (uint32_t part = 0; part < 4; part++) {
        vector_op_with(code, VECTOR_COMPARE_F64, 2 + part, a[part], vector_in(b[part]),
                       ALL_ELEMENTS, COMPARE_NAN);
    }
    mask_or(code, 2, 2, 3);
    mask_or(code, 4, 4, 5);
    mask_test(code, 2, 4);
    detour_jump(translation, CONDITION_NOT_EQUAL);
    for (uint32_t part = 0; part < 4; part++) {
        emit_result(translation, operation->d, part, true, part);
    }
    detour_end(translation);
}

// --- predicates

void emit_comparison(Translation *translation, const LaneForm *form, bool is_wide, Operand a,
                     Operand b)
{
    Code *code = &translation->code;
    bool is_float = form->op == VECTOR_COMPARE_F32;
    for (uint32_t part = 0; part < parts_of(is_wide); part++) {
        uint32_t x = is_float ? slot_float_of(translation, a, part) : slot_of(translation, a, part);
        VectorOperand y =
            is_float ? slot_float(translation, b, part) : slot_source(translation, b, part);
        vector_op_with(code, (VectorOp)form->op, 2 + part, x, y, ALL_ELEMENTS, form->argument);
    }
    if (is_wide) {
        mask_join(code, 2, 3, 2, 8);
        mask_join(code, 3, 5, 4, 8);
    }
    mask_join(code, 2, 3, 2, 16);
}

void emit_predicate_result(Translation *translation, Operand d, bool is_mask)
{
    Code *code = &translation->code;
    Place place = operand_place(d, 0);
    bool has_guard = translation->guard_mask != ALL_ELEMENTS;
    if (translation->is_full && !has_guard) {
        if (is_mask) {
            mask_store(code, place, 2);
        } else {
            code_store(code, false, place, RCX);
        }
        return;
    }
    if (is_mask) {
        mask_to(code, RCX, 2);
    }
    code_load(code, false, RDX, place);
    code_arithmetic(code, ARITHMETIC_XOR, false, RCX, RDX);
    code_arithmetic(code, ARITHMETIC_AND, false, RCX, has_guard ? RAX : ACTIVE_REGISTER);
    code_arithmetic(code, ARITHMETIC_XOR, false, RCX, RDX);
    code_store(code, false, place, RCX);
}

void emit_compare(Translation *translation, const Operation *operation, const LaneForm *form)
{
    bool is_wide = lane_type_is_wide(lane_info[micro_now(translation)->function].a);
    emit_comparison(translation, form, is_wide, operation->a, operation->b);
    emit_predicate_result(translation, operation->d, true);
}

void emit_predicate(Translation *translation, const Operation *operation, const LaneForm *form)
{
    Code *code = &translation->code;
    code_load(code, false, RCX, operand_place(operation->a, 0));
    if (form->op == VECTOR_LOGIC_32) {
        code_not(code, RCX);
    } else if (form->op != VECTOR_LOAD_32) {
        code_arithmetic_load(code, (Arithmetic)form->argument, false, RCX,
                             operand_place(operation->b, 0));
    }
    emit_predicate_result(translation, operation->d, false);
}
