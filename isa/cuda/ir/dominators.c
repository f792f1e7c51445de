// SPDX-License-Identifier: Apache-2.0
// The order of blocks, who dominates whom (the semi-NCA algorithm of Georgiadis and Tarjan,
// "Finding Dominators Revisited", 2004), and natural loops.
#include "isa/cuda/ir/ir.h"

// Blocks by reverse postorder, in memory of a pass.
typedef struct Order {
    Arena arena;
    IrBlock **blocks;
    uint32_t count;
} Order;

typedef struct Visit {
    IrBlock *block;
    uint32_t next_target;
} Visit;

#define NOT_REACHED UINT32_MAX

// Depth first without recursion; fills blocks[] from the back. Targets are visited last to first,
// so that in the order a branch's `then` comes before its `otherwise`.
static void order_blocks(IrFunction *function, Order *order)
{
    uint32_t total = function->block_count;
    IrBlock **blocks = arena_alloc(&order->arena, total * sizeof *blocks);
    Visit *stack = arena_alloc(&order->arena, total * sizeof *stack);
    uint32_t depth = 0, left = total;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        block->order = NOT_REACHED;
    }
    stack[depth++] = (Visit){function->entry, 0};
    function->entry->order = 0;
    while (depth > 0) {
        Visit *visit = &stack[depth - 1];
        IrInstruction *last = visit->block->last;
        if (last != NULL && ir_is_terminator(last) && visit->next_target < last->target_count) {
            IrBlock *to = last->targets[last->target_count - 1 - visit->next_target++];
            if (to->order == NOT_REACHED) {
                to->order = 0;
                stack[depth++] = (Visit){to, 0};
            }
        } else {
            blocks[--left] = visit->block;
            depth--;
        }
    }
    order->blocks = blocks + left;
    order->count = total - left;
    for (uint32_t i = 0; i < order->count; i++) {
        order->blocks[i]->order = i;
    }
}

static void remove_unreachable(IrFunction *function)
{
    IrBlock *next;
    for (IrBlock *block = function->entry; block != NULL; block = next) {
        next = block->next;
        if (block->order == NOT_REACHED) {
            ir_remove_block(block);
        }
    }
}

void ir_order(IrFunction *function)
{
    Order order = {0};
    order_blocks(function, &order);
    remove_unreachable(function);
    arena_clear(&order.arena);
}

// Numbers of blocks in depth-first preorder, which semidominators are defined by.
typedef struct Preorder {
    IrBlock **blocks;
    uint32_t *number;   // by place in the reverse postorder
    uint32_t *parent;   // in the depth-first tree
    uint32_t *ancestor; // shortcuts upward, of blocks that are done
    uint32_t *label;    // the least semidominator on the way that a shortcut skips
    uint32_t *above;    // semidominators, then dominators
    uint32_t *path;     // of one climb
    uint32_t count;
} Preorder;

static void preorder_allocate(Preorder *pre, Arena *arena, uint32_t count)
{
    uint32_t **rows[] = {&pre->number, &pre->parent, &pre->ancestor,
                         &pre->label,  &pre->above,  &pre->path};
    pre->blocks = arena_alloc(arena, count * sizeof *pre->blocks);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i] = arena_alloc(arena, count * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i < count; i++) {
        pre->number[i] = NOT_REACHED;
    }
}

static void preorder_add(Preorder *pre, IrBlock *block, uint32_t parent)
{
    pre->number[block->order] = pre->count;
    pre->parent[pre->count] = parent;
    pre->blocks[pre->count++] = block;
}

static void preorder_visit(Preorder *pre, IrBlock *entry, Arena *arena, uint32_t count)
{
    Visit *stack = arena_alloc(arena, count * sizeof *stack);
    uint32_t depth = 0;
    preorder_add(pre, entry, 0);
    stack[depth++] = (Visit){entry, 0};
    while (depth > 0) {
        Visit *visit = &stack[depth - 1];
        IrInstruction *last = visit->block->last;
        if (last == NULL || !ir_is_terminator(last) || visit->next_target >= last->target_count) {
            depth--;
            continue;
        }
        IrBlock *to = last->targets[visit->next_target++];
        if (pre->number[to->order] == NOT_REACHED) {
            preorder_add(pre, to, pre->number[visit->block->order]);
            stack[depth++] = (Visit){to, 0};
        }
    }
}

// The least semidominator from a block upward through those that are done; shortens the way.
static uint32_t least_above(Preorder *pre, uint32_t at, uint32_t done)
{
    uint32_t depth = 0;
    while (pre->ancestor[at] >= done) {
        pre->path[depth++] = at;
        at = pre->ancestor[at];
    }
    while (depth > 0) {
        uint32_t below = pre->path[--depth], skipped = pre->ancestor[below];
        if (pre->label[skipped] < pre->label[below]) {
            pre->label[below] = pre->label[skipped];
        }
        pre->ancestor[below] = pre->ancestor[skipped];
        at = below;
    }
    return pre->label[at];
}

static void find_semidominator(Preorder *pre, uint32_t number)
{
    const IrBlock *block = pre->blocks[number];
    uint32_t least = pre->parent[number];
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        uint32_t from = pre->number[block->predecessors[i]->order];
        uint32_t candidate = from <= number ? from : least_above(pre, from, number + 1);
        least = candidate < least ? candidate : least;
    }
    pre->above[number] = pre->label[number] = least;
}

