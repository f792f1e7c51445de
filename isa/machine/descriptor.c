// SPDX-License-Identifier: Apache-2.0
// Matrix descriptors of wgmma, which the machine reads from uniform registers. ptxas computes them
// there if all lanes of the warp have the same one and run together; else in ordinary registers,
// of which two R2UR move the words for each product (HGMMA in `single` and `special` of
// traces/h200/probes/descriptors.sass).
#include "isa/machine/flow.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// Marks the blocks that are reached from `block` before all its ways meet again. pending: room for
// every block.
static void mark_ways(const Flow *flow, uint32_t block, uint32_t meet, bool *is_marked,
                      uint32_t *pending)
{
    uint32_t count = 0;
    pending[count++] = block;
    while (count > 0) {
        uint32_t at = pending[--count];
        for (uint32_t i = flow->successors.first[at]; i < flow->successors.first[at + 1]; i++) {
            uint32_t next = flow->successors.to[i];
            if (next != meet && !is_marked[next]) {
                is_marked[next] = true;
                pending[count++] = next;
            }
        }
    }
}

// The blocks that some lanes of a warp may run without the others; [block].
static bool *find_apart(Unit *unit, const Flow *flow, const bool *is_divergent)
{
    Arena *scratch = &unit->lowering->scratch;
    bool *is_apart = arena_alloc(scratch, flow->count);
    uint32_t *pending = arena_alloc(scratch, (flow->count + 1) * sizeof *pending);
    for (uint32_t i = 0; i < flow->count; i++) {
        const FlowBlock *block = &flow->blocks[i];
        const Op *last = block->end > block->first ? &unit->ops[block->end - 1] : NULL;
        bool *is_marked;
        if (last == NULL || last->kind != MICRO_BRANCH || last->guard == VALUE_NONE ||
            value_is_constant(last->guard) || !is_divergent[last->guard]) {
            continue;
        }
        is_marked = arena_alloc(scratch, flow->count);
        mark_ways(flow, i, block->postdominator, is_marked, pending);
        for (uint32_t j = 0; j < flow->count; j++) {
            is_apart[j] |= is_marked[j];
        }
    }
    return is_apart;
}

void unit_cost_descriptors(Unit *unit)
{
    const Flow *flow = NULL;
    const bool *is_divergent = NULL, *is_apart = NULL;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        if (op->kind != MICRO_GROUP_FETCH || op->offset != 0) {
            continue;
        }
        if (flow == NULL) {
            flow = flow_build(unit);
            is_divergent = unit_find_divergent(unit, false);
            is_apart = find_apart(unit, flow, is_divergent);
        }
        if (is_apart[flow->block_of_op[i]] || (value_is_register(op->a) && is_divergent[op->a])) {
            op->issues = 2;
            op->pipe = PIPE_ALU;
        }
    }
}
