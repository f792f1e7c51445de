// SPDX-License-Identifier: Apache-2.0
// Which loops ptxas unrolls: those whose body is short for what it waits for. Found by bisection:
// for 70 PTX instructions, how many FFMAs fit beside m = 0, 1, 2, 4 of them into a loop that
// ptxas 13.0 still unrolls (its code is longer than with .pragma "nounroll"). The answers are
// linear in m, and the same for sm_75, 80, 86, 90, 100 and 120: each instruction has a size, and
// the sum must stay below a limit that the loads set.
#include "isa/machine/pass.h"
#include "isa/machine/unroll.h"

// The limits of a body: without loads, with loads from global, local or generic memory, and with
// textures. Each load from shared memory adds to the first.
#define LIMIT         22
#define LIMIT_SHARED  5
#define LIMIT_GLOBAL  50
#define LIMIT_TEXTURE 200
#define LIMIT_MOST    100 // without textures

// A loop with a known number of rounds loses its counter, comparison and branch. ptxas writes all
// rounds out if their sizes are together at most so many for each percent of a round that is lost,
// and some more; else as many as have the size LIMIT_SOME, if these are more than four. Found by
// bisection for 35 bodies of 1 to 64 instructions: within 3 % of where ptxas stops, but for chains
// of five or six FFMAs. Of the numbers of rounds that LIMIT_SOME allows, ptxas often takes a
// smaller one that leaves fewer over.
#define LOST                3
#define SMALL               7 // a body below is small
#define ALL_A_PERCENT       75
#define ALL_AND_MORE        12
#define ALL_A_PERCENT_SMALL 46
#define ALL_AND_MORE_SMALL  142
#define LEAST_SOME          4
#define LIMIT_SOME          320
#define LIMIT_ALL           1024 // ptxas has none; beyond it, LIMIT_SOME at once execute 1 % more

// Sizes other than 1.
#define SIZE_REDUCED         10 // an atomic that may be aggregated over the warp
#define SIZE_DIV_FULL        12
#define SIZE_RCP             7 // and div.approx; without .ftz
#define SIZE_APPROXIMATE     6 // ex2, lg2, sqrt, rsqrt; without .ftz
#define SIZE_MAD_WIDE        4
#define SIZE_LITERAL_DIVISOR 16

static uint32_t size_of_division(const Unit *unit, const Op *op)
{
    uint64_t literal;
    if (value_literal(unit->lowering, op->b, &literal)) {
        return SIZE_LITERAL_DIVISOR;
    }
    switch (op->function) {
    case LANE_DIV_U32: return 21;
    case LANE_DIV_S32: return 27;
    case LANE_REM_U32: return 19;
    default: return 24; // LANE_REM_S32
    }
}

// An operation that unit_fuse made of two counts as two: ptxas fuses later.
static uint32_t size_of_product(const Op *op, uint32_t size)
{
    bool is_written = op->ptx != NULL && (op->ptx->opcode == PTX_MAD || op->ptx->opcode == PTX_FMA);
    return is_written ? size : 2;
}

static uint32_t size_of_lane(const Unit *unit, const Op *op)
{
    bool is_ftz = (op->flags & MICRO_FTZ) != 0;
    switch (op->function) {
    case LANE_DIV_U32:
    case LANE_DIV_S32:
    case LANE_REM_U32:
    case LANE_REM_S32: return size_of_division(unit, op);
    case LANE_DIV_FULL_F32: return SIZE_DIV_FULL;
    case LANE_DIV_APPROX_F32:
    case LANE_RCP_APPROX_F32: return is_ftz ? 1 : SIZE_RCP;
    case LANE_EX2_APPROX_F32:
    case LANE_LG2_APPROX_F32:
    case LANE_SQRT_APPROX_F32:
    case LANE_RSQRT_APPROX: return is_ftz ? 1 : SIZE_APPROXIMATE;
    case LANE_MAD_WIDE_U32:
    case LANE_MAD_WIDE_S32: return size_of_product(op, SIZE_MAD_WIDE);
    case LANE_MAD_LO_32:
    case LANE_MAD_LO_64:
    case LANE_FMA_F32:
    case LANE_FMA_F64: return size_of_product(op, 1);
    default: return 1;
    }
}

// An offset of an address is an addition; a guard is a choice between two results, unless ptxas
// made it of a branch, as unit_predicate did: then the op runs always, and few of its results are
// chosen (rank_by_counting of tests/hardware/suite).
static uint32_t size_of(const Unit *unit, const Op *op)
{
    uint32_t size = 1;
    switch (op->kind) {
    case MICRO_LANE: size = size_of_lane(unit, op); break;
    case MICRO_ATOM:
        size = (atomic_is_reducible(op) ? SIZE_REDUCED : 1u) + (op->offset != 0);
        break;
    case MICRO_LOAD:
    case MICRO_STORE: size += op->offset != 0; break;
    default: break;
    }
    bool is_choice = op->guard != VALUE_NONE && op->kind != MICRO_BRANCH &&
                     (op->flags & MICRO_IF_CONVERTED) == 0;
    return size + is_choice;
}

static uint32_t limit_of(const Op *ops, uint32_t first, uint32_t end)
{
    uint32_t limit = LIMIT, least = 0;
    for (uint32_t i = first; i < end; i++) {
        if (ops[i].kind == MICRO_TEXTURE) {
            return LIMIT_TEXTURE;
        }
        limit += ops[i].kind == MICRO_MATRIX_LOAD ? LIMIT_SHARED : 0;
        if (ops[i].kind != MICRO_LOAD) {
            continue;
        }
        switch (ops[i].space) {
        case PTX_SPACE_SHARED:
        case PTX_SPACE_CLUSTER: limit += LIMIT_SHARED; break;
        case PTX_SPACE_CONST:
        case PTX_SPACE_PARAM:
        case PTX_SPACE_REG: break;
        default: least = LIMIT_GLOBAL; break;
        }
    }
    limit = limit > least ? limit : least;
    return limit < LIMIT_MOST ? limit : LIMIT_MOST;
}

// The size of a round; 0: not one block.
static uint32_t size_of_round(const Unit *unit, const Op *ops, uint32_t first, uint32_t end)
{
    uint32_t size = 0;
    for (uint32_t i = first; i < end; i++) {
        // A division or root with a slow path is more than one block by then.
        if (ops[i].has_paths) {
            return 0;
        }
        size += size_of(unit, &ops[i]);
    }
    return size;
}

bool unroll_is_short(const Unit *unit, const Op *ops, uint32_t first, uint32_t end)
{
    uint32_t size = size_of_round(unit, ops, first, end);
    return size > 0 && size < limit_of(ops, first, end);
}

uint32_t unroll_rounds_at_once(const Unit *unit, const Op *ops, uint32_t first, uint32_t end,
                               uint32_t rounds)
{
    uint32_t size = size_of_round(unit, ops, first, end);
    if (size <= LOST) {
        return 1;
    }
    uint32_t percent = 100 * LOST / size;
    size -= LOST;
    uint32_t all = size < SMALL ? ALL_A_PERCENT_SMALL * percent + ALL_AND_MORE_SMALL
                                : ALL_A_PERCENT * percent + ALL_AND_MORE;
    if (rounds <= all / size && rounds <= LIMIT_ALL / size) {
        return rounds;
    }
    return size * LEAST_SOME < LIMIT_SOME ? LIMIT_SOME / size : 1;
}
