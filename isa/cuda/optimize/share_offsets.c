// SPDX-License-Identifier: Apache-2.0
// Addresses that differ by a multiple of one value from an address computed before start from that
// one: p[(y + 8) * n + x] is 8 * n elements behind p[y * n + x] (straight-line strength reduction,
// as in LLVM's pass of that name). The step is a value of its own, the same for a row of accesses.
// An element of what lies a step behind is itself a step behind the same element. As in
// simplify_address.c, a step out of an int index is trusted to be an int itself.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define TERMS_MAX      8u
#define CANDIDATES_MAX 64u // looked back at

// factor * a * b; b or both may be NULL.
typedef struct Term {
    int64_t factor;
    IrInstruction *a, *b;
} Term;

typedef struct Sum {
    Term terms[TERMS_MAX];
    uint32_t count;
    bool is_modular; // wraps as the address does
    bool is_bad;
} Sum;

static void add_term(Sum *sum, int64_t factor, IrInstruction *a, IrInstruction *b)
{
    if (b != NULL && b->number < a->number) {
        IrInstruction *first = a;
        a = b;
        b = first;
    }
    for (uint32_t i = 0; i < sum->count; i++) {
        if (sum->terms[i].a == a && sum->terms[i].b == b) {
            sum->terms[i].factor += factor;
            return;
        }
    }
    if (sum->count == TERMS_MAX) {
        sum->is_bad = true;
        return;
    }
    sum->terms[sum->count++] = (Term){factor, a, b};
}

static bool is_small(int64_t factor)
{
    return factor == (int64_t)(int32_t)factor;
}

static void add_product(Sum *sum, int64_t factor, IrInstruction *a, IrInstruction *b)
{
    uint64_t c;
    for (uint32_t way = 0; way < 2; way++) {
        IrInstruction *x = way == 0 ? a : b, *y = way == 0 ? b : a;
        if (x->op == IR_ADD && (sum->is_modular || x->is_no_wrap) &&
            rewrite_integer(ir_operand(x, 1), &c)) {
            int64_t more = rewrite_signed(x->type, c);
            if (is_small(more) && is_small(factor)) {
                add_term(sum, factor, ir_operand(x, 0), y);
                add_term(sum, factor * more, y, NULL);
                return;
            }
        }
    }
    add_term(sum, factor, a, b);
}

static void add_value(Sum *sum, int64_t factor, IrInstruction *value, uint32_t depth)
{
    uint64_t c;
    bool is_open = depth < 6 && (sum->is_modular || value->is_no_wrap) && is_small(factor);
    IrInstruction *a = value->operand_count > 0 ? ir_operand(value, 0) : NULL;
    IrInstruction *b = value->operand_count > 1 ? ir_operand(value, 1) : NULL;
    if (rewrite_integer(value, &c) && is_small(rewrite_signed(value->type, c)) &&
        is_small(factor)) {
        add_term(sum, factor * rewrite_signed(value->type, c), NULL, NULL);
    } else if (is_open && (value->op == IR_ADD || value->op == IR_SUBTRACT)) {
        add_value(sum, factor, a, depth + 1);
        add_value(sum, value->op == IR_ADD ? factor : -factor, b, depth + 1);
    } else if (is_open && value->op == IR_MULTIPLY && rewrite_integer(b, &c) &&
               is_small(rewrite_signed(value->type, c))) {
        add_value(sum, factor * rewrite_signed(value->type, c), a, depth + 1);
    } else if (is_open && value->op == IR_SHL && rewrite_integer(b, &c) && c < 31) {
        add_value(sum, factor * ((int64_t)1 << c), a, depth + 1);
    } else if (is_open && value->op == IR_MULTIPLY) {
        add_product(sum, factor, a, b);
    } else {
        add_term(sum, factor, value, NULL);
    }
}

static Sum sum_of(IrInstruction *index)
{
    Sum sum = {0};
    IrInstruction *value = ir_operand(index, 1);
    sum.is_modular = index->space == IR_SPACE_SHARED || value->type == IR_I64;
    add_value(&sum, 1, value, 0);
    sum.is_bad = sum.is_bad || (!sum.is_modular && !index->is_signed);
    return sum;
}

// The one term by which b is more than a.
static bool difference(const Sum *a, const Sum *b, Term *step)
{
    Sum all = *b;
    uint32_t found = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        add_term(&all, -a->terms[i].factor, a->terms[i].a, a->terms[i].b);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        if (all.terms[i].factor != 0) {
            *step = all.terms[i];
            found++;
        }
    }
    return !all.is_bad && found == 1 && step->a != NULL && step->b == NULL &&
           is_small(step->factor);
}

typedef struct Candidate {
    IrInstruction *index;          // an INDEX that was met
    IrInstruction *pointer;        // its address without displacement, once there is one
    IrInstruction *base, *element; // operands of `index`
    bool is_signed;
    const IrBlock *block;
    Sum sum;
    int64_t scale;
    bool is_made; // `pointer` is a step behind another one
} Candidate;

typedef struct Candidates {
    Candidate kept[CANDIDATES_MAX];
    uint32_t count; // all that came; the last ones are kept
} Candidates;

