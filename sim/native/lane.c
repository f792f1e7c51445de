// SPDX-License-Identifier: Apache-2.0
// Which lane functions have machine code, and comparisons that have more than one result.
#include "sim/native/lane.h"

static const LaneForm forms[LANE_OP_COUNT] = {
#define NATIVE(name, emitter, op, argument) [LANE_##name] = {emit_##emitter, VECTOR_##op, argument},
#include "sim/native/lane.def"
#undef NATIVE
};

static bool emit_logic(Translation *translation)
{
    const Micro *micro = micro_now(translation);
    uint64_t table;
    if (micro->function != LANE4_LOP3 || !literal_of(translation, micro->e, &table)) {
        return false;
    }
    emit_guard(translation);
    for (uint32_t part = 0; part < 2; part++) {
        VectorOperand a = slot_source(translation, decode_row(micro->a), part);
        uint32_t b = slot_of(translation, decode_row(micro->b), part);
        VectorOperand c = slot_source(translation, decode_row(micro->c), part);
        vector_op(&translation->code, VECTOR_LOAD_32, 0, 0, a, ALL_ELEMENTS);
        vector_op_with(&translation->code, VECTOR_LOGIC_32, 0, b, c, ALL_ELEMENTS, (uint8_t)table);
        emit_result(translation, decode_row(micro->d), part, false, 0);
    }
    return true;
}

bool emit_lane(Translation *translation)
{
    const Micro *micro = micro_now(translation);
    const Operation *operation = operation_now(translation);
    if (micro->kind == MICRO_LANE4) {
        return emit_logic(translation);
    }
    const LaneForm *form = &forms[micro->function];
    bool is_counted = operation->path == PATH_SLOW && form->emit == NULL; // by the run loop
    if (operation->path > PATH_SLOW || is_counted) {
        return false;
    }
    if (form->emit == NULL) {
        emit_lane_call(translation);
        return true;
    }
    emit_guard(translation);
    bool is_slow = operation->path == PATH_SLOW && emit_slow_begin(translation);
    form->emit(translation, operation, form);
    if (is_slow) {
        detour_end(translation);
    }
    return true;
}

// --- SETP with a second predicate or a combination

static const LaneForm *comparison_of(const Micro *micro)
{
    const LaneForm *form = &forms[micro->function];
    return form->emit == emit_compare && (micro->flags & MICRO_FTZ) == 0 ? form : NULL;
}

// ecx = the comparison, or its opposite, combined with q in edi.
static void combine(Translation *translation, const Micro *micro, bool is_inverted)
{
    Code *code = &translation->code;
    mask_to(code, RCX, 2);
    if (is_inverted) {
        code_not(code, RCX);
    }
    switch ((PtxSuffix)micro->combine) {
    case PTX_DOT_AND: code_arithmetic(code, ARITHMETIC_AND, false, RCX, RDI); return;
    case PTX_DOT_OR: code_arithmetic(code, ARITHMETIC_OR, false, RCX, RDI); return;
    case PTX_DOT_XOR: code_arithmetic(code, ARITHMETIC_XOR, false, RCX, RDI); return;
    default: return;
    }
}

bool emit_setp(Translation *translation)
{
    const Micro *micro = micro_now(translation);
    const LaneForm *form = comparison_of(micro);
    if (form == NULL) {
        return false;
    }
    Code *code = &translation->code;
    const LaneInfo *info = &lane_info[micro->function];
    emit_guard(translation);
    emit_comparison(translation, form, lane_type_is_wide(info->a), decode_row(micro->a),
                    decode_row(micro->b));
    if (micro->combine != 0) {
        code_load(code, false, RDI, operand_place(decode_predicate(micro->c), 0));
        if ((micro->flags & MICRO_PREDICATE_NEGATED) != 0) {
            code_not(code, RDI);
        }
    }
    for (int i = 0; i < 2; i++) {
        Row d = i == 0 ? micro->d : micro->d2;
        if (d != ROW_NONE) {
            combine(translation, micro, i == 1);
            emit_predicate_result(translation, decode_predicate(d), false);
        }
    }
    return true;
}
