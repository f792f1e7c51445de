// SPDX-License-Identifier: Apache-2.0
// The run loop of a warp. Full-mask arithmetic takes the shortest path through it; everything that
// changes which lanes run leaves the loop as an Outcome.
#include "sim/warp/step.h"

#include "sim/warp/collective.h"
#include "sim/warp/executor.h"
#include "sim/warp/native.h"
#include "sim/warp/split.h"

#include <stddef.h>
#include <string.h>

static Outcome perform_other(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    switch (micro->kind) {
#define MICRO(kind, name, issues, pipe, time, path, executor, ...)                                 \
    case MICRO_##kind:                                                                             \
        return exec_##executor(block, warp, micro, on);
#include "isa/machine/micro.def"
#undef MICRO
    default:
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on, "micro-op %u is unknown",
                           micro->kind);
    }
}

// Counts the slow path of a division or root that the lanes `on` are about to perform.
static inline void check_slow_path(Block *block, const Warp *warp, const Operation *operation,
                                   uint32_t pc, uint32_t on)
{
    const LaneTable *lanes = block->launch->lanes;
    const void *a = warp_operand(warp, operation->a), *b = warp_operand(warp, operation->b);
    uint32_t suspects = 0;
    if (__builtin_expect(lanes->is_far[operation->slow](a, b), 0)) {
        lanes->suspect[operation->slow](&suspects, a, b, NULL, on);
    }
    if (suspects != 0) {
        exec_slow_path(block, warp, operation, pc, on, suspects);
    }
}

static inline void call_function(const Warp *warp, const Operation *operation, uint32_t on,
                                 uint32_t active)
{
    operation->function(warp_operand(warp, operation->d), warp_operand(warp, operation->a),
                        warp_operand(warp, operation->b), warp_operand(warp, operation->c),
                        on == active ? warp->active_wide : on);
}

static inline Outcome perform(Block *block, Warp *warp, const Operation *operation,
                              const Micro *micro, uint32_t on)
{
    switch (operation->path) {
    case PATH_LANE: call_function(warp, operation, on, warp->active); return OUTCOME_NEXT;
    case PATH_SLOW:
        check_slow_path(block, warp, operation, warp->pc, on);
        call_function(warp, operation, on, warp->active);
        return OUTCOME_NEXT;
    case PATH_MODIFIED:
        if (operation->slow != SLOW_NONE) {
            check_slow_path(block, warp, operation, warp->pc, on);
        }
        return exec_lane_modified(block, warp, micro, on);
    case PATH_NOP: return OUTCOME_NEXT;
    case PATH_MEMORY: return exec_memory(block, warp, micro, on);
    case PATH_BRANCH: return exec_branch(block, warp, micro, on);
    default: return perform_other(block, warp, micro, on);
    }
}

// lanes_on where warps run in turns of one instruction: each has its own full mask, which the host
// would have to fetch.
static inline uint32_t lanes_on_of_cold(const Warp *warp, const Operation *operation)
{
    return operation->guard == OPERAND_ALL_LANES ? warp->active : lanes_on(warp, operation);
}

static inline void count_execution(ExecutionCount *count, const Warp *warp, uint32_t on)
{
    count->executed++;
    count->threads += warp->active_count;
    count->threads_on += on == warp->active ? warp->active_count : lanes_in(on);
}

static void uncount_execution(ExecutionCount *count, uint32_t active, uint32_t on)
{
    count->executed--;
    count->threads -= lanes_in(active);
    count->threads_on -= lanes_in(on);
}

// The running entry continues after its instruction; true if it has reached its reconvergence pc.
static inline bool advance(Warp *warp)
{
    warp->pc++;
    if (__builtin_expect(warp->pc == warp->reconverge, 0)) {
        warp_jump(warp, warp->pc);
        return true;
    }
    return false;
}

// --- watching

// Starts the record of the micro-op at `pc`; its accesses are added to the record from here on.
static void watch_before(Block *block, const Warp *warp, const Split *split, Step *step,
                         uint32_t pc, uint32_t active)
{
    *step = (Step){.micro = &block->launch->program->code[pc],
                   .pc = pc,
                   .active = active,
                   .on = active & lanes_on(warp, &block->operations[pc])};
    block->watch->before(block->watch->context, warp, split, step);
    block->step = step;
}

