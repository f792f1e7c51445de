// SPDX-License-Identifier: Apache-2.0
#include "sim/device/schedule.h"

#include "isa/base/heap.h"
#include "sim/device/cancel.h"
#include "sim/device/output.h"
#include "sim/native/native.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PROGRESS_SECONDS 0.1

// Micro-ops that a thread executes before its launch is translated: they take about as long as
// that.
#define TRANSLATE_AFTER 50000u

// How many units may be ahead of their turn: enough to keep threads busy when blocks differ in
// length, and few enough to fit into AHEAD_BYTES.
#define AHEAD_PER_THREAD 4u
#define AHEAD_BYTES      ((uint64_t)48 << 20)

// Guarded by `lock` once threads run, except what stays the same.
typedef struct Schedule {
    const Launch *launch;
    const ScheduleOptions *options;
    uint32_t blocks_per_unit;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t sleepers;
    Turns turns;        // of the wave
    CancelWaves *waves; // NULL: all units are one wave, and none is canceled
    uint64_t units_all; // of the launch
    Unit *idle;         // units that wait for work, linked by next
    Unit **units;       // all that were created
    uint32_t unit_count, unit_room;
    Output output;
    ExecutionCount *executed;
    AccessCount *accesses;
    double last_progress;
} Schedule;

// One host thread's part in it.
typedef struct Part {
    Schedule *schedule;
    bool is_caller; // on the thread that called schedule_run
    Worker worker;
} Part;

static void *allocate(size_t count, size_t size_bytes)
{
    void *memory = calloc(count > 0 ? count : 1, size_bytes);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Host memory one block takes, roughly: registers, shared memory, frames of local memory.
static uint64_t block_bytes(const Launch *launch)
{
    const MachineProgram *program = launch->program;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    uint64_t warps = (threads + LANE_COUNT - 1) / LANE_COUNT;
    uint64_t per_warp = 1024;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const MachineFunction *function = &program->functions[i];
        per_warp += (uint64_t)function->row_count * LANE_COUNT * 4;
        per_warp += (uint64_t)function->frame_bytes * LANE_COUNT;
    }
    return warps * per_warp + launch->shared_bytes + 4096;
}

static uint32_t ahead_limit(const Launch *launch, uint32_t threads)
{
    uint64_t unit_bytes = block_bytes(launch) * unit_blocks(launch);
    uint64_t fitting = AHEAD_BYTES / unit_bytes;
    uint64_t wanted = (uint64_t)threads * AHEAD_PER_THREAD;
    uint64_t limit = fitting < wanted ? fitting : wanted;
    return (uint32_t)(limit > threads ? limit : threads);
}

// Units are created only when they are needed at the same time.
static Unit *unit_take(Schedule *schedule)
{
    Unit *unit = schedule->idle;
    if (unit != NULL) {
        schedule->idle = unit->next;
        return unit;
    }
    schedule->units =
        heap_room(schedule->units, schedule->unit_count, &schedule->unit_room, sizeof(Unit *));
    unit = unit_create(schedule->options->engine, schedule->launch);
    schedule->units[schedule->unit_count++] = unit;
    return unit;
}

static void show_progress(Schedule *schedule, const Part *part)
{
    const ScheduleOptions *options = schedule->options;
    if (!part->is_caller || options->progress == NULL) {
        return;
    }
    double now = seconds_now();
    if (now - schedule->last_progress < PROGRESS_SECONDS) {
        return;
    }
    schedule->last_progress = now;
    uint64_t done = schedule->turns.units_done * schedule->blocks_per_unit;
    uint64_t blocks = schedule->units_all * schedule->blocks_per_unit;
    pthread_mutex_unlock(&schedule->lock);
    options->progress(options->progress_context, done, blocks);
    pthread_mutex_lock(&schedule->lock);
}

static void wait_for_change(Schedule *schedule, const Part *part)
{
    schedule->sleepers++;
    if (part->is_caller && schedule->options->progress != NULL) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(PROGRESS_SECONDS * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&schedule->changed, &schedule->lock, &until);
    } else {
        pthread_cond_wait(&schedule->changed, &schedule->lock);
    }
    schedule->sleepers--;
}

