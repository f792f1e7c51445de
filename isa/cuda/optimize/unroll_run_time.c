// SPDX-License-Identifier: Apache-2.0
// Loops whose number of rounds n is known when they are reached, as nvcc shapes them: if n is at
// least the number of copies, a loop of copies makes n - n % copies rounds, counting down to zero;
// then a loop that is not unrolled makes the remaining n % copies, if any.
#include "isa/cuda/optimize/repair.h"
#include "isa/cuda/optimize/unroll.h"

typedef struct Parts {
    IrFunction *function;
    IrLoop *loop; // becomes the loop of the rounds left over
    IrBlock *before, *main_entry, *middle, *rest_entry, *exit;
    bool is_requested; // by a #pragma
    IrInstruction *rounds, *left_over;
    IrInstruction **starts;  // the head's PHIs: value before the loop
    IrInstruction **middles; // and between the two loops
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

static void jump_to(IrBlock *block, IrBlock *to, SourceLocation at)
{
    if (block->last != NULL && ir_is_terminator(block->last)) {
        ir_remove(block->last);
    }
    ir_jump(block, to, at);
}

// The blocks between the loops; the original loop is entered by rest_entry from now on.
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
    IrInstruction *one_less =
        rewrite_binary(last, IR_ADD, type, parts->rounds, ir_integer(function, type, UINT64_MAX));
    IrInstruction *is_few =
        rewrite_compare(last, IR_LO, one_less, ir_integer(function, type, count - 1));
    parts->main_entry = ir_block_after(function, parts->before);
    parts->middle = ir_block_after(function, loop->latch);
    parts->rest_entry = ir_block_after(function, parts->middle);
    ir_remove(last);
    ir_branch(parts->before, is_few, parts->middle, parts->main_entry, at);
    ir_jump(parts->rest_entry, loop->head, at);
}

// Values between the loops: the starts when no copy ran, else what the last copy made.
static void make_middles(Parts *parts, const Unroll *unroll, IrBlock *main_latch)
{
    SourceLocation at = main_latch->last->location;
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = unroll->phis[p];
        IrInstruction *middle = ir_phi(parts->middle, phi->type, phi->location);
        middle->space = phi->space;
        parts->middles[p] = middle;
    }
    IrInstruction *is_done = ir_binary(parts->middle, IR_COMPARE, IR_I1, parts->left_over,
                                       ir_integer(parts->function, parts->left_over->type, 0), at);
    is_done->compare = IR_EQ;
    ir_branch(parts->middle, is_done, parts->exit, parts->rest_entry, at);
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
                                   IrInstruction *in_last_copy, IrBlock *main_latch)
{
    uint32_t p = find_next(unroll, value);
    if (p < unroll->phi_count) {
        return parts->middles[p];
    }
    IrInstruction *phi = ir_phi(parts->middle, value->type, value->location);
    phi->space = value->space;
    ir_add_phi_operand(phi, ir_undefined(parts->function, value->type), parts->before);
    ir_add_phi_operand(phi, in_last_copy, main_latch);
    return phi;
}

static void exit_phis(const Parts *parts, const Unroll *unroll, const LoopCopy *last_copy,
                      IrBlock *main_latch)
{
    const IrLoop *loop = parts->loop;
    for (IrInstruction *phi = parts->exit->first; phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *value = flow_phi_value(phi, loop->latch);
        bool is_inside = !loop_is_invariant(value);
        ir_add_phi_operand(phi,
                           is_inside ? middle_value(parts, unroll, value,
                                                    loop_copy_value(last_copy, value), main_latch)
                                     : value,
                           parts->middle);
    }
}

static void repair_values(const Parts *parts, const Unroll *unroll, const LoopCopy *last_copy,
                          IrBlock *main_latch)
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
            middle_value(parts, unroll, value, loop_copy_value(last_copy, value), main_latch);
        repair_begin(&repair, value);
        repair_define(&repair, parts->loop->latch, value);
        repair_define(&repair, parts->middle, middle);
        repair_uses(&repair, uses[v]);
        repair_finish(&repair);
    }
    repair_clear(&repair);
}

// The copies become a loop of their own: entered from main_entry, left to the middle block.
static void close_main_loop(const Parts *parts, Unroll *unroll, IrBlock *head, IrBlock *latch,
                            const LoopCopy *copy)
{
    IrInstruction *last = latch->last;
    SourceLocation at = last->location;
    jump_to(parts->main_entry, head, at);
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = loop_copy_value(copy, unroll->phis[p]);
        ir_add_phi_operand(phi, parts->starts[p], parts->main_entry);
    }
    IrInstruction *whole = rewrite_binary(parts->main_entry->last, IR_SUBTRACT, parts->rounds->type,
                                          parts->rounds, parts->left_over);
    count_down(head, parts->main_entry, latch, whole);
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = loop_copy_value(copy, unroll->phis[p]);
        ir_add_phi_operand(parts->middles[p], parts->starts[p], parts->before);
        ir_add_phi_operand(parts->middles[p], flow_phi_value(phi, latch), latch);
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

// The original loop makes the rounds left over; a single one needs no way back.
static void make_rest(const Parts *parts, const Unroll *unroll, uint32_t count)
{
    IrLoop *loop = parts->loop;
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = unroll->phis[p];
        for (uint32_t i = phi->operand_count; i-- > 0;) {
            if (phi->targets[i] == parts->before) {
                ir_remove_operand(phi, i);
            }
        }
        ir_add_phi_operand(phi, parts->middles[p], parts->rest_entry);
    }
    if (count == 2) {
        flow_set_target(loop->latch, parts->exit);
    } else {
        count_down(loop->head, parts->rest_entry, loop->latch, parts->left_over);
    }
    unroll_settle(loop->head, true);
}

// The copies of the main loop's body, by the general unroller, which sees it as a loop.
static void multiply_main(const Parts *parts, IrBlock *head, IrBlock *latch, const LoopCopy *copy,
                          uint32_t count)
{
    Unroll main;
    IrLoop loop = {.head = head, .latch = latch, .preheader = parts->main_entry};
    loop.block_count = parts->loop->block_count;
    Arena arena = {0};
    loop.blocks = arena_alloc(&arena, loop.block_count * sizeof(IrBlock *));
    for (uint32_t i = 0; i < loop.block_count; i++) {
        loop.blocks[i] = loop_copy_block(copy, parts->loop->blocks[i]);
    }
    loop_mark(parts->function, &loop);
    unroll_copy(&main, parts->function, &loop, count);
    for (uint32_t i = 0; i + 1 < count; i++) {
        unroll_drop_test(&main, i, main.heads[i + 1]);
    }
    unroll_finish(&main);
    unroll_settle(head, parts->is_requested);
    arena_clear(&arena);
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
    copy_loop(&parts, &unroll, &copy);
    IrBlock *head = loop_copy_block(&copy, loop->head);
    IrBlock *latch = loop_copy_block(&copy, loop->latch);
    make_blocks(&parts, &trips, count);
    make_middles(&parts, &unroll, latch);
    leave_to_middle(&parts, latch);
    close_main_loop(&parts, &unroll, head, latch, &copy);
    exit_phis(&parts, &unroll, &copy, latch);
    make_rest(&parts, &unroll, count);
    repair_values(&parts, &unroll, &copy, latch);
    multiply_main(&parts, head, latch, &copy, count);
    arena_clear(&unroll.arena);
    return true;
}
