// SPDX-License-Identifier: Apache-2.0
// 64-bit values of which the machine keeps 32 bits: addresses of local memory, which PTX computes
// at full width. ptxas drops the upper words (deviations_indexed in traces/h200/sass).
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// Ops whose lower result word depends only on lower words.
static bool keeps_words_apart(const Op *op)
{
    return op->kind == MICRO_LANE && (op->function == LANE_MOV_64 || op->function == LANE_ADD_64 ||
                                      op->function == LANE_SUB_64 || op->function == LANE_AND_64 ||
                                      op->function == LANE_SHL_64);
}

static bool reads_lower_word(const Op *op, const Value *source, const bool *is_narrow)
{
    bool is_memory = op->kind == MICRO_LOAD || op->kind == MICRO_STORE;
    if (is_memory && op->space == PTX_SPACE_LOCAL) {
        return source == &op->a;
    }
    return keeps_words_apart(op) && is_narrow[op->d];
}

void unit_narrow(Unit *unit)
{
    bool *is_narrow = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->register_count; i++) {
        is_narrow[i] = unit->registers[i].value_class == VALUE_64;
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = unit->op_count; i-- > 0;) {
            Op *op = &unit->ops[i];
            uint32_t count = op_sources(op, sources);
            for (uint32_t j = 0; j < count; j++) {
                Value value = *sources[j];
                if (!value_is_constant(value) && is_narrow[value] &&
                    !reads_lower_word(op, sources[j], is_narrow)) {
                    is_narrow[value] = false;
                    is_changed = true;
                }
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        if (keeps_words_apart(op) && is_narrow[op->d] && op->issues > 1) {
            op->issues = 1;
        }
    }
}
