// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/throughput.h"

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

double scheduler_cycles(const CounterLaunch *l, const LaunchTime *t)
{
    return (double)t->sms.active_cycles * l->gpu->warp_schedulers;
}

double issue_slots(const CounterLaunch *l, const LaunchTime *t)
{
    double cycles = scheduler_cycles(l, t) * l->gpu->issue_width;
    double slots = l->gpu->issue_cycles > 0 ? cycles / l->gpu->issue_cycles : 0;
    return larger(slots, (double)t->sms.issued); // cc 1.x: special functions take none
}

double pipe_share(const CounterLaunch *l, const LaunchTime *t, MachinePipe pipe)
{
    return percent(t->busy.pipes[pipe], scheduler_cycles(l, t));
}

double l1_share(const CounterLaunch *l, const LaunchTime *t)
{
    (void)l;
    return percent(t->busy.l1, (double)t->sms.active_cycles);
}

double engine_share(const CounterLaunch *l, const LaunchTime *t)
{
    (void)l;
    return percent(t->busy.engine, (double)t->sms.active_cycles);
}

// Cycles between the first and the last instruction.
static double run_cycles(const CounterLaunch *l, const LaunchTime *t)
{
    return larger((double)t->cycles - l->gpu->launch_cycles, 0);
}

double l2_share(const CounterLaunch *l, const LaunchTime *t)
{
    return percent(t->busy.l2, run_cycles(l, t) * l->gpu->l2_slices);
}

double l2_fullest_share(const CounterLaunch *l, const LaunchTime *t)
{
    return l->gpu->l2_slices > 0 ? percent(t->busy.l2_fullest, run_cycles(l, t)) : 0;
}

double dram_share(const CounterLaunch *l, const LaunchTime *t)
{
    return percent(t->busy.dram, run_cycles(l, t) * l->gpu->memory_partitions);
}

double dram_fullest_share(const CounterLaunch *l, const LaunchTime *t)
{
    return percent(t->busy.dram_fullest, run_cycles(l, t));
}

// The share of the launch's cycles in which SMs are active.
static double active_part(const CounterLaunch *l, const LaunchTime *t)
{
    double elapsed = (double)t->cycles * l->gpu->sm_count;
    return elapsed > 0 ? (double)t->sms.active_cycles / elapsed : 0;
}

double sm_share(const CounterLaunch *l, const LaunchTime *t)
{
    double most = percent((double)t->sms.issued, issue_slots(l, t));
    for (uint32_t pipe = PIPE_NONE + 1; pipe < PIPE_COUNT; pipe++) {
        most = larger(most, pipe_share(l, t, (MachinePipe)pipe));
    }
    return most;
}

double compute_throughput(const CounterLaunch *l, const LaunchTime *t)
{
    return sm_share(l, t) * active_part(l, t);
}

double l2_throughput(const CounterLaunch *l, const LaunchTime *t)
{
    return percent(t->busy.l2, (double)t->cycles * l->gpu->l2_slices);
}

double memory_throughput(const CounterLaunch *l, const LaunchTime *t)
{
    const MemoryCount *moved = &t->memory;
    double bytes = (double)(moved->dram_reads + moved->dram_writes) * 32;
    double seconds = (double)t->cycles / (l->gpu->sm_clock_mhz * 1e6);
    double dram = percent(bytes, l->gpu->memory_gbs * 1e9 * seconds);
    double l1 = l1_share(l, t) * active_part(l, t);
    return larger(larger(l1, l2_throughput(l, t)), dram);
}
