// SPDX-License-Identifier: Apache-2.0
#include "sim/device/cycles.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Of an H200 (traces/h200/microbench.csv): empty kernels of 1056 to 16896 blocks take 1.1 to 1.2 cycles
// more with each block; a place is filled 314 to 344 cycles after its block ended.
#define DISPATCH_CYCLES 1.2
#define REPLACE_CYCLES  320

// One host thread's sums.
typedef struct Part {
    Worker worker;
    StallCount *stalls;
} Part;

// A request or ordered access of an SM, by its place in the order of cycles.
typedef struct Order {
    uint32_t sm, number;
    uint32_t next; // of the same cycle; UINT32_MAX: the last
} Order;

// Room for a block on an SM, from a cycle on.
typedef struct Place {
    Cycle at;
    uint32_t sm;
} Place;

typedef struct Grid {
    const Launch *launch;
    const CycleOptions *options;
    Arena arena;
    ProgramTime program;
    MemoryTime memory;
    Sm **sms;
    uint32_t sm_count;
    Part *parts;
    uint32_t part_count;
    uint64_t next_block, block_count;
    Server dispatcher;
    Place *places; // that blocks have left in this phase
    uint32_t phase_cycles;
    Cycle until;
    atomic_uint next_sm;
    Order *orders;
    uint32_t order_count, order_room;
    uint32_t *heads, *tails; // [phase_cycles + 1]: orders by cycle
} Grid;

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

// --- blocks

static void give(Grid *grid, Place place)
{
    double at = server_take(&grid->dispatcher, (double)place.at, DISPATCH_CYCLES);
    sm_give(grid->sms[place.sm], grid->next_block++, (Cycle)at);
}

// The first blocks: round by round, one an SM, so that a grid smaller than the GPU spreads over it.
static void deal_first(Grid *grid)
{
    for (uint32_t round = 0; round < sm_resident_blocks(grid->sms[0]); round++) {
        for (uint32_t sm = 0; sm < grid->sm_count && grid->next_block < grid->block_count; sm++) {
            give(grid, (Place){0, sm});
        }
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
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        const Cycle *ended;
        uint32_t ended_count = sm_take_ended(grid->sms[sm], &ended);
        for (uint32_t i = 0; i < ended_count; i++) {
            grid->places[count++] = (Place){ended[i] + REPLACE_CYCLES, sm};
        }
    }
    qsort(grid->places, count, sizeof *grid->places, compare_places);
    for (uint32_t i = 0; i < count && grid->next_block < grid->block_count; i++) {
        give(grid, grid->places[i]);
    }
}

// --- the run

static void run_sms(void *context, uint32_t number)
{
    Grid *grid = context;
    Part *part = &grid->parts[number];
    for (;;) {
        uint32_t sm = atomic_fetch_add(&grid->next_sm, 1);
        if (sm >= grid->sm_count) {
            return;
        }
        sm_run(grid->sms[sm], &part->worker, part->stalls, grid->until);
    }
}

static void add_order(Grid *grid, uint32_t sm, uint32_t number, uint32_t cycle)
{
    if (grid->order_count == grid->order_room) {
        grid->order_room = grid->order_room == 0 ? 1024 : grid->order_room * 2;
        grid->orders = realloc(grid->orders, grid->order_room * sizeof *grid->orders);
        if (grid->orders == NULL) {
            abort();
        }
    }
    uint32_t order = grid->order_count++;
    grid->orders[order] = (Order){sm, number, UINT32_MAX};
    if (grid->heads[cycle] == UINT32_MAX) {
        grid->heads[cycle] = order;
    } else {
        grid->orders[grid->tails[cycle]].next = order;
    }
    grid->tails[cycle] = order;
}

// Serves what was asked for before the phase's end: by cycle, then by SM, then as it was asked.
static void serve(Grid *grid, Cycle from)
{
    grid->order_count = 0;
    memset(grid->heads, 0xff, (grid->phase_cycles + 1) * sizeof *grid->heads);
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        uint32_t count = sm_pending(grid->sms[sm], grid->until);
        for (uint32_t i = 0; i < count; i++) {
            Cycle at = sm_pending_at(grid->sms[sm], i);
            add_order(grid, sm, i, at > from ? (uint32_t)(at - from) : 0);
        }
    }
    for (uint32_t cycle = 0; cycle <= grid->phase_cycles; cycle++) {
        for (uint32_t i = grid->heads[cycle]; i != UINT32_MAX; i = grid->orders[i].next) {
            sm_serve(grid->sms[grid->orders[i].sm], &grid->parts[0].worker, &grid->memory,
                     grid->orders[i].number);
        }
    }
}

