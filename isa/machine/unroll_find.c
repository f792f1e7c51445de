// SPDX-License-Identifier: Apache-2.0
// Finds the loops that ptxas unrolls: a block that closes on itself by a test of a counter which
// moves by a literal.
#include "isa/machine/pass.h"
#include "isa/machine/unroll.h"

bool unroll_is_induction(const Unroll *work, const Op *op, int64_t *step)
{
    uint64_t literal;
    if (op->kind != MICRO_LANE || op->guard != VALUE_NONE || op->d != op->a ||
        (op->function != LANE_ADD_32 && op->function != LANE_ADD_64) ||
        !value_literal(work->unit->lowering, op->b, &literal)) {
        return false;
    }
    *step = op->function == LANE_ADD_64 ? (int64_t)literal : (int32_t)(uint32_t)literal;
    return true;
}

static bool may_repeat(const Op *op)
{
    return op->kind != OP_LABEL && op->kind != MICRO_FENCE && !op_has_trait(op, TRAIT_JUMP);
}

// Ops for which it matters which lanes are together: a loop with one is unrolled only if all lanes
// run the same number of rounds. Found with ptxas 13.0, one instruction at a time.
static bool is_convergent(const Op *op)
{
    switch (op->kind) {
    case MICRO_BARRIER:
    case MICRO_MBARRIER:
    case MICRO_ATOM:
    case MICRO_COPY_GROUP:
    case MICRO_MATRIX_LOAD:
    case MICRO_MATRIX_STORE:
    case MICRO_MATRIX_TRANSPOSE:
    case MICRO_MATRIX_MULTIPLY:
    case MICRO_SPARSE_MULTIPLY:
    case MICRO_SCALED_MULTIPLY:
    case MICRO_PRODUCT_GROUP:
    case MICRO_SLEEP: return true;
    default: return op_has_trait(op, TRAIT_MEET);
    }
}

// The block's labels end here; the body starts.
static uint32_t body_start(const Unroll *work, const FlowBlock *block)
{
    uint32_t at = block->first;
    while (at < block->end && work->ops[at].kind == OP_LABEL) {
        at++;
    }
    return at;
}

static bool closes_on_itself(const Unroll *work, const FlowBlock *block, uint32_t start)
{
    const Op *branch = &work->ops[block->end - 1];
    if (branch->kind != MICRO_BRANCH || branch->guard == VALUE_NONE ||
        value_is_constant(branch->guard) || (branch->flags & MICRO_GUARD_NEGATED) != 0) {
        return false;
    }
    bool is_back = false;
    for (uint32_t i = block->first; i < start; i++) {
        is_back |= work->ops[i].target == branch->target;
        if (work->is_kept[work->ops[i].target]) {
            return false;
        }
    }
    return is_back;
}

static bool is_bound_fixed(const Unroll *work, Value bound, const uint32_t *writes_inside)
{
    return value_is_constant(bound) || work->unit->registers[bound].is_special ||
           (work->writes[bound] == 1 && writes_inside[bound] == 0);
}

static bool read_test(const Unroll *work, UnrollLoop *loop, const uint32_t *writes_inside)
{
    const Op *test = &work->ops[loop->test];
    uint64_t literal;
    loop->bound = test->b;
    loop->is_down = false;
    switch (test->function) {
    case LANE_SETP_NE_32:
        loop->is_down = value_literal(work->unit->lowering, test->b, &literal) && literal == 0;
        loop->below = LANE_SETP_GT_S32;
        loop->done = LANE_SETP_EQ_32;
        return loop->is_down && loop->step < 0;
    case LANE_SETP_LT_S32:
        loop->below = LANE_SETP_LT_S32;
        loop->above = LANE_SETP_GT_S32;
        loop->done = LANE_SETP_GE_S32;
        break;
    case LANE_SETP_LT_U32:
        loop->below = LANE_SETP_LT_U32;
        loop->above = LANE_SETP_GT_U32;
        loop->done = LANE_SETP_GE_U32;
        break;
    default: return false;
    }
    return loop->step > 0 && is_bound_fixed(work, loop->bound, writes_inside);
}

// Whether the loop ends by a test of a counter.
static bool find_test(const Unroll *work, UnrollLoop *loop, const uint32_t *writes_inside)
{
    const Op *branch = &work->ops[loop->end - 1];
    bool is_counter_found = false;
    for (uint32_t i = loop->first; i + 1 < loop->end; i++) {
        const Op *op = &work->ops[i];
        if (op->kind == MICRO_SETP && op->d == branch->guard) {
            loop->test = i;
        }
    }
    const Op *test = &work->ops[loop->test];
    if (loop->test == 0 || test->combine != 0 || test->d2 != VALUE_NONE ||
        test->guard != VALUE_NONE || work->writes[branch->guard] != 1 ||
        work->reads[branch->guard] != 1 || value_is_constant(test->a) ||
        writes_inside[test->a] != 1) {
        return false;
    }
    for (uint32_t i = loop->first; i < loop->test; i++) {
        if (work->ops[i].d == test->a && unroll_is_induction(work, &work->ops[i], &loop->step)) {
            is_counter_found = true;
        }
    }
    loop->counter = test->a;
    return is_counter_found && loop->step > -(1 << 20) && loop->step < (1 << 20);
}

// Whether all lanes run the same number of rounds, as far as ptxas looks: the bound is a literal or
// a parameter.
static bool is_same_for_all(const Unroll *work, const UnrollLoop *loop, uint32_t block)
{
    Op *set = unroll_start(work, block, loop->counter);
    Value *sources[OP_VALUES_MAX];
    if (!value_is_constant(loop->bound) || set == NULL || set->guard != VALUE_NONE ||
        set->kind != MICRO_LANE) {
        return false;
    }
    for (uint32_t i = op_sources(set, sources); i-- > 0;) {
        if (!value_is_constant(*sources[i]) && work->is_divergent[*sources[i]]) {
            return false;
        }
    }
    return true;
}

bool unroll_find(const Unroll *work, const FlowBlock *block, UnrollLoop *loop)
{
    uint32_t start = body_start(work, block);
    *loop = (UnrollLoop){.first = start, .end = block->end};
    if (start == block->first || block->end - start < 3 || !closes_on_itself(work, block, start)) {
        return false;
    }
    bool has_convergent = false;
    for (uint32_t i = start; i + 1 < block->end; i++) {
        if (!may_repeat(&work->ops[i])) {
            return false;
        }
        has_convergent |= is_convergent(&work->ops[i]);
    }
    const uint32_t *writes_inside = unit_writes(work->unit, work->ops, start, block->end);
    if (!find_test(work, loop, writes_inside)) {
        return false;
    }
    uint32_t number = (uint32_t)(block - work->flow->blocks);
    unroll_count_rounds(work, number, loop);
    if (loop->rounds > 0) {
        loop->at_once =
            unroll_rounds_at_once(work->unit, work->ops, start, block->end, loop->rounds);
        return loop->at_once > 1 || loop->rounds == 1;
    }
    return unroll_is_short(work->unit, work->ops, start, block->end) &&
           read_test(work, loop, writes_inside) &&
           (!has_convergent || is_same_for_all(work, loop, number));
}
