// SPDX-License-Identifier: Apache-2.0
// Selection of arithmetic: instructions that are one lane function of their operands, comparisons,
// and the carry chain.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <stdio.h>

#define KEY_MAX 96

static bool is_float(PtxType type)
{
    PtxTypeKind kind = ptx_type_kind(type);
    return kind == PTX_KIND_FLOAT || kind == PTX_KIND_PACKED;
}

ValueClass lane_class(LaneType type)
{
    switch (type) {
    case LANE_TYPE_P: return VALUE_P;
    case LANE_TYPE_U64:
    case LANE_TYPE_S64:
    case LANE_TYPE_F64: return VALUE_64;
    default: return VALUE_32;
    }
}

// The PTX type with which an operand is read, so that literals get its width and form: the
// instruction's type, unless the lane function expects another class (shift counts, slct,
// mul.wide's addend, ...).
static PtxType operand_type(const PtxInstruction *instruction, LaneType wanted)
{
    static const PtxType by_class[] = {PTX_TYPE_B32, PTX_TYPE_B64, PTX_TYPE_PRED};
    PtxType type = instruction->type;
    ValueClass wanted_class = lane_class(wanted);
    bool is_float_wanted = wanted == LANE_TYPE_F32 || wanted == LANE_TYPE_F64;
    if (wanted_class == class_of_type(instruction->source_type) &&
        is_float_wanted == is_float(instruction->source_type)) {
        type = instruction->source_type;
    }
    if (wanted_class != class_of_type(type)) {
        return by_class[wanted_class];
    }
    return type;
}

static Value read_operand(Unit *unit, const PtxInstruction *instruction, uint32_t index,
                          LaneType wanted)
{
    if (wanted == LANE_TYPE_NONE || index >= instruction->operand_count) {
        return VALUE_NONE;
    }
    return operand_value(unit, &instruction->operands[index], operand_type(instruction, wanted));
}

// A result register may be wider than the instruction's type: a 32-bit result is extended.
static void write_result(Unit *unit, Op *op, Value result, PtxType type)
{
    if (result == VALUE_NONE) {
        return;
    }
    ValueClass produced = lane_class(op_lane_info(op)->d);
    ValueClass wanted = value_class(unit, result);
    if (produced == wanted) {
        op->d = result;
        return;
    }
    Value narrow = unit_register(unit, produced);
    op->d = narrow;
    bool is_signed = ptx_type_kind(type) == PTX_KIND_SIGNED;
    const char *key = wanted == VALUE_32 ? "cvt.u32.u64"
                      : is_signed        ? "cvt.s64.s32"
                                         : "cvt.u64.u32";
    unit_lane(unit, key, result, narrow, VALUE_NONE, VALUE_NONE);
}

static Op *lane_from(Unit *unit, const PtxInstruction *instruction, const char *key)
{
    Lane4Op function4 = lane4_find(key);
    bool is_4 = function4 != LANE4_OP_COUNT;
    uint16_t function = is_4 ? (uint16_t)function4 : (uint16_t)select_find(unit, key);
    const LaneInfo *info = is_4 ? &lane4_info[function] : &lane_info[function];
    Value a = read_operand(unit, instruction, 1, info->a);
    Value b = read_operand(unit, instruction, 2, info->b);
    Value c = read_operand(unit, instruction, 3, info->c);
    Value e = read_operand(unit, instruction, 4, info->e);
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, is_4 ? MICRO_LANE4 : MICRO_LANE);
    op->function = function;
    op->type = (uint8_t)instruction->type;
    op->a = a;
    op->b = b;
    op->c = c;
    op->e = e;
    select_modifiers(op, instruction);
    write_result(unit, op, result, instruction->type);
    return op;
}

void select_lane_key(Unit *unit, const PtxInstruction *instruction, const char *key)
{
    lane_from(unit, instruction, key);
}

