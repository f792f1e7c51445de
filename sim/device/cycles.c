// SPDX-License-Identifier: Apache-2.0
#include "sim/device/cycles.h"

#include "isa/base/heap.h"
#include "sim/device/cancel.h"
#include "sim/device/clusters.h"
#include "sim/device/cut.h"
#include "sim/device/ending.h"
#include "sim/device/output.h"
#include "sim/device/sample.h"
#include "sim/device/unit.h"
#include "sim/time/busy.h"
#include "sim/time/contention.h"
#include "sim/warp/pulse.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PROGRESS_SECONDS 0.1

// Phases between two looks at whether anything goes on at all.
#define STUCK_PHASES 64u

// The length of phases in which warps make ordered accesses without a result. They go on when the
// phase ends, and should not wait for that much longer than the GPU has them wait.
#define SHORT_PHASE_CYCLES 16u
// Short phases without such an access before phases are long again.
#define SHORT_PHASES 16u

// One host thread's sums.
typedef struct Part {
    Worker worker;
    StallCount *stalls;
} Part;

// Room for a block on an SM, from a cycle on.
typedef struct Place {
    Cycle at;
    uint32_t sm;
    uint32_t number; // of the place on the SM
} Place;

typedef struct Grid {
    const Launch *launch;
    const CycleOptions *options;
    Arena arena;
    ProgramTime program;
    MemoryTime memory;
    Contention contention;
    Sm **sms;
    bool *has_run; // [sm_count]: the SM has changed in this phase
    uint32_t sm_count;
    Part *parts;
    uint32_t part_count;
    uint64_t next_block, block_count, blocks_ended; // block_count: of those with a clock
    Sample sample;
    Cut cut;
    bool is_cut; // the clock has stopped before the end
    LoopSearch loops;
    Server dispatcher;
    bool has_clusters; // which are dealt by themselves
    Clusters clusters;
    Place *places; // that blocks have left in this phase
    uint32_t phase_cycles, phases;
    uint32_t short_phases; // still to come, since warps waited for nothing but their turn
    Cycle from, until;     // of the phase
    Cycle last_end;        // the phase in which a block ended last began then
    uint64_t blocks_canceled;
    Fault fault;
    Output output;
    double last_progress;
    atomic_uint next_sm;
    Demand *demands; // by their cycles
    uint32_t demand_count, demand_room;
    uint32_t *asked;  // [sm_count]: how many of them the SM has
    uint32_t *starts; // [phase_cycles + 2]: where those of a cycle go
} Grid;

// --- blocks

static void give(Grid *grid, Place place)
{
    double busy = grid->launch->gpu->block_start_cycles;
    double at = server_take(&grid->dispatcher, (double)place.at, busy);
    sm_give(grid->sms[place.sm], grid->next_block++, (Cycle)at);
}

// One block an SM. SMs that share a way to memory follow each other in their numbers, but not here:
// the first SMs of all clusters come first, then the second ones.
static void deal_round(Grid *grid)
{
    uint32_t each = grid->launch->gpu->texture_l1_sms;
    uint32_t step = each > 0 ? each : 1;
    for (uint32_t first = 0; first < step; first++) {
        for (uint32_t sm = first; sm < grid->sm_count; sm += step) {
            if (grid->next_block < grid->block_count) {
                give(grid, (Place){0, sm, 0});
            }
        }
    }
}

// The first blocks: round by round, so that a grid smaller than the GPU spreads over it.
static void deal_first(Grid *grid)
{
    for (uint32_t round = 0; round < sm_resident_blocks(grid->sms[0]); round++) {
        deal_round(grid);
    }
}

static int compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at ? -1 : 1) : (x->sm < y->sm ? -1 : x->sm > y->sm);
}

