// SPDX-License-Identifier: Apache-2.0
#include "isa/machine/row_live.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX ((uint64_t)1 << 22) // of all sets

// All operands of these are in micro_operands().
static bool is_known(const Micro *micro)
{
    switch ((MicroKind)micro->kind) {
    case MICRO_NOP:
    case MICRO_LANE:
    case MICRO_LANE4:
    case MICRO_SETP:
    case MICRO_CARRY:
    case MICRO_SPECIAL:
    case MICRO_FRAME_ADDRESS:
    case MICRO_BRANCH:
    case MICRO_BRANCH_INDEX:
    case MICRO_CALL:
    case MICRO_RETURN:
    case MICRO_EXIT:
    case MICRO_TRAP:
    case MICRO_PREFETCH:
    case MICRO_COPY_ASYNC:
    case MICRO_COPY_GROUP:
    case MICRO_PRODUCT_GROUP:
    case MICRO_BARRIER:
    case MICRO_WARP_BARRIER:
    case MICRO_FENCE:
    case MICRO_SHUFFLE:
    case MICRO_VOTE:
    case MICRO_MATCH:
    case MICRO_REDUX:
    case MICRO_ACTIVEMASK: return true;
    case MICRO_LOAD:
    case MICRO_STORE:
    case MICRO_ATOM: return micro->vector <= 4;
    default: return false;
    }
}

static void put(uint64_t *set, uint32_t row, bool is_in)
{
    uint64_t bit = UINT64_C(1) << row % 64;
    set[row / 64] = is_in ? set[row / 64] | bit : set[row / 64] & ~bit;
}

static void put_operand(const RowLive *live, uint64_t *set, const MicroOperand *operand, bool is_in)
{
    uint32_t row = operand->row;
    if (operand->type == LANE_TYPE_P || (row & ROW_CONSTANT) != 0 || row / 64 >= live->words) {
        return;
    }
    put(set, row, is_in);
    if (lane_type_is_wide(operand->type) && (row + 1) / 64 < live->words) {
        put(set, row + 1, is_in);
    }
}

// Turns the set of rows that are read later, after the micro-op, into that before it.
static void step(const RowLive *live, const Micro *micro, uint64_t *set)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    if (!is_known(micro)) {
        memset(set, 0xff, live->words * sizeof *set);
        return;
    }
    uint32_t count = micro_operands(micro, operands);
    for (uint32_t i = 0; i < count && micro->guard == PREDICATE_NONE; i++) {
        if (operands[i].is_result) {
            put_operand(live, set, &operands[i], false);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!operands[i].is_result) {
            put_operand(live, set, &operands[i], true);
        }
    }
}

static void add(const RowLive *live, const MachineProgram *program, uint32_t pc, uint64_t *set)
{
    for (uint32_t i = 0; i < live->words && pc < program->code_count; i++) {
        set[i] |= live->in[(size_t)pc * live->words + i];
    }
}

void row_live_out(const RowLive *live, const MachineProgram *program, uint32_t pc, uint64_t *set)
{
    const Micro *micro = &program->code[pc];
    bool is_guarded = micro->guard != PREDICATE_NONE;
    memset(set, 0, live->words * sizeof *set);
    if (micro->kind == MICRO_BRANCH) {
        add(live, program, micro->target, set);
    }
    for (uint32_t i = 0; micro->kind == MICRO_BRANCH_INDEX && i < micro->target; i++) {
        add(live, program, program->targets[(uint64_t)micro->offset + i], set);
    }
    if (is_guarded ||
        !(micro_is_branch((MicroKind)micro->kind) || micro_has_trait(micro, TRAIT_END))) {
        add(live, program, pc + 1, set);
    }
}

// One pass from the end to the start; true if a set has grown.
static bool pass(RowLive *live, const MachineProgram *program, uint64_t *set)
{
    bool has_grown = false;
    size_t size_bytes = live->words * sizeof *set;
    for (uint32_t pc = program->code_count; pc-- > 0;) {
        uint64_t *in = live->in + (size_t)pc * live->words;
        row_live_out(live, program, pc, set);
        step(live, &program->code[pc], set);
        has_grown |= memcmp(in, set, size_bytes) != 0;
        memcpy(in, set, size_bytes);
    }
    return has_grown;
}

static void note_uses(const MachineProgram *program, const MachineFunction *function, uint8_t *uses)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    for (uint32_t pc = function->entry_pc; pc < function->end_pc; pc++) {
        uint32_t count = micro_operands(&program->code[pc], operands);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t row = operands[i].row;
            if (operands[i].type == LANE_TYPE_P || row >= function->row_count) {
                continue;
            }
            bool is_wide = lane_type_is_wide(operands[i].type);
            uses[row] |= is_wide ? ROW_WIDE : ROW_NARROW;
            if (is_wide && row + 1 < function->row_count) {
                uses[row + 1] |= ROW_WIDE_END;
            }
        }
    }
}

static void find_uses(RowLive *live, const MachineProgram *program)
{
    uint32_t count = 0;
    live->uses_at = heap_allocate(program->function_count, sizeof *live->uses_at);
    for (uint32_t i = 0; i < program->function_count; i++) {
        live->uses_at[i] = count;
        count += program->functions[i].row_count;
    }
    live->uses = heap_allocate(count + 1, 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        note_uses(program, &program->functions[i], live->uses + live->uses_at[i]);
    }
}

void row_live_find(RowLive *live, const MachineProgram *program)
{
    uint32_t rows = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        uint32_t count = program->functions[i].row_count;
        rows = count > rows ? count : rows;
    }
    *live = (RowLive){.words = (rows + 63) / 64};
    find_uses(live, program);
    if ((uint64_t)live->words * program->code_count > WORDS_MAX) {
        live->words = 0;
    }
    live->in = heap_allocate((size_t)program->code_count * live->words + 1, sizeof *live->in);
    uint64_t *set = heap_allocate(live->words + 1, sizeof *set);
    while (live->words > 0 && pass(live, program, set)) {
    }
    free(set);
}

void row_live_clear(RowLive *live)
{
    free(live->in);
    free(live->uses);
    free(live->uses_at);
    *live = (RowLive){0};
}
