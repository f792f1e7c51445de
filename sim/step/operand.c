// SPDX-License-Identifier: Apache-2.0
// The names of the rows and predicates that a micro-op reads and writes.
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

Cell operand_cell(const RecordedStep *step, const MicroOperand *operand)
{
    bool is_predicate = operand->type == LANE_TYPE_P;
    uint32_t base = is_predicate ? step->predicate_base : step->row_base;
    return (Cell){is_predicate, base + operand->row, operand->type};
}

static const MachineConstant *constant_of(const MachineProgram *program, Row row)
{
    for (uint32_t i = 0; i < program->constant_count; i++) {
        if (program->constants[i].row == (row & ~ROW_CONSTANT)) {
            return &program->constants[i];
        }
    }
    return NULL;
}

// "[n]" or "[3]": the kernel's parameter at that byte, by name where the PTX has one that people
// chose, else by number.
static void put_parameter(const MachineProgram *program, uint64_t offset, Text *out)
{
    const PtxFunction *entry = program->entry;
    for (uint32_t i = entry->parameter_count; i-- > 0;) {
        if (entry->parameter_offset[i] <= offset) {
            uint64_t inside = offset - entry->parameter_offset[i];
            text_printf(out, "param %u", i);
            if (inside > 0) {
                text_printf(out, "+%" PRIu64, inside);
            }
            return;
        }
    }
    text_printf(out, "param+%" PRIu64, offset);
}

static void put_constant(const Stepper *stepper, const MicroOperand *operand, Text *out)
{
    const MachineConstant *constant = constant_of(stepper->program, operand->row);
    if (constant == NULL) {
        text_put(out, "constant");
        return;
    }
    switch (constant->kind) {
    case CONSTANT_LITERAL: value_print(constant->bits, operand->type, 0, out); break;
    case CONSTANT_PARAMETER: put_parameter(stepper->program, constant->bits, out); break;
    case CONSTANT_VARIABLE: text_printf(out, "&%s", constant->variable->name); break;
    case CONSTANT_SPECIAL: text_put(out, ptx_special_name(constant->special)); break;
    default: text_put(out, "function"); break;
    }
}

void operand_name(const Stepper *stepper, const RecordedStep *step, const MicroOperand *operand,
                  Text *out)
{
    if ((operand->row & ROW_CONSTANT) != 0) {
        put_constant(stepper, operand, out);
        return;
    }
    const PtxInstruction *instruction = stepper->results.instructions[step->pc];
    const Micro *micro = stepper_micro(stepper, step);
    bool is_guard = operand->type == LANE_TYPE_P && operand->row == (Row)micro->guard &&
                    !operand->is_result && instruction != NULL && instruction->guard != NULL;
    Cell cell = operand_cell(step, operand);
    const Binding *binding = binding_of(stepper, &cell);
    if (is_guard) {
        text_put(out, instruction->guard->name);
    } else if (operand->is_result && binding_name_of_result(stepper, step, operand) != NULL) {
        text_put(out, binding_name_of_result(stepper, step, operand)->name);
    } else if (!operand->is_result && binding != NULL && binding->special != NULL) {
        text_put(out, binding->special);
    } else if (!operand->is_result && binding != NULL && binding->reg != NULL) {
        text_put(out, binding->reg->name);
    } else {
        text_printf(out, "%s %u", cell.is_predicate ? "pred" : "row", cell.index);
    }
}