// The next blocks go where blocks have ended, in the order of their ends. That takes longer than a
// phase, so that no place is filled too late.
static void deal_next(Grid *grid)
{
    uint32_t count = 0;
    double replace = grid->launch->gpu->block_replace_cycles;
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        const EndedBlock *ended;
        uint32_t ended_count = grid->has_run[sm] ? sm_take_ended(grid->sms[sm], &ended) : 0;
        for (uint32_t i = 0; i < ended_count; i++) {
            output_keep_block(&grid->output, ended[i].index, ended[i].block);
            if (ended[i].check != NULL) {
                unit_check_end(ended[i].check);
            }
            grid->places[count++] = (Place){ended[i].at + (Cycle)replace, sm, ended[i].place};
        }
    }
    grid->blocks_ended += count;
    grid->last_end = count > 0 ? grid->from : grid->last_end;
    if (grid->launch->pulse != NULL) {
        pulse_end_blocks(grid->launch->pulse, count);
    }
    qsort(grid->places, count, sizeof *grid->places, compare_places);
    for (uint32_t i = 0; i < count && grid->has_clusters; i++) {
        clusters_ended(&grid->clusters, grid->places[i].sm, grid->places[i].number,
                       grid->places[i].at);
    }
    for (uint32_t i = 0; i < count; i++) {
        steady_end_block(&grid->sample.steady, grid->places[i].at);
    }
    for (uint32_t i = 0; i < count && grid->next_block < grid->block_count; i++) {
        give(grid, grid->places[i]);
    }
}

// The cluster that would begin next never does: the one that asks takes it over. Asked in the order
// of cycles.
static bool take_next(void *context, const uint32_t block[3], uint32_t first[3])
{
    Grid *grid = context;
    (void)block;
    uint64_t *next = grid->has_clusters ? &grid->clusters.next : &grid->next_block;
    uint64_t end = grid->has_clusters ? grid->clusters.count : grid->block_count;
    if (*next == end) {
        return false;
    }
    unit_place(grid->launch, (*next)++, first);
    grid->blocks_canceled += unit_blocks(grid->launch);
    grid->blocks_ended += unit_blocks(grid->launch);
    return true;
}

// --- the run

// Replies to what was asked for in the phase before.
static void finish(Grid *grid, uint32_t number, Cycle until)
{
    Sm *sm = grid->sms[number];
    sm_finish_phase(sm, &grid->memory, sm_pending(sm, until), grid->until);
}

// SMs that exchange shared memory run one after another on one thread.
static void run_group(Grid *grid, Part *part, uint32_t group)
{
    const Clusters *clusters = &grid->clusters;
    uint32_t first = clusters_first_sm(clusters, group);
    uint32_t end = clusters_first_sm(clusters, group + 1);
    for (uint32_t sm = first; sm < end; sm++) {
        grid->has_run[sm] = true;
        finish(grid, sm, grid->from);
    }
    for (uint32_t sm = first; sm < end; sm++) {
        sm_run(grid->sms[sm], &part->worker, part->stalls, grid->until);
    }
    for (uint32_t sm = first; sm < end; sm++) {
        sm_release_clusters(grid->sms[sm]);
    }
}

// An SM has its replies when it runs again, on the thread that runs it: no other SM and no block
// that was given meanwhile sees them before.
static void run_alone(Grid *grid, Part *part, uint32_t number)
{
    Sm *sm = grid->sms[number];
    grid->has_run[number] = !sm_skip(sm, grid->until);
    if (grid->has_run[number]) {
        finish(grid, number, grid->from);
        sm_run(sm, &part->worker, part->stalls, grid->until);
    }
}

static void run_sms(void *context, uint32_t number)
{
    Grid *grid = context;
    Part *part = &grid->parts[number];
    uint32_t next, count = grid->has_clusters ? grid->clusters.group_count : grid->sm_count;
    while ((next = atomic_fetch_add(&grid->next_sm, 1)) < count) {
        if (grid->has_clusters) {
            run_group(grid, part, next);
        } else {
            run_alone(grid, part, next);
        }
    }
}

// How many requests before its turn the host's caches are told of a request, of its set in L2, and
// of its line in the set.
enum { REQUEST_AHEAD = 36, SET_AHEAD = 24, LINE_AHEAD = 12 };

static void reserve_demands(Grid *grid)
{
    if (grid->demand_room < grid->demand_count) {
        grid->demand_room = grid->demand_count * 2;
        grid->demands = heap_resize(grid->demands, grid->demand_room, sizeof *grid->demands);
    }
}

