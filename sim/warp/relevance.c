// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/relevance.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

// Micro-ops that only compute: what they read matters if somebody needs their results.
static bool only_computes(const Micro *micro)
{
    return micro->kind == MICRO_LANE || micro->kind == MICRO_LANE4 || micro->kind == MICRO_SETP;
}

// Micro-ops all of whose operands micro_operands() lists.
static bool is_known(const Micro *micro)
{
    switch (micro->kind) {
    case MICRO_LANE:
    case MICRO_LANE4:
    case MICRO_SETP:
    case MICRO_NOP:
    case MICRO_BRANCH:
    case MICRO_ATOM:
    case MICRO_FENCE:
    case MICRO_SHUFFLE:
    case MICRO_VOTE:
    case MICRO_WARP_BARRIER:
    case MICRO_BARRIER: return true;
    case MICRO_LOAD:
    case MICRO_STORE: return micro->vector <= 4;
    default: return false;
    }
}

static uint8_t *entry_of(const Relevance *relevance, const MicroOperand *operand)
{
    if (operand->type == LANE_TYPE_P) {
        return &relevance->predicates[operand->row];
    }
    return &relevance->rows[operand->row];
}

static bool is_register(const MicroOperand *operand)
{
    return (operand->row & ROW_CONSTANT) == 0;
}

static bool is_needed(const Relevance *relevance, const MicroOperand *operand)
{
    const uint8_t *entry = entry_of(relevance, operand);
    return entry[0] != 0 || (lane_type_is_wide(operand->type) && entry[1] != 0);
}

// True when it was not needed before.
static bool need(const Relevance *relevance, const MicroOperand *operand)
{
    uint8_t *entry = entry_of(relevance, operand);
    bool is_wide = lane_type_is_wide(operand->type);
    bool is_new = entry[0] == 0 || (is_wide && entry[1] == 0);
    entry[0] = 1;
    if (is_wide) {
        entry[1] = 1;
    }
    return is_new;
}

// True when more registers are relevant than before.
static bool add_sources(const Relevance *relevance, const Micro *micro)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands);
    bool matters = !only_computes(micro), has_grown = false;
    for (uint32_t i = 0; i < count && !matters; i++) {
        matters = operands[i].is_result && is_register(&operands[i]) &&
                  is_needed(relevance, &operands[i]);
    }
    for (uint32_t i = 0; i < count && matters; i++) {
        if (!operands[i].is_result && is_register(&operands[i])) {
            has_grown |= need(relevance, &operands[i]);
        }
    }
    return has_grown;
}

static bool are_known(const MachineProgram *program, const uint8_t *ran)
{
    bool are = program->function_count == 1;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        are &= ran[pc] == 0 || is_known(&program->code[pc]);
    }
    return are;
}

void relevance_find(Relevance *relevance, const MachineProgram *program, const uint8_t *ran)
{
    const MachineFunction *kernel = &program->functions[0];
    if (relevance->ran == NULL) {
        relevance->ran = heap_allocate(program->code_count, 1);
        relevance->row_count = kernel->row_count;
        relevance->predicate_count = kernel->predicate_count;
        relevance->rows = heap_allocate(kernel->row_count + 1, 1);
        relevance->predicates = heap_allocate(kernel->predicate_count + 1, 1);
    }
    relevance->is_partial = are_known(program, ran);
    if (!relevance->is_partial) {
        return;
    }
    memcpy(relevance->ran, ran, program->code_count);
    memset(relevance->rows, 0, kernel->row_count + 1);
    memset(relevance->predicates, 0, kernel->predicate_count + 1);
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (uint32_t pc = program->code_count; pc-- > 0;) {
            has_grown |= ran[pc] != 0 && add_sources(relevance, &program->code[pc]);
        }
    }
}

bool relevance_covers(const Relevance *relevance, const MachineProgram *program, const uint8_t *ran)
{
    bool covers = true;
    for (uint32_t pc = 0; relevance->is_partial && pc < program->code_count; pc++) {
        covers &= ran[pc] == 0 || relevance->ran[pc] != 0;
    }
    return covers;
}

void relevance_reset(Relevance *relevance)
{
    relevance->is_partial = false;
}

void relevance_destroy(Relevance *relevance)
{
    free(relevance->rows);
    free(relevance->predicates);
    free(relevance->ran);
}
