// SPDX-License-Identifier: Apache-2.0
// Loops whose number of turns follows from constants become straight code, as long as that is not
// too long; with #pragma unroll it may be much longer. The turns are found by going through the
// loop with the constants its values start from. Every copy keeps its test, which folds away.
// Leaves out: loops whose number of turns is known at run time only.
#include "isa/cuda/optimise/demote.h"
#include "isa/cuda/optimise/simplify.h"

#define TURNS_MAX        1024u
#define SIZE_LIMIT       1200u  // instructions after unrolling
#define SIZE_LIMIT_ASKED 60000u // with #pragma unroll
#define DEPTH_MAX        12u

typedef struct Trip {
    const IrLoop *loop;
    IrInstruction **now; // by number: the constant a head's PHI has in this turn, or NULL
} Trip;

static IrInstruction *evaluate(const Trip *trip, IrInstruction *value, uint32_t depth);

static IrInstruction *evaluate_operation(const Trip *trip, IrInstruction *value, uint32_t depth)
{
    IrInstruction *copy = ir_create(value->function, value->op, value->type, value->location);
    IrInstruction *result = NULL;
    bool is_known = true;
    copy->compare = value->compare;
    for (uint32_t i = 0; i < value->operand_count && is_known; i++) {
        IrInstruction *operand = evaluate(trip, ir_operand(value, i), depth + 1);
        is_known = operand != NULL;
        if (is_known) {
            ir_add_operand(copy, operand);
        }
    }
    if (is_known) {
        result = value->op == IR_SELECT
                     ? ir_operand(copy, rewrite_is(ir_operand(copy, 0), 0) ? 2 : 1)
                     : fold_constant(copy);
    }
    ir_remove(copy);
    return result;
}

static IrInstruction *evaluate(const Trip *trip, IrInstruction *value, uint32_t depth)
{
    if (ir_is_constant(value)) {
        return value;
    }
    if (value->op == IR_PHI) {
        return value->block == trip->loop->head ? trip->now[value->number] : NULL;
    }
    if (depth > DEPTH_MAX || !ir_is_pure(value) || value->operand_count == 0 ||
        value->type == IR_POINTER) {
        return NULL;
    }
    return evaluate_operation(trip, value, depth);
}

static bool start(Trip *trip)
{
    bool has_constant = false;
    for (IrInstruction *phi = trip->loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *first = flow_phi_value(phi, trip->loop->preheader);
        bool is_constant = first != NULL && ir_is_constant(first);
        trip->now[phi->number] = is_constant ? first : NULL;
        has_constant = has_constant || is_constant;
    }
    return has_constant;
}

static void advance(Trip *trip)
{
    for (IrInstruction *phi = trip->loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *value = flow_phi_value(phi, trip->loop->latch);
        phi->scratch = trip->now[phi->number] == NULL ? NULL : evaluate(trip, value, 0);
    }
    for (IrInstruction *phi = trip->loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        trip->now[phi->number] = phi->scratch;
        phi->scratch = NULL;
    }
}

// The turns after which this block, executed once a turn, leaves the loop; 0 when not known.
static uint32_t turns_until(Trip *trip, const IrBlock *exiting)
{
    const IrInstruction *last = exiting->last;
    if (last->op != IR_BRANCH || !start(trip)) {
        return 0;
    }
    for (uint32_t turn = 1; turn <= TURNS_MAX; turn++) {
        IrInstruction *condition = evaluate(trip, ir_operand(last, 0), 0);
        if (condition == NULL) {
            return 0;
        }
        if (!demote_holds(trip->loop, last->targets[rewrite_is(condition, 0) ? 1 : 0])) {
            return turn;
        }
        advance(trip);
    }
    return 0;
}

static uint32_t count_turns(Arena *arena, const IrLoop *loop)
{
    Trip trip = {loop, NULL};
    uint32_t least = 0;
    if (loop->latch == NULL || loop->preheader == NULL) {
        return 0;
    }
    trip.now =
        arena_alloc(arena, (loop->head->function->instruction_count + 1) * sizeof(IrInstruction *));
    for (uint32_t i = 0; i < loop->block_count; i++) {
        const IrBlock *block = loop->blocks[i];
        bool leaves = false;
        for (uint32_t t = 0; t < block->last->target_count; t++) {
            leaves = leaves || !demote_holds(loop, block->last->targets[t]);
        }
        if (!leaves || !ir_dominates(block, loop->latch)) {
            continue; // executed in some turns only: it may leave earlier, which is no harm
        }
        uint32_t turns = turns_until(&trip, block);
        if (turns != 0 && (least == 0 || turns < least)) {
            least = turns;
        }
    }
    return least;
}

static void unroll(IrFunction *function, const IrLoop *loop, uint32_t turns)
{
    Arena arena = {0};
    IrBlock *head = loop->head, *latch = loop->latch, *before = loop->preheader;
    IrBlock *place = before;
    demote_loop(function, loop);
    for (uint32_t turn = 0; turn < turns; turn++) {
        IrBlock **map = arena_alloc(&arena, (function->block_count + loop->block_count + 1) *
                                                sizeof(IrBlock *));
        place = demote_copy(function, loop->blocks, loop->block_count, map, place);
        // In: from the turn before. Back: to the loop itself, until the next copy stands there.
        ir_retarget(before, head, map[head->number]);
        IrBlock *copied_latch = map[latch->number], *copied_head = map[head->number];
        ir_retarget(copied_latch, copied_head, head);
        copied_head->unroll = UNROLL_DEFAULT;
        before = copied_latch;
    }
    arena_clear(&arena);
}

static bool is_wanted(const IrLoop *loop, uint32_t turns)
{
    const IrBlock *head = loop->head;
    uint32_t size = demote_size(loop, true);
    if (turns == 0 || size == UINT32_MAX ||
        (head->unroll == UNROLL_COUNT && head->unroll_count <= 1)) {
        return false;
    }
    bool is_asked = head->unroll == UNROLL_FULL ||
                    (head->unroll == UNROLL_COUNT && head->unroll_count >= turns);
    if (head->unroll == UNROLL_COUNT && !is_asked) {
        return false;
    }
    return (uint64_t)size * turns <= (is_asked ? SIZE_LIMIT_ASKED : SIZE_LIMIT);
}

bool unroll_loops(IrFunction *function)
{
    bool is_changed = false;
    for (bool is_again = true; is_again;) {
        Arena arena = {0};
        is_again = false;
        ir_dominators(function);
        const IrLoops *loops = ir_loops(&arena, function);
        for (uint32_t i = 0; i < loops->count && !is_again; i++) { // inner ones first
            uint32_t turns = count_turns(&arena, loops->loops[i]);
            if (is_wanted(loops->loops[i], turns)) {
                unroll(function, loops->loops[i], turns);
                is_again = is_changed = true;
            }
        }
        arena_clear(&arena);
        if (is_again) { // the outer loop's size is that of the folded inner one
            promote_locals(function);
            simplify_values(function);
            simplify_flow(function);
            remove_dead(function);
        }
    }
    return is_changed;
}
