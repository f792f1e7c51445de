// SPDX-License-Identifier: Apache-2.0
// The order of blocks in the text: reverse postorder with each loop in one piece.
#include "isa/cuda/emit/write.h"

#include <string.h>

static uint32_t count_edges(const IrBlock *from, const IrBlock *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->last->target_count; i++) {
        count += from->last->targets[i] == to;
    }
    return count;
}

// Several edges become one: the PHIs keep one operand for it.
static void join_edges(IrBlock *from, IrBlock *to)
{
    IrBlock *middle = ir_block_after(from->function, from);
    SourceLocation at = from->last->location;
    ir_retarget(from, to, middle);
    for (IrInstruction *phi = to->first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
        bool is_first = true;
        for (uint32_t i = 0; i < phi->operand_count;) {
            if (phi->targets[i] != from) {
                i++;
            } else if (is_first) {
                phi->targets[i++] = middle;
                is_first = false;
            } else {
                ir_remove_operand(phi, i);
            }
        }
    }
    ir_jump(middle, to, at);
}

// An edge from a block with several targets to one with PHIs and several predecessors gets a block
// of its own, where the PHIs' copies can stand.
void order_split_edges(IrFunction *function)
{
    Arena arena = {0};
    uint32_t *hints = arena_alloc(&arena, function->block_count * sizeof *hints);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        IrInstruction *last = block->last;
        for (uint32_t i = 0; last->target_count > 1 && i < last->target_count; i++) {
            IrBlock *to = last->targets[i];
            if (to->predecessor_count > 1 && to->first->op == IR_PHI) {
                bool is_only = count_edges(block, to) == 1;
                is_only ? ir_split_edge(block, to, &hints[to->number]) : join_edges(block, to);
            }
        }
    }
    arena_clear(&arena);
}

typedef struct Visit {
    IrBlock *block;
    uint32_t next; // of its targets, in two passes over them
} Visit;

typedef struct Ordering {
    Writer *w;
    IrLoops *loops;
    IrBlock **postorder;
    uint32_t count;
    bool *is_seen, *is_placed;
} Ordering;

static bool is_exit(const Ordering *ordering, const IrBlock *from, const IrBlock *to)
{
    const IrLoop *loop = ordering->loops->of_block[from->number];
    const IrLoop *other = ordering->loops->of_block[to->number];
    if (loop == NULL) {
        return false;
    }
    while (other != NULL && other != loop) {
        other = other->parent;
    }
    return other == NULL;
}

// Targets that leave the loop are visited first, so that they come last; then the last target.
static IrBlock *next_target(const Ordering *ordering, Visit *visit)
{
    const IrInstruction *last = visit->block->last;
    while (visit->next < 2 * last->target_count) {
        uint32_t i = visit->next++;
        bool is_first_pass = i < last->target_count;
        IrBlock *to = last->targets[last->target_count - 1 - i % last->target_count];
        if (is_exit(ordering, visit->block, to) == is_first_pass) {
            return to;
        }
    }
    return NULL;
}

static void find_postorder(Ordering *ordering, IrFunction *function)
{
    Visit *stack = arena_alloc(&ordering->w->arena, function->block_count * sizeof *stack);
    uint32_t depth = 0;
    stack[depth++] = (Visit){function->entry, 0};
    ordering->is_seen[function->entry->number] = true;
    while (depth > 0) {
        IrBlock *to = next_target(ordering, &stack[depth - 1]);
        if (to == NULL) {
            ordering->postorder[ordering->count++] = stack[--depth].block;
        } else if (!ordering->is_seen[to->number]) {
            ordering->is_seen[to->number] = true;
            stack[depth++] = (Visit){to, 0};
        }
    }
}

// The loop directly inside `region` that holds the block; NULL when it is region's own.
static const IrLoop *inner_loop(const Ordering *ordering, const IrBlock *block,
                                const IrLoop *region)
{
    const IrLoop *loop = ordering->loops->of_block[block->number];
    if (loop == region) {
        return NULL;
    }
    while (loop != NULL && loop->parent != region) {
        loop = loop->parent;
    }
    return loop;
}