// Sorts what was asked for before the phase's end: by cycle, then by SM, then as it was asked.
// Afterwards `starts` holds where those of each cycle end.
static void sort_demands(Grid *grid)
{
    grid->demand_count = 0;
    grid->short_phases -= grid->short_phases > 0;
    memset(grid->starts, 0, (grid->phase_cycles + 2) * sizeof *grid->starts);
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        uint32_t count = grid->has_run[sm] ? sm_pending(grid->sms[sm], grid->until) : 0;
        grid->asked[sm] = count;
        grid->demand_count += count;
        if (sm_count_pending(grid->sms[sm], count, grid->from, grid->starts + 1)) {
            grid->short_phases = SHORT_PHASES;
        }
    }
    for (uint32_t cycle = 0; cycle <= grid->phase_cycles; cycle++) {
        grid->starts[cycle + 1] += grid->starts[cycle];
    }
    reserve_demands(grid);
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        sm_sort_pending(grid->sms[sm], grid->asked[sm], grid->from, grid->starts, grid->demands);
    }
}

// Those who contend for a slice and whose turn has come by cycle `at`.
static void serve_contenders(Grid *grid, Cycle at)
{
    Contention *contention = &grid->contention;
    for (uint32_t i = contention->active_count; i-- > 0;) {
        uint32_t slice = contention->active[i];
        while (contention->queues[slice].count > 0 &&
               memory_time_slice_open(&grid->memory, slice) <= (double)at) {
            Contender next = contention_take(contention, slice);
            grid->has_run[next.sm] = true;
            sm_perform(grid->sms[next.sm], &grid->parts[0].worker, &grid->memory, next.warp, at);
        }
    }
}

// A compare-and-swap on a word whose slice is busy waits for its turn there.
static bool has_to_contend(Grid *grid, const Demand *demand, Cycle at)
{
    uint32_t warp, lanes;
    if (!demand->is_ordered || !sm_contends(grid->sms[demand->sm], demand->number, &warp, &lanes)) {
        return false;
    }
    uint32_t slice = memory_time_slice(&grid->memory, demand->line);
    if (grid->contention.queues[slice].count == 0 &&
        memory_time_slice_open(&grid->memory, slice) <= (double)at) {
        return false;
    }
    contention_add(&grid->contention, slice, demand->sm, warp, lanes);
    return true;
}

static void announce(Grid *grid, uint32_t i)
{
    if (i + REQUEST_AHEAD < grid->demand_count) {
        const Demand *demand = &grid->demands[i + REQUEST_AHEAD];
        sm_prefetch(grid->sms[demand->sm], demand->number);
    }
    if (i + SET_AHEAD < grid->demand_count) {
        Demand *demand = &grid->demands[i + SET_AHEAD];
        memory_time_prefetch(&grid->memory, demand->sm, demand->line, demand->kind, &demand->place);
    }
    if (i + LINE_AHEAD < grid->demand_count) {
        Demand *demand = &grid->demands[i + LINE_AHEAD];
        memory_time_prefetch_line(&grid->memory, demand->line, demand->kind, demand->sectors,
                                  demand->has_holes, &demand->place);
    }
}

static void serve(Grid *grid)
{
    sort_demands(grid);
    for (uint32_t cycle = 0, i = 0; cycle <= grid->phase_cycles; cycle++) {
        if (grid->contention.active_count > 0) {
            serve_contenders(grid, grid->from + cycle);
        }
        for (; i < grid->starts[cycle]; i++) {
            announce(grid, i);
            const Demand *demand = &grid->demands[i];
            memory_time_expect(&grid->memory, demand->line, &demand->place);
            if (!has_to_contend(grid, demand, grid->from + cycle)) {
                sm_serve(grid->sms[demand->sm], &grid->parts[0].worker, &grid->memory,
                         demand->number);
            }
        }
    }
    memory_time_advance(&grid->memory, (double)grid->until);
}

// --- how it ends

static void show_progress(Grid *grid, bool is_end)
{
    const CycleOptions *options = grid->options;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (options->progress != NULL &&
        (is_end || seconds - grid->last_progress >= PROGRESS_SECONDS)) {
        grid->last_progress = seconds;
        options->progress(options->progress_context, grid->blocks_ended, grid->block_count);
    }
}

// What blocks that did not end have printed.
static void keep_output_of_live(Grid *grid)
{
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        for (uint32_t place = 0; place < sm_resident_blocks(grid->sms[sm]); place++) {
            uint64_t index;
            Block *block = sm_block(grid->sms[sm], place, &index);
            if (block != NULL) {
                output_keep_block(&grid->output, index, block);
            }
        }
    }
}

