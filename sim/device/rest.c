// SPDX-License-Identifier: Apache-2.0
#include "sim/device/rest.h"

bool rest_is_special(const MachineProgram *program)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        if (program->code[pc].kind == MICRO_SYSTEM_CALL ||
            program->code[pc].kind == MICRO_TRY_CANCEL) {
            return true;
        }
    }
    return false;
}

static void scale_words(void *counts, size_t size_bytes, double factor)
{
    uint64_t *words = counts;
    for (size_t i = 0; i < size_bytes / sizeof *words; i++) {
        words[i] = (uint64_t)((double)words[i] * factor + 0.5);
    }
}

void rest_scale_memory(MemoryCount *counts, double factor)
{
    scale_words(counts, sizeof *counts, factor);
}

static void add_memory(MemoryCount *sum, const MemoryCount *more)
{
    sum->l2_reads += more->l2_reads;
    sum->l2_read_hits += more->l2_read_hits;
    sum->l2_writes += more->l2_writes;
    sum->l2_write_hits += more->l2_write_hits;
    sum->dram_reads += more->dram_reads;
    sum->dram_writes += more->dram_writes;
    sum->migrated_reads += more->migrated_reads;
    sum->migrated_writes += more->migrated_writes;
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

// With few resident blocks, an SM is idle between one and the next as often as before.
void rest_extend(LaunchTime *time, StallCount *stalls, uint32_t code_count, const RestTime *rest)
{
    uint64_t active = time->sms.active_cycles;
    double sectors = dram_sectors(&time->memory);
    time->cycles += (uint64_t)(rest->cycles + 0.5);
    scale_words(&time->sms, sizeof time->sms, rest->factor);
    time->sms.warp_cycles = scale_stalls(stalls, code_count, rest->factor);
    time->sms.active_cycles = active + (uint64_t)(rest->active + 0.5);
    add_memory(&time->memory, &rest->memory);
    scale_busy(&time->busy, rest->factor, sectors > 0 ? dram_sectors(&time->memory) / sectors : 1);
    time->error = rest->error * rest->cycles / (double)time->cycles;
}

static uint64_t instructions_left(const CycleOptions *options, const RestBlocks *rest,
                                  const ExecutionCount *executed, uint32_t code_count)
{
    uint64_t used = 0, most = options->max_instructions;
    for (uint32_t pc = 0; pc < code_count; pc++) {
        used += executed[pc].executed;
    }
    for (uint64_t i = 0; i < rest->begun_count; i++) { // the schedule counts them again
        const Block *block = rest->begun[i].block;
        used -= block != NULL ? block_instructions(block) : 0;
    }
    return most == 0 ? 0 : most > used ? most - used : 1;
}

void rest_run(const Launch *launch, const CycleOptions *options, const RestBlocks *rest,
              CycleResult *result, ExecutionCount *executed, AccessCount *accesses, Text *output)
{
    uint64_t left = instructions_left(options, rest, executed, launch->program->code_count);
    ScheduleOptions schedule = {.engine = &block_engine,
                                .pool = options->pool,
                                .check = options->check,
                                .first_block = rest->first,
                                .begun = rest->begun,
                                .begun_count = rest->begun_count,
                                .resident_blocks = (uint32_t)rest->resident,
                                .max_instructions = left,
                                .progress = options->progress,
                                .progress_context = options->progress_context};
    ScheduleResult counted = schedule_run(launch, &schedule, executed, accesses, output);
    result->blocks_done = counted.blocks_done;
    result->fault = counted.fault;
    result->last_unit = counted.last_unit;
    result->lost_prints += counted.lost_prints;
}
