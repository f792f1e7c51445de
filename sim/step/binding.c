// SPDX-License-Identifier: Apache-2.0
// Which PTX register a row holds. Rows are shared by registers that do not live at the same time,
// so the last micro-op that wrote a row decides: its PTX instruction names its results. Where one
// PTX instruction became several micro-ops, only the one whose result no other of them reads
// writes the register; rows of the others have no name.
#include "sim/step/stepper.h"

#include <string.h>

static uint32_t last_line(const PtxModule *module)
{
    uint32_t last = 0;
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = module->functions[f];
        for (uint32_t i = 0; i < function->instruction_count; i++) {
            uint32_t line = function->instructions[i].line;
            last = line > last ? line : last;
        }
    }
    return last;
}

static void find_instructions(Stepper *stepper)
{
    const MachineProgram *program = stepper->program;
    const PtxModule *module = program->module;
    uint32_t last = last_line(module);
    const PtxInstruction **slots = arena_alloc(&stepper->arena, (last + 1) * sizeof *slots);
    bool *is_taken = arena_alloc(&stepper->arena, (last + 1) * sizeof *is_taken);
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = module->functions[f];
        for (uint32_t i = 0; i < function->instruction_count; i++) {
            const PtxInstruction *instruction = &function->instructions[i];
            // Two on a line cannot be told apart.
            slots[instruction->line] = is_taken[instruction->line] ? NULL : instruction;
            is_taken[instruction->line] = true;
        }
    }
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        uint32_t line = program->code[pc].ptx_line;
        stepper->instructions[pc] = line <= last ? slots[line] : NULL;
    }
}

static bool reads(const Micro *micro, const MicroOperand *result)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands);
    for (uint32_t i = 0; i < count; i++) {
        bool is_same = operands[i].row == result->row &&
                       (operands[i].type == LANE_TYPE_P) == (result->type == LANE_TYPE_P);
        if (!operands[i].is_result && is_same) {
            return true;
        }
    }
    return false;
}

static bool has_result(const Micro *micro, MicroOperand *result)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands);
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i].is_result) {
            *result = operands[i];
            return true;
        }
    }
    return false;
}

// Copies of one micro-op, as unrolling makes them, all write the register.
static bool writes_register(const MachineProgram *program, uint32_t pc)
{
    const Micro *micro = &program->code[pc];
    MicroOperand result;
    if (!has_result(micro, &result)) {
        return false;
    }
    for (uint32_t other = 0; other < program->code_count; other++) {
        const Micro *also = &program->code[other];
        bool is_copy = also->kind == micro->kind && also->function == micro->function;
        if (also->ptx_line == micro->ptx_line && other != pc && !is_copy && reads(also, &result)) {
            return false;
        }
    }
    return true;
}

void bindings_prepare(Stepper *stepper)
{
    const MachineProgram *program = stepper->program;
    const Recording *recording = stepper->recording;
    size_t count = program->code_count + 1;
    stepper->instructions = arena_alloc(&stepper->arena, count * sizeof *stepper->instructions);
    stepper->is_result = arena_alloc(&stepper->arena, count * sizeof *stepper->is_result);
    find_instructions(stepper);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        stepper->is_result[pc] = writes_register(program, pc);
    }
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

// The PTX operand that names the nth result: d of `op d|p, ...`, or an element of {a, b}.
static const PtxRegister *nth_result(const PtxInstruction *instruction, uint32_t number)
{
    const PtxOperand *operand = instruction->operand_count > 0 ? &instruction->operands[0] : NULL;
    if (operand != NULL &&
        (operand->kind == PTX_OPERAND_VECTOR || operand->kind == PTX_OPERAND_PAIR)) {
        operand = number < operand->element_count ? &operand->elements[number] : NULL;
        number = 0;
    }
    bool is_register = operand != NULL && operand->kind == PTX_OPERAND_REGISTER && number == 0;
    return is_register && operand->component == 0 ? operand->reg : NULL;
}

// Elements that nobody reads have no row, so their numbers are those of the micro-op's data.
static uint32_t number_of(const Micro *micro, const MicroOperand *operand)
{
    if (micro->kind == MICRO_LOAD) {
        for (uint32_t i = 0; i < 4; i++) {
            if (micro->data[i] == operand->row) {
                return i;
            }
        }
    }
    bool is_second =
        operand->type == LANE_TYPE_P && micro->d2 == operand->row && micro->d != operand->row;
    bool has_first = micro->kind == MICRO_SETP || micro->kind == MICRO_SHUFFLE ||
                     micro->kind == MICRO_MATCH || micro->kind == MICRO_ELECT;
    return is_second ? (has_first ? 1 : 9) : 0;
}

const PtxRegister *binding_name_of_result(const Stepper *stepper, const RecordedStep *step,
                                          const MicroOperand *operand)
{
    const PtxInstruction *instruction = stepper->instructions[step->pc];
    if (instruction == NULL || !stepper->is_result[step->pc]) {
        return NULL;
    }
    const PtxRegister *reg =
        nth_result(instruction, number_of(stepper_micro(stepper, step), operand));
    if (reg == NULL || reg->vector > 1) {
        return NULL;
    }
    bool is_predicate = reg->type == PTX_TYPE_PRED;
    bool is_wide = ptx_type_bits(reg->type) == 64;
    return is_predicate == (operand->type == LANE_TYPE_P) &&
                   is_wide == lane_type_is_wide(operand->type)
               ? reg
               : NULL;
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
