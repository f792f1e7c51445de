// SPDX-License-Identifier: Apache-2.0
// Which registers may differ between the lanes of a warp, judged by their definitions: values from
// the thread's index, from its own memory or from atomics, and everything computed from them. Lanes
// that took other paths are not considered; ptxas, whose choices this follows, seems to do the
// same.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

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

// Whether the results differ between lanes regardless of what the op reads.
static bool is_divergent_kind(const Op *op)
{
    if (op->kind == MICRO_LOAD) {
        return op->space == PTX_SPACE_LOCAL || op->space == PTX_SPACE_REG ||
               op->space == PTX_SPACE_GENERIC;
    }
    return !op_has_trait(op, TRAIT_FOLLOW | TRAIT_COMMON);
}

static bool reads_divergent(Op *op, const bool *is_divergent)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(op, sources);
    for (uint32_t i = 0; i < count; i++) {
        Value value = *sources[i];
        if (!value_is_constant(value) && is_divergent[value]) {
            return true;
        }
    }
    return false;
}

// Results that are the same in all lanes only because the lanes happened to be together: votes, and
// the contents of memory at that moment.
static bool is_of_the_moment(const Op *op)
{
    if (op->kind == MICRO_LOAD) {
        return op->space != PTX_SPACE_PARAM && op->space != PTX_SPACE_CONST;
    }
    return op_has_trait(op, TRAIT_COMMON);
}

static bool makes_divergent(Op *op, const bool *is_divergent, const uint32_t *writes,
                            Value *const *results, uint32_t count, bool is_certain)
{
    bool is_doubtful = op->guard != VALUE_NONE || is_of_the_moment(op);
    for (uint32_t i = 0; i < count; i++) {
        is_doubtful |= writes[*results[i]] > 1;
    }
    return (is_certain && is_doubtful) || is_divergent_kind(op) ||
           (!op_has_trait(op, TRAIT_COMMON) && reads_divergent(op, is_divergent));
}

bool *unit_find_divergent(Unit *unit, bool is_certain)
{
    bool *is_divergent = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    const uint32_t *writes = unit_writes(unit, unit->ops, 0, unit->op_count);
    Value *results[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->register_count; i++) {
        is_divergent[i] =
            unit->registers[i].is_special && is_thread_special(unit->registers[i].special);
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < unit->op_count; i++) {
            Op *op = &unit->ops[i];
            uint32_t count = op_results(op, results);
            bool makes = makes_divergent(op, is_divergent, writes, results, count, is_certain);
            for (uint32_t j = 0; j < count && makes; j++) {
                is_changed |= !is_divergent[*results[j]];
                is_divergent[*results[j]] = true;
            }
        }
    }
    return is_divergent;
}
