// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/trip_count.h"

#define DEPTH_MAX 12u // of expressions in a test
#define PHIS_MAX  8u  // that a test depends on

typedef struct Simulation {
    const IrLoop *loop;
    IrInstruction *phis[PHIS_MAX];
    uint64_t values[PHIS_MAX]; // zero-extended
    uint32_t phi_count;
    bool is_unknown;
} Simulation;

static uint64_t shifted(const IrInstruction *at, uint64_t a, uint64_t amount)
{
    uint32_t bits = rewrite_bits(at->type);
    int64_t x = rewrite_signed(at->type, a);
    if (at->op == IR_SHR_S) {
        return (uint64_t)(x >> (amount >= bits ? bits - 1 : amount));
    }
    if (amount >= bits) {
        return 0;
    }
    return at->op == IR_SHL ? a << amount : a >> amount;
}

static uint64_t divided(Simulation *simulation, const IrInstruction *at, uint64_t a, uint64_t b)
{
    int64_t x = rewrite_signed(at->type, a), y = rewrite_signed(at->type, b);
    if (b == 0 || y == -1) {
        simulation->is_unknown = true;
        return 0;
    }
    switch (at->op) {
    case IR_DIVIDE_S: return (uint64_t)(x / y);
    case IR_DIVIDE_U: return a / b;
    case IR_REMAINDER_S: return (uint64_t)(x % y);
    default: return a % b;
    }
}

static bool compared(Simulation *simulation, const IrInstruction *at, uint64_t a, uint64_t b)
{
    IrType type = ir_operand(at, 0)->type;
    int64_t x = rewrite_signed(type, a), y = rewrite_signed(type, b);
    switch (at->compare) {
    case IR_EQ: return a == b;
    case IR_NE: return a != b;
    case IR_LT: return x < y;
    case IR_LE: return x <= y;
    case IR_GT: return x > y;
    case IR_GE: return x >= y;
    case IR_LO: return a < b;
    case IR_LS: return a <= b;
    case IR_HI: return a > b;
    case IR_HS: return a >= b;
    default: simulation->is_unknown = true; return false;
    }
}

static uint64_t computed(Simulation *simulation, const IrInstruction *at, const uint64_t *in)
{
    IrType from = ir_operand(at, 0)->type;
    int64_t x = rewrite_signed(from, in[0]);
    switch (at->op) {
    case IR_ADD: return in[0] + in[1];
    case IR_SUBTRACT: return in[0] - in[1];
    case IR_MULTIPLY: return in[0] * in[1];
    case IR_MULTIPLY_ADD: return in[0] * in[1] + in[2];
    case IR_DIVIDE_S:
    case IR_DIVIDE_U:
    case IR_REMAINDER_S:
    case IR_REMAINDER_U: return divided(simulation, at, in[0], in[1]);
    case IR_AND: return in[0] & in[1];
    case IR_OR: return in[0] | in[1];
    case IR_XOR: return in[0] ^ in[1];
    case IR_NOT: return ~in[0];
    case IR_NEGATE: return 0 - in[0];
    case IR_SHL:
    case IR_SHR_S:
    case IR_SHR_U: return shifted(at, in[0], in[1]);
    case IR_COMPARE: return compared(simulation, at, in[0], in[1]);
    case IR_SELECT: return in[0] != 0 ? in[1] : in[2];
    case IR_SIGN_EXTEND: return (uint64_t)x;
    case IR_ZERO_EXTEND:
    case IR_TRUNCATE: return in[0];
    case IR_EXTEND_S8: return (uint64_t)(int64_t)(int8_t)in[0];
    case IR_EXTEND_U8: return (uint8_t)in[0];
    case IR_EXTEND_S16: return (uint64_t)(int64_t)(int16_t)in[0];
    case IR_EXTEND_U16: return (uint16_t)in[0];
    default: simulation->is_unknown = true; return 0;
    }
}

static uint32_t find_phi(const Simulation *simulation, const IrInstruction *phi)
{
    uint32_t i = 0;
    while (i < simulation->phi_count && simulation->phis[i] != phi) {
        i++;
    }
    return i;
}