// Whether its address is known wherever `at` stands, and its elements have the same size.
static bool is_usable(const Candidate *candidate, const IrInstruction *at)
{
    return at->scale == candidate->scale &&
           (candidate->block == at->block || ir_dominates(candidate->block, at->block));
}

// nvcc goes on from an address that was itself made so, but not over bytes.
static bool is_alike(const Candidate *candidate, const IrInstruction *at)
{
    bool is_chain = candidate->is_made && at->scale == 1 && at->space != IR_SPACE_SHARED;
    return !is_chain && candidate->base == ir_operand(at, 0) && is_usable(candidate, at);
}

// The address without its displacement, placed before the one that has it.
static IrInstruction *core_of(const Candidate *candidate)
{
    IrInstruction *basis = candidate->index;
    if (candidate->pointer != NULL) {
        return candidate->pointer;
    }
    if (basis->displacement == 0) {
        return basis;
    }
    IrInstruction *core = rewrite_index(basis, ir_operand(basis, 0), ir_operand(basis, 1),
                                        basis->is_signed, basis->scale, 0);
    ir_remove_operand(basis, 1);
    ir_set_operand(basis, 0, core);
    basis->scale = 1;
    return core;
}

// `step` wherever it is needed: its value dominates what it was found in.
static IrInstruction *make_step(IrInstruction *at, const Term *step)
{
    IrType type = step->a->type;
    if (step->factor == 1) {
        return step->a;
    }
    if (step->factor == -1) {
        return rewrite_unary(at, IR_NEGATE, type, step->a);
    }
    uint64_t factor = (uint64_t)step->factor;
    if (step->factor > 0 && (factor & (factor - 1)) == 0) {
        uint64_t k = 0;
        while (factor >> k != 1) {
            k++;
        }
        return rewrite_binary(at, IR_SHL, type, step->a, rewrite_constant(at, IR_I32, k));
    }
    return rewrite_binary(at, IR_MULTIPLY, type, step->a, rewrite_constant(at, type, factor));
}

// The address without displacement as a step behind that of a candidate, or NULL.
static IrInstruction *behind_basis(Candidate *basis, const Candidate *made)
{
    IrInstruction *at = made->index;
    Term step = {0};
    if (made->sum.is_bad || basis->sum.is_bad || made->sum.count < 2 || !is_alike(basis, at) ||
        basis->element->type != made->element->type ||
        !difference(&basis->sum, &made->sum, &step)) {
        return NULL;
    }
    basis->pointer = core_of(basis);
    return rewrite_index(at, basis->pointer, make_step(at, &step), true, at->scale, 0);
}

// Likewise, if its base is a step behind that of a candidate of the same element.
static IrInstruction *behind_element(Candidate *basis, const Candidate *made)
{
    IrInstruction *at = made->index, *base = made->base;
    bool is_same = base->op == IR_INDEX && base->operand_count > 1 && base->displacement == 0 &&
                   ir_operand(base, 0) == basis->base && basis->element == made->element &&
                   basis->is_signed == at->is_signed && is_usable(basis, at);
    if (!is_same) {
        return NULL;
    }
    basis->pointer = core_of(basis);
    return rewrite_index(at, basis->pointer, ir_operand(base, 1), base->is_signed, base->scale, 0);
}

static bool share(Candidates *candidates, IrInstruction *at)
{
    Candidate made = {.index = at,
                      .base = ir_operand(at, 0),
                      .element = ir_operand(at, 1),
                      .is_signed = at->is_signed,
                      .block = at->block,
                      .sum = sum_of(at),
                      .scale = at->scale};
    uint32_t oldest = candidates->count > CANDIDATES_MAX ? candidates->count - CANDIDATES_MAX : 0;
    for (uint32_t i = candidates->count; i-- > oldest && made.pointer == NULL;) {
        Candidate *basis = &candidates->kept[i % CANDIDATES_MAX];
        made.pointer = behind_basis(basis, &made);
        if (made.pointer == NULL) {
            made.pointer = behind_element(basis, &made);
        }
        if (made.pointer == NULL) {
            continue;
        }
        made.is_made = true;
        IrInstruction *by = made.pointer;
        if (at->displacement != 0) {
            by = rewrite_index(at, made.pointer, NULL, false, 1, at->displacement);
        }
        ir_replace(at, by);
    }
    candidates->kept[candidates->count++ % CANDIDATES_MAX] = made;
    return made.pointer != NULL;
}

bool share_offsets(IrFunction *function)
{
    Arena arena = {0};
    uint32_t count;
    bool is_changed = false;
    Candidates *candidates = arena_alloc(&arena, sizeof *candidates);
    ir_dominators(function);
    IrBlock **blocks = rewrite_blocks(&arena, function, &count);
    for (uint32_t i = 0; i < count; i++) {
        for (IrInstruction *at = blocks[i]->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->op == IR_INDEX && at->operand_count > 1 && at->uses != NULL) {
                is_changed = share(candidates, at) || is_changed;
            }
        }
    }
    arena_clear(&arena);
    return remove_dead(function) || is_changed;
}
