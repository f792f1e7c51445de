// SPDX-License-Identifier: Apache-2.0
// What divergence costs in instructions: a branch that lanes may take apart is announced (SSY
// before Volta, BSSY since) and its paths meet in an instruction of their own (SYNC, BSYNC).
// Branches whose condition is the same in all lanes have neither. Found by experiment with
// ptxas 13.0.
#include "isa/machine/flow.h"

static bool is_thread_special(PtxSpecial special)
{
    switch (special) {
    case PTX_SPECIAL_CTAID_X:
    case PTX_SPECIAL_CTAID_Y:
    case PTX_SPECIAL_CTAID_Z:
    case PTX_SPECIAL_CLUSTERID_X:
    case PTX_SPECIAL_CLUSTERID_Y:
    case PTX_SPECIAL_CLUSTERID_Z:
    case PTX_SPECIAL_CLUSTER_CTARANK: return false;
    default: return true;
    }
}

// Kinds whose results differ between lanes whatever they read.
static bool is_divergent_kind(const Op *op)
{
    switch (op->kind) {
    case MICRO_LANE:
    case MICRO_LANE4:
    case MICRO_SETP:
    case MICRO_CARRY:
    case MICRO_FRAME_ADDRESS:
    case MICRO_VOTE:
    case MICRO_REDUX:
    case MICRO_ACTIVEMASK: return false;
    case MICRO_LOAD:
        return op->space == PTX_SPACE_LOCAL || op->space == PTX_SPACE_REG ||
               op->space == PTX_SPACE_GENERIC;
    default: return true;
    }
}

static bool reads_divergent(const Unit *unit, Op *op, const bool *is_divergent)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(op, sources);
    for (uint32_t i = 0; i < count; i++) {
        Value value = *sources[i];
        const VirtualRegister *reg = value_is_constant(value) ? NULL : &unit->registers[value];
        if (reg != NULL &&
            (is_divergent[value] || (reg->is_special && is_thread_special(reg->special)))) {
            return true;
        }
    }
    return false;
}

static bool *find_divergent(Unit *unit)
{
    bool *is_divergent = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    Value *results[OP_VALUES_MAX];
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < unit->op_count; i++) {
            Op *op = &unit->ops[i];
            uint32_t count = op_results(op, results);
            bool makes = count > 0 && op->kind != MICRO_VOTE && op->kind != MICRO_REDUX &&
                         (is_divergent_kind(op) || reads_divergent(unit, op, is_divergent));
            for (uint32_t j = 0; j < count && makes; j++) {
                is_changed |= !is_divergent[*results[j]];
                is_divergent[*results[j]] = true;
            }
        }
    }
    return is_divergent;
}

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

// One announcement and one meeting for each block where lanes meet. Those of a loop stand where it
// ends, since its branch runs in every round.
void unit_converge(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Flow *flow = flow_build(unit);
    bool *is_divergent = find_divergent(unit);
    uint8_t cost = unit->lowering->target.compute_capability >= 20 ? 2 : 1;
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
        if (flow->block_of_label[op->target] > block) {
            op->issues = (uint8_t)(op->issues + cost);
        } else {
            issues[first_real_op(unit, &flow->blocks[meet])][PIPE_CBU] += cost;
        }
    }
    unit_insert_costs(unit, issues);
}
