// SPDX-License-Identifier: Apache-2.0
// Which PTX register a row holds. Rows are shared by registers that do not live at the same time,
// so the last micro-op that wrote a row decides: its PTX instruction names its results.
#include "sim/step/stepper.h"

#include <string.h>

void bindings_prepare(Stepper *stepper)
{
    const Recording *recording = stepper->recording;
    stepper->results = results_find(stepper->program, &stepper->arena);
    for (uint32_t i = 0; i < recording->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        uint32_t *room = change->place == RECORDED_ROW         ? &stepper->row_room
                         : change->place == RECORDED_PREDICATE ? &stepper->predicate_room
                                                               : NULL;
        if (room != NULL && change->index >= *room) {
            *room = change->index + 1;
        }
    }
    stepper->rows = arena_alloc(&stepper->arena, (stepper->row_room + 1) * sizeof(Binding));
    stepper->predicates =
        arena_alloc(&stepper->arena, (stepper->predicate_room + 1) * sizeof(Binding));
}

const PtxRegister *binding_name_of_result(const Stepper *stepper, const RecordedStep *step,
                                          const MicroOperand *operand)
{
    return results_name(&stepper->results, step->pc, operand);
}

static void bind(Stepper *stepper, const Cell *cell, Binding binding)
{
    Binding *list = cell->is_predicate ? stepper->predicates : stepper->rows;
    uint32_t room = cell->is_predicate ? stepper->predicate_room : stepper->row_room;
    if (cell->index < room) {
        list[cell->index] = binding;
    }
    if (!cell->is_predicate && lane_type_is_wide(cell->type) && cell->index + 1 < room) {
        list[cell->index + 1] = (Binding){0};
    }
}

// Rows of special registers are filled when a function is entered.
static void bind_specials(Stepper *stepper, const RecordedStep *step)
{
    const MachineProgram *program = stepper->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const MachineFunction *function = &program->functions[f];
        if (step->pc != function->entry_pc) {
            continue;
        }
        for (uint32_t i = 0; i < function->special_count; i++) {
            PtxSpecial special = function->specials[i].special;
            Cell cell = {false, step->row_base + function->specials[i].row, LANE_TYPE_U32};
            bind(stepper, &cell, (Binding){NULL, ptx_special_name(special), cell.type, true});
        }
    }
}

void bindings_find(Stepper *stepper)
{
    memset(stepper->rows, 0, (stepper->row_room + 1) * sizeof(Binding));
    memset(stepper->predicates, 0, (stepper->predicate_room + 1) * sizeof(Binding));
    for (uint32_t at = 0; at <= stepper->at && at < stepper_count(stepper); at++) {
        const RecordedStep *step = stepper_step_at(stepper, at);
        MicroOperand operands[MICRO_OPERANDS_MAX];
        bind_specials(stepper, step);
        uint32_t count = at == stepper->at || step->on == 0
                             ? 0
                             : micro_operands(stepper_micro(stepper, step), operands);
        for (uint32_t i = 0; i < count; i++) {
            if (operands[i].is_result) {
                Cell cell = operand_cell(step, &operands[i]);
                const PtxRegister *reg = binding_name_of_result(stepper, step, &operands[i]);
                bind(stepper, &cell, (Binding){reg, NULL, operands[i].type, true});
            }
        }
    }
}

const Binding *binding_of(const Stepper *stepper, const Cell *cell)
{
    uint32_t room = cell->is_predicate ? stepper->predicate_room : stepper->row_room;
    const Binding *list = cell->is_predicate ? stepper->predicates : stepper->rows;
    return cell->index < room && list[cell->index].is_written ? &list[cell->index] : NULL;
}
