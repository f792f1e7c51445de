// SPDX-License-Identifier: Apache-2.0
// Which registers fit which types (PTX ISA 9.0, "Operand Type Checking", "Operand Size Exceeding
// Instruction-Type Size").
#include "isa/ptx/verify.h"

static PtxType widen(PtxType type)
{
    switch (type) {
    case PTX_TYPE_U16: return PTX_TYPE_U32;
    case PTX_TYPE_S16: return PTX_TYPE_S32;
    case PTX_TYPE_U32: return PTX_TYPE_U64;
    case PTX_TYPE_S32: return PTX_TYPE_S64;
    default: return type;
    }
}

// The type suffix with this number, from 0.
static PtxType type_suffix(const PtxInstruction *instruction, uint32_t number)
{
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        if (instruction->suffix[i] < PTX_TYPE_COUNT && number-- == 0) {
            return (PtxType)instruction->suffix[i];
        }
    }
    return PTX_TYPE_NONE;
}

PtxType verify_rule_type(const OperandRule *rule, const PtxInstruction *instruction)
{
    switch (rule->type_from) {
    case RULE_TYPE_FIXED: return rule->type;
    case RULE_TYPE_A: return instruction->type;
    case RULE_TYPE_B: return type_suffix(instruction, 1);
    case RULE_TYPE_C: return type_suffix(instruction, 2);
    case RULE_TYPE_WIDE: return widen(instruction->type);
    case RULE_TYPE_ADDRESS: break;
    }
    return PTX_TYPE_NONE;
}

static bool is_integer(PtxTypeKind kind)
{
    return kind == PTX_KIND_SIGNED || kind == PTX_KIND_UNSIGNED;
}

// A register of bits holds anything of its width; integers match regardless of sign; narrow and
// packed types are held in registers of bits.
bool verify_type_fits(PtxType reg, PtxType wanted, bool may_be_wider)
{
    PtxTypeKind have = ptx_type_kind(reg), want = ptx_type_kind(wanted);
    unsigned have_bits = ptx_type_bits(reg), want_bits = ptx_type_bits(wanted);
    if (reg == wanted) {
        return true;
    }
    if (have == PTX_KIND_PREDICATE || want == PTX_KIND_PREDICATE) {
        return false;
    }
    if (may_be_wider ? have_bits < want_bits : have_bits != want_bits) {
        return false;
    }
    return have == PTX_KIND_BITS || want == PTX_KIND_BITS || (is_integer(have) && is_integer(want));
}