static void end_check(Unit *unit)
{
    if (unit->check != NULL) {
        unit_check_end(unit->check);
        unit->check = NULL;
    }
}

static void put_back(Schedule *schedule, const Turn *turn, Unit *unit, BlockStatus status)
{
    turns_put(&schedule->turns, turn, unit, status);
    if (status == BLOCK_DONE) {
        unit->next = schedule->idle;
        schedule->idle = unit;
    }
    if (schedule->sleepers > 0) {
        pthread_cond_broadcast(&schedule->changed);
    }
}

// What another driver has made of this unit; NULL: nothing.
static const BegunBlock *begun_before(const Schedule *schedule, uint64_t index)
{
    const ScheduleOptions *options = schedule->options;
    bool is_given = index - options->first_block < options->begun_count;
    const BegunBlock *begun = is_given ? &options->begun[index - options->first_block] : NULL;
    return begun == NULL || begun->is_left ? NULL : begun;
}

// A unit that another one has taken over, or that has ended before, is done without having begun.
static bool skip_done(Schedule *schedule, const Turn *turn)
{
    const BegunBlock *begun = begun_before(schedule, turn->index);
    bool is_canceled = schedule->waves != NULL && cancel_has(schedule->waves, turn->index);
    bool has_ended = begun != NULL && begun->block == NULL;
    if (turn->kind != TURN_START || (!is_canceled && !has_ended)) {
        return false;
    }
    Unit *unit = unit_take(schedule);
    unit->index = turn->index;
    unit->instructions = unit->charged = 0;
    put_back(schedule, turn, unit, BLOCK_DONE);
    return true;
}

// Runs what was taken; the lock is released meanwhile.
static void run_turn(Schedule *schedule, Part *part, const Turn *turn)
{
    if (skip_done(schedule, turn)) {
        return;
    }
    Unit *unit = turn->kind == TURN_START ? unit_take(schedule) : turn->unit;
    pthread_mutex_unlock(&schedule->lock);
    const BegunBlock *begun = begun_before(schedule, turn->index);
    if (turn->kind == TURN_START && begun != NULL) {
        unit_resume(unit, turn->index, begun->block);
    } else if (turn->kind == TURN_START) {
        unit_start(unit, turn->index);
        recorders_begin(schedule->options->recorders, unit);
        if (schedule->options->check != NULL) {
            unit->check = unit_check_begin(schedule->options->check, unit->index, unit->blocks,
                                           unit->block_count);
        }
    }
    BlockStatus status = unit_run(unit, &part->worker, turn->is_oldest);
    if (status == BLOCK_DONE) {
        recorders_end(schedule->options->recorders, unit);
        end_check(unit);
    }
    pthread_mutex_lock(&schedule->lock);
    if (status != BLOCK_NEEDS_ORDER) {
        output_keep(&schedule->output, &schedule->turns, unit);
    }
    put_back(schedule, turn, unit, status);
}

static void add_counts(uint64_t *to, const uint64_t *from, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes / sizeof(uint64_t); i++) {
        to[i] += from[i];
    }
}

_Static_assert(sizeof(ExecutionCount) % sizeof(uint64_t) == 0, "counts are summed as words");
_Static_assert(sizeof(AccessCount) % sizeof(uint64_t) == 0, "counts are summed as words");

static void part_finish(Part *part)
{
    Schedule *schedule = part->schedule;
    uint32_t code_count = schedule->launch->program->code_count;
    worker_settle(&part->worker, code_count);
    add_counts((uint64_t *)schedule->executed, (const uint64_t *)part->worker.executed,
               code_count * sizeof(ExecutionCount));
    add_counts((uint64_t *)schedule->accesses, (const uint64_t *)part->worker.accesses,
               code_count * sizeof(AccessCount));
    free(part->worker.executed);
    free(part->worker.accesses);
}

