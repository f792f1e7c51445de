// SPDX-License-Identifier: Apache-2.0
// Shuffles and votes of warps with all lanes active: no lane has to wait for others, whatever the
// member masks say (sim/warp/collective.h has the rules).
#include "sim/native/lane.h"

enum { CHOOSE_C_BY_B = 0xb8 }; // of a, b, c: the bits of c where those of b are set, else of a
enum { COMPARE_MOST = 2, COMPARE_LEAST = 5 };
enum { SHIFT_RIGHT = 2 };

static bool has_all_lanes(const Translation *translation)
{
    return translation->is_full && operation_now(translation)->guard == OPERAND_ALL_LANES;
}

// Vector 2 = the bits of the lane's number that name its segment.
static void find_segment(Translation *translation, uint32_t c)
{
    Code *code = &translation->code;
    vector_op_with(code, VECTOR_SHIFT_BY_64, SHIFT_RIGHT, 2, vector_in(c), ALL_ELEMENTS, 8);
    vector_op(code, VECTOR_AND_32, 2, 2, CONSTANT(shift_most), ALL_ELEMENTS);
}

// Vector `half` = the lanes that those of this half read, or their own where it is out of range;
// mask 2 + half: those in range. As source_lane.
static void find_sources(Translation *translation, const Micro *micro, uint32_t half)
{
    Code *code = &translation->code;
    VectorOperand lanes = CONSTANT_VECTOR(lanes[0]);
    lanes.place.offset += (int32_t)(half * CHUNK_BYTES);
    uint32_t b = slot_of(translation, decode_row(micro->b), half);
    uint32_t c = slot_of(translation, decode_row(micro->c), half);
    bool is_index = micro->function == PTX_DOT_IDX, is_up = micro->function == PTX_DOT_UP;
    vector_op(code, VECTOR_AND_32, half, b, CONSTANT(shift_most), ALL_ELEMENTS);
    vector_op(code, VECTOR_AND_32, 3, c, CONSTANT(shift_most), ALL_ELEMENTS);
    find_segment(translation, c);
    vector_op_with(code, VECTOR_LOGIC_32, 3, 2, lanes, ALL_ELEMENTS, CHOOSE_C_BY_B);
    if (is_index) {
        vector_op_with(code, VECTOR_LOGIC_32, half, 2, lanes, ALL_ELEMENTS, CHOOSE_C_BY_B);
    }
    vector_op(code, VECTOR_LOAD_32, 2, 0, lanes, ALL_ELEMENTS);
    if (!is_index) {
        VectorOp op = is_up                             ? VECTOR_SUB_32
                      : micro->function == PTX_DOT_DOWN ? VECTOR_ADD_32
                                                        : VECTOR_XOR_32;
        vector_op(code, op, half, 2, vector_in(half), ALL_ELEMENTS);
    }
    vector_op_with(code, VECTOR_COMPARE_S32, 2 + half, half, vector_in(3), ALL_ELEMENTS,
                   is_up ? COMPARE_LEAST : COMPARE_MOST);
    vector_op(code, VECTOR_BLEND_32, half, 2, vector_in(half), 2 + half);
}

bool emit_shuffle(Translation *translation)
{
    Code *code = &translation->code;
    const Micro *micro = micro_now(translation);
    if (!has_all_lanes(translation) || micro->type == PTX_TYPE_B64 || micro->d == ROW_NONE) {
        return false;
    }
    emit_guard(translation);
    uint32_t low = slot_of(translation, decode_row(micro->a), 0);
    uint32_t high = slot_of(translation, decode_row(micro->a), 1);
    for (uint32_t half = 0; half < 2; half++) {
        find_sources(translation, micro, half);
    }
    for (uint32_t half = 0; half < 2; half++) {
        vector_op(code, VECTOR_CHOOSE_32, half, low, vector_in(high), ALL_ELEMENTS);
    }
    for (uint32_t half = 0; half < 2; half++) {
        emit_result(translation, decode_row(micro->d), half, false, half);
    }
    if (micro->d2 != ROW_NONE) {
        mask_join(code, 2, 3, 2, 16);
        emit_predicate_result(translation, decode_predicate(micro->d2), true);
    }
    return true;
}

// rcx = all ones or zero.
static void spread_truth(Code *code, bool is_all)
{
    code_arithmetic_constant(code, ARITHMETIC_CMP, false, RCX, is_all ? -1 : 0);
    code_constant(code, RCX, is_all ? UINT32_MAX : 0);
    size_t is_so = code_jump(code, CONDITION_EQUAL);
    code_constant(code, RCX, is_all ? 0 : UINT32_MAX);
    code_land(code, is_so, code->size_bytes);
}

bool emit_vote(Translation *translation)
{
    Code *code = &translation->code;
    const Micro *micro = micro_now(translation);
    uint64_t members = UINT32_MAX;
    bool are_all = micro->e == ROW_NONE || literal_of(translation, micro->e, &members);
    if (!has_all_lanes(translation) || !are_all || (uint32_t)members != UINT32_MAX ||
        micro->function == PTX_DOT_UNI || micro->d == ROW_NONE) {
        return false;
    }
    emit_guard(translation);
    code_load(code, false, RCX, operand_place(decode_predicate(micro->a), 0));
    if ((micro->flags & MICRO_PREDICATE_NEGATED) != 0) {
        code_not(code, RCX);
    }
    if (micro->function != PTX_DOT_BALLOT) {
        spread_truth(code, micro->function == PTX_DOT_ALL);
        emit_predicate_result(translation, decode_predicate(micro->d), false);
        return true;
    }
    vector_op(code, VECTOR_SPREAD_REGISTER, 0, 0, vector_in(RCX), ALL_ELEMENTS);
    for (uint32_t half = 0; half < 2; half++) {
        emit_result(translation, decode_row(micro->d), half, false, 0);
    }
    return true;
}