// While all warps sleep and nothing is under way, phases pass in which nothing would happen.
static void skip_quiet_phases(Grid *grid)
{
    Cycle next = grid->contention.active_count > 0 ? 0 : UINT64_MAX;
    for (uint32_t sm = 0; sm < grid->sm_count && next > grid->until; sm++) {
        Cycle until = sm_quiet_until(grid->sms[sm]);
        next = until < next ? until : next;
    }
    if (next > grid->until && next != UINT64_MAX) {
        grid->until += (next - grid->until) / grid->phase_cycles * grid->phase_cycles;
    }
}

// Whether the blocks have left behind what is not done yet: copies, and stores that their SM still
// sends.
static bool is_under_way(const Grid *grid)
{
    bool is_any = false;
    for (uint32_t sm = 0; sm < grid->sm_count && !is_any; sm++) {
        is_any = sm_is_copying(grid->sms[sm]) || sm_pending(grid->sms[sm], UINT64_MAX) > 0;
    }
    return is_any;
}

static void choose_sample(Grid *grid)
{
    uint64_t active = 0;
    for (uint32_t sm = 0; sm < grid->sm_count && grid->sample.is_wanted; sm++) {
        active += sm_active_so_far(grid->sms[sm]);
    }
    grid->block_count -= sample_choose(&grid->sample, &grid->memory, grid->until, active,
                                       grid->block_count - grid->next_block);
}

// Copies that are under way end first: without a clock they end when they begin.
static bool has_to_stop(Grid *grid)
{
    uint64_t instructions = 0;
    bool is_copying = false;
    for (uint32_t sm = 0; sm < grid->sm_count && grid->cut.limit > 0; sm++) {
        instructions += sm_instructions(grid->sms[sm]);
        is_copying |= sm_is_copying(grid->sms[sm]);
    }
    return cut_is_due(&grid->cut, grid->until, instructions, &grid->memory) && !is_copying &&
           grid->blocks_ended < grid->block_count;
}

// False when it was the last.
static bool run_phase(Grid *grid)
{
    skip_quiet_phases(grid);
    bool is_short = grid->short_phases > 0 && grid->phase_cycles > SHORT_PHASE_CYCLES;
    grid->from = grid->until;
    grid->until = grid->from + (is_short ? SHORT_PHASE_CYCLES : grid->phase_cycles);
    atomic_store(&grid->next_sm, 0);
    pool_run(grid->options->pool, grid->part_count, run_sms, grid);
    serve(grid);
    deal_next(grid);
    choose_sample(grid);
    if (grid->options->recorders != NULL) {
        recorders_check(grid->options->recorders);
    }
    ending_find_fault(grid->sms, grid->sm_count, &grid->fault);
    if (grid->fault.kind == FAULT_NONE) {
        ending_check_limit(grid->sms, grid->sm_count, grid->options->max_instructions,
                           &grid->fault);
    }
    if (grid->fault.kind == FAULT_NONE) {
        ending_check_endless(grid->sms, grid->sm_count, grid->from - grid->last_end,
                             grid->launch->endless_after, &grid->fault);
    }
    if (grid->fault.kind == FAULT_NONE) {
        ending_check_interrupt(grid->launch, grid->sms, grid->sm_count, &grid->fault);
    }
    if (grid->fault.kind == FAULT_NONE && ++grid->phases % STUCK_PHASES == 0) {
        ending_check_stuck(grid->sms, grid->sm_count, &grid->fault);
        if (grid->fault.kind == FAULT_NONE) {
            ending_search_loops(&grid->loops, grid->sms, grid->sm_count, grid->blocks_ended,
                                &grid->fault);
        }
        ending_beat(grid->sms, grid->sm_count);
        keep_output_of_live(grid); // a block may print for ever
    }
    show_progress(grid, false);
    grid->is_cut = grid->fault.kind == FAULT_NONE && has_to_stop(grid);
    return grid->fault.kind == FAULT_NONE && !grid->is_cut &&
           (grid->blocks_ended < grid->block_count || is_under_way(grid));
}

