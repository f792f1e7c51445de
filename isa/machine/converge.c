// SPDX-License-Identifier: Apache-2.0
// What divergence costs in instructions: a branch that lanes may take apart is announced (SSY
// before Volta, BSSY since) and its paths meet in an instruction of their own (SYNC, BSYNC).
// Branches whose condition is the same in all lanes have neither. Found by experiment with
// ptxas 13.0.
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

// One announcement and one meeting for each block where lanes meet. The meeting is a NOP of the
// branch unit there; the announcement of a loop stands there too, since its branch runs in every
// round.
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
