// SPDX-License-Identifier: Apache-2.0
// The cost of every op: the warp instructions of the machine that it stands for, and the pipe of
// the instruction that carries the work. Lane functions follow cost.def and the rules here, other
// kinds micro.def and the rules here. Costs that several ops share (constants, addresses of shared
// memory) are in materialize.c, work absorbed from other ops in absorb.c, branches in converge.c.
#include "isa/base/bits.h"
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/pass.h"
#include "isa/machine/sequence.h"
#include "isa/machine/tile.h"

#include <string.h>

#define GENERATIONS 6

// The subjects of rows in cost.def: LaneOps, then Lane4Ops, then rules.
enum {
    FIRST_LANE4 = LANE_OP_COUNT,
    FIRST_RULE = LANE_OP_COUNT + LANE4_OP_COUNT,
    RULE_NONE = FIRST_RULE,
#define ROW(name, ...)
#define COST(name, ...)
#define COST_FTZ(name, ...)
#define COST_PATHS(name, ...)
#define OF(name)
#define OF4(name)
#define RULE(name, ...) RULE_##name,
#include "isa/machine/cost.def"
#undef ROW
#undef COST
#undef COST_FTZ
#undef COST_PATHS
#undef OF
#undef OF4
#undef RULE
    SUBJECT_COUNT
};

// A row, or a further subject of the row before it (name: NULL).
typedef struct CostEntry {
    const char *name;
    uint16_t subject; // SUBJECT_COUNT: the row is for the subjects that follow
    uint8_t pipe;
    bool is_ftz, has_paths;
    uint8_t issues[GENERATIONS];
} CostEntry;

static const CostEntry cost_entries[] = {
#define ROW(name, pipe, ...)        {#name, SUBJECT_COUNT, PIPE_##pipe, false, false, {__VA_ARGS__}},
#define COST(name, pipe, ...)       {#name, LANE_##name, PIPE_##pipe, false, false, {__VA_ARGS__}},
#define COST_FTZ(name, pipe, ...)   {#name, LANE_##name, PIPE_##pipe, true, false, {__VA_ARGS__}},
#define COST_PATHS(name, pipe, ...) {#name, LANE_##name, PIPE_##pipe, false, true, {__VA_ARGS__}},
#define RULE(name, pipe, ...)       {#name, RULE_##name, PIPE_##pipe, false, false, {__VA_ARGS__}},
#define OF(name)                    {.subject = LANE_##name},
#define OF4(name)                   {.subject = FIRST_LANE4 + LANE4_##name},
#include "isa/machine/cost.def"
#undef ROW
#undef COST
#undef COST_FTZ
#undef COST_PATHS
#undef RULE
#undef OF
#undef OF4
};

static uint32_t generation_of(uint32_t compute_capability)
{
    return compute_capability < 20   ? 0
           : compute_capability < 30 ? 1
           : compute_capability < 50 ? 2
           : compute_capability < 70 ? 3
           : compute_capability < 90 ? 4
                                     : 5;
}

// The costs of ops with .ftz come before those of other ops.
static const CostEntry *find_row(uint32_t subject, bool is_ftz)
{
    const CostEntry *row = cost_entries;
    for (const CostEntry *entry = cost_entries;; entry++) {
        row = entry->name != NULL ? entry : row;
        if (entry->subject == subject && (!entry->is_ftz || is_ftz)) {
            return row;
        }
    }
}

uint32_t machine_issues(LaneOp op, uint32_t compute_capability)
{
    return find_row(op, false)->issues[generation_of(compute_capability)];
}

uint32_t machine_word_product_issues(uint32_t compute_capability)
{
    return find_row(RULE_MULTIPLY_WORD_64, false)->issues[generation_of(compute_capability)];
}

// No source says which pipes earlier GPUs ran sequences on.
static uint8_t find_sequence(const Unit *unit, const char *name, bool is_ftz)
{
    bool is_known = sequence_has_pipes(unit->lowering->target.compute_capability);
    return is_known ? sequence_find(name, is_ftz) : 0;
}

