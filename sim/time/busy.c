// SPDX-License-Identifier: Apache-2.0
#include "sim/time/busy.h"

// A sequence whose instructions and their pipes are known.
static void add_sequence(BusyTime *busy, const Micro *micro, const Gpu *gpu, double executed)
{
    for (uint32_t pipe = PIPE_NONE + 1; pipe < PIPE_COUNT; pipe++) {
        uint32_t issues = micro_issues_on(micro, (MachinePipe)pipe);
        busy->pipes[pipe] += executed * issues * pipe_interval(gpu, (MachinePipe)pipe);
    }
}

void busy_add_pipes(BusyTime *busy, const ProgramTime *program, const Micro *code, const Gpu *gpu,
                    const ExecutionCount *executed, uint32_t code_count)
{
    for (uint32_t pc = 0; pc < code_count; pc++) {
        const MicroTime *time = &program->micros[pc];
        double count = (double)executed[pc].executed;
        if (code[pc].sequence != 0) {
            add_sequence(busy, &code[pc], gpu, count);
        } else {
            busy->pipes[time->pipe] += count * time->issues * (double)time->interval;
        }
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
    double read = 0, written = 0; // by the fullest slice; reads and writes have a way each
    double all_read = sum(memory->slices, memory->slice_count, sizeof *memory->slices, &read);
    double all_written = sum(memory->inputs, memory->slice_count, sizeof *memory->inputs, &written);
    busy->l2 += all_read > all_written ? all_read : all_written;
    double fullest = read > written ? read : written;
    busy->l2_fullest = fullest > busy->l2_fullest ? fullest : busy->l2_fullest;
    const Uncached *uncached = &memory->uncached;
    busy->dram += memory->has_l2 ? sum(&memory->partitions->bus, memory->partition_count,
                                       sizeof *memory->partitions, &busy->dram_fullest)
                                 : sum(&uncached->partitions->bus, uncached->partition_count,
                                       sizeof *uncached->partitions, &busy->dram_fullest);
}