static uint64_t evaluate(Simulation *simulation, IrInstruction *at, uint32_t depth)
{
    uint64_t value, in[3] = {0};
    if (rewrite_integer(at, &value)) {
        return value;
    }
    bool is_phi = at->op == IR_PHI && at->block == simulation->loop->head;
    if (is_phi && find_phi(simulation, at) < simulation->phi_count) {
        return simulation->values[find_phi(simulation, at)];
    }
    simulation->is_unknown = simulation->is_unknown || at->op == IR_PHI || depth == DEPTH_MAX ||
                             loop_is_invariant(at) || !ir_is_pure(at) || at->operand_count == 0 ||
                             at->operand_count > 3 || !rewrite_is_integer_type(at->type);
    for (uint32_t i = 0; i < at->operand_count && !simulation->is_unknown; i++) {
        in[i] = evaluate(simulation, ir_operand(at, i), depth + 1);
    }
    if (simulation->is_unknown) {
        return 0;
    }
    return computed(simulation, at, in) & rewrite_mask(at->type);
}

// The head's PHIs that `at` depends on, with their first values, which must be constants.
static void collect(Simulation *simulation, IrInstruction *at, uint32_t depth)
{
    if (simulation->is_unknown || loop_is_invariant(at)) {
        return;
    }
    if (at->op != IR_PHI) {
        simulation->is_unknown = depth == DEPTH_MAX;
        for (uint32_t i = 0; i < at->operand_count; i++) {
            collect(simulation, ir_operand(at, i), depth + 1);
        }
        return;
    }
    uint64_t first;
    if (find_phi(simulation, at) < simulation->phi_count) {
        return;
    }
    if (at->block != simulation->loop->head || simulation->phi_count == PHIS_MAX ||
        !rewrite_integer(flow_phi_value(at, simulation->loop->preheader), &first)) {
        simulation->is_unknown = true;
        return;
    }
    simulation->values[simulation->phi_count] = first;
    simulation->phis[simulation->phi_count++] = at;
    collect(simulation, flow_phi_value(at, simulation->loop->latch), 0);
}

// LLVM follows a test that looks at one PHI, whatever that one depends on.
static void collect_from_test(Simulation *simulation, IrInstruction *at, const IrInstruction **one,
                              uint32_t depth)
{
    if (at->op == IR_PHI && !loop_is_invariant(at)) {
        simulation->is_unknown = simulation->is_unknown || (*one != NULL && *one != at);
        *one = at;
    }
    for (uint32_t i = 0; at->op != IR_PHI && i < at->operand_count && depth < DEPTH_MAX; i++) {
        collect_from_test(simulation, ir_operand(at, i), one, depth + 1);
    }
}

uint32_t trip_count_constant(const IrLoop *loop, uint32_t limit)
{
    Simulation simulation = {.loop = loop};
    const IrInstruction *last = loop->latch->last, *one = NULL;
    bool goes_on_if = last->targets[0] == loop->head;
    collect_from_test(&simulation, ir_operand(last, 0), &one, 0);
    collect(&simulation, ir_operand(last, 0), 0);
    for (uint32_t round = 1; round <= limit && !simulation.is_unknown; round++) {
        uint64_t next[PHIS_MAX];
        bool is_more = evaluate(&simulation, ir_operand(last, 0), 0) != 0;
        if (!simulation.is_unknown && is_more != goes_on_if) {
            return round;
        }
        for (uint32_t i = 0; i < simulation.phi_count; i++) {
            next[i] = evaluate(&simulation, flow_phi_value(simulation.phis[i], loop->latch), 0);
        }
        for (uint32_t i = 0; i < simulation.phi_count; i++) {
            simulation.values[i] = next[i];
        }
    }
    return 0;
}

// ---- Counters

// phi + step, with the phi at the head and the sum coming back to it.
static bool is_counter(const IrLoop *loop, const IrInstruction *next, TripCount *count)
{
    uint64_t step = 1;
    if (next->op != IR_ADD) {
        return false;
    }
    bool is_swapped = loop_is_invariant(ir_operand(next, 0));
    const IrInstruction *phi = ir_operand(next, is_swapped);
    IrInstruction *by = ir_operand(next, !is_swapped);
    if (!loop_is_invariant(by) || phi->op != IR_PHI || phi->block != loop->head ||
        flow_phi_value(phi, loop->latch) != next) {
        return false;
    }
    count->pace = rewrite_integer(by, &step) ? NULL : by;
    count->start = flow_phi_value(phi, loop->preheader);
    count->step = rewrite_signed(next->type, step);
    return count->step != 0;
}

