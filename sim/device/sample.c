// SPDX-License-Identifier: Apache-2.0
#include "sim/device/sample.h"

#include "sim/device/rest.h"
#include "sim/device/unit.h"

// Parts of L2's size: a launch that fills less than the first in all never changes its rate by
// filling L2; beyond the second all sets of L2 are full, and what leaves them is written back.
#define L2_UNTOUCHED 0.9
#define L2_FULL      1.5

static bool is_recorded_late(const Recorders *recorders, uint64_t wave_blocks)
{
    return recorders != NULL &&
           recorders->choice.first_block + recorders->choice.block_count > wave_blocks;
}

void sample_init(Sample *sample, const Launch *launch, const CycleOptions *options,
                 uint64_t wave_blocks)
{
    *sample =
        (Sample){.is_wanted = options->is_sampled && unit_blocks(launch) == 1 &&
                              !rest_is_special(launch->program) &&
                              !is_recorded_late(options->recorders, wave_blocks),
                 .block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2]};
    steady_start(&sample->steady, wave_blocks);
}

// Whether L2 is full, or will not be. Until then fewer lines are written back than later.
static bool is_l2_settled(const Sample *sample, const MemoryTime *memory)
{
    const MemoryCount *counts = &memory->counts;
    double size = (double)memory->gpu->l2_bytes, ended = (double)sample->steady.ended;
    double filled = (double)SECTOR_BYTES * (double)(counts->l2_reads - counts->l2_read_hits +
                                                    counts->l2_writes - counts->l2_write_hits);
    return !memory->has_l2 || filled > size * L2_FULL ||
           filled * (double)sample->block_count < size * L2_UNTOUCHED * ended;
}

// What so many blocks ask of L2 and device memory at the steady rate.
static MemoryCount memory_of_blocks(const Sample *sample, const MemoryCount *now, uint64_t blocks)
{
    MemoryCount between = {.l2_reads = now->l2_reads - sample->before.l2_reads,
                           .l2_read_hits = now->l2_read_hits - sample->before.l2_read_hits,
                           .l2_writes = now->l2_writes - sample->before.l2_writes,
                           .l2_write_hits = now->l2_write_hits - sample->before.l2_write_hits,
                           .dram_reads = now->dram_reads - sample->before.dram_reads,
                           .dram_writes = now->dram_writes - sample->before.dram_writes,
                           .migrated_reads = now->migrated_reads - sample->before.migrated_reads,
                           .migrated_writes =
                               now->migrated_writes - sample->before.migrated_writes};
    uint64_t ended = sample->steady.ended - sample->ended_before;
    rest_scale_memory(&between, (double)blocks / (double)ended);
    return between;
}

uint64_t sample_choose(Sample *sample, const MemoryTime *memory, Cycle now, uint64_t active,
                       uint64_t remaining)
{
    uint64_t wave_blocks = sample->steady.wave_blocks, waves = remaining / wave_blocks;
    double cycles, error;
    if (!sample->is_wanted || waves == 0) {
        return 0;
    }
    if (!is_l2_settled(sample, memory)) {
        sample->steady.count = 0;
    }
    if (sample->steady.count == 0) {
        sample->before = memory->counts;
        sample->ended_before = sample->steady.ended;
        sample->cycle_before = now;
        sample->active_before = active;
    }
    if (!steady_wave(&sample->steady, &cycles, &error)) {
        return 0;
    }
    sample->is_wanted = false;
    sample->memory = memory_of_blocks(sample, &memory->counts, waves * wave_blocks);
    sample->cycles = cycles * (double)waves;
    sample->active = sample->cycles * (double)(active - sample->active_before) /
                     (double)(now - sample->cycle_before);
    sample->error = error;
    return sample->left_out = waves * wave_blocks;
}

void sample_finish(const Sample *sample, const Launch *launch, const CycleOptions *options,
                   CycleResult *result, ExecutionCount *executed, AccessCount *accesses,
                   StallCount *stalls, Text *output)
{
    uint64_t all = sample->block_count, timed = all - sample->left_out;
    if (sample->left_out == 0 || result->fault.kind != FAULT_NONE) {
        return;
    }
    RestBlocks blocks = {.first = timed, .resident = sample->steady.wave_blocks};
    RestTime time = {.factor = (double)all / (double)timed,
                     .cycles = sample->cycles,
                     .active = sample->active,
                     .error = sample->error,
                     .memory = sample->memory};
    rest_run(launch, options, &blocks, result, executed, accesses, output);
    rest_extend(&result->time, stalls, launch->program->code_count, &time);
    result->time.blocks_timed = timed;
}