static uint32_t thread_limit(const Schedule *schedule)
{
    uint64_t units = schedule->turns.unit_count;
    uint32_t threads = pool_threads(schedule->options->pool);
    return units < threads ? (uint32_t)units : threads;
}

// What each thread of the pool does until the launch has ended.
static void work(void *context, uint32_t number)
{
    Schedule *schedule = context;
    uint32_t code_count = schedule->launch->program->code_count;
    Part part = {.schedule = schedule,
                 .is_caller = number == 0,
                 .worker = {.executed = allocate(code_count, sizeof(ExecutionCount)),
                            .accesses = allocate(code_count, sizeof(AccessCount))}};
    worker_hasten(&part.worker, code_count);
    part.worker.is_alone = thread_limit(schedule) == 1;
    pthread_mutex_lock(&schedule->lock);
    while (schedule->turns.end == TURN_GOES_ON) {
        Turn turn = turns_take(&schedule->turns);
        if (turn.kind == TURN_NOTHING) {
            wait_for_change(schedule, &part);
        } else {
            run_turn(schedule, &part, &turn);
        }
        show_progress(schedule, &part);
    }
    part_finish(&part);
    pthread_cond_broadcast(&schedule->changed);
    pthread_mutex_unlock(&schedule->lock);
}

static void block_position(const Launch *launch, uint64_t index, uint32_t position[3])
{
    for (int axis = 0; axis < 3; axis++) {
        position[axis] = (uint32_t)(index % launch->grid[axis]);
        index /= launch->grid[axis];
    }
}

static void describe_limit(const Schedule *schedule, Fault *fault)
{
    fault->kind = FAULT_LIMIT;
    snprintf(fault->detail, sizeof(fault->detail),
             "the limit of %llu warp instructions was passed when this block's turn ended",
             (unsigned long long)schedule->turns.max_instructions);
}

static void describe_stuck(const Schedule *schedule, Fault *fault)
{
    const Turns *turns = &schedule->turns;
    uint64_t waiting = (uint64_t)turns->waiting_count * schedule->blocks_per_unit;
    uint64_t left = (schedule->units_all - turns->front) * schedule->blocks_per_unit;
    bool spins = fault->kind == FAULT_LIVELOCK;
    int used = waiting == 1 ? snprintf(fault->detail, sizeof(fault->detail), "this block %s",
                                       spins ? "spins on memory that no running thread will change"
                                             : "waits for something that no running thread will do")
                            : snprintf(fault->detail, sizeof(fault->detail), "%llu blocks %s",
                                       (unsigned long long)waiting,
                                       spins ? "spin on memory that no running thread will change"
                                             : "wait for something that no running thread will do");
    if (left > 0 && used > 0) {
        snprintf(fault->detail + used, sizeof(fault->detail) - (size_t)used,
                 "; %llu more cannot start before one of the resident blocks ends",
                 (unsigned long long)left);
    }
    if (fault->kind == FAULT_NONE) {
        fault->kind = FAULT_DEADLOCK;
    }
}

// Turns the culprit's own account into the reason why the launch ended.
static Fault explain(const Schedule *schedule)
{
    const Turns *turns = &schedule->turns;
    const Unit *unit = turns->culprit;
    Fault fault = {0};
    if (turns->end == TURN_FINISHED) {
        return fault;
    }
    uint32_t rank = 0;
    if (unit != NULL) {
        rank = turns->end == TURN_FAULT ? unit->current : unit_first_live(unit);
        fault = *unit->engine->fault(unit->blocks[rank]);
    }
    if (turns->end == TURN_FAULT) {
        return fault;
    }
    block_position(schedule->launch, unit_block_index(schedule->launch, turns->culprit_index, rank),
                   fault.block);
    if (turns->end == TURN_LIMIT) {
        describe_limit(schedule, &fault);
    } else {
        describe_stuck(schedule, &fault);
    }
    return fault;
}

static void keep_output_of_waiting(Schedule *schedule)
{
    for (uint32_t i = 0; i < schedule->turns.waiting_count; i++) {
        const Unit *unit = schedule->turns.waiting[i];
        if (schedule->turns.end != TURN_FAULT || unit != schedule->turns.culprit) {
            output_keep(&schedule->output, &schedule->turns, unit);
        }
    }
}

