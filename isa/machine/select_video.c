// SPDX-License-Identifier: Apache-2.0
// Selection of video instructions: one lane function whose fourth operand says what to do. SIMD
// instructions with selectors gather their operands with byte permutes first.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"
#include "isa/machine/video.h"

#include <stdio.h>
#include <string.h>

static VideoFunction comparison_of(const PtxInstruction *instruction)
{
    static const struct {
        PtxSuffix suffix;
        VideoFunction function;
    } comparisons[] = {{PTX_DOT_EQ, VIDEO_EQ},
                       {PTX_DOT_NE, VIDEO_NE},
                       {PTX_DOT_LT, VIDEO_LT},
                       {PTX_DOT_LE, VIDEO_LE},
                       {PTX_DOT_GT, VIDEO_GT}};
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++) {
        if (ptx_has(instruction, comparisons[i].suffix)) {
            return comparisons[i].function;
        }
    }
    return VIDEO_GE;
}

static VideoFunction function_of(const PtxInstruction *instruction)
{
    switch ((int)instruction->opcode) {
    case PTX_VADD:
    case PTX_VADD2:
    case PTX_VADD4: return VIDEO_ADD;
    case PTX_VSUB:
    case PTX_VSUB2:
    case PTX_VSUB4: return VIDEO_SUB;
    case PTX_VABSDIFF:
    case PTX_VABSDIFF2:
    case PTX_VABSDIFF4: return VIDEO_ABSDIFF;
    case PTX_VMIN:
    case PTX_VMIN2:
    case PTX_VMIN4: return VIDEO_MIN;
    case PTX_VMAX:
    case PTX_VMAX2:
    case PTX_VMAX4: return VIDEO_MAX;
    case PTX_VAVRG2:
    case PTX_VAVRG4: return VIDEO_AVRG;
    case PTX_VSHL: return VIDEO_SHL;
    case PTX_VSHR: return VIDEO_SHR;
    case PTX_VMAD: return VIDEO_MAD;
    default: return comparison_of(instruction);
    }
}

static bool is_comparison(PtxOpcode opcode)
{
    return opcode == PTX_VSET || opcode == PTX_VSET2 || opcode == PTX_VSET4;
}

// The suffixes' part of the word. vset has no type of its result, which is unsigned.
static uint32_t suffix_bits(const PtxInstruction *instruction)
{
    static const struct {
        PtxSuffix suffix;
        uint32_t bits;
    } modifiers[] = {{PTX_DOT_SAT, VIDEO_SAT},
                     {PTX_DOT_ADD, VIDEO_THEN_ADD << VIDEO_SECONDARY},
                     {PTX_DOT_MIN, VIDEO_THEN_MIN << VIDEO_SECONDARY},
                     {PTX_DOT_MAX, VIDEO_THEN_MAX << VIDEO_SECONDARY},
                     {PTX_DOT_WRAP, VIDEO_WRAP},
                     {PTX_DOT_PO, VIDEO_PLUS_ONE},
                     {PTX_DOT_SHR7, 7u << VIDEO_SCALE},
                     {PTX_DOT_SHR15, 15u << VIDEO_SCALE}};
    uint32_t signs[3] = {VIDEO_SIGNED_D, VIDEO_SIGNED_A, VIDEO_SIGNED_B};
    uint32_t bits = 0, type = is_comparison(instruction->opcode) ? 1 : 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        for (size_t j = 0; j < sizeof modifiers / sizeof modifiers[0]; j++) {
            bits |= instruction->suffix[i] == modifiers[j].suffix ? modifiers[j].bits : 0;
        }
        if (instruction->suffix[i] < PTX_TYPE_COUNT && type < 3) {
            bits |= instruction->suffix[i] == PTX_TYPE_S32 ? signs[type] : 0;
            type++;
        }
    }
    return bits;
}

// .b2: 3, .h1: 6; 0: none.
static uint32_t part_of(const PtxOperand *operand)
{
    const char *text = operand->selector;
    return text == NULL ? 0 : (uint32_t)(text[2] - '0') + (text[1] == 'b' ? 1 : 5);
}

static Value third_value(Unit *unit, const PtxInstruction *instruction)
{
    return instruction->operand_count > 3
               ? operand_value(unit, &instruction->operands[3], PTX_TYPE_U32)
               : literal_32(unit->lowering, 0);
}

static void add_video(Unit *unit, Lane4Op function, Value result, const Value values[3],
                      uint32_t bits)
{
    Op *op = unit_add(unit, MICRO_LANE4);
    op->function = (uint16_t)function;
    op->type = PTX_TYPE_U32;
    op->d = result;
    op->a = values[0];
    op->b = values[1];
    op->c = values[2];
    op->e = literal_32(unit->lowering, bits);
}

