// SPDX-License-Identifier: Apache-2.0
// Turns a PTX function into a list of ops: virtual registers for its registers, labels between the
// ops, one selection an instruction.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/pass.h"
#include "isa/machine/select.h"

static void build_registers(Unit *unit)
{
    const PtxFunction *function = unit->function;
    unit->value_of =
        arena_alloc(&unit->lowering->scratch, (function->register_count + 1) * sizeof(Value));
    for (uint32_t i = 0; i < function->register_count; i++) {
        const PtxRegister *reg = function->registers[i];
        bool is_pair = reg->type == PTX_TYPE_B128;
        uint32_t components = is_pair ? 2 : reg->vector == 0 ? 1 : reg->vector;
        unit->value_of[reg->index] = unit->register_count;
        for (uint32_t j = 0; j < components; j++) {
            unit_register(unit, is_pair ? VALUE_64 : class_of_type(reg->type));
        }
    }
}

// first[i] .. first[i + 1]: the code labels directly before instruction i.
static uint32_t *labels_by_place(Unit *unit, uint32_t **sorted)
{
    const PtxFunction *function = unit->function;
    uint32_t places = function->instruction_count + 1;
    uint32_t *first = arena_alloc(&unit->lowering->scratch, (places + 2) * sizeof(uint32_t));
    *sorted = arena_alloc(&unit->lowering->scratch, (function->label_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < function->label_count; i++) {
        if (function->labels[i].kind == PTX_LABEL_CODE) {
            first[function->labels[i].instruction + 2]++;
        }
    }
    for (uint32_t i = 0; i <= places; i++) {
        first[i + 1] += first[i];
    }
    for (uint32_t i = 0; i < function->label_count; i++) {
        if (function->labels[i].kind == PTX_LABEL_CODE) {
            (*sorted)[first[function->labels[i].instruction + 1]++] = i;
        }
    }
    return first;
}

void unit_build(Unit *unit)
{
    const PtxFunction *function = unit->function;
    if (!require_function(unit->lowering, function)) {
        return;
    }
    build_registers(unit);
    unit->label_count = function->label_count;
    uint32_t *sorted;
    uint32_t *first = labels_by_place(unit, &sorted);
    select_register_parameters(unit);
    for (uint32_t i = 0; i <= function->instruction_count; i++) {
        for (uint32_t j = first[i]; j < first[i + 1]; j++) {
            unit_place_label(unit, sorted[j]);
        }
        if (i == function->instruction_count) {
            break;
        }
        unit->current = &function->instructions[i];
        if (require_check(unit->lowering, unit->current)) {
            select_instruction(unit, unit->current);
        }
        unit->current = NULL;
    }
    if (unit->op_count == 0 || !op_ends_block(&unit->ops[unit->op_count - 1])) {
        unit_add(unit, function->is_entry ? MICRO_EXIT : MICRO_RETURN);
    }
}