// Whether another round, or the end of the loop, must follow this instruction, and nobody could see
// that it never does.
static bool is_known_to_go_on(const IrInstruction *at)
{
    switch (at->op) {
    case IR_LOAD: return !at->is_volatile && !at->is_readonly; // not __ldg() either, as in LLVM
    case IR_STORE: return !at->is_volatile;
    case IR_COPY:
    case IR_FILL:
    case IR_ASSUME:
    case IR_CHECK_INDEX:
    case IR_ALLOCA:
    case IR_LOCAL:
    case IR_JUMP:
    case IR_BRANCH:
    case IR_SWITCH:
    case IR_UNREACHABLE: return true;
    case IR_ASM: return at->assembly->is_intrinsic;
    default: return !ir_has_effect(at);
    }
}

// Whether C++ lets a compiler assume that the loop ends, because all it does is to compute and to
// store, and its own test is the only way out. Then a step of zero or less, which would go on for
// ever or wrap, cannot be. LLVM: loopIsFiniteByAssumption, loopHasNoAbnormalExits. A checked run is
// to find such a loop, not to compute with what it assumes.
static bool is_known_to_end(const IrLoop *loop)
{
    if (loop->head->last->function->module->shows_unset) {
        return false;
    }
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (const IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            if (!is_known_to_go_on(at)) {
                return false;
            }
        }
    }
    return !loop_has_other_exit(loop);
}

// Whether the counter cannot pass the bound, wrap around and come back to it.
static bool is_bounded(const IrLoop *loop, const TripCount *count, const IrInstruction *next)
{
    int64_t step = count->step;
    if (count->pace != NULL) {
        return count->compare == IR_LT && next->is_no_wrap && is_known_to_end(loop);
    }
    switch (count->compare) {
    case IR_LT: return step == 1 || (step > 0 && next->is_no_wrap);
    case IR_GT: return step == -1 || (step < 0 && next->is_no_wrap);
    case IR_LE: return step > 0 && next->is_no_wrap;
    case IR_GE: return step < 0 && next->is_no_wrap;
    case IR_LO: return step == 1;
    case IR_HI: return step == -1;
    case IR_NE: return step == 1 || step == -1;
    default: return false;
    }
}

static bool is_same_bound(const TripCount *count, const IrInstruction *compare, bool is_inverted)
{
    const IrInstruction *a = ir_operand(compare, 0), *b = ir_operand(compare, 1);
    IrCompare found = is_inverted ? rewrite_inverted(compare->compare, a->type) : compare->compare;
    uint64_t x, y;
    if (rewrite_same(a, count->bound) && rewrite_same(b, count->start)) {
        return rewrite_swapped(found) == count->compare;
    }
    if (!rewrite_same(a, count->start)) {
        // start and bound swapped sides when the start is a constant: bound > start, bound >= c.
        if (!rewrite_same(a, count->bound) || !rewrite_integer(b, &x) ||
            !rewrite_integer(count->start, &y)) {
            return false;
        }
        int64_t c = rewrite_signed(b->type, x), start = rewrite_signed(b->type, y);
        return (count->compare == IR_LT && found == IR_GT && c >= start) ||
               (count->compare == IR_LO && found == IR_HI && x >= y) ||
               (count->compare == IR_LO && found == IR_NE && x == 0 && y == 0) ||
               (count->compare == IR_LE && found == IR_GT && c >= start - 1 && c < start);
    }
    if (rewrite_same(b, count->bound)) {
        return found == count->compare;
    }
    if (!rewrite_integer(b, &x) || !rewrite_integer(count->bound, &y)) {
        return false;
    }
    int64_t c = rewrite_signed(b->type, x), bound = rewrite_signed(b->type, y);
    return (count->compare == IR_GT && found == IR_GT && c >= bound) ||
           (count->compare == IR_LT && found == IR_LT && c <= bound);
}

// Whether a condition that is true, or false if it is inverted, implies the first round's test.
static bool implies_test(const TripCount *count, const IrInstruction *condition, bool is_inverted)
{
    if (condition->op == IR_AND && !is_inverted) {
        return implies_test(count, ir_operand(condition, 0), false) ||
               implies_test(count, ir_operand(condition, 1), false);
    }
    return condition->op == IR_COMPARE && is_same_bound(count, condition, is_inverted);
}

bool trip_count_is_guarded(const IrLoop *loop, const TripCount *count)
{
    const IrBlock *block = loop->preheader;
    for (uint32_t steps = 0; steps < 8 && block->dominator != NULL; steps++) {
        const IrBlock *from = block->dominator;
        const IrInstruction *last = from->last;
        bool is_only_way = block->predecessor_count == 1 && block->predecessors[0] == from;
        if (is_only_way && last->op == IR_BRANCH && last->targets[0] != last->targets[1] &&
            implies_test(count, ir_operand(last, 0), last->targets[1] == block)) {
            return true;
        }
        block = from;
    }
    return false;
}