// `asked`: the record of block_step's caller, which is told of the access and the sleep too.
static void watch_after(Block *block, const Warp *warp, Step *step, Outcome outcome, Step *asked)
{
    block->step = asked;
    if (asked != NULL) {
        asked->access = step->access;
        asked->slept_ns = step->slept_ns;
        asked->slow = step->slow;
    }
    if (outcome == OUTCOME_WAITS || outcome == OUTCOME_ORDER || outcome == OUTCOME_SUSPENDS) {
        return;
    }
    step->state = outcome == OUTCOME_FAULT ? STEP_FAULT : STEP_DONE;
    block->watch->after(block->watch->context, warp, step);
}

// --- checking

static inline void check_before(Block *block, const Warp *warp, uint32_t pc, uint32_t active,
                                uint32_t on)
{
    const BlockChecker *checker = block->checker;
    checker->before(checker->context, warp, pc, active, on, block->is_oldest);
}

// Whether the checker is also told of the warp's arithmetic.
static inline bool is_followed(const Block *block, const Warp *warp)
{
    return (block->checker->followed >> warp->index & 1u) != 0;
}

// Lanes that waited for each other perform their instructions together, each counted once: all
// operands are read before a result is written.
static void run_gathered(Block *block, Warp *warp)
{
    const Micro *code = block->launch->program->code;
    Collective together;
    together.lanes = together.truth = 0;
    for (uint32_t done = 0; split_next_place(warp, &done);) {
        collective_read(&together, warp, &code[warp->pc], warp->active);
    }
    bool has_results = code[warp->pc].kind != MICRO_WARP_BARRIER;
    if (has_results) {
        collective_compute(&together, &code[warp->pc]);
    }
    for (uint32_t done = 0; split_next_place(warp, &done);) {
        uint32_t pc = warp->pc;
        count_execution(&block->worker->executed[pc], warp, warp->active);
        block->instructions++;
        Step step, *asked = block->step;
        if (block->watch != NULL) {
            watch_before(block, warp, warp_split(warp), &step, pc, warp->active);
        }
        if (block->checker != NULL) {
            check_before(block, warp, pc, warp->active, warp->active);
        }
        if (has_results) {
            collective_write(&together, warp, &code[pc], warp->active);
        }
        if (block->watch != NULL) {
            watch_after(block, warp, &step, OUTCOME_NEXT, asked);
        }
    }
    split_scatter(warp);
}

// After an instruction that changed which lanes can run: finds lanes that can continue.
static RunStop resume(Block *block, Warp *warp, bool is_spinning)
{
    warp->has_to_choose = false;
    if (warp->has_splits && warp_split(warp)->state == SPLIT_READY && warp->active != 0) {
        split_join(warp);
    }
    while (warp->has_splits && split_gather(warp)) {
        run_gathered(block, warp);
    }
    if (split_switch(warp, !is_spinning)) {
        return RUN_QUANTUM;
    }
    if (warp->live == 0) {
        return RUN_ENDED;
    }
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (warp->splits[i].state == SPLIT_READY) {
            return RUN_SPINS;
        }
    }
    return RUN_WAITS;
}

// The running split spins. If threads have their own program counters, its other lanes may
// continue.
static RunStop spin(Block *block, Warp *warp)
{
    split_save(warp);
    Split *split = warp_split(warp);
    if (block->is_independent && simt_stack_lanes(&split->stack) != warp->active) {
        split_peel(warp, warp->active);
        split = warp_split(warp);
    }
    split->is_spinning = true;
    RunStop stop = resume(block, warp, true);
    if (stop == RUN_SPINS) {
        split_rotate(warp);
    }
    return stop;
}

