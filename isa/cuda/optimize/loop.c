// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/loop.h"

void loop_mark(IrFunction *function, const IrLoop *loop)
{
    function->loop_mark++;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        loop->blocks[i]->mark = function->loop_mark;
    }
}

bool loop_is_invariant(const IrInstruction *value)
{
    return value->block == NULL || loop_is_outside(value->block);
}

// Gathers the operands that `phi` has from blocks of one side: one value, or a new PHI in `block`.
static IrInstruction *gather(IrInstruction *phi, IrBlock *block, bool is_inside)
{
    IrInstruction *made = ir_phi(block, phi->type, phi->location);
    made->space = phi->space;
    for (uint32_t i = phi->operand_count; i-- > 0;) {
        if (loop_is_inside(phi->targets[i]) == is_inside) {
            ir_add_phi_operand(made, ir_operand(phi, i), phi->targets[i]);
            ir_remove_operand(phi, i);
        }
    }
    IrInstruction *only = ir_operand(made, 0);
    for (uint32_t i = 1; i < made->operand_count && only != NULL; i++) {
        only = ir_operand(made, i) == only ? only : NULL;
    }
    if (only == NULL) {
        return made;
    }
    ir_remove(made);
    return only;
}

// One block between the head and its predecessors of one side.
static void join_predecessors(IrBlock *head, bool is_inside)
{
    IrFunction *function = head->function;
    IrBlock *made =
        ir_block_after(function, head->previous == NULL ? function->last_block : head->previous);
    made->mark = is_inside ? function->loop_mark : 0;
    for (IrInstruction *phi = head->first; phi->op == IR_PHI; phi = phi->next) {
        ir_add_phi_operand(phi, gather(phi, made, is_inside), made);
    }
    for (uint32_t i = 0; i < head->predecessor_count;) {
        IrBlock *from = head->predecessors[i];
        if (from != made && loop_is_inside(from) == is_inside) {
            ir_retarget(from, head, made);
            i = 0;
        } else {
            i++;
        }
    }
    ir_jump(made, head, head->first->location);
}

// True when a block was made: then the loops around it do not know it.
static bool make_canonical(IrFunction *function, const IrLoop *loop)
{
    if (loop->preheader != NULL && loop->latch != NULL) {
        return false;
    }
    loop_mark(function, loop);
    if (loop->preheader == NULL) {
        join_predecessors(loop->head, false);
    }
    if (loop->latch == NULL) {
        join_predecessors(loop->head, true);
    }
    return true;
}

IrLoops *loop_analyze(Arena *arena, IrFunction *function)
{
    ir_dominators(function);
    IrLoops *loops = ir_loops(arena, function);
    bool is_made = false;
    for (uint32_t i = 0; i < loops->count; i++) {
        is_made = make_canonical(function, loops->loops[i]) || is_made;
    }
    if (is_made) {
        ir_dominators(function);
        loops = ir_loops(arena, function);
    }
    return loops;
}

bool loop_visit(IrFunction *function, LoopVisit *visit)
{
    Arena arena = {0};
    bool is_changed = false;
    const IrLoops *loops = loop_analyze(&arena, function);
    for (uint32_t i = 0; i < loops->count; i++) {
        const IrLoop *loop = loops->loops[i];
        if (loop->preheader != NULL && loop->latch != NULL) {
            loop_mark(function, loop);
            is_changed = visit(loops, loop) || is_changed;
        }
    }
    arena_clear(&arena);
    return is_changed;
}

IrInstruction *loop_counter_next(const IrLoop *loop, const IrInstruction *phi, int64_t *step)
{
    uint64_t literal;
    if (phi->op != IR_PHI || phi->block != loop->head) {
        return NULL;
    }
    IrInstruction *next = flow_phi_value(phi, loop->latch);
    if (next->op != IR_ADD || ir_operand(next, 0) != phi ||
        !rewrite_integer(ir_operand(next, 1), &literal)) {
        return NULL;
    }
    *step = rewrite_signed(phi->type, literal);
    return next;
}

IrInstruction *loop_first_value(const IrLoop *loop, IrInstruction *value)
{
    if (loop_is_invariant(value)) {
        return value;
    }
    if (value->op == IR_PHI) {
        return flow_phi_value(value, loop->preheader);
    }
    IrInstruction *made = ir_clone(loop->head->function, value);
    made->is_no_wrap = false;
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i, loop_first_value(loop, ir_operand(value, i)));
    }
    ir_insert_before(loop->preheader->last, made);
    return made;
}

bool loop_ends_in_test(const IrLoop *loop)
{
    const IrInstruction *last = loop->latch == NULL ? NULL : loop->latch->last;
    return last != NULL && last->op == IR_BRANCH && last->targets[0] != last->targets[1] &&
           (last->targets[0] == loop->head || last->targets[1] == loop->head) &&
           (loop_is_outside(last->targets[0]) || loop_is_outside(last->targets[1]));
}

IrBlock *loop_exit(const IrLoop *loop)
{
    const IrInstruction *last = loop->latch->last;
    return last->targets[0] == loop->head ? last->targets[1] : last->targets[0];
}

LoopsAround loops_around(Arena *arena, const IrFunction *function)
{
    return (LoopsAround){arena_alloc(arena, function->block_count * sizeof(bool))};
}

