// SPDX-License-Identifier: Apache-2.0
// Placement of variables: shared variables in the block's shared memory, .local variables and call
// parameters in the thread's frame. A function's frame starts with its results, then its
// parameters, in order, so that a caller that knows only the prototype finds them.
#include "isa/machine/operand.h"

static uint32_t round_up(uint32_t value, uint32_t multiple)
{
    return multiple <= 1 ? value : (value + multiple - 1) / multiple * multiple;
}

uint32_t frame_space(Unit *unit, uint32_t size_bytes, uint32_t alignment_bytes)
{
    uint32_t offset = round_up(unit->frame_bytes, alignment_bytes);
    unit->frame_bytes = offset + size_bytes;
    return offset;
}

static uint32_t frame_place(Unit *unit, const PtxVariable *variable)
{
    unit->slots = arena_room(&unit->lowering->scratch, unit->slots, unit->slot_count,
                             &unit->slot_room, sizeof(*unit->slots));
    uint32_t offset = frame_space(unit, (uint32_t)variable->size_bytes, variable->alignment_bytes);
    unit->slots[unit->slot_count].variable = variable;
    unit->slots[unit->slot_count++].offset = offset;
    return offset;
}

uint32_t frame_slot(Unit *unit, const PtxVariable *variable)
{
    for (uint32_t i = 0; i < unit->slot_count; i++) {
        if (unit->slots[i].variable == variable) {
            return unit->slots[i].offset;
        }
    }
    return frame_place(unit, variable);
}

void frame_layout(Unit *unit)
{
    const PtxFunction *function = unit->function;
    if (function->is_entry) {
        return;
    }
    for (uint32_t i = 0; i < function->result_count; i++) {
        frame_place(unit, function->results[i]);
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        frame_place(unit, function->parameters[i]);
    }
}

// All dynamic arrays (extern, or open) start where the static variables end.
static bool is_dynamic(const PtxVariable *variable)
{
    return variable->is_extern || variable->size_bytes == 0;
}

uint32_t shared_slot(Lowering *lowering, const PtxVariable *variable)
{
    MachineProgram *program = lowering->program;
    for (uint32_t i = 0; i < program->shared_count; i++) {
        if (program->shared[i] == variable) {
            return program->shared_offset[i];
        }
    }
    return program->shared_bytes;
}

static void shared_place(Lowering *lowering, const PtxVariable *variable)
{
    MachineProgram *program = lowering->program;
    uint32_t offset = round_up(program->shared_bytes, variable->alignment_bytes);
    if (is_dynamic(variable)) {
        lowering->dynamic_alignment = variable->alignment_bytes > lowering->dynamic_alignment
                                          ? variable->alignment_bytes
                                          : lowering->dynamic_alignment;
        return;
    }
    for (uint32_t i = 0; i < program->shared_count; i++) {
        if (program->shared[i] == variable) {
            return;
        }
    }
    uint32_t room = lowering->shared_room;
    program->shared_offset = arena_room(&lowering->scratch, program->shared_offset,
                                        program->shared_count, &room, sizeof(uint32_t));
    program->shared = arena_room(&lowering->scratch, program->shared, program->shared_count,
                                 &lowering->shared_room, sizeof(*program->shared));
    program->shared[program->shared_count] = variable;
    program->shared_offset[program->shared_count++] = offset;
    program->shared_bytes = offset + (uint32_t)variable->size_bytes;
}

static void place_operand(Lowering *lowering, const PtxOperand *operand)
{
    if (operand->variable != NULL && operand->variable->space == PTX_SPACE_SHARED) {
        shared_place(lowering, operand->variable);
    }
    for (uint32_t i = 0; i < operand->element_count; i++) {
        place_operand(lowering, &operand->elements[i]);
    }
}

void shared_layout(Lowering *lowering)
{
    lowering->dynamic_alignment = 0;
    for (uint32_t u = 0; u < lowering->unit_count; u++) {
        const PtxFunction *function = lowering->units[u]->function;
        for (uint32_t i = 0; i < function->instruction_count; i++) {
            const PtxInstruction *instruction = &function->instructions[i];
            for (uint32_t j = 0; j < instruction->operand_count; j++) {
                place_operand(lowering, &instruction->operands[j]);
            }
        }
    }
    uint32_t *bytes = &lowering->program->shared_bytes;
    *bytes = round_up(*bytes, lowering->dynamic_alignment);
}