static void grid_init(Grid *grid, const Launch *launch, const CycleOptions *options)
{
    const Gpu *gpu = launch->gpu;
    *grid = (Grid){.launch = launch, .options = options, .sm_count = gpu->sm_count};
    grid->block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    grid->output.limit_bytes = launch->print_bytes;
    grid->program = program_time(launch->program, gpu, &grid->arena);
    memory_time_init(&grid->memory, gpu, &grid->arena);
    memory_time_map(&grid->memory, launch->memory, &grid->arena);
    contention_init(&grid->contention, grid->memory.slice_count, gpu->sm_count, &grid->arena);
    grid->sms = heap_allocate(grid->sm_count, sizeof(Sm *));
    grid->has_run = heap_allocate(grid->sm_count, sizeof *grid->has_run);
    grid->asked = heap_allocate(grid->sm_count, sizeof *grid->asked);
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        grid->sms[sm] = sm_create(launch, &grid->program, sm, options->blocks_per_sm);
        sm_check(grid->sms[sm], options->check);
        if (options->recorders != NULL) {
            sm_record(grid->sms[sm], recorders_of_sm(options->recorders, sm));
        }
    }
    double trip = gpu->lat_l2 > 0 ? gpu->lat_l2 : gpu->lat_dram;
    double replace = gpu->block_replace_cycles;
    grid->phase_cycles = (uint32_t)(replace > 0 && replace < trip ? replace : trip);
    grid->starts = heap_allocate(grid->phase_cycles + 2, sizeof *grid->starts);
    sample_init(&grid->sample, launch, options,
                (uint64_t)grid->sm_count * sm_resident_blocks(grid->sms[0]));
    cut_init(&grid->cut, launch, options);
    grid->places = heap_allocate((size_t)grid->sm_count * options->blocks_per_sm, sizeof(Place));
    grid->has_clusters = unit_blocks(launch) > 1;
    if (grid->has_clusters) {
        Cycle latency = cluster_latency(gpu);
        grid->phase_cycles = latency < grid->phase_cycles ? (uint32_t)latency : grid->phase_cycles;
        grid->next_block = grid->block_count;
        clusters_init(&grid->clusters, launch, options->check, grid->sms, &grid->dispatcher,
                      &grid->arena);
    } else {
        deal_first(grid);
    }
    grid->part_count = pool_threads(options->pool);
    grid->parts = heap_allocate(grid->part_count, sizeof *grid->parts);
    for (uint32_t i = 0; i < grid->part_count; i++) {
        size_t count = launch->program->code_count;
        grid->parts[i] = (Part){.worker = {.executed = heap_allocate(count, sizeof(ExecutionCount)),
                                           .accesses = heap_allocate(count, sizeof(AccessCount))},
                                .stalls = heap_allocate(count, sizeof(StallCount))};
        worker_know_patterns(&grid->parts[i].worker, (uint32_t)count);
    }
}

static void add_words(void *to, const void *from, size_t size_bytes)
{
    uint64_t *sums = to;
    const uint64_t *addends = from;
    for (size_t i = 0; i < size_bytes / sizeof(uint64_t); i++) {
        sums[i] += addends[i];
    }
}

static void grid_destroy(Grid *grid)
{
    if (grid->has_clusters) {
        clusters_end_checks(&grid->clusters);
    }
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        sm_destroy(grid->sms[sm]);
    }
    for (uint32_t i = 0; i < grid->part_count; i++) {
        worker_settle(&grid->parts[i].worker, grid->launch->program->code_count);
        free(grid->parts[i].worker.executed);
        free(grid->parts[i].worker.accesses);
        free(grid->parts[i].stalls);
    }
    free(grid->sms);
    free(grid->has_run);
    free(grid->parts);
    free(grid->demands);
    free(grid->asked);
    free(grid->starts);
    free(grid->places);
    cut_destroy(&grid->cut);
    contention_destroy(&grid->contention);
    arena_clear(&grid->arena);
}

static void sum_up(const Grid *grid, CycleResult *result, ExecutionCount *executed,
                   AccessCount *accesses, StallCount *stalls)
{
    size_t count = grid->launch->program->code_count;
    Cycle end = 0;
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        Cycle last = sm_last(grid->sms[sm]);
        end = last > end ? last : end;
        add_words(&result->time.sms, sm_counts(grid->sms[sm]), sizeof result->time.sms);
        result->time.busy.l1 += sm_l1_busy(grid->sms[sm]);
        result->time.busy.engine += sm_engine_busy(grid->sms[sm]);
        result->time.busy.pipes[PIPE_TENSOR] +=
            sm_tensor_busy(grid->sms[sm]) * grid->launch->gpu->warp_schedulers;
    }
    for (uint32_t i = 0; i < grid->part_count; i++) {
        worker_settle(&grid->parts[i].worker, (uint32_t)count);
        add_words(executed, grid->parts[i].worker.executed, count * sizeof *executed);
        add_words(accesses, grid->parts[i].worker.accesses, count * sizeof *accesses);
        add_words(stalls, grid->parts[i].stalls, count * sizeof *stalls);
    }
    result->time.cycles = end + 1 + (Cycle)grid->launch->gpu->launch_cycles;
    result->time.memory = grid->memory.counts;
    const Micro *code = grid->launch->program->code;
    const Gpu *gpu = grid->launch->gpu;
    busy_add_pipes(&result->time.busy, &grid->program, code, gpu, executed, (uint32_t)count);
    busy_add_memory(&result->time.busy, &grid->memory);
    result->time.stalls = stalls;
}

