// SPDX-License-Identifier: Apache-2.0
// while to guarded do, as LLVM's LoopRotate: the test at the head is copied before the loop and
// stays at its end, so that a round has one branch. The copy lets the loop be entered at the block
// behind the test.
#include "isa/cuda/optimize/loop.h"
#include "isa/cuda/optimize/repair.h"

#define HEAD_SIZE_MAX 16u        // LLVM's rotation-max-header-size
#define LOOP_HEAD     UINT32_MAX // IrBlock.mark of the head while its uses are repaired

typedef struct Rotation {
    IrFunction *function;
    IrLoop *loop;
    IrBlock *head, *guard; // guard: the preheader, which gets the copy of the head
    IrBlock *body;         // the head's successor inside, the new head
    LoopCopy copy;
    Arena arena;
} Rotation;

static bool may_be_copied(const IrBlock *head)
{
    uint32_t size = 0;
    for (const IrInstruction *at = head->first; at != head->last; at = at->next) {
        size += at->op != IR_PHI;
        if (ir_is_convergent(at) || at->op == IR_ASM || at->op == IR_LOCAL || at->op == IR_ALLOCA) {
            return false;
        }
    }
    return size <= HEAD_SIZE_MAX;
}

static bool is_candidate(const IrLoop *loop)
{
    const IrInstruction *last = loop->head->last;
    if (loop->preheader == NULL || loop->latch == NULL || loop->latch == loop->head ||
        last->op != IR_BRANCH || loop_ends_in_test(loop)) {
        return false;
    }
    return loop_is_outside(last->targets[0]) != loop_is_outside(last->targets[1]) &&
           may_be_copied(loop->head);
}

// The head's instructions once more at the end of the guard, for the first round.
static void copy_head(Rotation *rotation)
{
    IrBlock *head = rotation->head, *guard = rotation->guard;
    LoopCopy *copy = &rotation->copy;
    ir_remove(guard->last); // its jump to the head
    for (IrInstruction *at = head->first; at != NULL; at = at->next) {
        if (at->op == IR_PHI) {
            copy->values[at->number] = flow_phi_value(at, guard);
            shown_enter(guard, at, copy->values[at->number]);
            continue;
        }
        IrInstruction *made = ir_clone(rotation->function, at);
        shown_clone(at, made);
        ir_append(guard, made);
        copy->values[at->number] = made;
        for (uint32_t i = 0; i < made->operand_count; i++) {
            ir_set_operand(made, i, loop_copy_value(copy, ir_operand(made, i)));
        }
    }
    for (uint32_t i = 0; i < guard->last->target_count; i++) {
        IrBlock *to = guard->last->targets[i];
        ir_add_predecessor(to, guard);
        for (IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
            ir_add_phi_operand(phi, loop_copy_value(copy, flow_phi_value(phi, head)), guard);
        }
    }
    for (IrInstruction *phi = head->first; phi->op == IR_PHI; phi = phi->next) {
        for (uint32_t i = phi->operand_count; i-- > 0;) {
            if (phi->targets[i] == guard) {
                ir_remove_operand(phi, i);
            }
        }
    }
}

static bool is_not_head(const IrBlock *block)
{
    return block->mark != LOOP_HEAD;
}

// The uses of each instruction of the head outside it, in order.
static RepairUses *find_uses(Repair *repair, IrBlock *head)
{
    uint32_t count = 0, i = 0;
    for (const IrInstruction *at = head->first; at != head->last; at = at->next) {
        count++;
    }
    RepairUses *uses = arena_alloc(&repair->arena, (count + 1) * sizeof *uses);
    uint32_t mark = head->mark;
    head->mark = LOOP_HEAD;
    for (const IrInstruction *at = head->first; at != head->last; at = at->next) {
        uses[i++] = repair_find_uses(repair, at, is_not_head);
    }
    head->mark = mark;
    return uses;
}

static void repair_head(Rotation *rotation)
{
    Repair repair;
    repair_init(&repair, rotation->function);
    const RepairUses *uses = find_uses(&repair, rotation->head);
    for (IrInstruction *at = rotation->head->first; at != rotation->head->last; at = at->next) {
        repair_begin(&repair, at);
        repair_define(&repair, rotation->head, at);
        repair_define(&repair, rotation->guard, loop_copy_value(&rotation->copy, at));
        repair_uses(&repair, *uses++);
        repair_finish(&repair);
    }
    repair_clear(&repair);
}

static void rotate(IrFunction *function, IrLoop *loop)
{
    Rotation rotation = {.function = function, .loop = loop, .head = loop->head};
    const IrInstruction *last = loop->head->last;
    rotation.guard = loop->preheader;
    rotation.body = last->targets[loop_is_outside(last->targets[0]) ? 1 : 0];
    // A body with other entries would be no head.
    if (rotation.body->predecessor_count > 1) {
        rotation.body = loop_split_edge(loop->head, rotation.body);
    }
    loop_copy_init(&rotation.copy, &rotation.arena, function);
    rotation.body->unroll = loop->head->unroll;
    rotation.body->unroll_count = loop->head->unroll_count;
    loop->head->unroll = UNROLL_DEFAULT;
    copy_head(&rotation);
    repair_head(&rotation);
    arena_clear(&rotation.arena);
}

// A rotation changes the shape of the loops around it: they wait until loops are found again.
static bool rotate_round(IrFunction *function)
{
    Arena arena = {0};
    bool is_changed = false;
    IrLoops *loops = loop_analyze(&arena, function);
    LoopsAround around = loops_around(&arena, function);
    for (uint32_t i = 0; i < loops->count; i++) {
        if (loop_is_around(around, loops->loops[i])) {
            continue;
        }
        loop_mark(function, loops->loops[i]);
        if (is_candidate(loops->loops[i])) {
            rotate(function, loops->loops[i]);
            loop_changed(around, loops->loops[i]);
            is_changed = true;
        }
    }
    arena_clear(&arena);
    return is_changed;
}

bool rotate_loops(IrFunction *function)
{
    bool is_changed = false;
    while (rotate_round(function)) {
        is_changed = true;
    }
    return is_changed;
}
