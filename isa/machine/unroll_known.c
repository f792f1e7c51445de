// SPDX-License-Identifier: Apache-2.0
// Loops whose number of rounds is known when they are compiled: a counter that starts at a literal
// before the loop, moves by a literal in each round, and is compared with a literal at its end.
#include "isa/machine/unroll.h"

// More rounds are not counted.
#define ROUNDS_MOST (1u << 20)

bool unroll_compare(LaneOp function, uint64_t a, uint64_t b, bool *holds)
{
    switch (function) {
    case LANE_SETP_EQ_32: *holds = (uint32_t)a == (uint32_t)b; return true;
    case LANE_SETP_NE_32: *holds = (uint32_t)a != (uint32_t)b; return true;
    case LANE_SETP_LT_S32: *holds = (int32_t)a < (int32_t)b; return true;
    case LANE_SETP_LE_S32: *holds = (int32_t)a <= (int32_t)b; return true;
    case LANE_SETP_GT_S32: *holds = (int32_t)a > (int32_t)b; return true;
    case LANE_SETP_GE_S32: *holds = (int32_t)a >= (int32_t)b; return true;
    case LANE_SETP_LT_U32: *holds = (uint32_t)a < (uint32_t)b; return true;
    case LANE_SETP_LE_U32: *holds = (uint32_t)a <= (uint32_t)b; return true;
    case LANE_SETP_GT_U32: *holds = (uint32_t)a > (uint32_t)b; return true;
    case LANE_SETP_GE_U32: *holds = (uint32_t)a >= (uint32_t)b; return true;
    case LANE_SETP_EQ_64: *holds = a == b; return true;
    case LANE_SETP_NE_64: *holds = a != b; return true;
    case LANE_SETP_LT_S64: *holds = (int64_t)a < (int64_t)b; return true;
    case LANE_SETP_LE_S64: *holds = (int64_t)a <= (int64_t)b; return true;
    case LANE_SETP_GT_S64: *holds = (int64_t)a > (int64_t)b; return true;
    case LANE_SETP_GE_S64: *holds = (int64_t)a >= (int64_t)b; return true;
    case LANE_SETP_LT_U64: *holds = a < b; return true;
    case LANE_SETP_LE_U64: *holds = a <= b; return true;
    case LANE_SETP_GT_U64: *holds = a > b; return true;
    case LANE_SETP_GE_U64: *holds = a >= b; return true;
    default: return false;
    }
}

static uint32_t only_predecessor(const Flow *flow, uint32_t block, uint32_t except)
{
    const FlowEdges *edges = &flow->predecessors;
    uint32_t found = FLOW_NONE;
    for (uint32_t i = edges->first[block]; i < edges->first[block + 1]; i++) {
        uint32_t from = edges->to[i];
        if (from != except && found != FLOW_NONE && from != found) {
            return FLOW_NONE;
        }
        found = from != except ? from : found;
    }
    return found;
}

Op *unroll_start(const Unroll *work, uint32_t block, Value counter)
{
    const Flow *flow = work->flow;
    uint32_t from = only_predecessor(flow, block, block);
    for (uint32_t steps = 0; from != FLOW_NONE && from != block && steps < flow->count; steps++) {
        const FlowBlock *range = &flow->blocks[from];
        for (uint32_t i = range->end; i-- > range->first;) {
            if (op_writes(&work->ops[i], counter)) {
                return &work->ops[i];
            }
        }
        from = only_predecessor(flow, from, FLOW_NONE);
    }
    return NULL;
}

void unroll_count_rounds(const Unroll *work, uint32_t block, UnrollLoop *loop)
{
    const Lowering *lowering = work->unit->lowering;
    const Op *test = &work->ops[loop->test], *set = unroll_start(work, block, loop->counter);
    uint64_t bound;
    bool holds;
    if (set == NULL || set->kind != MICRO_LANE || set->guard != VALUE_NONE ||
        (set->function != LANE_MOV_32 && set->function != LANE_MOV_64) ||
        !value_literal(lowering, set->a, &loop->start) ||
        !value_literal(lowering, test->b, &bound)) {
        return;
    }
    uint32_t rounds = 0;
    uint64_t counter = loop->start;
    do {
        counter += (uint64_t)loop->step;
        if (++rounds == ROUNDS_MOST ||
            !unroll_compare((LaneOp)test->function, counter, bound, &holds)) {
            return;
        }
    } while (holds);
    loop->rounds = rounds;
}
