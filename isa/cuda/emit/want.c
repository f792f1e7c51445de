// SPDX-License-Identifier: Apache-2.0
// Which values need a register: constants, addresses of symbols, displacements and casts without
// effect are folded into the operands of their users.
#include "isa/cuda/emit/write.h"

bool want_is_symbolic(const IrInstruction *base)
{
    return base->op == IR_SYMBOL || base->op == IR_STRING || base->op == IR_PARAMETER ||
           base->op == IR_LOCAL;
}

static bool is_wide(const IrInstruction *value)
{
    return value->type == IR_I64 || (value->type == IR_POINTER && value->space != IR_SPACE_SHARED);
}

IrInstruction *want_resolve(IrInstruction *value)
{
    while ((value->op == IR_POINTER_TO_INTEGER || value->op == IR_INTEGER_TO_POINTER) &&
           is_wide(value) && is_wide(ir_operand(value, 0))) {
        value = ir_operand(value, 0);
    }
    return value;
}

static bool is_small(int64_t displacement)
{
    return displacement > -0x40000000 && displacement < 0x40000000;
}

Address want_address(IrInstruction *pointer)
{
    Address address = {pointer, 0};
    while (address.base->op == IR_INDEX && address.base->operand_count == 1 &&
           is_small(address.base->displacement) && is_small(address.displacement)) {
        address.displacement += address.base->displacement;
        address.base = ir_operand(address.base, 0);
    }
    address.base = want_resolve(address.base);
    return address;
}

// Operand folded into [ ].
static bool want_is_address(const IrInstruction *user, uint32_t index)
{
    switch (user->op) {
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC: return index == 0;
    case IR_TO_GENERIC: return want_is_symbolic(want_address(ir_operand(user, 0)).base);
    default: return false;
    }
}

IrInstruction *want_condition(IrInstruction *condition, bool *is_inverted)
{
    *is_inverted = false;
    while (condition->op == IR_NOT) {
        *is_inverted = !*is_inverted;
        condition = ir_operand(condition, 0);
    }
    return condition;
}

static bool has_register(const IrInstruction *value)
{
    return value->op != IR_CONSTANT && value->op != IR_UNDEFINED;
}

void want_uses(IrInstruction *user, WantUse *use, void *context)
{
    for (uint32_t i = 0; i < user->operand_count; i++) {
        IrInstruction *value = ir_operand(user, i);
        bool is_inverted;
        if (user->op == IR_RESULT) {
            continue; // its producer writes it
        }
        if (want_is_address(user, i)) {
            value = want_address(value).base;
            if (want_is_symbolic(value)) {
                continue;
            }
        } else if (user->op == IR_BRANCH) {
            value = want_condition(value, &is_inverted);
        } else {
            value = want_resolve(value);
        }
        if (has_register(value)) {
            use(context, value);
        }
    }
}

typedef struct Search {
    Writer *w;
    IrInstruction **stack;
    uint32_t depth;
} Search;

static void want(void *context, IrInstruction *value)
{
    Search *search = context;
    if (!search->w->is_wanted[value->number]) {
        search->w->is_wanted[value->number] = true;
        search->stack[search->depth++] = value;
    }
}

static void want_operands(Search *search, IrInstruction *at)
{
    if (at->op == IR_RESULT) {
        want(search, ir_operand(at, 0));
    } else if (at->op == IR_PHI) {
        for (uint32_t i = 0; i < at->operand_count; i++) {
            IrInstruction *value = want_resolve(ir_operand(at, i));
            if (has_register(value)) {
                want(search, value);
            }
        }
    } else {
        want_uses(at, want, search);
    }
}

void want_find(Writer *w)
{
    IrFunction *function = w->function;
    Search search = {.w = w};
    w->is_wanted = arena_alloc(&w->arena, function->instruction_count);
    search.stack =
        arena_alloc(&w->arena, (function->instruction_count + 1) * sizeof(IrInstruction *));
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (ir_has_effect(at)) {
                want(&search, at);
            }
        }
    }
    while (search.depth > 0) {
        want_operands(&search, search.stack[--search.depth]);
    }
}
