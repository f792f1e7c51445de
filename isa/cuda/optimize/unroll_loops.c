// SPDX-License-Identifier: Apache-2.0
// Unrolls loops where nvcc does. Its limits, measured with nvcc 13.0 on loops of known and unknown
// numbers of rounds and bodies of 1 to 80 operations (a body's cost is its operations, without the
// test at its end, and one more):
// * known rounds: completely when cost * rounds <= 400; else by the greatest power of two that
//   divides the rounds and makes a body of at most 200; and what is then left over completely, when
//   the copies, without their counters, cost at most 450 in all; odd rounds by 4, or by 2, whose
//   body costs at most 200, with one test between the copies;
// * with an array of the thread's own in the loop, completely up to 2700;
// * unknown rounds of an innermost loop with one exit: by 4 for a cost up to 50, by 2 up to 94;
//   not up to min(n, 20) and less;
//   (not for GPUs of their time: "small loops with a known trip count", CUDA C Programming Guide
//   4.0, B.16);
// * `#pragma unroll`: completely, or as above; `#pragma unroll N`: by N; 1: never.
#include "isa/cuda/optimize/known.h"
#include "isa/cuda/optimize/unroll.h"

#define FULL_COST         400u
#define LOCAL_FULL_COST   2700u // of loops that use local arrays, which may become registers then
#define PARTIAL_COST      200u
#define SECOND_FULL_COST  450u
#define COPIES_WITH_TEST  4u // LLVM's default count
#define BY_FOUR_COST      50u
#define BY_TWO_COST       94u
#define BRIEF_ROUNDS      20  // not unrolled if they are at most so many
#define KNOWN_ROUNDS_ONLY 20u // compute capabilities below this one
#define COUNTER_COST      3u  // operations of a body that unrolling a second time has folded away
#define PRAGMA_COST       (16u * 1024u) // LLVM's pragma-unroll-threshold
#define ROUNDS_MAX        (1u << 20)    // that the test is followed for

typedef enum Phase { PHASE_FULL, PHASE_PARTIAL } Phase;

typedef struct Decided {
    Arena arena;
    const IrBlock **heads;
    uint32_t count, room;
} Decided;

static bool is_decided(const Decided *decided, const IrBlock *head)
{
    for (uint32_t i = 0; i < decided->count; i++) {
        if (decided->heads[i] == head) {
            return true;
        }
    }
    return false;
}

static void decide(Decided *decided, const IrBlock *head)
{
    decided->heads = arena_room(&decided->arena, (void *)decided->heads, decided->count,
                                &decided->room, sizeof *decided->heads);
    decided->heads[decided->count++] = head;
}

static bool is_free(const IrInstruction *at)
{
    switch (at->op) {
    case IR_PHI:
    case IR_JUMP:
    case IR_UNREACHABLE:
    case IR_SYMBOL:
    case IR_PARAMETER:
    case IR_TO_GENERIC:
    case IR_TO_SPACE:
    case IR_BITS:
    case IR_POINTER_TO_INTEGER:
    case IR_INTEGER_TO_POINTER:
    case IR_RESULT:
    case IR_SIGN_EXTEND: // LLVM widens the counter
    case IR_CHECK_INDEX: // so that checked loops are unrolled as others
    case IR_ASSUME: return true;
    default: return false;
    }
}

// LLVM extends an int index in an operation of its own, unless it is the counter itself.
static bool is_extended(const IrInstruction *at)
{
    if (at->type != IR_I32 || at->op == IR_PHI) {
        return false;
    }
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        if (use->user->op == IR_INDEX && use->user->space != IR_SPACE_SHARED) {
            return true;
        }
    }
    return false;
}

// LLVM indexes an array of arrays in one operation.
static bool is_part_of_index(const IrInstruction *at)
{
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        if (use->user->op != IR_INDEX) {
            return false;
        }
    }
    return at->op == IR_INDEX;
}

