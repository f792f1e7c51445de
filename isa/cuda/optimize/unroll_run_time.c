// SPDX-License-Identifier: Apache-2.0
// Loops whose number of rounds n is known when they are reached, as nvcc shapes them. If some
// integer of the loop starts at a literal: if n is at least the number of copies, a loop of copies
// makes n - n % copies rounds, counting down to zero; then a loop that is not unrolled makes the
// remaining n % copies, if any. Else (a grid-stride loop) these come first, and the loop of copies
// keeps its test. The rule is LLVM's (isEpilogProfitable in LoopUnroll.cpp).
#include "isa/cuda/optimize/repair.h"
#include "isa/cuda/optimize/unroll.h"

typedef struct Parts {
    IrFunction *function;
    IrLoop *loop;       // becomes the second loop; a copy of it the first
    bool is_rest_first; // the rounds left over come first
    IrBlock *before, *first_entry, *middle, *second_entry, *exit;
    bool is_requested;                            // by a #pragma
    IrInstruction *rounds, *left_over, *one_less; // one_less: than `rounds`
    IrInstruction **starts;                       // the head's PHIs: value before the loop
    IrInstruction **middles;                      // and between the two loops
} Parts;

// A counter of rounds in a loop, going down to zero; the latch's test becomes its test.
static void count_down(IrBlock *head, IrBlock *entry, IrBlock *latch, IrInstruction *rounds)
{
    IrFunction *function = head->function;
    IrInstruction *last = latch->last;
    IrInstruction *counter = ir_phi(head, rounds->type, last->location);
    IrInstruction *next = rewrite_binary(last, IR_ADD, rounds->type, counter,
                                         ir_integer(function, rounds->type, UINT64_MAX));
    ir_add_phi_operand(counter, rounds, entry);
    ir_add_phi_operand(counter, next, latch);
    IrInstruction *test = rewrite_compare(last, last->targets[0] == head ? IR_NE : IR_EQ, next,
                                          ir_integer(function, rounds->type, 0));
    ir_set_operand(last, 0, test);
}

// The rounds left over when there are `count` copies: a single one needs no way back.
static void count_rest(IrBlock *head, IrBlock *entry, IrBlock *exit, IrBlock *latch,
                       IrInstruction *rounds, uint32_t count)
{
    if (count == 2) {
        flow_set_target(latch, exit);
    } else {
        count_down(head, entry, latch, rounds);
    }
    unroll_settle(head, true);
}

static void jump_to(IrBlock *block, IrBlock *to, SourceLocation at)
{
    if (block->last != NULL && ir_is_terminator(block->last)) {
        ir_remove(block->last);
    }
    ir_jump(block, to, at);
}

// The blocks between the loops; the original loop is entered by second_entry from now on.
static void make_blocks(Parts *parts, const TripCount *trips, uint32_t count)
{
    IrFunction *function = parts->function;
    IrLoop *loop = parts->loop;
    IrInstruction *last = parts->before->last;
    SourceLocation at = loop->latch->last->location;
    parts->rounds = trip_count_make(trips, last);
    IrType type = parts->rounds->type;
    parts->left_over = rewrite_binary(
        last, (count & (count - 1)) == 0 ? IR_AND : IR_REMAINDER_U, type, parts->rounds,
        ir_integer(function, type, (count & (count - 1)) == 0 ? count - 1 : count));
    parts->one_less =
        rewrite_binary(last, IR_ADD, type, parts->rounds, ir_integer(function, type, UINT64_MAX));
    IrInstruction *skips_first =
        parts->is_rest_first
            ? rewrite_compare(last, IR_EQ, parts->left_over, ir_integer(function, type, 0))
            : rewrite_compare(last, IR_LO, parts->one_less, ir_integer(function, type, count - 1));
    parts->first_entry = ir_block_after(function, parts->before);
    parts->middle = ir_block_after(function, loop->latch);
    parts->second_entry = ir_block_after(function, parts->middle);
    ir_remove(last);
    ir_branch(parts->before, skips_first, parts->middle, parts->first_entry, at);
    ir_jump(parts->second_entry, loop->head, at);
}

// Values between the loops: the starts when the first did not run, else what it made.
static void make_middles(Parts *parts, const Unroll *unroll, IrBlock *first_latch, uint32_t count)
{
    SourceLocation at = first_latch->last->location;
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = unroll->phis[p];
        IrInstruction *middle = ir_phi(parts->middle, phi->type, phi->location);
        middle->space = phi->space;
        parts->middles[p] = middle;
    }
    // None are left over, or there are fewer rounds than copies.
    IrInstruction *tested = parts->is_rest_first ? parts->one_less : parts->left_over;
    IrInstruction *limit =
        ir_integer(parts->function, tested->type, parts->is_rest_first ? count - 1 : 0);
    IrInstruction *is_done = ir_binary(parts->middle, IR_COMPARE, IR_I1, tested, limit, at);
    is_done->compare = parts->is_rest_first ? IR_LO : IR_EQ;
    ir_branch(parts->middle, is_done, parts->exit, parts->second_entry, at);
}