static void schedule_destroy(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->unit_count; i++) {
        end_check(schedule->units[i]); // of those that did not end
        unit_destroy(schedule->units[i]);
    }
    free(schedule->units);
    turns_destroy(&schedule->turns);
    output_destroy(&schedule->output);
    pthread_cond_destroy(&schedule->changed);
    pthread_mutex_destroy(&schedule->lock);
    free(schedule);
}

NativeSource *schedule_translate(const Launch *launch, LockstepEngine engine)
{
    if (engine == LOCKSTEP_ENGINE_INTERPRETER || !native_is_possible(launch)) {
        return NULL;
    }
    return native_create(engine == LOCKSTEP_ENGINE_NATIVE ? 0 : TRANSLATE_AFTER);
}

// Runs the units from `first` up to `end`, with the instructions of earlier waves in the sum.
static void run_wave(Schedule *schedule, uint64_t first, uint64_t end, uint32_t resident)
{
    const ScheduleOptions *options = schedule->options;
    uint64_t instructions = schedule->turns.instructions;
    turns_destroy(&schedule->turns);
    turns_init(&schedule->turns, end, resident,
               ahead_limit(schedule->launch, pool_threads(options->pool)),
               options->max_instructions);
    turns_begin_at(&schedule->turns, first);
    schedule->turns.instructions = instructions;
    pool_run(options->pool, thread_limit(schedule), work, schedule);
}

static void run_waves(Schedule *schedule, uint32_t resident)
{
    CancelWaves *waves = schedule->waves;
    schedule->turns.end = TURN_FINISHED;
    while (schedule->turns.end == TURN_FINISHED && cancel_next_wave(waves)) {
        run_wave(schedule, waves->first, waves->end, resident);
    }
}

ScheduleResult schedule_run(const Launch *given, const ScheduleOptions *options,
                            ExecutionCount *executed, AccessCount *accesses, Text *output)
{
    Schedule *schedule = allocate(1, sizeof(*schedule));
    Launch translated = *given, *launch = &translated;
    if (given->native == NULL) {
        launch->native = schedule_translate(launch, options->executes);
    }
    schedule->launch = launch;
    schedule->options = options;
    schedule->blocks_per_unit = unit_blocks(launch);
    schedule->executed = executed;
    schedule->accesses = accesses;
    schedule->last_progress = seconds_now();
    schedule->output.limit_bytes = launch->print_bytes;
    schedule->units_all = unit_count(launch);
    uint32_t resident = options->resident_blocks / schedule->blocks_per_unit;
    resident = resident > 0 ? resident : 1;
    pthread_mutex_init(&schedule->lock, NULL);
    pthread_cond_init(&schedule->changed, NULL);
    CancelWaves waves = {0};
    if (cancel_is_asked(launch->program)) {
        cancel_init(&waves, launch, resident);
        launch->cancel = &waves.source;
        schedule->waves = &waves;
        run_waves(schedule, resident);
    } else {
        run_wave(schedule, options->first_block, schedule->units_all, resident);
    }
    keep_output_of_waiting(schedule);
    uint64_t lost_prints = output_collect(&schedule->output, &schedule->turns, output);
    ScheduleResult result = {.end = schedule->turns.end,
                             .last_unit = schedule->turns.end == TURN_FINISHED
                                              ? UINT64_MAX
                                              : schedule->turns.culprit_index,
                             .lost_prints = lost_prints,
                             .blocks_done = schedule->turns.units_done * schedule->blocks_per_unit,
                             .blocks_canceled = waves.canceled * schedule->blocks_per_unit,
                             .fault = explain(schedule)};
    if (options->progress != NULL) {
        options->progress(options->progress_context, result.blocks_done,
                          schedule->units_all * schedule->blocks_per_unit);
    }
    schedule_destroy(schedule);
    cancel_destroy(&waves);
    if (given->native == NULL) {
        native_destroy(launch->native);
    }
    return result;
}