static void select_scalar(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    uint32_t bits = (uint32_t)function_of(instruction) | suffix_bits(instruction);
    bits |= part_of(&operands[0]) << VIDEO_PART_D | part_of(&operands[1]) << VIDEO_PART_A |
            part_of(&operands[2]) << VIDEO_PART_B;
    if (instruction->opcode == PTX_VMAD) {
        bits |= operands[1].is_negated != operands[2].is_negated ? VIDEO_NEGATE_PRODUCT : 0;
        bits |= operands[3].is_negated ? VIDEO_NEGATE_C : 0;
    }
    const Value values[3] = {operand_value(unit, &operands[1], PTX_TYPE_U32),
                             operand_value(unit, &operands[2], PTX_TYPE_U32),
                             third_value(unit, instruction)};
    add_video(unit, LANE4_VIDEO, operand_result(unit, &operands[0]), values, bits);
}

// Digits of a SIMD selector from the right: those of bytes of the pair (a, b).
static uint32_t permutation(const char *selector, bool is_bytes)
{
    uint32_t bits = 0;
    for (const char *digit = selector + 2; *digit != '\0'; digit++) {
        uint32_t from = (uint32_t)(*digit - '0');
        bits = is_bytes ? bits << 4 | from : bits << 8 | (2 * from + 1) << 4 | 2 * from;
    }
    return bits;
}

static Value gathered(Unit *unit, const PtxOperand *operand, Value plain, Value a, Value b,
                      bool is_bytes)
{
    if (operand->selector == NULL) {
        return plain;
    }
    Value result = unit_register(unit, VALUE_32);
    unit_lane(unit, "prmt.b32", result, a, b,
              literal_32(unit->lowering, permutation(operand->selector, is_bytes)));
    return result;
}

static uint32_t written_lanes(const PtxOperand *operand, bool is_bytes)
{
    uint32_t lanes = 0;
    if (operand->selector == NULL) {
        return is_bytes ? 15 : 3;
    }
    for (const char *digit = operand->selector + 2; *digit != '\0'; digit++) {
        lanes |= 1u << (*digit - '0');
    }
    return lanes;
}

static void select_simd(Unit *unit, const PtxInstruction *instruction, bool is_bytes)
{
    const PtxOperand *operands = instruction->operands;
    uint32_t bits = (uint32_t)function_of(instruction) | suffix_bits(instruction);
    bits |= written_lanes(&operands[0], is_bytes) << VIDEO_LANES;
    Value a = operand_value(unit, &operands[1], PTX_TYPE_U32);
    Value b = operand_value(unit, &operands[2], PTX_TYPE_U32);
    const Value values[3] = {gathered(unit, &operands[1], a, a, b, is_bytes),
                             gathered(unit, &operands[2], b, a, b, is_bytes),
                             third_value(unit, instruction)};
    VideoFunction function = (VideoFunction)(bits & VIDEO_FUNCTION_MASK);
    bool is_long = (bits & VIDEO_SAT) != 0 || (function != VIDEO_ADD && function != VIDEO_SUB);
    add_video(unit,
              is_bytes ? (is_long ? LANE4_VIDEO_4_LONG : LANE4_VIDEO_4)
                       : (is_long ? LANE4_VIDEO_2_LONG : LANE4_VIDEO_2),
              operand_result(unit, &operands[0]), values, bits);
}

// Absolute differences of unsigned numbers are one machine instruction on some GPUs.
static bool is_plain_difference(const PtxInstruction *instruction)
{
    bool is_difference =
        instruction->opcode == PTX_VABSDIFF2 || instruction->opcode == PTX_VABSDIFF4;
    bool is_plain = suffix_bits(instruction) == 0 ||
                    suffix_bits(instruction) == VIDEO_THEN_ADD << VIDEO_SECONDARY;
    for (uint32_t i = 0; i < 3; i++) {
        is_plain = is_plain && instruction->operands[i].selector == NULL;
    }
    return is_difference && is_plain;
}

void select_video(Unit *unit, const PtxInstruction *instruction)
{
    const char *name = ptx_opcode_name(instruction->opcode);
    char last = name[strlen(name) - 1];
    if (is_plain_difference(instruction)) {
        char key[32];
        bool is_sum = ptx_has(instruction, PTX_DOT_ADD);
        snprintf(key, sizeof key, "%s.u32.u32.u32%s", name, is_sum ? ".add" : "");
        select_lane_key(unit, instruction, key);
    } else if (last == '2' || last == '4') {
        select_simd(unit, instruction, last == '4');
    } else {
        select_scalar(unit, instruction);
    }
}