// What the launch has waited for managed memory. Of blocks without a clock, it is not known which
// memory they touched: as much more as the others, if there is more, and all of it is there then.
static void add_migration(const Launch *launch, LaunchTime *time, const MemoryCount *seen)
{
    MemoryCount *all = &time->memory;
    uint64_t away = device_memory_away(launch->memory);
    uint64_t most_reads = seen->migrated_reads + away, most_writes = seen->migrated_writes + away;
    bool is_extended = time->blocks_timed > 0 || time->instructions_timed > 0;
    all->migrated_reads = all->migrated_reads < most_reads ? all->migrated_reads : most_reads;
    all->migrated_writes = all->migrated_writes < most_writes ? all->migrated_writes : most_writes;
    time->migration_us = memory_time_migration_us(all);
    time->cycles += (uint64_t)(time->migration_us * launch->gpu->sm_clock_mhz);
    if (is_extended) {
        device_memory_migrate_all(launch->memory);
    }
}

// Blocks after the one that stopped the launch are no part of the outcome, whether they ran or not.
static uint64_t last_unit(const Grid *grid)
{
    return grid->fault.kind == FAULT_NONE ? UINT64_MAX
                                          : unit_of_block(grid->launch, grid->fault.block);
}

// All that SMs were given. A recorder belongs to its SM, so it watches no longer.
static RestBlocks rest_of(Grid *grid)
{
    uint32_t resident = sm_resident_blocks(grid->sms[0]);
    BegunBlock *begun = arena_alloc(&grid->arena, grid->next_block * sizeof *begun);
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        for (uint32_t place = 0; place < resident; place++) {
            uint64_t index;
            Block *block = sm_block(grid->sms[sm], place, &index);
            if (block != NULL) {
                block_watch(block, NULL);
                begun[index].block = block;
            }
        }
        for (uint32_t i = 0; i < sm_queued(grid->sms[sm]); i++) {
            begun[sm_queued_block(grid->sms[sm], i)].is_left = true;
        }
    }
    return (RestBlocks){.begun = begun,
                        .begun_count = grid->next_block,
                        .resident = (uint64_t)grid->sm_count * resident};
}

CycleResult cycles_run(const Launch *launch, const CycleOptions *options, ExecutionCount *executed,
                       AccessCount *accesses, StallCount *stalls, Text *output)
{
    Grid grid;
    CancelSource cancel = {.take = take_next, .context = &grid, .is_ordered = true};
    Launch asked = *launch;
    asked.cancel = &cancel;
    grid_init(&grid, &asked, options);
    while (run_phase(&grid)) {
    }
    memory_time_advance(&grid.memory, INFINITY);
    for (uint32_t sm = 0; sm < grid.sm_count; sm++) {
        finish(&grid, sm, grid.until);
    }
    show_progress(&grid, true);
    CycleResult result = {.last_unit = last_unit(&grid),
                          .blocks_done = grid.blocks_ended,
                          .blocks_canceled = grid.blocks_canceled,
                          .fault = grid.fault};
    sum_up(&grid, &result, executed, accesses, stalls);
    keep_output_of_live(&grid);
    result.lost_prints = output_collect(&grid.output, NULL, output);
    output_destroy(&grid.output);
    if (grid.is_cut) {
        RestBlocks rest = rest_of(&grid);
        cut_finish(&grid.cut, &asked, options, &rest, &result, executed, accesses, stalls, output);
    }
    sample_finish(&grid.sample, launch, options, &result, executed, accesses, stalls, output);
    add_migration(launch, &result.time, &grid.memory.counts);
    grid_destroy(&grid);
    return result;
}