void loop_changed(LoopsAround around, const IrLoop *loop)
{
    for (const IrLoop *outer = loop->parent; outer != NULL; outer = outer->parent) {
        around.is_around[outer->head->number] = true;
    }
}

bool loop_is_innermost(const IrLoops *loops, const IrLoop *loop)
{
    for (uint32_t i = 0; i < loops->count; i++) {
        if (loops->loops[i]->parent == loop) {
            return false;
        }
    }
    return true;
}

bool loop_has_other_exit(const IrLoop *loop)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        const IrBlock *block = loop->blocks[i];
        for (uint32_t t = 0; block != loop->latch && t < block->last->target_count; t++) {
            if (loop_is_outside(block->last->targets[t])) {
                return true;
            }
        }
        if (block->last->target_count == 0 && block->last->op != IR_UNREACHABLE) {
            return true;
        }
    }
    return false;
}

bool loop_has_one_exit(const IrLoop *loop)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        const IrInstruction *last = loop->blocks[i]->last;
        count += last->target_count == 0 && last->op != IR_UNREACHABLE;
        for (uint32_t t = 0; t < last->target_count; t++) {
            count += loop_is_outside(last->targets[t]);
        }
    }
    return count == 1;
}

IrBlock *loop_split_edge(IrBlock *from, IrBlock *to)
{
    IrBlock *made = ir_block_after(from->function, from);
    for (IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
        ir_add_phi_operand(phi, flow_phi_value(phi, from), made);
        for (uint32_t i = phi->operand_count; i-- > 0;) {
            if (phi->targets[i] == from) {
                ir_remove_operand(phi, i);
            }
        }
    }
    ir_retarget(from, to, made);
    ir_jump(made, to, from->last->location);
    return made;
}

void loop_copy_init(LoopCopy *copy, Arena *arena, const IrFunction *function)
{
    copy->value_count = function->instruction_count;
    copy->block_count = function->block_count;
    copy->values = arena_alloc(arena, (copy->value_count + 1) * sizeof(IrInstruction *));
    copy->blocks = arena_alloc(arena, (copy->block_count + 1) * sizeof(IrBlock *));
}

IrInstruction *loop_copy_value(const LoopCopy *copy, IrInstruction *value)
{
    IrInstruction *made = value->number < copy->value_count ? copy->values[value->number] : NULL;
    return made == NULL ? value : made;
}

IrBlock *loop_copy_block(const LoopCopy *copy, IrBlock *block)
{
    IrBlock *made = block->number < copy->block_count ? copy->blocks[block->number] : NULL;
    return made == NULL ? block : made;
}

static void copy_instructions(LoopCopy *copy, IrFunction *function, const IrBlock *block)
{
    IrBlock *to = copy->blocks[block->number];
    for (IrInstruction *at = block->first; at != NULL; at = at->next) {
        if (at->op == IR_PHI && copy->values[at->number] != NULL) {
            shown_enter(to, at, copy->values[at->number]);
            continue; // of the head
        }
        IrInstruction *made = ir_clone(function, at);
        shown_clone(at, made);
        ir_append(to, made);
        copy->values[at->number] = made;
    }
}

// A block outside (or the head) that the copy goes to as the original does.
static void add_edge(const LoopCopy *copy, IrBlock *to, IrBlock *original, IrBlock *made)
{
    ir_add_predecessor(to, made);
    for (IrInstruction *phi = to->first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
        if (flow_count_edges(original, to) > 0) {
            ir_add_phi_operand(phi, loop_copy_value(copy, flow_phi_value(phi, original)), made);
        }
    }
}

static void connect(const LoopCopy *copy, IrBlock *original, const IrBlock *head)
{
    IrBlock *made = copy->blocks[original->number];
    for (IrInstruction *at = made->first; at != NULL; at = at->next) {
        for (uint32_t i = 0; i < at->operand_count; i++) {
            ir_set_operand(at, i, loop_copy_value(copy, ir_operand(at, i)));
        }
        for (uint32_t i = 0; at->op == IR_PHI && i < at->target_count; i++) {
            at->targets[i] = loop_copy_block(copy, at->targets[i]);
        }
    }
    for (uint32_t i = 0; i < made->last->target_count; i++) {
        IrBlock *to = made->last->targets[i];
        IrBlock *inside = to == head ? to : loop_copy_block(copy, to);
        made->last->targets[i] = inside;
        if (inside != to) {
            ir_add_predecessor(inside, made);
        } else {
            add_edge(copy, to, original, made);
        }
    }
}

void loop_copy_make(LoopCopy *copy, IrFunction *function, const IrLoop *loop)
{
    IrBlock *where = loop->latch;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        IrBlock *block = loop->blocks[i];
        IrBlock *made = ir_block_after(function, where);
        made->mark = function->loop_mark;
        made->unroll = block == loop->head ? UNROLL_DEFAULT : block->unroll;
        made->unroll_count = block == loop->head ? 0 : block->unroll_count;
        copy->blocks[block->number] = made;
        where = made;
    }
    for (uint32_t i = 0; i < loop->block_count; i++) {
        copy_instructions(copy, function, loop->blocks[i]);
    }
    for (uint32_t i = 0; i < loop->block_count; i++) {
        connect(copy, loop->blocks[i], loop->head);
    }
}