static uint32_t cost_of(const IrLoop *loop)
{
    uint32_t cost = 0;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (const IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            cost += (uint32_t) !(is_free(at) || is_part_of_index(at)) + (uint32_t)is_extended(at);
        }
    }
    return cost <= 2 ? 1 : cost - 1; // less its test and branch, and one more
}

// All rounds one after the other: the last copy leaves.
static void unroll_fully(IrFunction *function, IrLoop *loop, uint32_t rounds)
{
    Unroll unroll;
    unroll_copy(&unroll, function, loop, rounds);
    for (uint32_t i = 0; i < rounds; i++) {
        unroll_drop_test(&unroll, i, i + 1 < rounds ? unroll.heads[i + 1] : unroll.exit);
    }
    unroll_finish(&unroll);
}

// `rounds` is 0 when they are not known: all tests stay. Else only the one that can fail.
static void unroll_partly(IrFunction *function, IrLoop *loop, uint32_t rounds, uint32_t count)
{
    Unroll unroll;
    unroll_copy(&unroll, function, loop, count);
    uint32_t test = rounds % count == 0 ? count - 1 : rounds % count - 1;
    for (uint32_t i = 0; i < count && rounds != 0; i++) {
        if (i != test) {
            unroll_drop_test(&unroll, i, i + 1 < count ? unroll.heads[i + 1] : loop->head);
        }
    }
    unroll_finish(&unroll);
    unroll_settle(loop->head, loop->head->unroll != UNROLL_DEFAULT);
}

static uint32_t power_that_divides(uint32_t rounds, uint32_t cost)
{
    uint32_t count = 1;
    while (rounds % (count * 2) == 0 && cost * count * 2 <= PARTIAL_COST) {
        count *= 2;
    }
    return count;
}

static bool uses_local_array(const IrLoop *loop)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            const IrInstruction *base = at->op == IR_INDEX ? at : NULL;
            while (base != NULL && base->op == IR_INDEX) {
                base = ir_operand(base, 0);
            }
            if (base != NULL && base->op == IR_LOCAL && at->operand_count > 1) {
                return true;
            }
        }
    }
    return false;
}

// Where no power of two divides the rounds, one copy keeps its test.
static uint32_t power_with_test(uint32_t cost)
{
    uint32_t count = COPIES_WITH_TEST;
    while (count > 1 && cost * count > PARTIAL_COST) {
        count /= 2;
    }
    return count;
}

static bool unroll_known(IrFunction *function, IrLoop *loop, uint32_t rounds, uint32_t cost,
                         Phase phase)
{
    uint32_t limit = uses_local_array(loop) ? LOCAL_FULL_COST : FULL_COST;
    if ((uint64_t)cost * rounds <= limit || rounds == 1) {
        unroll_fully(function, loop, rounds);
        return true;
    }
    if (phase == PHASE_FULL) {
        return false;
    }
    uint32_t count = power_that_divides(rounds, cost);
    uint32_t folded = cost > COUNTER_COST ? cost - COUNTER_COST : 1;
    if (count > 1 && (uint64_t)folded * rounds <= SECOND_FULL_COST && !loop_has_other_exit(loop)) {
        unroll_fully(function, loop, rounds);
        return true;
    }
    if (count == 1) {
        count = power_with_test(cost);
    }
    if (count > 1) {
        unroll_partly(function, loop, rounds, count);
    }
    return count > 1;
}

static uint32_t run_time_count(const IrFunction *function, const IrLoop *loop, uint32_t cost)
{
    if (loop->head->unroll == UNROLL_COUNT) {
        return loop->head->unroll_count;
    }
    if (function->module->compute_capability < KNOWN_ROUNDS_ONLY) {
        return 1;
    }
    return cost <= BY_FOUR_COST ? 4 : cost <= BY_TWO_COST ? 2 : 1;
}

