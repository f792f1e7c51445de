// SPDX-License-Identifier: Apache-2.0
#include "sim/device/sample.h"

#include "sim/device/schedule.h"
#include "sim/device/unit.h"

// Parts of L2's size: a launch that fills less than the first in all never changes its rate by
// filling L2; beyond the second all sets of L2 are full, and what leaves them is written back.
#define L2_UNTOUCHED 0.9
#define L2_FULL      1.5

// Blocks of which the first do not stand for the rest.
static bool asks_driver(const MachineProgram *program)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        if (program->code[pc].kind == MICRO_SYSTEM_CALL ||
            program->code[pc].kind == MICRO_TRY_CANCEL) {
            return true;
        }
    }
    return false;
}

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
                              !asks_driver(launch->program) &&
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

static void scale_words(void *counts, size_t size_bytes, double factor)
{
    uint64_t *words = counts;
    for (size_t i = 0; i < size_bytes / sizeof *words; i++) {
        words[i] = (uint64_t)((double)words[i] * factor + 0.5);
    }
}

// What so many blocks ask of L2 and device memory at the steady rate.
static MemoryCount memory_of_blocks(const Sample *sample, const MemoryCount *now, uint64_t blocks)
{
    MemoryCount between = {.l2_reads = now->l2_reads - sample->before.l2_reads,
                           .l2_read_hits = now->l2_read_hits - sample->before.l2_read_hits,
                           .l2_writes = now->l2_writes - sample->before.l2_writes,
                           .l2_write_hits = now->l2_write_hits - sample->before.l2_write_hits,
                           .dram_reads = now->dram_reads - sample->before.dram_reads,
                           .dram_writes = now->dram_writes - sample->before.dram_writes};
    uint64_t ended = sample->steady.ended - sample->ended_before;
    scale_words(&between, sizeof between, (double)blocks / (double)ended);
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

static void add_memory(MemoryCount *sum, const MemoryCount *more)
{
    sum->l2_reads += more->l2_reads;
    sum->l2_read_hits += more->l2_read_hits;
    sum->l2_writes += more->l2_writes;
    sum->l2_write_hits += more->l2_write_hits;
    sum->dram_reads += more->dram_reads;
    sum->dram_writes += more->dram_writes;
}

static double dram_sectors(const MemoryCount *counts)
{
    return (double)(counts->dram_reads + counts->dram_writes);
}

// Warps wait for instructions only while the caches that hold them are cold. Returns the sum.
static uint64_t scale_stalls(StallCount *stalls, uint32_t code_count, double factor)
{
    uint64_t sum = 0;
    for (uint32_t pc = 0; pc < code_count; pc++) {
        uint64_t cold = stalls[pc].cycles[STALL_INSTRUCTION];
        scale_words(&stalls[pc], sizeof stalls[pc], factor);
        stalls[pc].cycles[STALL_INSTRUCTION] = cold;
        for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
            sum += stalls[pc].cycles[stall];
        }
    }
    return sum;
}

static void scale_busy(BusyTime *busy, double factor, double dram_factor)
{
    for (uint32_t pipe = 0; pipe < PIPE_COUNT; pipe++) {
        busy->pipes[pipe] *= factor;
    }
    busy->l1 *= factor;
    busy->engine *= factor;
    busy->l2 *= factor;
    busy->l2_fullest *= factor;
    busy->dram *= dram_factor;
    busy->dram_fullest *= dram_factor;
}

// What was counted with a clock becomes what all blocks would have counted. With few resident
// blocks, an SM is idle between one and the next as often as in the steady waves.
static void extend(const Sample *sample, LaunchTime *time, StallCount *stalls, uint32_t code_count)
{
    double factor = (double)sample->block_count / (double)(sample->block_count - sample->left_out);
    uint64_t active = time->sms.active_cycles;
    double sectors = dram_sectors(&time->memory);
    time->cycles += (uint64_t)(sample->cycles + 0.5);
    scale_words(&time->sms, sizeof time->sms, factor);
    time->sms.warp_cycles = scale_stalls(stalls, code_count, factor);
    time->sms.active_cycles = active + (uint64_t)(sample->active + 0.5);
    add_memory(&time->memory, &sample->memory);
    scale_busy(&time->busy, factor, sectors > 0 ? dram_sectors(&time->memory) / sectors : 1);
    time->blocks_timed = sample->block_count - sample->left_out;
    time->error = sample->error * sample->cycles / (double)time->cycles;
}

static uint64_t instructions_left(const CycleOptions *options, const ExecutionCount *executed,
                                  uint32_t code_count)
{
    uint64_t used = 0, most = options->max_instructions;
    for (uint32_t pc = 0; pc < code_count; pc++) {
        used += executed[pc].executed;
    }
    return most == 0 ? 0 : most > used ? most - used : 1;
}

void sample_finish(const Sample *sample, const Launch *launch, const CycleOptions *options,
                   CycleResult *result, ExecutionCount *executed, AccessCount *accesses,
                   StallCount *stalls, Text *output)
{
    uint32_t code_count = launch->program->code_count;
    if (sample->left_out == 0 || result->fault.kind != FAULT_NONE) {
        return;
    }
    ScheduleOptions rest = {.engine = &block_engine,
                            .pool = options->pool,
                            .check = options->check,
                            .first_block = sample->block_count - sample->left_out,
                            .resident_blocks = (uint32_t)sample->steady.wave_blocks,
                            .max_instructions = instructions_left(options, executed, code_count),
                            .progress = options->progress,
                            .progress_context = options->progress_context};
    ScheduleResult counted = schedule_run(launch, &rest, executed, accesses, output);
    extend(sample, &result->time, stalls, code_count);
    result->blocks_done = counted.blocks_done;
    result->fault = counted.fault;
    result->last_unit = counted.last_unit;
    result->lost_prints += counted.lost_prints;
}