bool trip_count_find(const IrLoop *loop, TripCount *count)
{
    const IrInstruction *last = loop->latch->last, *compare = ir_operand(last, 0);
    *count = (TripCount){0};
    if (compare->op != IR_COMPARE || loop_is_outside(compare->block)) {
        return false;
    }
    IrType type = ir_operand(compare, 0)->type;
    if (type != IR_I32 && type != IR_I64) {
        return false;
    }
    count->compare = compare->compare;
    IrInstruction *next = ir_operand(compare, 0);
    count->bound = ir_operand(compare, 1);
    if (loop_is_invariant(next)) {
        count->bound = next;
        next = ir_operand(compare, 1);
        count->compare = rewrite_swapped(count->compare);
    }
    if (last->targets[0] != loop->head) {
        count->compare = rewrite_inverted(count->compare, type);
    }
    if (!loop_is_invariant(count->bound)) {
        return false;
    }
    bool is_early = false;
    uint64_t constant;
    if (next->op == IR_PHI && next->block == loop->head) {
        // The test looks at the counter before its step: start one step earlier, bound too.
        IrInstruction *step = flow_phi_value(next, loop->latch);
        if (!rewrite_integer(count->bound, &constant)) {
            return false;
        }
        next = step;
        is_early = true;
    }
    if (!is_counter(loop, next, count) || !is_bounded(loop, count, next)) {
        return false;
    }
    if (is_early && count->pace != NULL) {
        return false;
    }
    if (is_early) {
        int64_t bound = rewrite_signed(type, count->bound->integer) + count->step;
        if (rewrite_signed(type, (uint64_t)bound) != bound) {
            return false;
        }
        if (rewrite_is_unsigned(count->compare) &&
            (count->step > 0 ? (uint64_t)bound > rewrite_mask(type) : bound < 0)) {
            return false;
        }
        count->bound = ir_integer(loop->head->function, type, (uint64_t)bound);
    }
    count->is_guarded = trip_count_is_guarded(loop, count);
    // What the step after the last test makes of the counter does not matter, unless it wraps.
    return !is_early || count->is_guarded || next->is_no_wrap || count->compare == IR_NE;
}

static IrInstruction *add(IrInstruction *at, IrInstruction *a, int64_t c)
{
    if (c == 0) {
        return a;
    }
    return rewrite_binary(at, IR_ADD, a->type, a, rewrite_constant(at, a->type, (uint64_t)c));
}

// The nearest bound that gives one round: start + step, where the test fails at once.
static IrInstruction *at_least_one(const TripCount *count, IrInstruction *at, bool is_up,
                                   bool is_signed)
{
    IrOp op = is_up ? (is_signed ? IR_MAX_S : IR_MAX_U) : (is_signed ? IR_MIN_S : IR_MIN_U);
    return rewrite_binary(at, op, count->bound->type, count->bound,
                          add(at, count->start, is_up ? 1 : -1));
}

IrInstruction *trip_count_make(const TripCount *count, IrInstruction *at)
{
    bool is_up = count->step > 0;
    IrType type = count->start->type;
    uint64_t step = is_up ? (uint64_t)count->step : 0 - (uint64_t)count->step;
    IrCompare compare = count->compare;
    IrInstruction *bound = count->bound;
    if (!count->is_guarded && compare != IR_NE) {
        TripCount strict = *count;
        if (compare == IR_LE || compare == IR_GE) {
            strict.bound = add(at, bound, is_up ? 1 : -1);
        }
        bound = at_least_one(&strict, at, is_up, !rewrite_is_unsigned(compare));
    } else if (compare == IR_LE || compare == IR_GE) {
        bound = add(at, bound, is_up ? 1 : -1);
    }
    IrInstruction *distance =
        rewrite_is(is_up ? count->start : bound, 0)
            ? (is_up ? bound : count->start)
            : rewrite_binary(at, IR_SUBTRACT, type, is_up ? bound : count->start,
                             is_up ? count->start : bound);
    if (step == 1 && count->pace == NULL) {
        return distance;
    }
    // (distance - 1) / step + 1: the distance may be near the end of its type.
    IrInstruction *rounds =
        rewrite_binary(at, IR_DIVIDE_U, type, add(at, distance, -1),
                       count->pace != NULL ? count->pace : rewrite_constant(at, type, step));
    return add(at, rounds, 1);
}
