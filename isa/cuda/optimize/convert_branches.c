// SPDX-License-Identifier: Apache-2.0
// Turns short branches into selections, and chains of conditions with one common exit into one
// condition, with the limits of LLVM's SimplifyCFG: a side may hold a few cheap instructions that
// have no effect and cannot fault. Loads, divisions and operations of the whole warp stay where
// they are.
#include "isa/cuda/optimize/flow.h"

#define SIDE_COST  5u // of all instructions of a side
#define MOVED_MAX  3u // nothing more is looked at once more of both sides may move
#define PHI_LIMIT  3u // more selections than this cost more than the branch
#define BONUS_COST 1u // LLVM's bonus-inst-threshold, besides the comparison itself

static bool is_speculable(const IrInstruction *at)
{
    switch (at->op) {
    case IR_DIVIDE_S:
    case IR_DIVIDE_U:
    case IR_REMAINDER_S:
    case IR_REMAINDER_U:
    case IR_FDIVIDE:
    case IR_RESULT:
    case IR_PHI: return false;
    case IR_MIN_S: // calls for nvcc until they are inlined
    case IR_MIN_U:
    case IR_MAX_S:
    case IR_MAX_U:
    case IR_ABS: return false;
    case IR_LOAD: return ir_operand(at, 0)->op == IR_PARAMETER && !at->is_volatile;
    default: return ir_is_pure(at) && !rewrite_is_library_call(at);
    }
}

static uint32_t cost_of(const IrInstruction *at)
{
    switch (at->op) {
    case IR_BITS:
    case IR_TO_GENERIC:
    case IR_TO_SPACE:
    case IR_SYMBOL:
    case IR_PARAMETER:
    case IR_POINTER_TO_INTEGER:
    case IR_INTEGER_TO_POINTER:
    case IR_LOAD: return 0;
    case IR_INDEX: // and the extension of a 32-bit index
        return at->operand_count == 1 ? 0 : ir_operand(at, 1)->type == IR_I32 ? 2 : 1;
    case IR_ZERO_EXTEND: return at->type == IR_I64 ? 0 : 1;
    default: return 1;
    }
}

// Whether everything before the terminator may be executed on either path, for at most this cost.
static bool is_cheap(const IrBlock *block, uint32_t limit)
{
    uint32_t cost = 0;
    for (const IrInstruction *at = block->first; at != block->last; at = at->next) {
        cost += cost_of(at);
        if (!is_speculable(at) || cost > limit) {
            return false;
        }
    }
    return true;
}

// The sides of a branch whose values a merge selects, in DominatesMergePoint's terms.
typedef struct Sides {
    const IrBlock *blocks[2]; // NULL: there is none
    uint32_t costs[2];
    uint32_t moved; // instructions that are known to be executable on either path
} Sides;

// Marks what a value of a side needs from there, if that may be executed on either path.
static bool mark_needed(Sides *sides, uint32_t side, IrInstruction *value)
{
    if (value->block != sides->blocks[side] || value->mark != 0) {
        return true;
    }
    sides->costs[side] += cost_of(value);
    if (!is_speculable(value) || sides->moved > MOVED_MAX || sides->costs[side] > SIDE_COST) {
        return false;
    }
    for (uint32_t i = 0; i < value->operand_count; i++) {
        if (!mark_needed(sides, side, ir_operand(value, i))) {
            return false;
        }
    }
    value->mark = 1;
    sides->moved++;
    return true;
}

static void clear_marks(const IrBlock *block)
{
    for (IrInstruction *at = block->first; at != NULL; at = at->next) {
        at->mark = 0;
    }
}

static bool is_all_marked(const IrBlock *block)
{
    for (const IrInstruction *at = block->first; at != block->last; at = at->next) {
        if (at->mark == 0) {
            return false;
        }
    }
    return true;
}

// Whether selections can take the place of the sides: they compute nothing but values of the merge,
// and these at a small cost. A side may be NULL.
static bool are_short(IrBlock *a, IrBlock *b, const IrBlock *merge)
{
    Sides sides = {.blocks = {a, b}};
    uint32_t phis = 0;
    for (uint32_t side = 0; side < 2; side++) {
        if (sides.blocks[side] != NULL) {
            clear_marks(sides.blocks[side]);
        }
    }
    for (const IrInstruction *phi = merge->first; phi->op == IR_PHI; phi = phi->next, phis++) {
        for (uint32_t i = 0; i < phi->operand_count; i++) {
            uint32_t side = phi->targets[i] == a ? 0 : phi->targets[i] == b ? 1 : 2;
            if (side < 2 && !mark_needed(&sides, side, ir_operand(phi, i))) {
                return false;
            }
        }
    }
    return phis <= PHI_LIMIT && (a == NULL || is_all_marked(a)) && (b == NULL || is_all_marked(b));
}

static bool is_side(const IrBlock *side, const IrBlock *from, const IrBlock *merge)
{
    return side->predecessor_count == 1 && side->predecessors[0] == from &&
           side->last->op == IR_JUMP && side->last->targets[0] == merge && side != merge;
}

static void move_all(IrBlock *from, IrInstruction *before)
{
    while (from->first != from->last) {
        shown_forget(from->first);
        ir_move_before(before, from->first);
    }
    shown_lose(before, from->last->notes); // some lanes do not come here
}