void select_lane(Unit *unit, const PtxInstruction *instruction)
{
    char key[KEY_MAX];
    if (select_composed(unit, instruction)) {
        return;
    }
    if (!select_key(instruction, key, sizeof key)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    lane_from(unit, instruction, key);
}

static bool has_rounding(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_RN) || ptx_has(instruction, PTX_DOT_RZ) ||
           ptx_has(instruction, PTX_DOT_RM) || ptx_has(instruction, PTX_DOT_RP);
}

// add, sub, mul, mad: with .cc they are part of a carry chain; floats without a rounding modifier
// may be fused.
void select_arithmetic(Unit *unit, const PtxInstruction *instruction)
{
    if (ptx_has(instruction, PTX_DOT_CC)) {
        select_carry(unit, instruction);
        return;
    }
    uint32_t first = unit->op_count;
    select_lane(unit, instruction);
    for (uint32_t i = first; i < unit->op_count; i++) {
        unit->ops[i].may_contract = is_float(instruction->type) && !has_rounding(instruction);
    }
}

// From sm_100 on, min and max take three operands: the first two are combined first.
void select_extreme(Unit *unit, const PtxInstruction *instruction)
{
    char key[KEY_MAX];
    bool is_composed = ptx_has(instruction, PTX_DOT_ABS) && !ptx_has(instruction, PTX_DOT_XORSIGN);
    if (instruction->operand_count == 3 || is_composed ||
        !select_key(instruction, key, sizeof key)) {
        select_lane(unit, instruction);
        return;
    }
    Op *op = lane_from(unit, instruction, key);
    Value result = op->d; // the last op, because all three have one type
    Value partial = unit_register(unit, class_of_type(instruction->type));
    op->d = partial;
    Value third = operand_value(unit, &instruction->operands[3], instruction->type);
    op = unit_lane(unit, key, result, partial, third, VALUE_NONE);
    op->type = (uint8_t)instruction->type;
    select_modifiers(op, instruction);
}

static Value carry_flag(Unit *unit)
{
    if (unit->carry == VALUE_NONE) {
        unit->carry = unit_register(unit, VALUE_P);
        unit->registers[unit->carry].is_carry = true;
    }
    return unit->carry;
}

void select_carry(Unit *unit, const PtxInstruction *instruction)
{
    PtxOpcode opcode = instruction->opcode;
    bool uses = opcode == PTX_ADDC || opcode == PTX_SUBC || opcode == PTX_MADC;
    bool sets = ptx_has(instruction, PTX_DOT_CC);
    Value values[3] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
    for (uint32_t i = 1; i < instruction->operand_count && i < 4; i++) {
        values[i - 1] = operand_value(unit, &instruction->operands[i], instruction->type);
    }
    Value flag = carry_flag(unit);
    Op *op = unit_add(unit, MICRO_CARRY);
    op->function = PTX_ADD;
    if (opcode == PTX_SUB || opcode == PTX_SUBC) {
        op->function = PTX_SUB;
    } else if (opcode == PTX_MAD || opcode == PTX_MADC) {
        op->function = PTX_MAD;
        op->combine = ptx_has(instruction, PTX_DOT_HI) ? PTX_DOT_HI : PTX_DOT_LO;
    }
    op->type = (uint8_t)instruction->type;
    op->d = operand_result(unit, &instruction->operands[0]);
    op->a = values[0];
    op->b = values[1];
    op->c = values[2];
    if (uses) {
        op->flags |= MICRO_USES_CARRY;
        op->e = flag;
    }
    if (sets) {
        op->flags |= MICRO_SETS_CARRY;
        op->d2 = flag;
    }
}

static bool is_comparison(PtxSuffix suffix)
{
    return suffix >= PTX_DOT_EQ && suffix <= PTX_DOT_NAN;
}

static bool is_unsigned_comparison(const PtxInstruction *instruction, PtxSuffix suffix)
{
    return (suffix == PTX_DOT_LO || suffix == PTX_DOT_HI) &&
           (instruction->opcode == PTX_SETP || instruction->opcode == PTX_SET);
}

