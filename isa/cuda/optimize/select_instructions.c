// SPDX-License-Identifier: Apache-2.0
// Uses instructions that PTX has and C has not: rotations (shf.l.wrap), products of 24 bits
// (select_product.c), loads and stores of 16-bit registers, and of two of them as one word. Runs
// last, so no earlier pass needs to know these operations.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define FUNNEL_SINCE 32u // shf: PTX ISA, "Target ISA Notes": sm_32 or higher
#define WORD_BITS    32u

static bool is_amount(const IrInstruction *value, uint64_t wanted)
{
    uint64_t amount;
    return rewrite_integer(value, &amount) && amount == wanted;
}

// Whether the two shift amounts, left and right, add up to the width of a word.
static bool make_a_word(const IrInstruction *left, const IrInstruction *right)
{
    uint64_t a, b;
    if (rewrite_integer(left, &a) && rewrite_integer(right, &b)) {
        return a > 0 && b > 0 && a + b == WORD_BITS;
    }
    return right->op == IR_SUBTRACT && is_amount(ir_operand(right, 0), WORD_BITS) &&
           ir_operand(right, 1) == left;
}

// x << n | x >> 32 - n. Of amounts beyond 32, C says nothing.
static IrInstruction *rotate(IrInstruction *at)
{
    const IrFunction *function = rewrite_function(at);
    bool has_funnel =
        function->module == NULL || function->module->compute_capability >= FUNNEL_SINCE;
    for (uint32_t way = 0; way < 2 && has_funnel && at->type == IR_I32; way++) {
        IrInstruction *left = ir_operand(at, way), *right = ir_operand(at, 1 - way);
        if (left->op != IR_SHL || right->op != IR_SHR_U || left->use_count != 1 ||
            right->use_count != 1 || ir_operand(left, 0) != ir_operand(right, 0)) {
            continue;
        }
        IrInstruction *x = ir_operand(left, 0);
        if (make_a_word(ir_operand(left, 1), ir_operand(right, 1))) {
            return rewrite_ternary(at, IR_FUNNEL_LEFT, IR_I32, x, x, ir_operand(left, 1));
        }
    }
    return NULL;
}

// ---- 16 bits: what the instructions on half precision take and give

static bool is_short(const IrInstruction *access, uint32_t elements)
{
    uint32_t found = access->vector == 0 ? 1 : access->vector;
    return (access->memory == IR_MEMORY_U16 || access->memory == IR_MEMORY_S16) &&
           found == elements && !access->is_volatile;
}

// A load whose upper half is unused gives a 16-bit register.
static IrInstruction *load_short(IrInstruction *at)
{
    IrInstruction *load = ir_operand(at, 0);
    if (at->type != IR_I16 || load->op != IR_LOAD || !is_short(load, 1)) {
        return NULL;
    }
    for (const IrUse *use = load->uses; use != NULL; use = use->next) {
        if (use->user->op != IR_TRUNCATE) {
            return NULL;
        }
    }
    IrInstruction *made = ir_clone(rewrite_function(at), load);
    made->type = IR_I16;
    made->memory = IR_MEMORY_B16;
    ir_insert_before(load, made);
    for (const IrUse *use = load->uses; use != NULL; use = use->next) {
        if (use->user != at) { // the caller replaces that one
            ir_replace(use->user, made);
        }
    }
    return made;
}

static bool is_pair(const IrInstruction *low, const IrInstruction *high)
{
    return low->op == IR_RESULT && high->op == IR_RESULT && low->integer == 0 &&
           high->integer == 1 && low->use_count == 1 && high->use_count == 1 &&
           ir_operand(low, 0) == ir_operand(high, 0) && ir_operand(low, 0)->op == IR_LOAD &&
           ir_operand(low, 0)->memory == IR_MEMORY_U16 && is_short(ir_operand(low, 0), 2);
}

// Two neighbors that are joined again: one word.
static IrInstruction *load_pair(IrInstruction *at)
{
    for (uint32_t way = 0; way < 2 && at->type == IR_I32; way++) {
        IrInstruction *low = ir_operand(at, way), *high = ir_operand(at, 1 - way);
        if (high->op != IR_SHL || !is_amount(ir_operand(high, 1), 16) ||
            !is_pair(low, ir_operand(high, 0))) {
            continue;
        }
        IrInstruction *load = ir_operand(low, 0), *made = ir_clone(rewrite_function(at), load);
        made->type = IR_I32;
        made->memory = IR_MEMORY_B32;
        made->vector = 1;
        ir_insert_before(load, made);
        return made;
    }
    return NULL;
}

static bool store_word(IrInstruction *at)
{
    IrInstruction *value = ir_operand(at, 1);
    if (is_short(at, 2)) {
        IrInstruction *high = ir_operand(at, 2);
        if (value->type != IR_I32 || (high->op != IR_SHR_U && high->op != IR_SHR_S) ||
            ir_operand(high, 0) != value || !is_amount(ir_operand(high, 1), 16)) {
            return false;
        }
        ir_remove_operand(at, 2);
        at->vector = 1;
        at->memory = IR_MEMORY_B32;
        return true;
    }
    if (!is_short(at, 1) || (value->op != IR_ZERO_EXTEND && value->op != IR_SIGN_EXTEND) ||
        ir_operand(value, 0)->type != IR_I16) {
        return false;
    }
    ir_set_operand(at, 1, ir_operand(value, 0));
    at->memory = IR_MEMORY_B16;
    return true;
}

static IrInstruction *select_one(IrInstruction *at)
{
    IrInstruction *by = NULL;
    switch (at->op) {
    case IR_ADD:
    case IR_XOR:
    case IR_OR: by = rotate(at); return by != NULL ? by : load_pair(at);
    case IR_MULTIPLY:
    case IR_MULTIPLY_ADD: return select_product(at);
    case IR_TRUNCATE: return load_short(at);
    default: return NULL;
    }
}

bool select_instructions(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->op == IR_STORE) {
                is_changed = store_word(at) || is_changed;
                continue;
            }
            IrInstruction *by = select_one(at);
            if (by != NULL) {
                ir_replace(at, by);
                ir_remove(at);
                is_changed = true;
            }
        }
    }
    return remove_dead(function) || is_changed;
}
