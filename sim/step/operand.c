// SPDX-License-Identifier: Apache-2.0
// Which rows and predicates a micro-op reads and writes, and what they are called. Leaves out the
// rare operands of textures, matrices and asynchronous copies beyond their addresses.
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

typedef struct OperandList {
    StepperOperand *at;
    uint32_t count;
} OperandList;

static void add(OperandList *list, Row row, LaneType type, bool is_result)
{
    if (row != ROW_NONE && type != LANE_TYPE_NONE && list->count < OPERANDS_MAX) {
        list->at[list->count++] = (StepperOperand){row, type, is_result};
    }
}

static void add_lane(OperandList *list, const Micro *micro, const LaneInfo *info)
{
    const Row rows[] = {micro->a, micro->b, micro->c, micro->e};
    const LaneType types[] = {info->a, info->b, info->c, info->e};
    for (int i = 0; i < 4; i++) {
        add(list, rows[i], types[i], false);
    }
    add(list, micro->d, info->d, true);
}

static void add_compare(OperandList *list, const Micro *micro)
{
    const LaneInfo *info = &lane_info[micro->function];
    add(list, micro->a, info->a, false);
    add(list, micro->b, info->b, false);
    add(list, micro->c, LANE_TYPE_P, false);
    add(list, micro->d, LANE_TYPE_P, true);
    add(list, micro->d2, LANE_TYPE_P, true);
}

static void add_address(OperandList *list, const Micro *micro)
{
    add(list, micro->a, micro->flags & MICRO_WIDE_ADDRESS ? LANE_TYPE_U64 : LANE_TYPE_U32, false);
}

static void add_memory(OperandList *list, const Micro *micro)
{
    LaneType type = lane_type_of((PtxType)micro->type);
    add_address(list, micro);
    if (micro->kind == MICRO_ATOM) {
        add(list, micro->b, type, false);
        add(list, micro->c, type, false);
        add(list, micro->d, type, true);
        return;
    }
    for (uint32_t i = 0; i < micro->vector && i < 4; i++) {
        add(list, micro->data[i], type, micro->kind == MICRO_LOAD);
    }
}

static void add_warp(OperandList *list, const Micro *micro)
{
    bool is_vote = micro->kind == MICRO_VOTE;
    bool is_ballot = micro->function == PTX_DOT_BALLOT;
    bool is_wide = micro->kind == MICRO_MATCH && lane_type_is_wide(lane_type_of(micro->type));
    add(list, micro->a, is_vote ? LANE_TYPE_P : is_wide ? LANE_TYPE_U64 : LANE_TYPE_S32, false);
    add(list, micro->b, LANE_TYPE_S32, false);
    add(list, micro->c, LANE_TYPE_S32, false);
    add(list, micro->e, LANE_TYPE_S32, false);
    add(list, micro->d, is_vote && !is_ballot ? LANE_TYPE_P : LANE_TYPE_S32, true);
    add(list, micro->d2, LANE_TYPE_P, true);
}

static void add_carry(OperandList *list, const Micro *micro)
{
    LaneType type = lane_type_of((PtxType)micro->type);
    add(list, micro->a, type, false);
    add(list, micro->b, type, false);
    add(list, micro->c, type, false);
    add(list, micro->e, LANE_TYPE_P, false);
    add(list, micro->d, type, true);
    add(list, micro->d2, LANE_TYPE_P, true);
}

uint32_t operands_of(const Micro *micro, StepperOperand operands[OPERANDS_MAX])
{
    OperandList list = {.at = operands};
    if (micro->guard != PREDICATE_NONE) {
        add(&list, (Row)micro->guard, LANE_TYPE_P, false);
    }
    switch (micro->kind) {
    case MICRO_LANE: add_lane(&list, micro, &lane_info[micro->function]); break;
    case MICRO_LANE4: add_lane(&list, micro, &lane4_info[micro->function]); break;
    case MICRO_SETP: add_compare(&list, micro); break;
    case MICRO_CARRY: add_carry(&list, micro); break;
    case MICRO_LOAD:
    case MICRO_STORE:
    case MICRO_ATOM: add_memory(&list, micro); break;
    case MICRO_COPY_ASYNC:
    case MICRO_COPY_BULK:
    case MICRO_MATRIX_LOAD:
    case MICRO_MATRIX_STORE: add_address(&list, micro); break;
    case MICRO_SHUFFLE:
    case MICRO_VOTE:
    case MICRO_MATCH:
    case MICRO_REDUX:
    case MICRO_ACTIVEMASK:
    case MICRO_ELECT: add_warp(&list, micro); break;
    case MICRO_SPECIAL:
    case MICRO_FRAME_ADDRESS:
        add(&list, micro->d,
            micro->type == PTX_TYPE_U64 || (micro->flags & MICRO_WIDE_ADDRESS) != 0 ? LANE_TYPE_U64
                                                                                    : LANE_TYPE_U32,
            true);
        break;
    case MICRO_BRANCH_INDEX: add(&list, micro->a, LANE_TYPE_U32, false); break;
    default: break;
    }
    return list.count;
}

Cell operand_cell(const RecordedStep *step, const StepperOperand *operand)
{
    bool is_predicate = operand->type == LANE_TYPE_P;
    uint32_t base = is_predicate ? step->predicate_base : step->row_base;
    return (Cell){is_predicate, base + operand->row, operand->type};
}

const MachineConstant *constant_of(const MachineProgram *program, Row row)
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

static void put_constant(const Stepper *stepper, const StepperOperand *operand, Text *out)
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

void operand_name(const Stepper *stepper, const RecordedStep *step, const StepperOperand *operand,
                  Text *out)
{
    if ((operand->row & ROW_CONSTANT) != 0) {
        put_constant(stepper, operand, out);
        return;
    }
    const PtxInstruction *instruction = stepper->instructions[step->pc];
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
