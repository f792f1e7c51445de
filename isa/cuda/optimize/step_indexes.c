// SPDX-License-Identifier: Apache-2.0
// Indices of 32 bits that may wrap before they are extended to an address (unsigned ones, above
// all) cannot become pointers that step. Where they are linear in a counter of the loop they become
// integers that step, as LLVM's loop strength reduction shapes them for NVPTX: `add.s32 %r, %r,
// %r8` instead of a product with the counter. Indices that differ by a literal share one.
#include "isa/cuda/optimize/loop.h"

#define TERMS_MAX 8u
#define DEPTH_MAX 8u
#define MADE_MAX  16u // in one loop: each takes a register

// multiplier * value * unit. value NULL: 1; unit NULL: 1. All modulo 2^32.
typedef struct Term {
    IrInstruction *value, *unit;
    uint32_t multiplier;
} Term;

typedef struct Sum {
    Term terms[TERMS_MAX];
    uint32_t count;
    uint32_t counter; // which term changes from round to round; TERMS_MAX: none yet
    uint32_t literal, step;
} Sum;

typedef struct Made {
    Sum sum;
    IrInstruction *phi;
} Made;

typedef struct Steps {
    IrFunction *function;
    const IrLoop *loop;
    Made made[MADE_MAX];
    uint32_t made_count;
} Steps;

static bool add_term(Sum *sum, Term term)
{
    if (term.value == NULL && term.unit == NULL) {
        sum->literal += term.multiplier;
        return true;
    }
    for (uint32_t i = 0; i < sum->count; i++) {
        if (sum->terms[i].value == term.value && sum->terms[i].unit == term.unit) {
            sum->terms[i].multiplier += term.multiplier;
            return true;
        }
    }
    if (sum->count == TERMS_MAX) {
        return false;
    }
    sum->terms[sum->count++] = term;
    return true;
}

// Adds multiplier * unit * value.
static bool add_value(const Steps *steps, Sum *sum, IrInstruction *value, Term by, uint32_t depth)
{
    uint64_t c;
    int64_t step;
    if (depth > DEPTH_MAX || value->type != IR_I32) {
        return false;
    }
    if (rewrite_integer(value, &c)) {
        return add_term(sum, (Term){NULL, by.unit, by.multiplier * (uint32_t)c});
    }
    if (loop_is_invariant(value) || loop_counter_next(steps->loop, value, &step) != NULL) {
        return add_term(sum, (Term){value, by.unit, by.multiplier});
    }
    if (value->operand_count != 2) {
        return false;
    }
    IrInstruction *a = ir_operand(value, 0), *b = ir_operand(value, 1);
    Term other = by;
    switch (value->op) {
    case IR_SUBTRACT: other.multiplier = -by.multiplier; // fall through
    case IR_ADD:
        return add_value(steps, sum, a, by, depth + 1) &&
               add_value(steps, sum, b, other, depth + 1);
    case IR_MULTIPLY:
        if (rewrite_integer(b, &c)) {
            other.multiplier *= (uint32_t)c;
            return add_value(steps, sum, a, other, depth + 1);
        }
        other.unit = loop_is_invariant(b) ? b : a;
        return by.unit == NULL && loop_is_invariant(other.unit) &&
               add_value(steps, sum, other.unit == b ? a : b, other, depth + 1);
    case IR_SHL:
        other.multiplier = rewrite_integer(b, &c) && c < 32 ? by.multiplier << c : 0;
        return other.multiplier != 0 && add_value(steps, sum, a, other, depth + 1);
    default: return false;
    }
}

