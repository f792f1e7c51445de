// SPDX-License-Identifier: Apache-2.0
// A PHI and its operands share a register if their lifetimes allow it, innermost loops first;
// copies remain elsewhere.
#include "isa/cuda/emit/write.h"

#define PAIRS_FEW 1024u

uint32_t coalesce_class(const Writer *w, uint32_t value)
{
    while (w->representative[value] != value) {
        value = w->representative[value];
    }
    return value;
}

static bool any_pair_interferes(const Writer *w, uint32_t a, uint32_t b)
{
    uint32_t x = a;
    do {
        uint32_t y = b;
        do {
            if (live_interferes(w, x, y)) {
                return true;
            }
            y = w->next_member[y];
        } while (y != b);
        x = w->next_member[x];
    } while (x != a);
    return false;
}

// Whether a value that lives in one block alone interferes with a member of the class: one of that
// block, or one that lives in several blocks.
static bool local_interferes(const Writer *w, uint32_t value, uint32_t class_)
{
    const BlockLive *live = &w->live[w->value_blocks[value]->number];
    for (uint32_t i = live->first_value; i < live->end_value; i++) {
        if (coalesce_class(w, i) == class_ && live_interferes(w, i, value)) {
            return true;
        }
    }
    uint32_t first = w->first_crossing[class_], at = first;
    while (at != 0) {
        if (live_interferes(w, at, value)) {
            return true;
        }
        at = w->next_crossing[at] == first ? 0 : w->next_crossing[at];
    }
    return false;
}

static bool crossing_interferes(const Writer *w, uint32_t value, uint32_t class_)
{
    uint32_t at = class_;
    do {
        if (live_interferes(w, at, value)) {
            return true;
        }
        at = w->next_member[at];
    } while (at != class_);
    return false;
}

// A PHI of a switch has thousands of operands: not every pair of two large classes is looked at.
static bool classes_interfere(const Writer *w, uint32_t a, uint32_t b)
{
    if ((uint64_t)w->class_sizes[a] * w->class_sizes[b] <= PAIRS_FEW) {
        return any_pair_interferes(w, a, b);
    }
    uint32_t small = w->class_sizes[a] < w->class_sizes[b] ? a : b, large = a + b - small;
    uint32_t at = small;
    do {
        bool is_crossing = w->set_bits[at] != 0;
        if (is_crossing ? crossing_interferes(w, at, large) : local_interferes(w, at, large)) {
            return true;
        }
        at = w->next_member[at];
    } while (at != small);
    return false;
}

// Two rings become one.
static void splice(uint32_t *next, uint32_t a, uint32_t b)
{
    uint32_t after = next[a];
    next[a] = next[b];
    next[b] = after;
}

static void join(Writer *w, uint32_t a, uint32_t b)
{
    uint32_t *first = w->first_crossing;
    splice(w->next_member, a, b);
    if (first[a] != 0 && first[b] != 0) {
        splice(w->next_crossing, first[a], first[b]);
    }
    first[a] = first[a] != 0 ? first[a] : first[b];
    w->class_sizes[a] += w->class_sizes[b];
    w->representative[b] = a;
}

static void coalesce_phi(Writer *w, IrInstruction *phi)
{
    uint32_t id = w->value_ids[phi->number];
    for (uint32_t i = 0; id != 0 && i < phi->operand_count; i++) {
        IrInstruction *operand = want_resolve(ir_operand(phi, i));
        uint32_t other = w->value_ids[operand->number];
        if (other == 0 || register_kind_of(operand) != register_kind_of(phi)) {
            continue;
        }
        uint32_t a = coalesce_class(w, id), b = coalesce_class(w, other);
        if (a != b && !classes_interfere(w, a, b)) {
            join(w, a, b);
        }
    }
}

void coalesce_phis(Writer *w)
{
    size_t room = w->value_count + 1;
    uint32_t deepest = 0;
    w->representative = arena_alloc(&w->arena, room * sizeof(uint32_t));
    w->next_member = arena_alloc(&w->arena, room * sizeof(uint32_t));
    w->register_numbers = arena_alloc(&w->arena, room * sizeof(uint32_t));
    w->next_crossing = arena_alloc(&w->arena, room * sizeof(uint32_t));
    w->first_crossing = arena_alloc(&w->arena, room * sizeof(uint32_t));
    w->class_sizes = arena_alloc(&w->arena, room * sizeof(uint32_t));
    for (uint32_t i = 0; i < room; i++) {
        w->representative[i] = w->next_member[i] = w->next_crossing[i] = i;
        w->first_crossing[i] = w->set_bits[i] != 0 ? i : 0;
        w->class_sizes[i] = 1;
    }
    for (uint32_t i = 0; i < w->order_count; i++) {
        deepest = w->order[i]->mark > deepest ? w->order[i]->mark : deepest;
    }
    for (uint32_t depth = deepest + 1; depth-- > 0;) { // IrBlock.mark: depth of loops
        for (uint32_t i = 0; i < w->order_count; i++) {
            IrInstruction *at = w->order[i]->mark == depth ? w->order[i]->first : NULL;
            for (; at != NULL && at->op == IR_PHI; at = at->next) {
                coalesce_phi(w, at);
            }
        }
    }
}