static uint32_t find_next(const Unroll *unroll, const IrInstruction *value)
{
    uint32_t p = 0;
    while (p < unroll->phi_count && unroll->next[0][p] != value) {
        p++;
    }
    return p;
}

// What `value` is when the copies have ended and nothing is left over: in the middle block.
static IrInstruction *middle_value(const Parts *parts, const Unroll *unroll, IrInstruction *value,
                                   IrInstruction *in_last_copy, IrBlock *first_latch)
{
    uint32_t p = find_next(unroll, value);
    if (p < unroll->phi_count) {
        return parts->middles[p];
    }
    IrInstruction *phi = ir_phi(parts->middle, value->type, value->location);
    phi->space = value->space;
    ir_add_phi_operand(phi, ir_undefined(parts->function, value->type), parts->before);
    ir_add_phi_operand(phi, in_last_copy, first_latch);
    return phi;
}

static void exit_phis(const Parts *parts, const Unroll *unroll, const LoopCopy *last_copy,
                      IrBlock *first_latch)
{
    const IrLoop *loop = parts->loop;
    for (IrInstruction *phi = parts->exit->first; phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *value = flow_phi_value(phi, loop->latch);
        bool is_inside = !loop_is_invariant(value);
        ir_add_phi_operand(phi,
                           is_inside ? middle_value(parts, unroll, value,
                                                    loop_copy_value(last_copy, value), first_latch)
                                     : value,
                           parts->middle);
    }
}

static void repair_values(const Parts *parts, const Unroll *unroll, const LoopCopy *last_copy,
                          IrBlock *first_latch)
{
    Repair repair;
    repair_init(&repair, parts->function);
    RepairUses *uses = arena_alloc(&repair.arena, (unroll->value_count + 1) * sizeof *uses);
    for (uint32_t v = 0; v < unroll->value_count; v++) {
        uses[v] = repair_find_uses(&repair, unroll->values[v].value, loop_is_outside);
    }
    for (uint32_t v = 0; v < unroll->value_count; v++) {
        IrInstruction *value = unroll->values[v].value;
        IrInstruction *middle =
            middle_value(parts, unroll, value, loop_copy_value(last_copy, value), first_latch);
        repair_begin(&repair, value);
        repair_define(&repair, parts->loop->latch, value);
        repair_define(&repair, parts->middle, middle);
        repair_uses(&repair, uses[v]);
        repair_finish(&repair);
    }
    repair_clear(&repair);
}

// The first loop's way in and out, and its test: it counts its rounds down.
static void close_first_loop(const Parts *parts, Unroll *unroll, IrBlock *head, IrBlock *latch,
                             const LoopCopy *copy, uint32_t count)
{
    SourceLocation at = latch->last->location;
    jump_to(parts->first_entry, head, at);
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = loop_copy_value(copy, unroll->phis[p]);
        ir_add_phi_operand(phi, parts->starts[p], parts->first_entry);
    }
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = loop_copy_value(copy, unroll->phis[p]);
        ir_add_phi_operand(parts->middles[p], parts->starts[p], parts->before);
        ir_add_phi_operand(parts->middles[p], flow_phi_value(phi, latch), latch);
    }
    if (!parts->is_rest_first) {
        IrInstruction *whole = rewrite_binary(parts->first_entry->last, IR_SUBTRACT,
                                              parts->rounds->type, parts->rounds, parts->left_over);
        count_down(head, parts->first_entry, latch, whole);
    } else {
        count_rest(head, parts->first_entry, parts->middle, latch, parts->left_over, count);
    }
}

// A first copy of the whole loop, with PHIs of its own.
static void copy_loop(const Parts *parts, Unroll *unroll, LoopCopy *copy)
{
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi =
            ir_create(parts->function, IR_PHI, unroll->phis[p]->type, unroll->phis[p]->location);
        phi->space = unroll->phis[p]->space;
        copy->values[unroll->phis[p]->number] = phi;
    }
    loop_copy_make(copy, parts->function, parts->loop);
    IrBlock *head = loop_copy_block(copy, parts->loop->head);
    IrBlock *latch = loop_copy_block(copy, parts->loop->latch);
    for (uint32_t p = unroll->phi_count; p-- > 0;) {
        IrInstruction *phi = copy->values[unroll->phis[p]->number];
        ir_insert_before(head->first, phi);
    }
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *old = unroll->phis[p];
        ir_add_phi_operand(copy->values[old->number], flow_phi_value(old, latch), latch);
        for (uint32_t i = old->operand_count; i-- > 0;) {
            if (old->targets[i] == latch) {
                ir_remove_operand(old, i);
            }
        }
    }
    ir_retarget(latch, parts->loop->head, head);
}

