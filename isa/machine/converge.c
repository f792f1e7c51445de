// SPDX-License-Identifier: Apache-2.0
// The instructions that divergence costs: a branch that may diverge is announced (SSY before Volta,
// BSSY since), and its paths reconverge at a separate instruction (SYNC, BSYNC). Branches whose
// condition is the same in all lanes need neither. Found by experiment with ptxas 13.0.
#include "isa/machine/flow.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

static bool is_divergent_branch(const Op *op, const bool *is_divergent)
{
    return op->kind == MICRO_BRANCH && op->guard != VALUE_NONE && !value_is_constant(op->guard) &&
           is_divergent[op->guard];
}

static uint32_t first_real_op(const Unit *unit, const FlowBlock *block)
{
    uint32_t at = block->first;
    while (at + 1 < block->end && unit->ops[at].kind == OP_LABEL) {
        at++;
    }
    return at;
}

// One announcement and one reconvergence for each block where lanes reconverge. The reconvergence
// is a NOP of the branch unit in that block. The announcement of a loop is counted there too,
// because its branch runs in every iteration.
void unit_converge(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Flow *flow = flow_build(unit);
    const bool *is_divergent = unit_find_divergent(unit, false);
    bool has_announcement = unit->lowering->target.compute_capability >= 20;
    bool *meets = arena_alloc(arena, flow->count + 1);
    uint32_t(*issues)[PIPE_COUNT] = arena_alloc(arena, (unit->op_count + 1) * sizeof *issues);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint32_t block = flow->block_of_op[i];
        uint32_t meet = flow->blocks[block].postdominator;
        if (!is_divergent_branch(op, is_divergent) || meet == FLOW_NONE || meets[meet]) {
            continue;
        }
        meets[meet] = true;
        uint32_t place = first_real_op(unit, &flow->blocks[meet]);
        issues[place][PIPE_CBU]++;
        if (has_announcement && flow->block_of_label[op->target] > block) {
            op->issues++;
        } else if (has_announcement) {
            issues[place][PIPE_ADU]++;
        }
    }
    unit_insert_costs(unit, issues);
}