// Handles the outcomes that are not common: waits, faults, spins, and changes of the active lanes.
static RunStop settle(Block *block, Warp *warp, Outcome outcome, uint32_t pc, uint32_t active,
                      uint32_t on)
{
    switch (outcome) {
    case OUTCOME_SPIN: advance(warp); return spin(block, warp);
    case OUTCOME_SUSPENDS:
        uncount_execution(&block->worker->executed[pc], active, on);
        block->instructions--;
        return spin(block, warp);
    case OUTCOME_WAITS:
        uncount_execution(&block->worker->executed[pc], active, on);
        block->instructions--;
        return resume(block, warp, false);
    case OUTCOME_ORDER:
    case OUTCOME_FAULT:
        uncount_execution(&block->worker->executed[pc], active, on);
        block->instructions--;
        return outcome == OUTCOME_ORDER ? RUN_ORDER : RUN_FAULT;
    default: return resume(block, warp, false);
    }
}

// Whether the running split can go on without looking for another.
static inline bool is_running(const Warp *warp)
{
    return warp->active != 0 && !warp->has_to_choose && warp_split(warp)->state == SPLIT_READY;
}

static StepState waiting_state(const Warp *warp)
{
    switch (warp_split(warp)->state) {
    case SPLIT_AT_MEMBERS: return STEP_AT_MEMBERS;
    case SPLIT_AT_CLUSTER: return STEP_AT_CLUSTER;
    default: return STEP_AT_BARRIER;
    }
}

static StepState step_state(const Warp *warp, RunStop stop)
{
    switch (stop) {
    case RUN_QUANTUM: return STEP_DONE;
    case RUN_WAITS: return waiting_state(warp);
    case RUN_SPINS: return STEP_SPINS;
    case RUN_ORDER: return STEP_NEEDS_ORDER;
    case RUN_ENDED: return STEP_ENDED;
    default: return STEP_FAULT;
    }
}

// A load or store; takes the fast path if the pattern of its addresses is known.
static inline Outcome perform_memory(Block *block, Warp *warp, const Operation *operation,
                                     const Micro *micro, uint32_t on)
{
    if (operation->pattern != PATTERN_NOT && on != 0 &&
        block->access_pattern(block, warp, operation, micro, on)) {
        return OUTCOME_NEXT;
    }
    return exec_memory(block, warp, micro, on);
}

Outcome step_perform(Block *block, Warp *warp, const Operation *operation, const Micro *micro,
                     uint32_t on)
{
    return operation->path == PATH_MEMORY ? perform_memory(block, warp, operation, micro, on)
                                          : perform(block, warp, operation, micro, on);
}

// Performs `count` micro-ops, starting with the running one; none of them branches or waits.
// Returns the number performed: if one fails, that is less than `count` and *outcome says why.
static inline __attribute__((always_inline)) uint32_t
run_straight(Block *block, Warp *warp, uint32_t count, Outcome *outcome, bool is_checked)
{
    const uint32_t pc = warp->pc, active = warp->active;
    const Operation *operation = &block->operations[pc];
    for (uint32_t i = 0; i < count; i++, operation++) {
        uint32_t on = lanes_on(warp, operation);
        if (is_checked && (operation->path > PATH_SLOW || is_followed(block, warp))) {
            check_before(block, warp, pc + i, active, on);
        }
        if (operation->path <= PATH_SLOW) {
            if (operation->path == PATH_SLOW) {
                check_slow_path(block, warp, operation, pc + i, on);
            }
            call_function(warp, operation, on, active);
        } else {
            const Micro *micro = &block->launch->program->code[pc + i];
            warp->pc = pc + i;
            *outcome = step_perform(block, warp, operation, micro, on);
            if (*outcome != OUTCOME_NEXT) {
                return i;
            }
        }
        if (on != active) {
            block->worker->executed[pc + i].threads_on -= warp->active_count - lanes_in(on);
        }
    }
    return count;
}

