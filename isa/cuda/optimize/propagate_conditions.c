// SPDX-License-Identifier: Apache-2.0
// Uses what a branch decided where only that side leads: its condition, the parts of a conjunction,
// comparisons of the same value with other constants, of the same two values, and the value itself
// if it equals one.
#include "isa/cuda/optimize/flow.h"

// Uses visited in one run. Each of the n comparisons of a switch has the other n to visit; beyond
// this limit a function keeps what has been learned and goes on.
#define USES_MOST 2000000u

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

typedef struct Fact {
    const IrBlock *region; // what it dominates
    bool is_changed;
    uint32_t depth;
    uint32_t *uses_left;
} Fact;

static bool may_look(Fact *fact)
{
    *fact->uses_left -= *fact->uses_left > 0;
    return *fact->uses_left > 0;
}

static bool is_inside(const Fact *fact, const IrUse *use)
{
    const IrInstruction *user = use->user;
    const IrBlock *block =
        user->op == IR_PHI ? user->targets[rewrite_operand_index(use)] : user->block;
    return block == fact->region || ir_dominates(fact->region, block);
}

static void replace_inside(Fact *fact, IrInstruction *value, IrInstruction *by)
{
    for (IrUse *use = value->uses, *next; use != NULL && may_look(fact); use = next) {
        next = use->next;
        if (use->user->block != NULL && is_inside(fact, use)) {
            ir_set_operand(use->user, rewrite_operand_index(use), by);
            fact->is_changed = true;
        }
    }
}

typedef struct Interval {
    int64_t low, high; // of a signed value, or of an unsigned one below 2^63
    bool is_signed, is_good;
} Interval;

// The values that x may have when `x compare c` is `value`. Only those of 32 bits are looked at:
// the ends of others may have no neighbor in 64 bits.
static Interval interval_of(IrCompare compare, IrType type, uint64_t c, bool value)
{
    if (type != IR_I32) {
        return (Interval){.is_good = false};
    }
    IrCompare holds = value ? compare : rewrite_inverted(compare, type);
    bool is_signed = !rewrite_is_unsigned(holds);
    int64_t at = is_signed ? rewrite_signed(type, c) : (int64_t)c;
    int64_t most = is_signed ? (int64_t)(rewrite_mask(type) >> 1) : (int64_t)rewrite_mask(type);
    int64_t least = is_signed ? -most - 1 : 0;
    Interval all = {least, most, is_signed, true};
    switch (holds) {
    case IR_LT:
    case IR_LO: all.high = at - 1; break;
    case IR_LE:
    case IR_LS: all.high = at; break;
    case IR_GT:
    case IR_HI: all.low = at + 1; break;
    case IR_GE:
    case IR_HS: all.low = at; break;
    default: all.is_good = false; break;
    }
    return all;
}

// The comparison `other` of the same value, inside the region: 1, 0, or -1 when not implied.
static int implied(Interval known, const IrInstruction *other, uint64_t c)
{
    IrType type = ir_operand(other, 0)->type;
    if (other->compare == IR_EQ || other->compare == IR_NE) {
        int64_t at = known.is_signed ? rewrite_signed(type, c) : (int64_t)c;
        return at < known.low || at > known.high ? other->compare == IR_NE : -1;
    }
    Interval wanted = interval_of(other->compare, type, c, true);
    if (!wanted.is_good || wanted.is_signed != known.is_signed) {
        return -1;
    }
    if (known.low >= wanted.low && known.high <= wanted.high) {
        return 1;
    }
    return known.low > wanted.high || known.high < wanted.low ? 0 : -1;
}

static void imply_comparisons(Fact *fact, IrInstruction *condition, uint64_t c, bool value)
{
    IrInstruction *a = ir_operand(condition, 0);
    Interval known = interval_of(condition->compare, a->type, c, value);
    for (IrUse *use = a->uses; known.is_good && use != NULL && may_look(fact); use = use->next) {
        IrInstruction *other = use->user;
        uint64_t limit;
        if (other->op != IR_COMPARE || other == condition || other->block == NULL ||
            rewrite_operand_index(use) != 0 || !rewrite_integer(ir_operand(other, 1), &limit)) {
            continue;
        }
        int answer = implied(known, other, limit);
        if (answer >= 0) {
            replace_inside(fact, other, ir_integer(other->function, IR_I1, (uint64_t)answer));
        }
    }
}

