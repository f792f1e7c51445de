// SPDX-License-Identifier: Apache-2.0
// Rotation of loops that are entered in the middle. nvcc unrolls a loop with an odd number of
// rounds so: the test stands between the copies, and the loop is entered at the copies before it.
//
//      counter = start; bra L;             counter = start; B;
//   T: A; counter += step;              T: A; counter += step;
//   L: B; @p bra T; (p: counter != n)      B; @p bra T;
//
// ptxas 13.0 does so too, and unrolls what comes out. (49 and 101 rounds of 1 to 10 operations.) As
// start is known, the first test is known to hold.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"
#include "isa/machine/unroll.h"

typedef struct Rotate {
    Unit *unit;
    Op *ops; // as they were
    uint32_t op_count;
    uint32_t *place;          // [label]
    uint32_t *references;     // [label]
    uint32_t *writes, *reads; // [register]
} Rotate;

typedef struct MiddleEntry {
    uint32_t jump, middle, test, branch; // ops; the loop's label comes right behind `jump`
} MiddleEntry;

static void find_labels(Rotate *rotate)
{
    for (uint32_t i = 0; i < rotate->op_count; i++) {
        const Op *op = &rotate->ops[i];
        if (op->kind == OP_LABEL) {
            rotate->place[op->target] = i;
        } else if (op->kind == MICRO_BRANCH) {
            rotate->references[op->target]++;
        } else if (op->kind == MICRO_BRANCH_INDEX) {
            for (uint32_t j = 0; j < op->target; j++) {
                rotate->references[rotate->unit->targets[(uint32_t)op->offset + j]] += 2;
            }
        }
    }
}

// The first op from `at` on that starts or ends a block.
static uint32_t straight_end(const Rotate *rotate, uint32_t at)
{
    while (at < rotate->op_count && rotate->ops[at].kind != OP_LABEL &&
           !op_ends_block(&rotate->ops[at])) {
        at++;
    }
    return at;
}

static bool writes_between(const Rotate *rotate, uint32_t first, uint32_t end, Value value)
{
    for (uint32_t i = first; i < end; i++) {
        if (op_writes(&rotate->ops[i], value)) {
            return true;
        }
    }
    return false;
}

// What the counter is when the loop is entered, if a literal is written to it in the same block.
static bool find_start(const Rotate *rotate, uint32_t jump, Value counter, uint64_t *start)
{
    for (uint32_t i = jump; i-- > 0;) {
        Op *op = &rotate->ops[i];
        if (op->kind == OP_LABEL || op_ends_block(op)) {
            return false;
        }
        if (op_writes(op, counter)) {
            return op_is_copy(op) && op->guard == VALUE_NONE &&
                   value_literal(rotate->unit->lowering, op->a, start);
        }
    }
    return false;
}

// The comparison that holds where this one does not.
static LaneOp inverted(LaneOp function)
{
    static const LaneOp pairs[][2] = {
        {LANE_SETP_EQ_32, LANE_SETP_NE_32},   {LANE_SETP_EQ_64, LANE_SETP_NE_64},
        {LANE_SETP_LT_S32, LANE_SETP_GE_S32}, {LANE_SETP_GT_S32, LANE_SETP_LE_S32},
        {LANE_SETP_LT_U32, LANE_SETP_GE_U32}, {LANE_SETP_GT_U32, LANE_SETP_LE_U32}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (uint32_t side = 0; side < 2; side++) {
            if (pairs[i][side] == function) {
                return pairs[i][1 - side];
            }
        }
    }
    return LANE_OP_COUNT;
}

static bool find_test(const Rotate *rotate, MiddleEntry *entry)
{
    const Op *branch = &rotate->ops[entry->branch];
    uint64_t start, bound;
    for (uint32_t i = entry->middle + 1; i < entry->branch; i++) {
        if (op_writes(&rotate->ops[i], branch->guard)) {
            entry->test = i;
        }
    }
    const Op *test = &rotate->ops[entry->test];
    bool is_negated = (branch->flags & MICRO_GUARD_NEGATED) != 0, holds;
    return entry->test != 0 && test->kind == MICRO_SETP && test->combine == 0 &&
           test->d2 == VALUE_NONE && test->guard == VALUE_NONE &&
           inverted(test->function) != LANE_OP_COUNT && rotate->writes[branch->guard] == 1 &&
           rotate->reads[branch->guard] == 1 && value_is_register(test->a) &&
           value_literal(rotate->unit->lowering, test->b, &bound) &&
           !writes_between(rotate, entry->middle, entry->branch, test->a) &&
           find_start(rotate, entry->jump, test->a, &start) &&
           unroll_compare(test->function, start, bound, &holds) && holds != is_negated;
}

static bool find_entry(const Rotate *rotate, uint32_t jump, MiddleEntry *entry)
{
    const Op *ops = rotate->ops;
    *entry = (MiddleEntry){.jump = jump, .middle = rotate->place[ops[jump].target]};
    if (ops[jump].guard != VALUE_NONE || jump + 1 >= rotate->op_count ||
        ops[jump + 1].kind != OP_LABEL || rotate->references[ops[jump].target] != 1 ||
        rotate->references[ops[jump + 1].target] != 1 ||
        straight_end(rotate, jump + 2) != entry->middle) {
        return false;
    }
    entry->branch = straight_end(rotate, entry->middle + 1);
    return entry->branch < rotate->op_count && ops[entry->branch].kind == MICRO_BRANCH &&
           ops[entry->branch].guard != VALUE_NONE &&
           ops[entry->branch].target == ops[jump + 1].target && find_test(rotate, entry);
}

static void keep(const Rotate *rotate, const Op *op)
{
    *unit_add(rotate->unit, MICRO_NOP) = *op;
}

static uint32_t emit_rotated(const Rotate *rotate, const MiddleEntry *entry)
{
    for (uint32_t i = entry->middle + 1; i < entry->branch; i++) {
        if (i != entry->test) {
            keep(rotate, &rotate->ops[i]);
        }
    }
    bool is_negated = (rotate->ops[entry->branch].flags & MICRO_GUARD_NEGATED) != 0;
    for (uint32_t i = entry->jump + 1; i <= entry->branch; i++) {
        Op op = rotate->ops[i];
        if (i == entry->middle) {
            continue;
        }
        if (i == entry->test && is_negated) {
            op.function = (uint16_t)inverted(op.function);
        }
        op.flags &= (uint16_t)(i == entry->branch ? ~MICRO_GUARD_NEGATED : ~0);
        keep(rotate, &op);
    }
    return entry->branch + 1;
}

void unit_rotate(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Rotate rotate = {.unit = unit, .ops = unit->ops, .op_count = unit->op_count};
    rotate.place = arena_alloc(arena, (unit->label_count + 1) * sizeof(uint32_t));
    rotate.references = arena_alloc(arena, (unit->label_count + 1) * sizeof(uint32_t));
    rotate.writes = unit_writes(unit, unit->ops, 0, unit->op_count);
    rotate.reads = unit_reads(unit);
    find_labels(&rotate);
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t i = 0; i < rotate.op_count;) {
        MiddleEntry entry;
        if (rotate.ops[i].kind == MICRO_BRANCH && find_entry(&rotate, i, &entry)) {
            i = emit_rotated(&rotate, &entry);
        } else {
            keep(&rotate, &rotate.ops[i++]);
        }
    }
}