// "setp.lt.s32", whatever else the instruction does; false if no comparison is found.
static bool comparison_key(const PtxInstruction *instruction, PtxType type, char *key, size_t size)
{
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        PtxSuffix suffix = (PtxSuffix)instruction->suffix[i];
        if (is_comparison(suffix) || is_unsigned_comparison(instruction, suffix)) {
            snprintf(key, size, "setp%s%s", ptx_suffix_name(suffix), ptx_suffix_name(type));
            return true;
        }
    }
    return false;
}

static uint16_t boolean_operation(const PtxInstruction *instruction)
{
    static const PtxSuffix operations[] = {PTX_DOT_AND, PTX_DOT_OR, PTX_DOT_XOR};
    for (uint32_t i = 0; i < 3; i++) {
        if (ptx_has(instruction, operations[i])) {
            return (uint16_t)operations[i];
        }
    }
    return 0;
}

static Op *add_comparison(Unit *unit, const PtxInstruction *instruction, const char *key)
{
    PtxType type = instruction->source_type;
    Value a = operand_value(unit, &instruction->operands[1], type);
    Value b = operand_value(unit, &instruction->operands[2], type);
    uint16_t combine = boolean_operation(instruction);
    bool is_negated = false;
    Value c = instruction->operand_count > 3
                  ? operand_predicate(unit, &instruction->operands[3], &is_negated)
                  : VALUE_NONE;
    LaneOp function = select_find(unit, key);
    Op *op = unit_add(unit, MICRO_SETP);
    op->function = (uint16_t)function;
    op->type = (uint8_t)type;
    op->a = a;
    op->b = b;
    op->c = c;
    op->combine = combine;
    op->flags |= is_negated ? MICRO_PREDICATE_NEGATED : 0;
    select_modifiers(op, instruction);
    return op;
}

static void setp_pair(Unit *unit, const PtxInstruction *instruction, const char *key)
{
    const PtxOperand *result = &instruction->operands[0];
    bool is_pair = result->kind == PTX_OPERAND_PAIR;
    Op *low = add_comparison(unit, instruction, key);
    low->d = operand_result(unit, is_pair ? &result->elements[0] : result);
    if (is_pair) {
        char high_key[KEY_MAX];
        snprintf(high_key, sizeof high_key, "%s.high", key);
        Op *high = add_comparison(unit, instruction, high_key);
        high->d = operand_result(unit, &result->elements[1]);
        high->is_free = true;
    }
}

void select_setp(Unit *unit, const PtxInstruction *instruction)
{
    char key[KEY_MAX - 8];
    if (!comparison_key(instruction, instruction->source_type, key, sizeof key)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    if (ptx_type_kind(instruction->source_type) == PTX_KIND_PACKED) {
        setp_pair(unit, instruction, key);
        return;
    }
    const PtxOperand *result = &instruction->operands[0];
    Op *op = add_comparison(unit, instruction, key);
    if (result->kind == PTX_OPERAND_PAIR) {
        op->d = operand_result(unit, &result->elements[0]);
        op->d2 = operand_result(unit, &result->elements[1]);
    } else {
        op->d = operand_result(unit, result);
    }
}

// The value that `set` writes if the comparison holds, in the destination's type.
static Value set_true(Unit *unit, PtxType type)
{
    Lowering *lowering = unit->lowering;
    switch (type) {
    case PTX_TYPE_F32: return literal_32(lowering, 0x3f800000u);
    case PTX_TYPE_F16: return literal_32(lowering, 0x3c00u);
    case PTX_TYPE_BF16: return literal_32(lowering, 0x3f80u);
    case PTX_TYPE_F16X2: return literal_32(lowering, 0x3c003c00u);
    case PTX_TYPE_BF16X2: return literal_32(lowering, 0x3f803f80u);
    default: return literal_32(lowering, UINT32_MAX);
    }
}

// set of pairs with a predicate: the result of both comparisons, combined with what `set` writes if
// the predicate holds for both.
static void set_pair(Unit *unit, const PtxInstruction *instruction)
{
    static const char *const keys[] = {"and.b32", "or.b32", "xor.b32"};
    uint16_t operation = boolean_operation(instruction);
    const char *combine = keys[operation == PTX_DOT_AND ? 0 : operation == PTX_DOT_OR ? 1 : 2];
    PtxInstruction plain = *instruction;
    plain.suffix_count = 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        if (instruction->suffix[i] != operation) {
            plain.suffix[plain.suffix_count++] = instruction->suffix[i];
        }
    }
    bool is_negated;
    Value predicate = operand_predicate(unit, &instruction->operands[3], &is_negated);
    Value both = unit_register(unit, VALUE_32), chosen = unit_register(unit, VALUE_32);
    Value on = set_true(unit, instruction->type), off = literal_32(unit->lowering, 0);
    uint32_t first = unit->op_count;
    select_lane(unit, &plain);
    Value result = unit->ops[first].d;
    if (result == VALUE_NONE || unit->op_count != first + 1) {
        return; // an error
    }
    unit->ops[first].d = both;
    unit_lane(unit, "selp.b32", chosen, is_negated ? off : on, is_negated ? on : off, predicate);
    unit_lane(unit, combine, result, both, chosen, VALUE_NONE);
}

