// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/time.h"

#include "sim/observe/counters.h"

#include <string.h>

#define SECTOR_BYTES 32.0

static double largest(double a, double b)
{
    return a > b ? a : b;
}

// What each kind of work takes of all SMs together, in cycles of an SM: counters over rates.
static double sm_cycles(const CounterSet *set, const Gpu *gpu)
{
    static const double warp = LANE_COUNT;
    const struct {
        double count, rate; // per cycle of an SM; 0: no such pipe, or no rate known
    } work[] = {
        {set->value[COUNTER_inst_executed],
         (double)gpu->warp_schedulers * gpu->issue_width / gpu->issue_cycles},
        {set->value[COUNTER_inst_pipe_fma] * warp, gpu->rate_fp32},
        {set->value[COUNTER_inst_pipe_alu] * warp, largest(gpu->rate_int_add, gpu->rate_logic)},
        {set->value[COUNTER_inst_pipe_fp64] * warp, gpu->rate_fp64},
        {set->value[COUNTER_inst_pipe_xu] * warp, gpu->rate_sfu},
        {set->value[COUNTER_shared_wavefronts], 1.0 / gpu->shared_cycles_per_step},
        {set->value[COUNTER_global_sectors] * SECTOR_BYTES, gpu->l1_bytes_per_cycle},
    };
    double cycles = 0;
    for (size_t i = 0; i < sizeof(work) / sizeof(work[0]); i++) {
        cycles = largest(cycles, work[i].rate > 0 ? work[i].count / work[i].rate : 0);
    }
    return cycles;
}

static double memory_seconds(const CounterSet *set, const Gpu *gpu, uint64_t used_bytes)
{
    double moved = (set->value[COUNTER_global_sectors] + set->value[COUNTER_local_ld_sectors] +
                    set->value[COUNTER_local_st_sectors]) *
                   SECTOR_BYTES;
    double from_l2 = gpu->l2_gbs > 0 ? moved / (gpu->l2_gbs * 1e9) : 0;
    bool fits = gpu->l2_bytes > 0 && used_bytes <= gpu->l2_bytes;
    double from_dram = fits && (double)used_bytes < moved ? (double)used_bytes : moved;
    return largest(from_l2, from_dram / (gpu->memory_gbs * 1e9));
}

KernelTime time_kernel(const LaunchRecord *record, uint64_t used_bytes)
{
    const Gpu *gpu = record->gpu;
    CounterSet set;
    memset(&set, 0, sizeof(set));
    for (uint32_t pc = 0; record->executed != NULL && pc < record->program->code_count; pc++) {
        counter_add(&set, &record->program->code[pc], &record->executed[pc], &record->accesses[pc]);
    }
    double clock_hz = gpu->sm_clock_mhz * 1e6;
    if (record->time != NULL) {
        double active = (double)record->time->sms.active_cycles / gpu->sm_count;
        return (KernelTime){.seconds = (double)record->time->cycles / clock_hz,
                            .busy_seconds = active / clock_hz};
    }
    uint64_t blocks = (uint64_t)record->grid[0] * record->grid[1] * record->grid[2];
    double used_sms = blocks < gpu->sm_count ? (double)blocks : (double)gpu->sm_count;
    double cycles = sm_cycles(&set, gpu), memory = memory_seconds(&set, gpu, used_bytes);
    KernelTime time = {.busy_seconds = largest(cycles / gpu->sm_count / clock_hz, memory)};
    time.seconds =
        gpu->launch_us * 1e-6 + largest(cycles / largest(used_sms, 1) / clock_hz, memory);
    return time;
}

// GB/s of long copies from and to the host; 0: the GPU's file names no link.
static double link_gbs(const Gpu *gpu, bool is_pageable)
{
    double pinned = gpu->pcie_pinned_gbs > 0 ? gpu->pcie_pinned_gbs : gpu->pcie_gbs;
    return is_pageable && gpu->pcie_pageable_gbs > 0 ? gpu->pcie_pageable_gbs : pinned;
}

double time_copy(const Gpu *gpu, uint64_t size_bytes, CopyWay way)
{
    double gbs = way == COPY_INSIDE ? 0 : link_gbs(gpu, way == COPY_PAGEABLE);
    double rate = gbs > 0 ? gbs : gpu->memory_gbs / 2;
    double fixed_us = way == COPY_INSIDE ? gpu->launch_us : gpu->copy_us;
    return fixed_us * 1e-6 + (double)size_bytes / (rate * 1e9);
}

uint32_t time_copy_engines(const Gpu *gpu)
{
    return gpu->compute_capability >= 20 ? 2 : gpu->compute_capability >= 11 ? 1 : 0;
}

double time_fill(const Gpu *gpu, uint64_t size_bytes)
{
    return gpu->launch_us * 1e-6 + (double)size_bytes / (gpu->memory_gbs * 1e9);
}