static void finish(void *context, uint32_t number)
{
    Grid *grid = context;
    (void)number;
    for (;;) {
        uint32_t sm = atomic_fetch_add(&grid->next_sm, 1);
        if (sm >= grid->sm_count) {
            return;
        }
        sm_finish_phase(grid->sms[sm], sm_pending(grid->sms[sm], grid->until));
    }
}

static bool run_phase(Grid *grid)
{
    Cycle from = grid->until;
    grid->until = from + grid->phase_cycles;
    atomic_store(&grid->next_sm, 0);
    pool_run(grid->options->pool, grid->part_count, run_sms, grid);
    serve(grid, from);
    atomic_store(&grid->next_sm, 0);
    pool_run(grid->options->pool, grid->part_count, finish, grid);
    deal_next(grid);
    bool is_idle = grid->next_block == grid->block_count;
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        is_idle &= sm_is_idle(grid->sms[sm]);
        if (sm_faulted(grid->sms[sm]) != NULL) {
            return false;
        }
    }
    return !is_idle;
}

static void grid_init(Grid *grid, const Launch *launch, const CycleOptions *options)
{
    const Gpu *gpu = launch->gpu;
    *grid = (Grid){.launch = launch, .options = options, .sm_count = gpu->sm_count};
    grid->block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    grid->program = program_time(launch->program, gpu, &grid->arena);
    memory_time_init(&grid->memory, gpu, &grid->arena);
    grid->sms = allocate(grid->sm_count, sizeof(Sm *));
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        grid->sms[sm] = sm_create(launch, &grid->program, sm, options->blocks_per_sm);
    }
    double trip = gpu->lat_l2 > 0 ? gpu->lat_l2 : gpu->lat_dram;
    grid->phase_cycles = trip < REPLACE_CYCLES ? (uint32_t)trip : REPLACE_CYCLES;
    grid->heads = allocate(grid->phase_cycles + 1, sizeof *grid->heads);
    grid->tails = allocate(grid->phase_cycles + 1, sizeof *grid->tails);
    grid->places = allocate((size_t)grid->sm_count * options->blocks_per_sm, sizeof(Place));
    deal_first(grid);
    grid->part_count = pool_threads(options->pool);
    grid->parts = allocate(grid->part_count, sizeof *grid->parts);
    for (uint32_t i = 0; i < grid->part_count; i++) {
        size_t count = launch->program->code_count;
        grid->parts[i] = (Part){.worker = {.executed = allocate(count, sizeof(ExecutionCount)),
                                           .accesses = allocate(count, sizeof(AccessCount))},
                                .stalls = allocate(count, sizeof(StallCount))};
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
    for (uint32_t sm = 0; sm < grid->sm_count; sm++) {
        sm_destroy(grid->sms[sm]);
    }
    for (uint32_t i = 0; i < grid->part_count; i++) {
        free(grid->parts[i].worker.executed);
        free(grid->parts[i].worker.accesses);
        free(grid->parts[i].stalls);
    }
    free(grid->sms);
    free(grid->parts);
    free(grid->heads);
    free(grid->tails);
    free(grid->orders);
    free(grid->places);
    arena_clear(&grid->arena);
}

CycleResult cycles_run(const Launch *launch, const CycleOptions *options, ExecutionCount *executed,
                       AccessCount *accesses, StallCount *stalls)
{
    Grid grid;
    grid_init(&grid, launch, options);
    while (run_phase(&grid)) {
    }
    CycleResult result = {.memory = grid.memory.counts, .blocks_done = grid.block_count};
    for (uint32_t sm = 0; sm < grid.sm_count; sm++) {
        add_words(&result.sms, sm_counts(grid.sms[sm]), sizeof result.sms);
        Cycle last = sm_last(grid.sms[sm]);
        result.cycles = last > result.cycles ? last : result.cycles;
        const Block *faulted = sm_faulted(grid.sms[sm]);
        if (faulted != NULL && result.fault.kind == FAULT_NONE) {
            result.fault = *block_fault(faulted);
        }
    }
    for (uint32_t i = 0; i < grid.part_count; i++) {
        size_t count = launch->program->code_count;
        add_words(executed, grid.parts[i].worker.executed, count * sizeof *executed);
        add_words(accesses, grid.parts[i].worker.accesses, count * sizeof *accesses);
        add_words(stalls, grid.parts[i].stalls, count * sizeof *stalls);
    }
    grid_destroy(&grid);
    return result;
}
