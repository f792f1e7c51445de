// SPDX-License-Identifier: Apache-2.0
// A PHI and its operands share a register if their lifetimes allow it, innermost loops first;
// copies remain elsewhere.
#include "isa/cuda/emit/write.h"

uint32_t coalesce_class(const Writer *w, uint32_t value)
{
    while (w->representative[value] != value) {
        value = w->representative[value];
    }
    return value;
}

static bool classes_interfere(const Writer *w, uint32_t a, uint32_t b)
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

static void join(Writer *w, uint32_t a, uint32_t b)
{
    uint32_t next = w->next_member[a]; // two rings become one
    w->next_member[a] = w->next_member[b];
    w->next_member[b] = next;
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
    for (uint32_t i = 0; i < room; i++) {
        w->representative[i] = w->next_member[i] = i;
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