// Is it more than the counter itself and a literal?
static bool make_sum(const Steps *steps, IrInstruction *index, Sum *sum)
{
    *sum = (Sum){.counter = TERMS_MAX};
    if (!add_value(steps, sum, index, (Term){.multiplier = 1}, 0)) {
        return false;
    }
    for (uint32_t i = 0; i < sum->count; i++) {
        int64_t step;
        const Term *term = &sum->terms[i];
        if (term->value != NULL && loop_counter_next(steps->loop, term->value, &step) != NULL) {
            if (sum->counter != TERMS_MAX) {
                return false;
            }
            sum->counter = i;
            sum->step = term->multiplier * (uint32_t)step;
        }
    }
    const Term *counter = &sum->terms[sum->counter % TERMS_MAX];
    return sum->counter != TERMS_MAX && sum->step != 0 &&
           (sum->count > 1 || counter->unit != NULL || counter->multiplier != 1);
}

static bool same_terms(const Sum *a, const Sum *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t k = 0;
        while (k < b->count &&
               (a->terms[i].value != b->terms[k].value || a->terms[i].unit != b->terms[k].unit ||
                a->terms[i].multiplier != b->terms[k].multiplier)) {
            k++;
        }
        if (k == b->count) {
            return false;
        }
    }
    return true;
}

static IrInstruction *make_phi(const Steps *steps, IrInstruction *index, const Sum *sum)
{
    const IrLoop *loop = steps->loop;
    IrInstruction *start = loop_first_value(loop, index);
    IrInstruction *phi = ir_phi(loop->head, IR_I32, index->location);
    IrInstruction *step = ir_integer(steps->function, IR_I32, sum->step);
    IrInstruction *unit = sum->terms[sum->counter].unit;
    if (unit != NULL) {
        step = rewrite_binary(loop->preheader->last, IR_MULTIPLY, IR_I32, unit, step);
    }
    IrInstruction *next = rewrite_binary(loop->latch->last, IR_ADD, IR_I32, phi, step);
    ir_add_phi_operand(phi, start, loop->preheader);
    ir_add_phi_operand(phi, next, loop->latch);
    return phi;
}

static const Made *find_made(const Steps *steps, const Sum *sum)
{
    for (uint32_t i = 0; i < steps->made_count; i++) {
        if (same_terms(&steps->made[i].sum, sum)) {
            return &steps->made[i];
        }
    }
    return NULL;
}

static bool step_one(Steps *steps, IrInstruction *at)
{
    Sum sum;
    IrInstruction *index = ir_operand(at, 1);
    if (!make_sum(steps, index, &sum)) {
        return false;
    }
    const Made *made = find_made(steps, &sum);
    if (made == NULL) {
        if (steps->made_count == MADE_MAX) {
            return false;
        }
        IrInstruction *phi = make_phi(steps, index, &sum);
        steps->made[steps->made_count] = (Made){sum, phi};
        made = &steps->made[steps->made_count++];
    }
    IrInstruction *by = made->phi;
    if (sum.literal != made->sum.literal) {
        by = rewrite_binary(
            at, IR_ADD, IR_I32, by,
            ir_integer(steps->function, IR_I32, (uint32_t)(sum.literal - made->sum.literal)));
    }
    ir_set_operand(at, 1, by);
    return true;
}

static bool is_candidate(const IrInstruction *at)
{
    return at->op == IR_INDEX && at->operand_count == 2 && ir_operand(at, 1)->type == IR_I32 &&
           !loop_is_invariant(ir_operand(at, 1));
}

static bool step_in_loop(const IrLoops *loops, const IrLoop *loop)
{
    Steps steps = {.function = loop->head->function, .loop = loop};
    bool is_changed = false;
    if (!loop_has_one_exit(loop)) {
        return false; // LLVM leaves loops with a break as they are
    }
    for (uint32_t i = 0; i < loop->block_count; i++) {
        if (loops->of_block[loop->blocks[i]->number] != loop) {
            continue; // of a loop inside
        }
        for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            is_changed = (is_candidate(at) && step_one(&steps, at)) || is_changed;
        }
    }
    return is_changed;
}

bool step_indexes(IrFunction *function)
{
    return loop_visit(function, step_in_loop);
}