static void apply(const Unit *unit, Op *op, uint32_t subject)
{
    const CostEntry *row = find_row(subject, (op->flags & MICRO_FTZ) != 0);
    op->issues = row->issues[generation_of(unit->lowering->target.compute_capability)];
    op->pipe = row->pipe;
    op->has_paths = row->has_paths;
    op->sequence = find_sequence(unit, row->name, row->is_ftz);
}

// Multiplications and divisions by literals have shorter forms. A divisor that is held in a
// register in the PTX has a longer one (mov of WARP_SZ): ptxas expands divisions before it knows
// the value, and later drops what only an unknown divisor needs (condition_by_warp in
// traces/h200/sass/divergence.sass).
static uint32_t literal_rule(const Unit *unit, const Op *op)
{
    uint64_t literal;
    if (!value_literal(unit->lowering, op->b, &literal)) {
        return RULE_NONE;
    }
    bool is_power = bits_is_power_of_two(literal);
    bool is_written = op->ptx == NULL || op->ptx->operand_count < 3 ||
                      op->ptx->operands[2].kind == PTX_OPERAND_INTEGER;
    switch (op->function) {
    case LANE_DIV_U32:
    case LANE_DIV_S32:
    case LANE_REM_U32:
    case LANE_REM_S32:
        if (!is_written) {
            return op->function == LANE_DIV_U32 ? RULE_DIV_U32_KNOWN : RULE_NONE;
        }
        return is_power ? RULE_DIV_BY_POWER : RULE_DIV_BY_LITERAL;
    case LANE_MUL_LO_32: return is_power ? RULE_MULTIPLY_BY_POWER : RULE_NONE;
    case LANE_MAD_LO_32: return is_power ? RULE_SHIFT_ADD : RULE_NONE;
    case LANE_MAD_LO_64:
        return is_power                ? RULE_SHIFT_ADD_64
               : literal <= UINT32_MAX ? RULE_MULTIPLY_WORD_64
                                       : RULE_NONE;
    case LANE_MUL_LO_64:
        return !is_power && literal <= UINT32_MAX ? RULE_MULTIPLY_WORD_64 : RULE_NONE;
    case LANE_AND_64: return literal <= UINT32_MAX ? RULE_AND_WORD_64 : RULE_NONE;
    case LANE_MUL_WIDE_U32:
    case LANE_MUL_WIDE_S32: return is_power ? RULE_SHIFT_WIDE : RULE_NONE;
    case LANE_MAD_WIDE_U32:
    case LANE_MAD_WIDE_S32:
        return literal == 1 ? RULE_EXTEND_ADD_WIDE : is_power ? RULE_SHIFT_ADD_WIDE : RULE_NONE;
    default: return RULE_NONE;
    }
}

static uint8_t setp_pipe(const Op *op)
{
    switch (lane_info[op->function].a) {
    case LANE_TYPE_F64: return PIPE_FP64;
    case LANE_TYPE_F16:
    case LANE_TYPE_BF16:
    case LANE_TYPE_F16X2:
    case LANE_TYPE_BF16X2: return PIPE_FP16;
    default: return PIPE_ALU;
    }
}

// F2FP of Ampere and later (Nsight Compute documentation, "Pipelines": ALU performs fast
// FP32-to-FP16 conversion; traces/h200/instructions.csv, cvt_f16).
static bool is_packing(const Unit *unit, const Op *op)
{
    return (op->function == LANE_CVT_F16_F32 || op->function == LANE_CVT_BF16_F32) &&
           unit->lowering->target.compute_capability >= 80;
}

static uint32_t prepared_rule(const Op *op)
{
    switch (op->function) {
    case LANE_DIV_U32: return RULE_DIV_U32_PREPARED;
    case LANE_REM_U32: return RULE_REM_U32_PREPARED;
    case LANE_DIV_S32: return RULE_DIV_S32_PREPARED;
    case LANE_REM_S32: return RULE_REM_S32_PREPARED;
    default: return RULE_NONE;
    }
}

