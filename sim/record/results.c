// SPDX-License-Identifier: Apache-2.0
#include "sim/record/results.h"

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

static void find_instructions(Results *results, Arena *arena)
{
    const MachineProgram *program = results->program;
    const PtxModule *module = program->module;
    uint32_t last = last_line(module);
    const PtxInstruction **slots = arena_alloc(arena, (last + 1) * sizeof *slots);
    bool *is_taken = arena_alloc(arena, (last + 1) * sizeof *is_taken);
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
        results->instructions[pc] = line <= last ? slots[line] : NULL;
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

Results results_find(const MachineProgram *program, Arena *arena)
{
    size_t count = program->code_count + 1;
    Results results = {.program = program};
    results.instructions = arena_alloc(arena, count * sizeof *results.instructions);
    results.is_result = arena_alloc(arena, count * sizeof *results.is_result);
    find_instructions(&results, arena);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        results.is_result[pc] = writes_register(program, pc);
    }
    return results;
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

const PtxRegister *results_name(const Results *results, uint32_t pc, const MicroOperand *operand)
{
    const PtxInstruction *instruction = results->instructions[pc];
    if (instruction == NULL || !results->is_result[pc]) {
        return NULL;
    }
    const PtxRegister *reg =
        nth_result(instruction, number_of(&results->program->code[pc], operand));
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
