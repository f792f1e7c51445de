// SPDX-License-Identifier: Apache-2.0
// Registers of 128 bits: each is two values of 64 bits, and what moves it moves the two.
#include "isa/machine/op.h"
#include "isa/machine/select.h"

PtxOperand select_half(const PtxOperand *operand, uint32_t half)
{
    PtxOperand found = *operand;
    switch ((int)operand->kind) {
    case PTX_OPERAND_REGISTER: found.component = (uint8_t)(half + 1); break;
    case PTX_OPERAND_INTEGER: found.integer = half == 0 ? operand->integer : 0; break;
    case PTX_OPERAND_VECTOR:
        if (operand->element_count == 2) {
            found = operand->elements[half];
        } else {
            found.element_count = operand->element_count / 2;
            found.elements = operand->elements + half * found.element_count;
        }
        break;
    default: break; // a sink
    }
    return found;
}

const PtxInstruction *select_pairs(Unit *unit, const PtxInstruction *instruction,
                                   PtxInstruction *room)
{
    if (instruction->type != PTX_TYPE_B128) {
        return instruction;
    }
    uint32_t count = instruction->operand_count, data = instruction->opcode == PTX_ST ? 1 : 0;
    PtxOperand *operands = arena_alloc(&unit->lowering->scratch, (count + 2) * sizeof *operands);
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = instruction->operands[i];
    }
    PtxOperand *halves = &operands[count];
    halves[0] = select_half(&operands[data], 0);
    halves[1] = select_half(&operands[data], 1);
    operands[data] =
        (PtxOperand){.kind = PTX_OPERAND_VECTOR, .elements = halves, .element_count = 2};
    *room = *instruction;
    room->operands = operands;
    room->type = room->source_type = PTX_TYPE_B64;
    room->vector = 2;
    return room;
}
