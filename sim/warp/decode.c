// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/decode.h"

#include "sim/warp/step.h"

static Operand operand_at(uint32_t base, uint32_t offset_bytes)
{
    return (base << OPERAND_BASE_SHIFT) | offset_bytes;
}

Operand decode_row(Row row)
{
    if (row == ROW_NONE) {
        return OPERAND_NOTHING;
    }
    if ((row & ROW_CONSTANT) != 0) {
        return operand_at(BASE_CONSTANTS, (row & 0x7fffu) * ROW_BYTES);
    }
    return operand_at(BASE_REGISTERS, row * ROW_BYTES);
}

Operand decode_predicate(Row predicate)
{
    if (predicate == ROW_NONE) {
        return OPERAND_NOTHING;
    }
    if ((predicate & ROW_CONSTANT) != 0) { // the first word of the row is the mask
        return operand_at(BASE_CONSTANTS, (predicate & ROW_MAX) * ROW_BYTES);
    }
    return operand_at(BASE_PREDICATES, predicate * (uint32_t)sizeof(uint32_t));
}

static Operand decode_typed(LaneType type, Row row)
{
    return type == LANE_TYPE_P ? decode_predicate(row) : decode_row(row);
}

static bool is_modified(const Micro *micro)
{
    return (micro->flags & (MICRO_FTZ | MICRO_SAT)) != 0 || micro->round != MICRO_RN;
}

static void decode_lane(const Launch *launch, const Micro *micro, Operation *operation)
{
    const LaneInfo *info = &lane_info[micro->function];
    operation->function = launch->lanes->function[micro->function];
    operation->d = decode_typed(info->d, micro->d);
    operation->a = decode_typed(info->a, micro->a);
    operation->b = decode_typed(info->b, micro->b);
    operation->c = decode_typed(info->c, micro->c);
    operation->slow = (uint8_t)slow_op_of(micro, launch->gpu->compute_capability);
    operation->path = is_modified(micro)             ? PATH_MODIFIED
                      : operation->slow != SLOW_NONE ? PATH_SLOW
                                                     : PATH_LANE;
}

#define ELEMENTS_MAX 4u

static void decode_memory(const Micro *micro, Operation *operation)
{
    uint32_t vector = micro->vector == 0 ? 1 : micro->vector;
    operation->element_count = (uint8_t)(vector < ELEMENTS_MAX ? vector : ELEMENTS_MAX);
    operation->element_bytes = (uint8_t)(micro->width_bytes / vector);
    operation->d = decode_row(micro->data[0]);
    for (uint32_t i = 1; i < ELEMENTS_MAX; i++) {
        operation->element[i - 1] = decode_row(micro->data[i]);
    }
}

// Addresses of 32 bits in shared memory or of 64 outside, in order with nothing.
static void decode_pattern(const Launch *launch, const Micro *micro, Operation *operation)
{
    bool is_wide = (micro->flags & MICRO_WIDE_ADDRESS) != 0;
    bool is_global = micro->space == PTX_SPACE_GLOBAL || micro->space == PTX_SPACE_GENERIC;
    if ((micro->flags & MICRO_VOLATILE) != 0 || micro->a == ROW_NONE) {
        return;
    }
    if (is_global && is_wide) {
        operation->pattern = PATTERN_IN_GLOBAL;
        operation->place_mask = (uint16_t)(cost_cache_global_unit(launch->gpu->coalesce_rule,
                                                                  micro_global_access(micro)) -
                                           1);
    } else if (micro->space == PTX_SPACE_SHARED && !is_wide) {
        operation->pattern = PATTERN_IN_SHARED;
        operation->place_mask =
            (uint16_t)(cost_cache_shared_unit(launch->gpu->shared_rule, micro->width_bytes) - 1);
    }
}

static const uint8_t paths[MICRO_KIND_COUNT] = {
#define MICRO(kind, name, issues, pipe, time, path, ...) [MICRO_##kind] = PATH_##path,
#include "isa/machine/micro.def"
#undef MICRO
};

static void decode_other(const Launch *launch, const Micro *micro, Operation *operation)
{
    operation->d = decode_row(micro->d);
    operation->a = decode_row(micro->a);
    operation->b = decode_row(micro->b);
    operation->c = decode_row(micro->c);
    operation->path = paths[micro->kind];
    if (operation->path == PATH_MEMORY || micro->kind == MICRO_SURFACE) {
        decode_memory(micro, operation);
    }
    if (operation->path == PATH_MEMORY) {
        decode_pattern(launch, micro, operation);
    }
}

// A comparison that only sets one predicate is a plain lane function.
static bool is_plain_comparison(const Micro *micro)
{
    return micro->kind == MICRO_SETP && micro->combine == 0 && micro->d2 == ROW_NONE &&
           micro->d != ROW_NONE;
}

static bool is_straight(const Micro *micro, const Operation *operation)
{
    return operation->path <= PATH_NOP || operation->pattern != PATTERN_NOT ||
           (operation->path == PATH_MEMORY && (micro->flags & MICRO_VOLATILE) == 0);
}

static void decode_straight(const MachineProgram *program, Operation *operations)
{
    uint16_t after = 0, plain = 0;
    for (uint32_t pc = program->code_count; pc-- > 0;) {
        bool is_plain = (operations[pc].path == PATH_LANE || operations[pc].path == PATH_NOP) &&
                        operations[pc].guard == OPERAND_ALL_LANES;
        plain = is_plain ? (uint16_t)(plain + (plain < UINT16_MAX)) : 0;
        operations[pc].plain = plain;
        bool is_on = is_straight(&program->code[pc], &operations[pc]);
        after = is_on ? (uint16_t)(after + (after < UINT16_MAX)) : 0;
        operations[pc].straight = after;
    }
}

// ptxas puts the operands where the subroutine has them if it calls it once.
static void decode_alone(const MachineProgram *program, Operation *operations)
{
    uint32_t count[SLOW_OP_COUNT] = {0};
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        count[operations[pc].slow]++;
    }
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        operations[pc].is_alone = count[operations[pc].slow] == 1;
    }
}

void decode_program(const Launch *launch, Operation *operations)
{
    const MachineProgram *program = launch->program;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        Operation *operation = &operations[pc];
        *operation = (Operation){.guard = OPERAND_ALL_LANES};
        if (micro->guard != PREDICATE_NONE) {
            operation->guard = decode_predicate((Row)micro->guard);
        }
        operation->guard_flip = (micro->flags & MICRO_GUARD_NEGATED) != 0 ? UINT32_MAX : 0;
        if (micro->kind == MICRO_LANE || is_plain_comparison(micro)) {
            decode_lane(launch, micro, operation);
        } else {
            decode_other(launch, micro, operation);
        }
    }
    decode_straight(program, operations);
    decode_alone(program, operations);
}