// Performs the next micro-ops up to one that may branch or wait, the reconvergence pc, or the
// limit. Counts them together: `changes` holds the difference of the counts between neighboring
// micro-ops.
static inline __attribute__((always_inline)) Outcome hasten(Block *block, Warp *warp,
                                                            uint64_t limit, bool is_checked)
{
    uint32_t pc = warp->pc, count = block->operations[pc].straight, room = warp->reconverge - pc;
    Outcome outcome = OUTCOME_NEXT;
    count = room < count ? room : count;
    count = limit < count ? (uint32_t)limit : count;
    count = run_straight(block, warp, count, &outcome, is_checked);
    ExecutionCount *changes = block->worker->changes;
    changes[pc].executed++;
    changes[pc].threads += warp->active_count;
    changes[pc + count].executed--;
    changes[pc + count].threads -= warp->active_count;
    block->instructions += count;
    warp->pc = pc + count;
    return outcome;
}

static inline __attribute__((always_inline)) RunStop run_hasty(Block *block, Warp *warp,
                                                               uint64_t limit, bool is_checked)
{
    Outcome outcome = hasten(block, warp, limit, is_checked);
    if (outcome != OUTCOME_NEXT) {
        return outcome == OUTCOME_ORDER ? RUN_ORDER : RUN_FAULT;
    }
    if (warp->pc != warp->reconverge) {
        return RUN_QUANTUM;
    }
    warp_jump(warp, warp->pc);
    return warp->has_splits ? resume(block, warp, false) : RUN_QUANTUM;
}

// Runs translated code. False: there is none here.
static bool run_native(Block *block, Warp *warp, uint64_t limit, RunStop *stop)
{
    Outcome outcome;
    if (block->worker->native == NULL || !native_run(block, warp, limit, &outcome)) {
        return false;
    }
    *stop = RUN_QUANTUM;
    if (outcome != OUTCOME_NEXT) {
        uint32_t pc = warp->pc, on = lanes_on(warp, &block->operations[pc]);
        *stop = settle(block, warp, outcome, pc, warp->active, on);
    } else if (warp->pc == warp->reconverge) {
        warp_jump(warp, warp->pc);
        *stop = warp->has_splits ? resume(block, warp, false) : RUN_QUANTUM;
    }
    return true;
}

// The run loop. The flags are constants at every call, so each combination is compiled by itself.
static inline __attribute__((always_inline)) RunStop
run(Block *block, Warp *warp, uint64_t limit, bool is_watched, bool is_checked, bool is_hasty)
{
    const Operation *operations = block->operations;
    const Micro *code = block->launch->program->code;
    ExecutionCount *executed = block->worker->executed;
    uint64_t end = block->instructions + limit;
    RunStop stop = RUN_QUANTUM;
    Step step, *asked = block->step;
    if (!is_running(warp)) {
        stop = resume(block, warp, false);
    }
    while (stop == RUN_QUANTUM && block->instructions < end) {
        uint32_t pc = warp->pc, active = warp->active;
        const Operation *operation = &operations[pc];
        if (is_hasty && !is_checked && run_native(block, warp, end - block->instructions, &stop)) {
            continue;
        }
        if (is_hasty && operation->straight != 0) {
            stop = run_hasty(block, warp, end - block->instructions, is_checked);
            continue;
        }
        uint32_t on = is_hasty ? lanes_on(warp, operation) : lanes_on_of_cold(warp, operation);
        if (is_watched) {
            watch_before(block, warp, warp_split(warp), &step, pc, active);
        }
        if (is_checked) {
            check_before(block, warp, pc, active, on);
        }
        count_execution(&executed[pc], warp, on);
        block->instructions++;
        Outcome outcome = perform(block, warp, operation, &code[pc], on);
        if (is_watched) {
            watch_after(block, warp, &step, outcome, asked);
        }
        bool has_met = outcome == OUTCOME_NEXT && advance(warp);
        if (outcome <= OUTCOME_JUMPED && !(has_met && warp->has_splits)) {
            continue;
        }
        if (outcome == OUTCOME_SWITCH && !warp->has_splits && is_running(warp)) {
            continue;
        }
        stop = settle(block, warp, outcome, pc, active, on);
    }
    return stop;
}

static RunStop run_watched(Block *block, Warp *warp, uint64_t limit)
{
    RunStop stop = block->checker == NULL ? run(block, warp, limit, true, false, false)
                                          : run(block, warp, limit, true, true, false);
    if (stop != RUN_QUANTUM && stop != RUN_ORDER) {
        block->watch->stopped(block->watch->context, warp, step_state(warp, stop));
    }
    return stop;
}