uint32_t cost_of_divisor(const Unit *unit, const Op *op)
{
    uint32_t capability = unit->lowering->target.compute_capability;
    uint32_t rule = op->kind == MICRO_LANE ? prepared_rule(op) : RULE_NONE;
    if (rule == RULE_NONE || op->issues != machine_issues((LaneOp)op->function, capability)) {
        return 0; // no division, or one by a literal
    }
    return op->issues - find_row(rule, false)->issues[generation_of(capability)];
}

void cost_leave_divisor(const Unit *unit, Op *op)
{
    apply(unit, op, prepared_rule(op));
}

void cost_word_product(const Unit *unit, Op *op, Value other)
{
    apply(unit, op, value_is_constant(other) ? RULE_MULTIPLY_WORD_BY_PARAM : RULE_MULTIPLY_WORD_64);
}

static void cost_lane(const Unit *unit, Op *op)
{
    uint32_t rule = op->kind == MICRO_LANE ? literal_rule(unit, op) : RULE_NONE;
    uint32_t function = op->kind == MICRO_LANE4 ? FIRST_LANE4 + op->function : op->function;
    apply(unit, op, rule != RULE_NONE ? rule : function);
    if (op->kind == MICRO_SETP) {
        op->pipe = setp_pipe(op);
    } else if (op->kind == MICRO_LANE && is_packing(unit, op)) {
        op->pipe = PIPE_ALU;
    }
}

static void cost_kind(const Unit *unit, Op *op)
{
    bool is_old = unit->lowering->target.compute_capability < 70;
    op->issues = micro_info[op->kind].issues;
    op->pipe = micro_info[op->kind].pipe;
    if (op->kind == MICRO_FENCE && op->combine == PTX_DOT_PROXY) {
        op->issues = 2;
    } else if (op->kind == MICRO_FENCE &&
               (is_old || op->function == PTX_DOT_CTA || op->function == PTX_DOT_ACQUIRE)) {
        op->issues = 1;
    } else if (op->kind == MICRO_FENCE && op->function == PTX_DOT_RELEASE) {
        op->issues = unit->lowering->target.compute_capability >= 90 ? 3 : 2; // MEMBAR, ERRBAR
    }
    if (op->kind == MICRO_WARP_BARRIER && is_old) {
        op->issues = 0;
    }
    if (op->kind == MICRO_BARRIER && op->function == PTX_DOT_RED) {
        op->issues = 2; // BAR.RED, and B2R.RESULT fetches the result
    }
    if (op->kind == MICRO_RETURN && !is_old && !unit->function->is_entry) {
        op->issues = 2; // the upper word of the return address
    }
    if (op->kind == MICRO_CARRY && class_of_type((PtxType)op->type) == VALUE_64) {
        op->issues = 2;
    }
    bool is_register_memory = op->space == PTX_SPACE_REG || op->space == PTX_SPACE_PARAM;
    if ((op->kind == MICRO_LOAD || op->kind == MICRO_STORE) && is_register_memory) {
        op->pipe = PIPE_ALU; // arguments are computed directly into their places
        op->issues = op->space == PTX_SPACE_REG ? 0 : 1;
        op->sequence = find_sequence(unit, "ARGUMENT", false);
    }
    if ((op->kind == MICRO_MATRIX_MULTIPLY || op->kind == MICRO_SPARSE_MULTIPLY) &&
        tile_is_converted(&unit->lowering->program->tiles[op->function].tile,
                          unit->lowering->target.compute_capability)) {
        op->issues = 2; // of halves; their conversions are not counted
    }
    if (op->kind == MICRO_COPY_TENSOR) {
        op->issues = 9;
        op->sequence = find_sequence(unit, "COPY_TENSOR", false);
    }
    if (op->kind == MICRO_SPECIAL) {
        op->sequence = find_sequence(unit, "SPECIAL", false);
    }
}

