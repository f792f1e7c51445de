// SPDX-License-Identifier: Apache-2.0
// The functions that a kernel can reach: those it names, those that these name, and, if one of them
// calls through a register, every function whose address is in a variable's initial value.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

static void reach_function(Lowering *lowering, const PtxFunction *function)
{
    if (function != NULL && function->has_body && !function->is_entry) {
        lowering_unit(lowering, function);
    }
}

static void reach_operand(Lowering *lowering, const PtxOperand *operand)
{
    reach_function(lowering, operand->function);
    for (uint32_t i = 0; i < operand->element_count; i++) {
        reach_operand(lowering, &operand->elements[i]);
    }
}

static void reach_variables(Lowering *lowering, PtxVariable *const *variables, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < variables[i]->relocation_count; j++) {
            reach_function(lowering, variables[i]->relocations[j].function);
        }
    }
}

static bool is_indirect(const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (instruction->operands[i].kind == PTX_OPERAND_REGISTER) {
            return true;
        }
    }
    return false;
}

void reach_functions(Lowering *lowering, const PtxFunction *entry)
{
    const PtxModule *module = lowering->module;
    lowering->unit_of = arena_alloc(&lowering->scratch, module->function_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < module->function_count; i++) {
        lowering->unit_of[i] = UINT32_MAX;
    }
    lowering_unit(lowering, entry);
    for (uint32_t u = 0; u < lowering->unit_count; u++) {
        const PtxFunction *function = lowering->units[u]->function;
        for (uint32_t i = 0; i < function->instruction_count; i++) {
            const PtxInstruction *instruction = &function->instructions[i];
            for (uint32_t j = 0; j < instruction->operand_count; j++) {
                reach_operand(lowering, &instruction->operands[j]);
            }
            if (instruction->opcode == PTX_CALL && is_indirect(instruction) &&
                !lowering->has_indirect_call) {
                lowering->has_indirect_call = true;
                reach_variables(lowering, module->variables, module->variable_count);
            }
        }
    }
}
