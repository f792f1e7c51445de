// SPDX-License-Identifier: Apache-2.0
// The verdict, in the order in which an expert looks: is there a kernel to speak of, are all SMs at
// work, is something busy, and if nothing is, what do warps wait for?
#include "sim/report/bottleneck.h"

// If more than this of the elapsed cycles lies outside of the kernel, the launch itself is the
// bottleneck.
static const double OVERHEAD_IS_THE_MATTER = 50;
// If SMs are empty for this much of the time, nothing inside of them is the bottleneck.
static const double EMPTY_IS_THE_MATTER = 40;
// A resource that is busy for this much of the time is the bottleneck. ncu also speaks of one from
// 60 % on.
static const double BUSY_IS_THE_MATTER = 60;
// Conflicts are the cause if they are this much of what keeps shared memory busy.
static const double CONFLICTS_ARE_THE_MATTER = 25;
// One partition is the bottleneck if all of them together are busy for less than this share of its
// time.
static const double UNEVEN_IS_THE_MATTER = 0.6;

typedef struct ResourceRow {
    CounterId share, fullest; // percent; of the fullest of several, or COUNTER_COUNT
    BottleneckKind kind;
} ResourceRow;

static const ResourceRow rows[RESOURCE_COUNT] = {
    [RESOURCE_L1] = {COUNTER_l1_throughput, COUNTER_COUNT, BOTTLENECK_BANDWIDTH},
    [RESOURCE_L2] = {COUNTER_l2_share, COUNTER_l2_fullest, BOTTLENECK_BANDWIDTH},
    [RESOURCE_DRAM] = {COUNTER_dram_share, COUNTER_dram_fullest, BOTTLENECK_BANDWIDTH},
    [RESOURCE_ALU] = {COUNTER_alu_busy, COUNTER_COUNT, BOTTLENECK_PIPE},
    [RESOURCE_FMA] = {COUNTER_fma_busy, COUNTER_COUNT, BOTTLENECK_PIPE},
    [RESOURCE_FP16] = {COUNTER_fp16_busy, COUNTER_COUNT, BOTTLENECK_PIPE},
    [RESOURCE_FP64] = {COUNTER_fp64_busy, COUNTER_COUNT, BOTTLENECK_PIPE},
    [RESOURCE_XU] = {COUNTER_xu_busy, COUNTER_COUNT, BOTTLENECK_PIPE},
    [RESOURCE_TENSOR] = {COUNTER_tensor_busy, COUNTER_COUNT, BOTTLENECK_TENSOR},
    [RESOURCE_ENGINE] = {COUNTER_bulk_engine_busy, COUNTER_COUNT, BOTTLENECK_TMA},
    [RESOURCE_ISSUE] = {COUNTER_issue_slots_used, COUNTER_COUNT, BOTTLENECK_ISSUE}};

CounterId bottleneck_stall_counter(Stall stall)
{
    static const CounterId counters[STALL_COUNT] = {
#define STALL(id, name, ncu, doc) COUNTER_waiting_##name,
#include "sim/observe/stall.def"
#undef STALL
    };
    return counters[stall];
}

double bottleneck_conflict_cycles(const CounterSet *counters, const Gpu *gpu)
{
    return counters->value[COUNTER_shared_excess] * gpu->shared_cycles_per_step;
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static double known(const CounterSet *counters, CounterId id)
{
    return id < COUNTER_COUNT && counters->is_known[id] ? counters->value[id] : 0;
}

// The main reason for which warps could not issue.
static Stall worst_stall(const CounterSet *counters)
{
    Stall worst = STALL_WAIT;
    for (int stall = 0; stall < STALL_COUNT; stall++) {
        bool is_waiting = stall != STALL_SELECTED && stall != STALL_NOT_SELECTED;
        if (is_waiting && known(counters, bottleneck_stall_counter((Stall)stall)) >
                              known(counters, bottleneck_stall_counter(worst))) {
            worst = (Stall)stall;
        }
    }
    return worst;
}

static void judge_resource(Judgment *judgment, const CounterSet *counters, Resource resource)
{
    const ResourceRow *row = &rows[resource];
    double share = known(counters, row->share), fullest = known(counters, row->fullest);
    bool is_uneven = share < UNEVEN_IS_THE_MATTER * fullest;
    share = is_uneven ? fullest : share;
    if (share > judgment->busy) {
        judgment->busy = judgment->share = share;
        judgment->resource = resource;
        judgment->kind = row->kind;
        judgment->is_uneven = is_uneven;
    }
}

// What it is when warps mostly wait for this.
static BottleneckKind waiting_kind(Stall stall)
{
    switch (stall) {
    case STALL_BULK_COPY: return BOTTLENECK_TMA;
    case STALL_COPY_GROUP: return BOTTLENECK_COPY;
    case STALL_MBARRIER: return BOTTLENECK_MBARRIER;
    default: return BOTTLENECK_LATENCY;
    }
}

// What limits SMs that have work.
static Judgment judge_work(const CounterSet *counters, const Gpu *gpu)
{
    Judgment judgment = {.stall = worst_stall(counters)};
    for (int resource = 0; resource < RESOURCE_COUNT; resource++) {
        judge_resource(&judgment, counters, (Resource)resource);
    }
    if (judgment.share < BUSY_IS_THE_MATTER) {
        judgment.kind = waiting_kind(judgment.stall);
        judgment.is_waiting = true;
        judgment.share = percent(known(counters, bottleneck_stall_counter(judgment.stall)),
                                 known(counters, COUNTER_warp_states));
    } else if (judgment.resource == RESOURCE_L1 &&
               percent(bottleneck_conflict_cycles(counters, gpu),
                       known(counters, COUNTER_l1_busy_cycles)) >= CONFLICTS_ARE_THE_MATTER) {
        judgment.kind = BOTTLENECK_CONFLICT;
    }
    judgment.work = judgment.kind;
    judgment.work_share = judgment.share;
    return judgment;
}

Judgment bottleneck_judge(const CounterSet *counters, const Gpu *gpu)
{
    Judgment judgment = judge_work(counters, gpu);
    double elapsed = known(counters, COUNTER_cycles_elapsed);
    double overhead = known(counters, COUNTER_launch_overhead);
    double migration = known(counters, COUNTER_migration_cycles);
    double empty =
        100 - percent(known(counters, COUNTER_cycles_active), elapsed - overhead - migration);
    bool is_common = judgment.work == BOTTLENECK_BANDWIDTH && judgment.resource != RESOURCE_L1;
    if (percent(migration, elapsed) >= OVERHEAD_IS_THE_MATTER) {
        judgment.kind = BOTTLENECK_MIGRATION;
        judgment.share = percent(migration, elapsed);
    } else if (percent(overhead, elapsed) >= OVERHEAD_IS_THE_MATTER) {
        judgment.kind = BOTTLENECK_LAUNCH;
        judgment.share = percent(overhead, elapsed);
    } else if (empty >= EMPTY_IS_THE_MATTER && !is_common) { // more SMs would wait for it, too
        judgment.kind = BOTTLENECK_IMBALANCE;
        judgment.share = empty;
    }
    return judgment;
}
