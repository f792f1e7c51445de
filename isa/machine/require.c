// SPDX-License-Identifier: Apache-2.0
// Refusals: features that the target GPU lacks, by require.def, and features that this simulator
// lacks.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

typedef struct Requirement {
    uint16_t opcode;
    uint16_t suffix, second;
    uint32_t compute_capability;
    const char *what;
} Requirement;

static const Requirement requirements[] = {
#define REQUIRE(opcode, suffix, second, compute_capability, what)                                  \
    {PTX_##opcode, PTX_##suffix, PTX_##second, compute_capability, what},
#include "isa/machine/require.def"
#undef REQUIRE
};

static bool has_suffix(const PtxInstruction *instruction, uint16_t suffix)
{
    return suffix == 0 || ptx_has(instruction, (PtxSuffix)suffix) ||
           (suffix == PTX_DOT_SHARED && ptx_has(instruction, PTX_DOT_SHARED__CTA));
}

static void refuse(Lowering *lowering, const PtxInstruction *instruction, const char *what,
                   uint32_t needed)
{
    uint32_t found = lowering->target.compute_capability;
    lowering_error(lowering, instruction,
                   "%s: not available on compute capability %u.%u, needs %u.%u", what, found / 10,
                   found % 10, needed / 10, needed % 10);
}

static bool uses_type(const PtxInstruction *instruction, PtxType type)
{
    return instruction->type == type || instruction->source_type == type;
}

// Types that the registers and pipes of old generations do not support.
static bool check_types(Lowering *lowering, const PtxInstruction *instruction)
{
    uint32_t found = lowering->target.compute_capability;
    bool is_move = instruction->opcode == PTX_LD || instruction->opcode == PTX_ST ||
                   instruction->opcode == PTX_MOV || instruction->opcode == PTX_SELP;
    bool is_half = uses_type(instruction, PTX_TYPE_F16) || uses_type(instruction, PTX_TYPE_F16X2);
    bool is_bfloat =
        uses_type(instruction, PTX_TYPE_BF16) || uses_type(instruction, PTX_TYPE_BF16X2);
    if (uses_type(instruction, PTX_TYPE_F64) && lowering->module->is_map_f64_to_f32) {
        lowering_error(lowering, instruction,
                       "not supported: doubles computed as floats (.target map_f64_to_f32)");
        return false;
    }
    if (is_move) {
        return true;
    }
    if (uses_type(instruction, PTX_TYPE_F64) && found < 13) {
        refuse(lowering, instruction, "double precision", 13);
        return false;
    }
    if (is_half && instruction->opcode != PTX_CVT && instruction->opcode != PTX_ATOM &&
        instruction->opcode != PTX_RED && found < 53) {
        refuse(lowering, instruction, "half-precision arithmetic", 53);
        return false;
    }
    if (is_bfloat && found < 80) {
        refuse(lowering, instruction, "bfloat16", 80);
        return false;
    }
    return true;
}

static bool check_generic(Lowering *lowering, const PtxInstruction *instruction)
{
    bool is_access = instruction->opcode == PTX_LD || instruction->opcode == PTX_ST ||
                     instruction->opcode == PTX_ATOM || instruction->opcode == PTX_RED;
    if (is_access && instruction->space == PTX_SPACE_GENERIC &&
        lowering->target.compute_capability < 20) {
        refuse(lowering, instruction, "generic addresses", 20);
        return false;
    }
    if (is_access && instruction->space == PTX_SPACE_GENERIC &&
        lowering->module->address_bits == 32) {
        lowering_error(lowering, instruction, "not supported: generic addresses of 32 bits");
        return false;
    }
    return true;
}

// PTX ISA, "bar, barrier": numbers in registers and thread counts need sm_20.
static bool check_barrier(Lowering *lowering, const PtxInstruction *instruction)
{
    bool is_sync = (instruction->opcode == PTX_BAR || instruction->opcode == PTX_BARRIER) &&
                   ptx_has(instruction, PTX_DOT_SYNC) && !ptx_has(instruction, PTX_DOT_WARP);
    if (is_sync && lowering->target.compute_capability < 20 &&
        (instruction->operand_count > 1 || instruction->operands[0].kind == PTX_OPERAND_REGISTER)) {
        refuse(lowering, instruction, "a barrier for a part of the block", 20);
        return false;
    }
    return true;
}

// PTX ISA, "Special Registers": the Target ISA Notes.
static uint32_t special_needs(PtxSpecial special)
{
    switch (special) {
    case PTX_SPECIAL_LANEMASK_EQ:
    case PTX_SPECIAL_LANEMASK_LE:
    case PTX_SPECIAL_LANEMASK_LT:
    case PTX_SPECIAL_LANEMASK_GE:
    case PTX_SPECIAL_LANEMASK_GT:
    case PTX_SPECIAL_CLOCK64: return 20;
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO:
    case PTX_SPECIAL_GLOBALTIMER_HI: return 30;
    default: return 0;
    }
}

static bool check_operands(Lowering *lowering, const PtxInstruction *instruction)
{
    uint32_t found = lowering->target.compute_capability;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const PtxOperand *operand = &instruction->operands[i];
        if (operand->kind == PTX_OPERAND_SPECIAL && found < special_needs(operand->special)) {
            refuse(lowering, instruction, ptx_special_name(operand->special),
                   special_needs(operand->special));
            return false;
        }
        if (instruction->opcode == PTX_CALL && operand->kind == PTX_OPERAND_REGISTER &&
            found < 20) {
            refuse(lowering, instruction, "indirect calls", 20); // PTX ISA, "call"
            return false;
        }
    }
    return true;
}

bool require_function(Lowering *lowering, const PtxFunction *function)
{
    for (uint32_t i = 0; i < function->refusal_count; i++) {
        const PtxRefusal *refusal = &function->refusals[i];
        lowering_error_at(lowering, refusal->location, refusal->line, refusal->column,
                          refusal->message);
    }
    return function->refusal_count == 0;
}

// A callee without a body here was refused: an alias. Bodies are checked when they are built.
static bool check_callee(Lowering *lowering, const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const PtxFunction *function = instruction->operands[i].function;
        if (function != NULL && !function->has_body && !require_function(lowering, function)) {
            return false;
        }
    }
    return true;
}

bool require_check(Lowering *lowering, const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < sizeof requirements / sizeof requirements[0]; i++) {
        const Requirement *row = &requirements[i];
        if (row->opcode == instruction->opcode && has_suffix(instruction, row->suffix) &&
            has_suffix(instruction, row->second) &&
            lowering->target.compute_capability < row->compute_capability) {
            refuse(lowering, instruction, row->what, row->compute_capability);
            return false;
        }
    }
    return check_types(lowering, instruction) && check_generic(lowering, instruction) &&
           check_barrier(lowering, instruction) && check_operands(lowering, instruction) &&
           check_callee(lowering, instruction);
}

bool require_module(Lowering *lowering, const PtxFunction *entry)
{
    if (!entry->is_entry || !entry->has_body) {
        lowering_error(lowering, NULL, "'%s' is not a kernel with a body", entry->name);
        return false;
    }
    return true;
}
