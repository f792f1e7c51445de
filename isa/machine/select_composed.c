// SPDX-License-Identifier: Apache-2.0
// Arithmetic of compute capability 10.0 that is composed of lane functions of single floats: pairs,
// sums of halves and floats, three magnitudes. Whether the machine has one instruction for it is
// not known; each function counts as one.
#include "isa/machine/lower.h"
#include "isa/machine/op.h"
#include "isa/machine/select.h"

#include <stdio.h>

enum { KEY_MAX = 32, SOURCES_MAX = 3 };

static Value unary(Unit *unit, const char *key, Value source)
{
    Value result = unit_register(unit, VALUE_32);
    unit_lane(unit, key, result, source, VALUE_NONE, VALUE_NONE);
    return result;
}

// Operation `key` of single floats, with the instruction's rounding and the like.
static void operate(Unit *unit, const PtxInstruction *instruction, const char *key, Value result,
                    const Value sources[SOURCES_MAX])
{
    PtxInstruction single = *instruction;
    single.type = single.source_type = PTX_TYPE_F32;
    Op *op = unit_lane(unit, key, result, sources[0], sources[1], sources[2]);
    op->type = PTX_TYPE_F32;
    select_modifiers(op, &single);
}

static void key_of(const PtxInstruction *instruction, char key[KEY_MAX])
{
    snprintf(key, KEY_MAX, "%s%s.f32", ptx_opcode_name(instruction->opcode),
             ptx_has(instruction, PTX_DOT_NAN_RESULT) ? ".NaN" : "");
}

static void select_pair(Unit *unit, const PtxInstruction *instruction)
{
    static const char *const halves[] = {"unpack.lo.b64.b32", "unpack.hi.b64.b32"};
    char key[KEY_MAX];
    Value sources[SOURCES_MAX], results[2];
    uint32_t count = instruction->operand_count - 1u;
    key_of(instruction, key);
    for (uint32_t i = 0; i < count && i < SOURCES_MAX; i++) {
        sources[i] = operand_value(unit, &instruction->operands[1 + i], PTX_TYPE_B64);
    }
    for (uint32_t half = 0; half < 2; half++) {
        Value parts[SOURCES_MAX] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
        for (uint32_t i = 0; i < count && i < SOURCES_MAX; i++) {
            parts[i] = unary(unit, halves[half], sources[i]);
        }
        results[half] = unit_register(unit, VALUE_32);
        operate(unit, instruction, key, results[half], parts);
    }
    Value result = operand_result(unit, &instruction->operands[0]);
    unit_lane(unit, "pack.b64.b32", result, results[0], results[1], VALUE_NONE);
}

// All sources but the last are halves.
static void select_mixed(Unit *unit, const PtxInstruction *instruction, PtxType half)
{
    char key[KEY_MAX];
    Value sources[SOURCES_MAX] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
    uint32_t count = instruction->operand_count - 1u;
    key_of(instruction, key);
    for (uint32_t i = 0; i < count && i < SOURCES_MAX; i++) {
        const PtxOperand *operand = &instruction->operands[1 + i];
        bool is_last = i + 1 == count;
        sources[i] = operand_value(unit, operand, is_last ? PTX_TYPE_F32 : half);
        if (!is_last) {
            sources[i] =
                unary(unit, half == PTX_TYPE_F16 ? "cvt.f32.f16" : "cvt.f32.bf16", sources[i]);
        }
    }
    operate(unit, instruction, key, operand_result(unit, &instruction->operands[0]), sources);
}

static void select_magnitudes(Unit *unit, const PtxInstruction *instruction)
{
    char key[KEY_MAX];
    Value sources[SOURCES_MAX];
    key_of(instruction, key);
    for (uint32_t i = 0; i < SOURCES_MAX; i++) {
        Value value = operand_value(unit, &instruction->operands[1 + i], PTX_TYPE_F32);
        sources[i] = unary(unit, "abs.f32", value);
    }
    Value partial = unit_register(unit, VALUE_32);
    operate(unit, instruction, key, partial, (const Value[]){sources[0], sources[1], VALUE_NONE});
    operate(unit, instruction, key, operand_result(unit, &instruction->operands[0]),
            (const Value[]){partial, sources[2], VALUE_NONE});
}

bool select_composed(Unit *unit, const PtxInstruction *instruction)
{
    PtxOpcode opcode = instruction->opcode;
    bool is_extreme = opcode == PTX_MIN || opcode == PTX_MAX;
    bool is_float = instruction->type == PTX_TYPE_F32;
    if (instruction->type == PTX_TYPE_F32X2) {
        select_pair(unit, instruction);
        return true;
    }
    if (is_extreme && is_float && instruction->operand_count == 4 &&
        ptx_has(instruction, PTX_DOT_ABS)) {
        select_magnitudes(unit, instruction);
        return true;
    }
    bool is_half = ptx_has(instruction, (PtxSuffix)PTX_TYPE_F16) ||
                   ptx_has(instruction, (PtxSuffix)PTX_TYPE_BF16);
    bool is_sum = opcode == PTX_ADD || opcode == PTX_SUB || opcode == PTX_FMA;
    if (is_sum && is_float && is_half) {
        select_mixed(unit, instruction,
                     ptx_has(instruction, (PtxSuffix)PTX_TYPE_F16) ? PTX_TYPE_F16 : PTX_TYPE_BF16);
        return true;
    }
    return false;
}
