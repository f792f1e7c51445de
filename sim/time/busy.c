// SPDX-License-Identifier: Apache-2.0
#include "sim/time/busy.h"

void busy_add_pipes(BusyTime *busy, const ProgramTime *program, const ExecutionCount *executed,
                    uint32_t code_count)
{
    for (uint32_t pc = 0; pc < code_count; pc++) {
        const MicroTime *time = &program->micros[pc];
        uint32_t held = (time->issues + 1u) / 2; // of a sequence every other one, see sm.c
        busy->pipes[time->pipe] += (double)executed[pc].executed * held * (double)time->interval;
    }
}

// The servers lie `step_bytes` apart, the first of them given.
static double sum(const Server *first, uint32_t count, size_t step_bytes, double *fullest)
{
    double all = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Server *server = (const void *)((const char *)first + i * step_bytes);
        all += server->busy;
        *fullest = server->busy > *fullest ? server->busy : *fullest;
    }
    return all;
}

void busy_add_memory(BusyTime *busy, const MemoryTime *memory)
{
    busy->l2 += sum(memory->slices, memory->slice_count, sizeof *memory->slices, &busy->l2_fullest);
    busy->dram += sum(&memory->partitions->bus, memory->partition_count, sizeof *memory->partitions,
                      &busy->dram_fullest);
}