static bool is_inside(const Ordering *ordering, const IrBlock *block, const IrLoop *region)
{
    const IrLoop *loop = ordering->loops->of_block[block->number];
    while (loop != NULL && loop != region) {
        loop = loop->parent;
    }
    return loop == region;
}

static bool leaves_to(const Ordering *ordering, const IrBlock *block, const IrLoop *loop,
                      const IrBlock *next)
{
    const IrInstruction *last = block->last;
    if (ordering->loops->of_block[block->number] != loop || last->op != IR_BRANCH) {
        return false;
    }
    bool is_first_exit = is_exit(ordering, block, last->targets[0]);
    bool is_second_exit = is_exit(ordering, block, last->targets[1]);
    return is_first_exit != is_second_exit && last->targets[is_first_exit] == next;
}

// A loop that is left in the middle, placed from `first` on, is entered in the middle, so that its
// test comes last: no jump back is needed. nvcc does so, too. (A block that only jumps back is an
// edge that was split.)
static void turn_loop(const Ordering *ordering, const IrLoop *loop, uint32_t first)
{
    Writer *w = ordering->w;
    IrBlock **order = w->order;
    uint32_t end = w->order_count, turn = end - 1;
    const IrInstruction *last = order[end - 1]->last;
    if (last->op != IR_JUMP || last->targets[0] != order[first] || order[end - 1]->first == last) {
        return;
    }
    while (turn > first && !leaves_to(ordering, order[turn - 1], loop, order[turn])) {
        turn--;
    }
    if (turn == first) {
        return;
    }
    uint32_t count = end - first, by = turn - first;
    IrBlock **turned = arena_alloc(&w->arena, count * sizeof *turned);
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = order[first + (i + by) % count];
    }
    memcpy(order + first, turned, count * sizeof *turned);
}

// Places all blocks of the region; depth of recursion is that of loops.
static void place_region(Ordering *ordering, const IrLoop *region, uint32_t from)
{
    Writer *w = ordering->w;
    for (uint32_t i = from + 1; i-- > 0;) {
        IrBlock *block = ordering->postorder[i];
        if (ordering->is_placed[block->number] || !is_inside(ordering, block, region)) {
            continue;
        }
        const IrLoop *inner = inner_loop(ordering, block, region);
        if (inner != NULL) {
            uint32_t first = w->order_count;
            place_region(ordering, inner, i);
            turn_loop(ordering, inner, first);
        } else {
            ordering->is_placed[block->number] = true;
            w->order[w->order_count++] = block;
        }
    }
}

// Finds a block's operand quickly even in a PHI with thousands of operands.
static void note_phi_places(Writer *w, const IrBlock *block)
{
    const IrInstruction *phi = block->first;
    for (uint32_t i = 0; phi->op == IR_PHI && i < phi->operand_count; i++) {
        const IrBlock *from = phi->targets[i];
        if (from->last->target_count == 1) {
            w->phi_places[from->number] = i;
        }
    }
}

void order_blocks(Writer *w)
{
    IrFunction *function = w->function;
    uint32_t total = function->block_count;
    ir_dominators(function);
    Ordering ordering = {.w = w, .loops = ir_loops(&w->arena, function)};
    ordering.postorder = arena_alloc(&w->arena, total * sizeof(IrBlock *));
    ordering.is_seen = arena_alloc(&w->arena, total);
    ordering.is_placed = arena_alloc(&w->arena, total);
    w->order = arena_alloc(&w->arena, total * sizeof(IrBlock *));
    w->phi_places = arena_alloc(&w->arena, total * sizeof(uint32_t));
    find_postorder(&ordering, function);
    place_region(&ordering, NULL, ordering.count - 1);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        const IrLoop *loop = ordering.loops->of_block[block->number];
        block->mark = loop == NULL ? 0 : loop->depth;
        note_phi_places(w, block);
    }
}

static bool only_jumps(const Writer *w, IrBlock *block)
{
    return block->first == block->last && block->last->op == IR_JUMP &&
           !control_has_copies(w, block);
}

IrBlock *order_resolve(const Writer *w, IrBlock *block)
{
    for (uint32_t steps = 0; only_jumps(w, block) && steps < w->order_count; steps++) {
        block = block->last->targets[0];
    }
    return block;
}