// A loop up to a small value, or to the lesser of a value and a small literal.
static bool is_brief(const IrLoop *loop)
{
    TripCount trips;
    uint64_t start, most;
    if (!trip_count_find(loop, &trips) || trips.pace != NULL || trips.step <= 0 ||
        !rewrite_integer(trips.start, &start) || rewrite_signed(trips.start->type, start) < 0) {
        return false;
    }
    const IrInstruction *bound = trips.bound;
    if (bound->op == IR_MIN_S || bound->op == IR_MIN_U) {
        if (!rewrite_integer(ir_operand(bound, 1), &most) &&
            !rewrite_integer(ir_operand(bound, 0), &most)) {
            return false;
        }
    } else {
        most = known_maximum(bound);
    }
    return most <= start || most - start <= (uint64_t)trips.step * BRIEF_ROUNDS;
}

static bool is_within(uint32_t cost, uint64_t rounds)
{
    return cost * rounds <= PRAGMA_COST;
}

static bool unroll_on_request(IrFunction *function, IrLoop *loop, uint32_t rounds, uint32_t cost)
{
    uint32_t count = loop->head->unroll == UNROLL_COUNT ? loop->head->unroll_count : rounds;
    if (rounds == 0 || count < 2 || !is_within(cost, count < rounds ? count : rounds)) {
        return false;
    }
    if (count >= rounds) {
        unroll_fully(function, loop, rounds);
    } else {
        unroll_partly(function, loop, rounds, count);
    }
    return true;
}

static bool unroll_one(IrFunction *function, const IrLoops *loops, IrLoop *loop, Phase phase)
{
    const IrBlock *head = loop->head;
    bool is_refused =
        head->unroll == UNROLL_COUNT ? head->unroll_count <= 1 : head->unroll_count == 1; // settled
    if (is_refused || loop->preheader == NULL || !loop_ends_in_test(loop)) {
        return false;
    }
    uint32_t rounds = trip_count_constant(loop, ROUNDS_MAX), cost = cost_of(loop);
    if (head->unroll != UNROLL_DEFAULT && unroll_on_request(function, loop, rounds, cost)) {
        return true;
    }
    if (rounds != 0) {
        return unroll_known(function, loop, rounds, cost, phase);
    }
    if (phase == PHASE_FULL || loop->head->is_long || !loop_is_innermost(loops, loop)) {
        return false;
    }
    if (head->unroll == UNROLL_DEFAULT && is_brief(loop)) {
        return false;
    }
    uint32_t count = run_time_count(function, loop, cost);
    loop->head->is_long = count == 1;
    if (!is_within(cost, count)) {
        return false;
    }
    if (unroll_at_run_time(function, loop, count)) {
        return true;
    }
    if (head->unroll == UNROLL_COUNT) {
        unroll_partly(function, loop, 0, count);
        return true;
    }
    return false;
}

static void clean(IrFunction *function)
{
    simplify_values(function);
    simplify_flow(function);
    number_values(function);
    remove_dead(function);
}

// Inner loops first. The loops around one that is unrolled change with it and wait for the next
// round, those beside it do not.
static bool run_round(IrFunction *function, Decided *decided, Phase phase)
{
    Arena arena = {0};
    IrLoops *loops = loop_analyze(&arena, function);
    LoopsAround around = loops_around(&arena, function);
    bool is_changed = false;
    for (uint32_t i = 0; i < loops->count; i++) {
        IrLoop *loop = loops->loops[i];
        if (is_decided(decided, loop->head) || loop_is_around(around, loop)) {
            continue;
        }
        decide(decided, loop->head);
        loop_mark(function, loop);
        if (unroll_one(function, loops, loop, phase)) {
            is_changed = true;
            loop_changed(around, loop);
        }
    }
    arena_clear(&arena);
    return is_changed;
}

// After each round the loops are found again: their bodies have changed.
static bool run_phase(IrFunction *function, Phase phase)
{
    Decided decided = {0};
    bool is_changed = false;
    while (run_round(function, &decided, phase)) {
        clean(function);
        is_changed = true;
    }
    arena_clear(&decided.arena);
    return is_changed;
}

bool unroll_loops(IrFunction *function)
{
    bool is_changed = run_phase(function, PHASE_FULL);
    return run_phase(function, PHASE_PARTIAL) || is_changed;
}