// Asks for a translation once the worker has executed enough micro-ops to be worth it.
static void warm_up(Block *block, uint64_t executed)
{
    Worker *worker = block->worker;
    NativeSource *source = block->launch->native;
    if (source == NULL || worker->native != NULL || worker->has_asked) {
        return;
    }
    worker->ran += executed;
    if (worker->ran >= source->after) {
        const NativeCode *code = source->obtain(source, block->launch);
        worker->has_asked = true;
        if (code != NULL) {
            native_begin(worker, code, block->launch->program->code_count);
        }
    }
}

// Counts what has been performed ahead.
static void catch_up(Block *block, Warp *warp)
{
    for (; warp->ahead > 0; warp->ahead--) {
        count_execution(&block->worker->executed[warp->pc++], warp, warp->active);
        block->instructions++;
    }
}

static RunStop run_hastily(Block *block, Warp *warp, uint64_t limit)
{
    uint64_t before = block->instructions;
    RunStop stop = run(block, warp, limit, false, false, true);
    warm_up(block, block->instructions - before);
    return stop;
}

RunStop warp_run(Block *block, Warp *warp, uint64_t limit)
{
    if (warp->ahead > 0) {
        catch_up(block, warp);
    }
    if (block->watch != NULL) {
        return run_watched(block, warp, limit);
    }
    bool is_hasty = block->worker->changes != NULL && block->step == NULL;
    if (block->checker != NULL) {
        return is_hasty ? run(block, warp, limit, false, true, true)
                        : run(block, warp, limit, false, true, false);
    }
    return is_hasty ? run_hastily(block, warp, limit)
                    : run(block, warp, limit, false, false, false);
}

bool block_warp_is_ready(Block *block, uint32_t index)
{
    const Warp *warp = &block->warps[index];
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (warp->splits[i].state == SPLIT_READY && warp->splits[i].stack.count > 0) {
            return true;
        }
    }
    return false;
}

uint32_t block_warp_count(const Block *block)
{
    return block->warp_count;
}

const Warp *block_warp(const Block *block, uint32_t index)
{
    return &block->warps[index];
}

uint32_t block_warp_on(const Block *block, uint32_t index)
{
    const Warp *warp = &block->warps[index];
    return lanes_on(warp, &block->operations[warp->pc]);
}

// Clears everything but the addresses, which are valid only for the lanes in `lanes`.
static void clear_access(Step *step)
{
    StepAccess *access = &step->access;
    size_t behind = offsetof(StepAccess, address) + sizeof access->address;
    memset(access, 0, offsetof(StepAccess, address));
    memset((char *)access + behind, 0, sizeof *access - behind);
    step->has_access = step->has_pattern = false;
}

// The same after step_memory.
static inline void clear_pattern(Step *step)
{
    StepAccess *access = &step->access;
    access->is_shared = access->is_global = access->is_store = access->is_linear = false;
    access->width_bytes = access->lanes = 0;
    access->shared = (SharedCost){0};
    access->global = (GlobalCost){0};
    step->has_pattern = false;
}

// A warp's registers are its own, so that nobody sees when they change: steps of micro-ops that
// only compute are performed together, while the registers are in the host's cache, and counted one
// by one. They end before other micro-ops, guards, and where lanes may meet.
static inline void perform_ahead(Warp *warp, const Operation *operation, uint32_t on)
{
    enum { AHEAD_MOST = 64 };
    if (warp->ahead > 0) {
        warp->ahead--;
        return;
    }
    uint32_t count = operation->plain < AHEAD_MOST ? operation->plain : AHEAD_MOST;
    uint32_t left = warp->reconverge - warp->pc - 1; // many where that lies before
    count = left < count ? left : count;
    if (warp->has_splits || count == 0) {
        count = 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (operation[i].path == PATH_LANE) {
            call_function(warp, &operation[i], on, warp->active);
        }
    }
    warp->ahead = (uint16_t)(count - 1);
}