// set is a lane function. Combined with a predicate, or writing a half for operands of another
// type, it is a comparison and a selection.
void select_set(Unit *unit, const PtxInstruction *instruction)
{
    char key[KEY_MAX];
    bool is_half = instruction->type == PTX_TYPE_F16 || instruction->type == PTX_TYPE_BF16;
    bool converts = is_half && instruction->source_type != instruction->type;
    if (boolean_operation(instruction) == 0 && !converts) {
        select_lane(unit, instruction);
        return;
    }
    if (ptx_type_kind(instruction->source_type) == PTX_KIND_PACKED) {
        set_pair(unit, instruction);
        return;
    }
    if (!comparison_key(instruction, instruction->source_type, key, sizeof key)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value holds = unit_register(unit, VALUE_P);
    add_comparison(unit, instruction, key)->d = holds;
    Value result = operand_result(unit, &instruction->operands[0]);
    unit_lane(unit, ptx_type_bits(instruction->type) == 16 ? "selp.b16" : "selp.b32", result,
              set_true(unit, instruction->type), literal_32(unit->lowering, 0), holds);
}

// lop3.b32 d, a, b, c, table. The form lop3.or.b32 d|p, a, b, c, table, q also sets p = (d != 0) or
// q.
void select_lop3(Unit *unit, const PtxInstruction *instruction)
{
    uint16_t combine = boolean_operation(instruction);
    if (combine == 0) {
        lane_from(unit, instruction, "lop3.b32");
        return;
    }
    const PtxOperand *result = &instruction->operands[0];
    if (result->kind != PTX_OPERAND_PAIR || instruction->operand_count != 6) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value values[4];
    for (uint32_t i = 0; i < 4; i++) {
        values[i] = operand_value(unit, &instruction->operands[i + 1], PTX_TYPE_B32);
    }
    bool is_negated;
    Value q = operand_predicate(unit, &instruction->operands[5], &is_negated);
    Value bits = operand_result(unit, &result->elements[0]);
    Op *op = unit_add(unit, MICRO_LANE4);
    op->function = LANE4_LOP3;
    op->a = values[0];
    op->b = values[1];
    op->c = values[2];
    op->e = values[3];
    op->d = bits != VALUE_NONE ? bits : unit_register(unit, VALUE_32);
    bits = op->d;
    op = unit_add(unit, MICRO_SETP);
    op->function = LANE_SETP_NE_32;
    op->type = PTX_TYPE_B32;
    op->combine = combine;
    op->d = operand_result(unit, &result->elements[1]);
    op->a = bits;
    op->b = literal_32(unit->lowering, 0);
    op->c = q;
    op->flags |= is_negated ? MICRO_PREDICATE_NEGATED : 0;
    op->is_free = true;
}