static void set_phi_value(IrInstruction *phi, const IrBlock *from, IrInstruction *value)
{
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        if (phi->targets[i] == from) {
            ir_set_operand(phi, i, value);
        }
    }
}

// then, otherwise: the sides, or `block` itself for a side that is the edge to `merge`.
static void merge_sides(IrBlock *block, IrBlock *then, IrBlock *otherwise, IrBlock *merge)
{
    IrInstruction *last = block->last, *condition = ir_operand(last, 0);
    IrBlock *kept = then != block ? then : otherwise;
    if (then != block) {
        move_all(then, last);
    }
    if (otherwise != block) {
        move_all(otherwise, last);
    }
    for (IrInstruction *phi = merge->first; phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *a = flow_phi_value(phi, then), *b = flow_phi_value(phi, otherwise);
        IrInstruction *value =
            rewrite_same(a, b) ? a : rewrite_ternary(last, IR_SELECT, phi->type, condition, a, b);
        set_phi_value(phi, kept, value);
    }
    // One side stays as an empty block on the only path; simplify_flow removes it.
    flow_set_target(block, kept);
    for (uint32_t i = 0; i < 2; i++) {
        IrBlock *gone = i == 0 ? then : otherwise;
        if (gone != block && gone != kept) {
            ir_remove_block(gone);
        }
    }
}

static bool convert_diamond(IrBlock *block)
{
    IrBlock *then = block->last->targets[0], *otherwise = block->last->targets[1];
    if (then == otherwise || then->last->op != IR_JUMP) {
        return false;
    }
    IrBlock *merge = then->last->targets[0];
    if (!is_side(then, block, merge) || !is_side(otherwise, block, merge) ||
        !are_short(then, otherwise, merge) ||
        (merge->predecessor_count > 2 && (then->had_call || otherwise->had_call))) {
        return false; // nvcc meets calls before it inlines them, and such a merge only then
    }
    merge_sides(block, then, otherwise, merge);
    return true;
}

static bool convert_triangle(IrBlock *block)
{
    for (uint32_t way = 0; way < 2; way++) {
        IrBlock *side = block->last->targets[way], *merge = block->last->targets[1 - way];
        if (side == merge || !is_side(side, block, merge) || merge == block) {
            continue;
        }
        if (!are_short(side, NULL, merge)) {
            continue;
        }
        merge_sides(block, way == 0 ? side : block, way == 0 ? block : side, merge);
        return true;
    }
    return false;
}

// Both blocks bring the same values into `to`.
static bool agree(const IrBlock *to, const IrBlock *a, const IrBlock *b)
{
    for (const IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
        if (!rewrite_same(flow_phi_value(phi, a), flow_phi_value(phi, b))) {
            return false;
        }
    }
    return true;
}

// block: c1 ? next : out; next: c2 ? to : out. One branch on both.
static bool join_conditions(IrBlock *block)
{
    IrInstruction *last = block->last;
    for (uint32_t way = 0; way < 2; way++) {
        IrBlock *next = last->targets[way], *out = last->targets[1 - way];
        if (next == out || next == block || next->predecessor_count != 1 ||
            next->last->op != IR_BRANCH || next->last->targets[0] == next->last->targets[1] ||
            !is_cheap(next, BONUS_COST + 1)) {
            continue;
        }
        uint32_t out_way = next->last->targets[0] == out ? 0 : 1;
        IrBlock *to = next->last->targets[1 - out_way];
        if (next->last->targets[out_way] != out || to == next || to == block || out == next ||
            !agree(out, block, next) || flow_count_edges(block, to) != 0) {
            continue;
        }
        move_all(next, last);
        // The targets become those where c1 leads to `next` and c2 to `to`.
        IrInstruction *first = ir_operand(last, 0), *second = ir_operand(next->last, 0);
        first = way == 0 ? first : rewrite_unary(last, IR_NOT, IR_I1, first);
        second = out_way == 1 ? second : rewrite_unary(last, IR_NOT, IR_I1, second);
        IrInstruction *both = rewrite_binary(last, IR_AND, IR_I1, first, second);
        ir_set_operand(last, 0, both);
        for (IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
            ir_add_phi_operand(phi, flow_phi_value(phi, next), block);
        }
        IrBlock *old = last->targets[way];
        if (way == 1) {
            last->targets[1] = last->targets[0];
            last->targets[0] = old;
        }
        ir_retarget(block, next, to);
        ir_remove_block(next);
        return true;
    }
    return false;
}

static bool convert_all(IrFunction *function)
{
    bool is_changed = false;
    ir_order(function);
    for (IrBlock *block = function->last_block; block != NULL; block = block->previous) {
        while (block->last->op == IR_BRANCH &&
               (convert_diamond(block) || convert_triangle(block) || join_conditions(block))) {
            is_changed = true;
        }
    }
    return is_changed;
}

// Inner branches make outer ones convertible once their flow is simplified: one sweep for each
// depth.
bool convert_branches(IrFunction *function)
{
    bool is_changed = false;
    while (convert_all(function)) {
        simplify_flow(function);
        simplify_values(function);
        is_changed = true;
    }
    return is_changed;
}