// Whether somebody must be told of the next micro-op. What has been performed ahead is not told of
// to a checker that came meanwhile (loop_watch.h).
static inline bool is_observed(const Block *block, const Warp *warp)
{
    return block->watch != NULL || (block->checker != NULL && warp->ahead == 0);
}

// Performs the next micro-op if it only computes, and nothing else happens with it or after it.
// False: nothing was done.
static inline bool step_lane(Block *block, Warp *warp, Step *step)
{
    const Operation *operation = &block->operations[warp->pc];
    if (operation->path > PATH_NOP || warp->pc + 1 == warp->reconverge ||
        is_observed(block, warp)) {
        return false;
    }
    count_execution(&block->worker->executed[warp->pc], warp, step->on);
    block->instructions++;
    if (operation->path == PATH_LANE || operation->path == PATH_NOP) {
        perform_ahead(warp, operation, step->on);
    } else {
        block->step = step;
        perform(block, warp, operation, step->micro, step->on);
        block->step = NULL;
    }
    warp->pc++;
    step->state = STEP_DONE;
    return true;
}

// The same of a load or store whose pattern is known.
static inline bool step_memory(Block *block, Warp *warp, Step *step)
{
    const Operation *operation = &block->operations[warp->pc];
    if (operation->pattern == PATTERN_NOT || step->on == 0 || block->worker->patterns == NULL ||
        warp->pc + 1 == warp->reconverge || is_observed(block, warp)) {
        return false;
    }
    step->has_pattern = true;
    block->step = step;
    bool is_done = block->access_pattern(block, warp, operation, step->micro, step->on);
    block->step = NULL;
    if (is_done) {
        count_execution(&block->worker->executed[warp->pc], warp, step->on);
        block->instructions++;
        warp->pc++;
        step->state = STEP_DONE;
    }
    return is_done;
}

bool block_step_plain(Block *block, Worker *worker, uint32_t index)
{
    Warp *warp = &block->warps[index];
    uint32_t pc = warp->pc;
    const Operation *operation = &block->operations[pc];
    bool is_plain = operation->path == PATH_LANE || operation->path == PATH_NOP;
    if (!is_plain || pc + 1 == warp->reconverge || is_observed(block, warp) || !is_running(warp)) {
        return false;
    }
    uint32_t on = lanes_on_of_cold(warp, operation);
    count_execution(&worker->executed[pc], warp, on);
    block->instructions++;
    perform_ahead(warp, operation, on);
    warp->pc = pc + 1;
    return true;
}

void block_step(Block *block, Worker *worker, uint32_t index, bool is_oldest, Step *step)
{
    Warp *warp = &block->warps[index];
    step->micro = NULL;
    step->active = step->on = step->slept_ns = 0;
    step->slow.lanes = step->slow.cycles = 0;
    step->slow.issues = 0;
    if (step->has_access) {
        clear_access(step);
    } else if (step->has_pattern) {
        clear_pattern(step);
    }
    block->worker = worker;
    block->is_timed = true;
    worker->costs.addresses = block->addresses;
    block->is_oldest = is_oldest;
    uint64_t before = block->instructions;
    if (!is_running(warp)) {
        RunStop stop = resume(block, warp, false);
        if (stop != RUN_QUANTUM) {
            step->state = step_state(warp, stop);
            return;
        }
    }
    step->pc = warp->pc;
    step->micro = &block->launch->program->code[warp->pc];
    step->active = warp->active;
    step->on = lanes_on_of_cold(warp, &block->operations[warp->pc]);
    if (step_lane(block, warp, step) || step_memory(block, warp, step)) {
        return;
    }
    step->has_access = true;
    block->step = step;
    RunStop stop = warp_run(block, warp, 1);
    block->step = NULL;
    bool is_try = step->micro->kind == MICRO_MBARRIER;
    if (block->instructions == before) {
        step->micro = NULL;
    }
    bool is_suspended = is_try && step->micro == NULL && stop <= RUN_SPINS;
    step->state = is_suspended ? STEP_SUSPENDED : step_state(warp, stop);
}