// Since Turing a load of constants at one address for all lanes is an instruction of the uniform
// datapath, which no pipe counts (ULDC; `together` of tests/hardware/suite/constants.cu: 32 a warp,
// and all pipes together have none of them). Others are LDC.
static void cost_constants(Unit *unit)
{
    uint32_t compute_capability = unit->lowering->target.compute_capability;
    const bool *is_divergent = NULL;
    for (uint32_t i = 0; compute_capability >= 70 && i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        if (op->kind != MICRO_LOAD || op->space != PTX_SPACE_CONST) {
            continue;
        }
        is_divergent = is_divergent == NULL ? unit_find_divergent(unit, false) : is_divergent;
        bool is_common = !value_is_register(op->a) || !is_divergent[op->a];
        op->pipe = is_common && compute_capability >= 75 ? PIPE_NONE : PIPE_ADU;
    }
}

// Coordinates are in consecutive registers. A value that is already in place for one fetch is
// copied for each further one (IMAD.MOV before TEX, traces/h200/sass/texture.sass), unless the
// whole vector is the same.
static void cost_coordinates(Op *op, const Op *ops, uint32_t at, uint32_t *placed_by)
{
    const Value values[4] = {op->b, op->c, op->e, op->d2};
    uint32_t copies = 0;
    bool is_same = true;
    if (op->c == VALUE_NONE) {
        return;
    }
    for (int i = 0; i < 4 && values[i] != VALUE_NONE; i++) {
        uint32_t *placed = value_is_constant(values[i]) ? NULL : &placed_by[values[i]];
        copies += placed != NULL && *placed != 0;
        is_same &= placed != NULL && *placed != 0 && ops[*placed - 1].b == op->b &&
                   ops[*placed - 1].c == op->c && ops[*placed - 1].e == op->e;
        if (placed != NULL && *placed == 0) {
            *placed = at + 1;
        }
    }
    op->issues = (uint8_t)(op->issues + (is_same ? 0 : copies));
}

static bool is_product(const Op *op)
{
    return op->kind == MICRO_MATRIX_MULTIPLY || op->kind == MICRO_SPARSE_MULTIPLY ||
           op->kind == MICRO_SCALED_MULTIPLY;
}

// The sums of matrix products lie in neighboring registers, and two of them are set to zero at
// once: CS2R (traces/h200/probes/tile_rows.sass, descriptors.sass).
static void cost_zero_sums(Unit *unit)
{
    bool *is_sum = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    bool is_second = false;
    uint64_t literal;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        for (uint32_t j = 0; is_product(op) && j < 4; j++) {
            if (value_is_register(op->addend[j])) {
                is_sum[op->addend[j]] = value_class(unit, op->addend[j]) == VALUE_32;
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        bool is_zero = op->kind == MICRO_LANE && op->function == LANE_MOV_32 &&
                       value_literal(unit->lowering, op->a, &literal) && literal == 0 &&
                       value_is_register(op->d) && is_sum[op->d] && op->guard == VALUE_NONE;
        if (is_zero && is_second) {
            op->issues = 0;
        }
        is_second = is_zero ? !is_second : is_second && op->kind == MICRO_LANE;
    }
}

void unit_cost(Unit *unit)
{
    uint32_t *placed_by =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        bool is_lane = op->kind == MICRO_LANE || op->kind == MICRO_LANE4 || op->kind == MICRO_SETP;
        if (op->kind >= MICRO_KIND_COUNT) {
            continue;
        }
        if (is_lane) {
            cost_lane(unit, op);
        } else {
            cost_kind(unit, op);
        }
        if (op->kind == MICRO_TEXTURE) {
            cost_coordinates(op, unit->ops, i, placed_by);
        }
        if (op->is_free) {
            op->issues = 0;
        }
    }
    cost_constants(unit);
    cost_zero_sums(unit);
    unit_cost_descriptors(unit);
    unit_narrow(unit);
    unit_absorb(unit);
}