// Which of less, equal and greater a comparison of integers allows.
static uint32_t orders_of(IrCompare compare)
{
    switch (compare) {
    case IR_LT:
    case IR_LO: return LESS;
    case IR_LE:
    case IR_LS: return LESS | EQUAL;
    case IR_GT:
    case IR_HI: return GREATER;
    case IR_GE:
    case IR_HS: return GREATER | EQUAL;
    case IR_EQ: return EQUAL;
    default: return LESS | GREATER;
    }
}

static bool has_sign(IrCompare compare)
{
    return compare != IR_EQ && compare != IR_NE;
}

// What `known`, which holds, says of `other` on the same values in this order: 1, 0, or -1.
static int implied_alike(IrCompare known, IrCompare other)
{
    uint32_t holds = orders_of(known), wanted = orders_of(other);
    if (has_sign(known) && has_sign(other) &&
        rewrite_is_unsigned(known) != rewrite_is_unsigned(other)) {
        return -1;
    }
    if (known == IR_NE && has_sign(other)) {
        return -1;
    }
    return (holds & ~wanted) == 0 ? 1 : (holds & wanted) == 0 ? 0 : -1;
}

// if (i >= n) return; leaves i < n, n > i and i != n.
static void imply_alike(Fact *fact, IrInstruction *condition, bool value)
{
    IrInstruction *a = ir_operand(condition, 0), *b = ir_operand(condition, 1);
    IrCompare known = value ? condition->compare : rewrite_inverted(condition->compare, a->type);
    for (IrUse *use = a->uses; use != NULL && may_look(fact); use = use->next) {
        IrInstruction *other = use->user;
        if (other->op != IR_COMPARE || other == condition || other->block == NULL) {
            continue;
        }
        uint32_t place = rewrite_operand_index(use);
        if (ir_operand(other, 1 - place) != b) {
            continue;
        }
        int answer =
            implied_alike(known, place == 0 ? other->compare : rewrite_swapped(other->compare));
        if (answer >= 0) {
            replace_inside(fact, other, ir_integer(other->function, IR_I1, (uint64_t)answer));
        }
    }
}

static void learn(Fact *fact, IrInstruction *condition, bool value)
{
    uint64_t c;
    if (ir_is_constant(condition) || ++fact->depth > 16) {
        return;
    }
    if (condition->op == IR_NOT) {
        learn(fact, ir_operand(condition, 0), !value);
    } else if (condition->op == (value ? IR_AND : IR_OR)) {
        learn(fact, ir_operand(condition, 0), value);
        learn(fact, ir_operand(condition, 1), value);
    } else if (condition->op == IR_COMPARE &&
               rewrite_is_integer_type(ir_operand(condition, 0)->type) &&
               rewrite_integer(ir_operand(condition, 1), &c)) {
        if (condition->compare == (value ? IR_EQ : IR_NE)) {
            replace_inside(fact, ir_operand(condition, 0), ir_operand(condition, 1));
        } else {
            imply_comparisons(fact, condition, c, value);
        }
    } else if (condition->op == IR_COMPARE &&
               rewrite_is_integer_type(ir_operand(condition, 0)->type)) {
        imply_alike(fact, condition, value);
    }
    replace_inside(fact, condition, ir_integer(condition->function, IR_I1, value));
}

bool propagate_conditions(IrFunction *function)
{
    bool is_changed = false;
    uint32_t uses_left = USES_MOST;
    ir_dominators(function);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        IrInstruction *last = block->last;
        if (last->op != IR_BRANCH || last->targets[0] == last->targets[1]) {
            continue;
        }
        for (uint32_t way = 0; way < 2; way++) {
            if (last->targets[way]->predecessor_count == 1) {
                Fact fact = {.region = last->targets[way], .uses_left = &uses_left};
                learn(&fact, ir_operand(last, 0), way == 0);
                is_changed = is_changed || fact.is_changed;
            }
        }
    }
    return is_changed;
}