static void find_dominators(Preorder *pre)
{
    for (uint32_t i = 0; i < pre->count; i++) {
        pre->ancestor[i] = pre->parent[i];
        pre->label[i] = i;
    }
    for (uint32_t i = pre->count; i-- > 1;) {
        find_semidominator(pre, i);
    }
    for (uint32_t i = 1; i < pre->count; i++) {
        uint32_t dominator = pre->parent[i];
        while (dominator > pre->above[i]) {
            dominator = pre->above[dominator];
        }
        pre->above[i] = dominator;
        pre->blocks[i]->dominator = pre->blocks[dominator];
    }
}

// A dominator comes before what it dominates in the order, so that two sweeps do: the sizes of the
// subtrees, then the numbers. On the way `dominance_end` is the next free number of the subtree.
static void number_tree(Order *order)
{
    uint32_t *sizes = arena_alloc(&order->arena, order->count * sizeof *sizes);
    for (uint32_t i = order->count; i-- > 1;) {
        sizes[order->blocks[i]->dominator->order] += ++sizes[i];
    }
    IrBlock *entry = order->blocks[0];
    entry->dominance = 1;
    entry->dominance_end = 2;
    for (uint32_t i = 1; i < order->count; i++) {
        IrBlock *block = order->blocks[i], *above = block->dominator;
        block->dominance = above->dominance_end;
        block->dominance_end = block->dominance + 1;
        above->dominance_end += sizes[i];
    }
}

void ir_dominators(IrFunction *function)
{
    Order order = {0};
    order_blocks(function, &order);
    remove_unreachable(function);
    Preorder pre = {0};
    preorder_allocate(&pre, &order.arena, order.count);
    preorder_visit(&pre, function->entry, &order.arena, order.count);
    find_dominators(&pre);
    function->entry->dominator = NULL;
    number_tree(&order);
    arena_clear(&order.arena);
}

bool ir_dominates(const IrBlock *a, const IrBlock *b)
{
    return a == b || (b->dominance > a->dominance && b->dominance < a->dominance_end);
}

typedef struct LoopBuild {
    IrLoops *loops;
    Arena *arena;
    IrBlock **stack;
    uint32_t *seen; // by block number: 1 + the number of the last loop that took it
    uint32_t total;
} LoopBuild;

static void set_parent(LoopBuild *build, IrLoop *loop, const IrBlock *block)
{
    IrLoop *inner = build->loops->of_block[block->number];
    if (inner == NULL) {
        build->loops->of_block[block->number] = loop;
        return;
    }
    while (inner->parent != NULL) {
        inner = inner->parent;
    }
    if (inner != loop) {
        inner->parent = loop;
    }
}

// All blocks that reach a back edge without passing the head.
static void collect_body(LoopBuild *build, IrLoop *loop, uint32_t stamp)
{
    IrBlock *head = loop->head;
    uint32_t depth = 0, room = 0;
    build->seen[head->number] = stamp;
    build->stack[depth++] = head;
    for (uint32_t i = 0; i < head->predecessor_count; i++) {
        IrBlock *from = head->predecessors[i];
        if (ir_dominates(head, from) && build->seen[from->number] != stamp) {
            build->seen[from->number] = stamp;
            build->stack[depth++] = from;
        }
    }
    for (uint32_t at = 0; at < depth; at++) {
        IrBlock *block = build->stack[at];
        for (uint32_t i = 0; block != head && i < block->predecessor_count; i++) {
            IrBlock *from = block->predecessors[i];
            if (build->seen[from->number] != stamp) {
                build->seen[from->number] = stamp;
                build->stack[depth++] = from;
            }
        }
        set_parent(build, loop, block);
    }
    room = depth;
    loop->blocks = arena_alloc(build->arena, room * sizeof(IrBlock *));
    for (uint32_t i = 0; i < depth; i++) {
        loop->blocks[i] = build->stack[i];
    }
    loop->block_count = depth;
}

static void find_edges(IrLoop *loop)
{
    IrBlock *head = loop->head;
    uint32_t back = 0, outside = 0;
    for (uint32_t i = 0; i < head->predecessor_count; i++) {
        IrBlock *from = head->predecessors[i];
        if (ir_dominates(head, from)) {
            loop->latch = back++ == 0 ? from : NULL;
        } else {
            loop->preheader = outside++ == 0 ? from : NULL;
        }
    }
    if (loop->preheader != NULL && loop->preheader->last->target_count != 1) {
        loop->preheader = NULL;
    }
}

static bool is_head(const IrBlock *block)
{
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        if (ir_dominates(block, block->predecessors[i])) {
            return true;
        }
    }
    return false;
}

IrLoops *ir_loops(Arena *arena, IrFunction *function)
{
    IrLoops *loops = arena_alloc(arena, sizeof *loops);
    uint32_t total = function->block_count;
    LoopBuild build = {loops, arena, NULL, NULL, total};
    build.stack = arena_alloc(arena, (total + 1) * sizeof(IrBlock *));
    build.seen = arena_alloc(arena, total * sizeof(uint32_t));
    loops->of_block = arena_alloc(arena, total * sizeof(IrLoop *));
    loops->loops = arena_alloc(arena, total * sizeof(IrLoop *));
    IrBlock **ordered = arena_alloc(arena, total * sizeof(IrBlock *));
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        ordered[block->order] = block;
    }
    for (uint32_t i = total; i-- > 0;) { // a head comes after those of the loops around it
        if (ordered[i] == NULL || !is_head(ordered[i])) {
            continue;
        }
        IrLoop *loop = arena_alloc(arena, sizeof *loop);
        loop->head = ordered[i];
        loops->loops[loops->count++] = loop;
        collect_body(&build, loop, loops->count);
        find_edges(loop);
    }
    for (uint32_t i = loops->count; i-- > 0;) {
        IrLoop *loop = loops->loops[i];
        loop->depth = loop->parent == NULL ? 1 : loop->parent->depth + 1;
    }
    return loops;
}