static void leave_to_middle(const Parts *parts, IrBlock *latch)
{
    for (IrInstruction *phi = parts->exit->first; phi->op == IR_PHI; phi = phi->next) {
        for (uint32_t i = phi->operand_count; i-- > 0;) {
            if (phi->targets[i] == latch) {
                ir_remove_operand(phi, i);
            }
        }
    }
    ir_retarget(latch, parts->exit, parts->middle);
}

// The original loop starts where the first one ended.
static void enter_second(const Parts *parts, const Unroll *unroll)
{
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = unroll->phis[p];
        for (uint32_t i = phi->operand_count; i-- > 0;) {
            if (phi->targets[i] == parts->before) {
                ir_remove_operand(phi, i);
            }
        }
        ir_add_phi_operand(phi, parts->middles[p], parts->second_entry);
    }
}

static void multiply(const Parts *parts, IrLoop *loop, uint32_t count)
{
    Unroll main;
    unroll_copy(&main, parts->function, loop, count);
    for (uint32_t i = 0; i + 1 < count; i++) {
        unroll_drop_test(&main, i, main.heads[i + 1]);
    }
    unroll_finish(&main);
    unroll_settle(loop->head, parts->is_requested);
}

// The copies of the first loop's body, by the general unroller, which sees it as a loop.
static void multiply_first(const Parts *parts, IrBlock *head, IrBlock *latch, const LoopCopy *copy,
                           uint32_t count)
{
    IrLoop loop = {.head = head, .latch = latch, .preheader = parts->first_entry};
    loop.block_count = parts->loop->block_count;
    Arena arena = {0};
    loop.blocks = arena_alloc(&arena, loop.block_count * sizeof(IrBlock *));
    for (uint32_t i = 0; i < loop.block_count; i++) {
        loop.blocks[i] = loop_copy_block(copy, parts->loop->blocks[i]);
    }
    loop_mark(parts->function, &loop);
    multiply(parts, &loop, count);
    arena_clear(&arena);
}

static bool starts_at_literal(const Parts *parts, const Unroll *unroll)
{
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        if (ir_is_constant(parts->starts[p]) &&
            (parts->starts[p]->type == IR_I32 || parts->starts[p]->type == IR_I64)) {
            return true;
        }
    }
    return false;
}

bool unroll_at_run_time(IrFunction *function, IrLoop *loop, uint32_t count)
{
    TripCount trips;
    Parts parts = {.function = function, .loop = loop, .before = loop->preheader};
    if (count < 2 || loop_has_other_exit(loop)) {
        return false;
    }
    trip_count_merge_tests(loop);
    if (!trip_count_find(loop, &trips)) {
        return false;
    }
    Unroll unroll;
    LoopCopy copy;
    parts.exit = loop_exit(loop);
    parts.is_requested = loop->head->unroll != UNROLL_DEFAULT;
    unroll_copy(&unroll, function, loop, 1); // only to know its PHIs and values
    loop_copy_init(&copy, &unroll.arena, function);
    parts.starts = arena_alloc(&unroll.arena, (unroll.phi_count + 1) * sizeof(IrInstruction *));
    parts.middles = arena_alloc(&unroll.arena, (unroll.phi_count + 1) * sizeof(IrInstruction *));
    for (uint32_t p = 0; p < unroll.phi_count; p++) {
        parts.starts[p] = flow_phi_value(unroll.phis[p], loop->preheader);
    }
    parts.is_rest_first = !starts_at_literal(&parts, &unroll);
    copy_loop(&parts, &unroll, &copy);
    IrBlock *head = loop_copy_block(&copy, loop->head);
    IrBlock *latch = loop_copy_block(&copy, loop->latch);
    make_blocks(&parts, &trips, count);
    make_middles(&parts, &unroll, latch, count);
    leave_to_middle(&parts, latch);
    close_first_loop(&parts, &unroll, head, latch, &copy, count);
    exit_phis(&parts, &unroll, &copy, latch);
    enter_second(&parts, &unroll);
    if (!parts.is_rest_first) {
        count_rest(loop->head, parts.second_entry, parts.exit, loop->latch, parts.left_over, count);
    }
    repair_values(&parts, &unroll, &copy, latch);
    if (parts.is_rest_first) {
        loop->preheader = parts.second_entry;
        loop_mark(function, loop);
        multiply(&parts, loop, count);
    } else {
        multiply_first(&parts, head, latch, &copy, count);
    }
    arena_clear(&unroll.arena);
    return true;
}
