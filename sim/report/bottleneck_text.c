// SPDX-License-Identifier: Apache-2.0
// The verdict of bottleneck.c as a sentence with its numbers, a place in the source, and advice.
#include "sim/report/bottleneck.h"
#include "sim/report/number.h"

// Unused sectors are mentioned from this share of all moved sectors on (percent).
static const double EXCESS_WORTH_A_WORD = 10;
// The number of warps is mentioned below this share of what an SM can hold (percent).
static const double OCCUPANCY_WORTH_A_WORD = 50;
// Active lanes are mentioned below this number.
static const double LANES_WORTH_A_WORD = 24;

typedef struct ResourceText {
    CounterId place; // its worst line is the place to look at
    const char *name;
    const char *advice;
} ResourceText;

static const ResourceText texts[RESOURCE_COUNT] = {
    [RESOURCE_L1] = {COUNTER_warp_stalled, "L1/shared memory",
                     "use fewer or wider accesses: keep values in registers, load vectors "
                     "(float4), compute several results from what was loaded"},
    [RESOURCE_L2] = {COUNTER_global_sectors, "L2",
                     "move fewer bytes between the SMs and L2: reuse them in shared memory "
                     "or registers, use smaller types"},
    [RESOURCE_DRAM] = {COUNTER_global_sectors, "device memory",
                       "move fewer bytes: reuse data in caches, shared memory or registers, use "
                       "smaller types, fuse kernels that pass arrays on"},
    [RESOURCE_ALU] = {COUNTER_inst_pipe_alu, "the pipe of integers, logic and compares (ALU)",
                      "do less arithmetic on indices: move it out of loops, unroll, divide by "
                      "powers of two"},
    [RESOURCE_FMA] = {COUNTER_inst_pipe_fma,
                      "the pipe of single precision and integer multiplication (FMA)",
                      "use fewer multiplications and additions, including those of indices, or the "
                      "matrix unit where "
                      "it is precise enough"},
    [RESOURCE_FP16] = {COUNTER_inst_pipe_fp16, "the pipe of half precision (FP16)",
                       "use pairs (half2), or the matrix unit where it fits"},
    [RESOURCE_FP64] = {COUNTER_inst_pipe_fp64, "the pipe of double precision (FP64)",
                       "use single precision where it is enough; look for constants without an f"},
    [RESOURCE_XU] = {COUNTER_inst_pipe_xu, "the pipe of special functions and conversions (XU)",
                     "use fewer special functions and conversions between integers and floats, or "
                     "compute them with multiplications and additions"},
    [RESOURCE_TENSOR] =
        {COUNTER_inst_pipe_tensor, "the pipe of matrix products (tensor cores)",
         "use narrower types where they are precise enough, or the sparse forms; "
         "on compute capability 9.0, wgmma with n = 64 or more; on 10.x, tcgen05 with m = "
         "128 (of a pair of blocks 256) and n = 128 or more"},
    [RESOURCE_ENGINE] = {COUNTER_bulk_copies, "the engine of bulk copies (TMA)",
                         "copy fewer bytes: keep tiles in shared memory for more products, use "
                         "larger tiles, narrower types, or copies for several blocks of a cluster "
                         "(multicast), and rows of at least 128 bytes"},
    [RESOURCE_ISSUE] = {COUNTER_inst_executed, "the issue slots",
                        "execute fewer instructions: wider accesses, unrolled "
                        "loops, addresses computed once"}};

static const char *const stall_advice[STALL_COUNT] = {
#define ADVICE(stall, text) [STALL_##stall] = text,
#include "sim/report/stall_advice.def"
#undef ADVICE
};

typedef struct Speaker {
    const ReportLaunch *launch;
    Judgment judgment;
    Arena *arena;
} Speaker;

static double value(const Speaker *speaker, CounterId id)
{
    const CounterSet *counters = &speaker->launch->counters;
    return counters->is_known[id] ? counters->value[id] : 0;
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

// The line with most of a counter; NULL when none has any.
static const ReportLine *worst_line(const ReportLaunch *launch, CounterId id)
{
    bool has_source = launch->source_line_count > 0;
    const ReportLine *lines = has_source ? launch->source_lines : launch->ptx_lines;
    uint32_t count = has_source ? launch->source_line_count : launch->ptx_line_count;
    const ReportLine *worst = NULL;
    for (uint32_t i = 0; i < count; i++) {
        double most = worst == NULL ? 0 : worst->counters.value[id];
        if (lines[i].file != NULL && lines[i].counters.value[id] > most) {
            worst = &lines[i];
        }
    }
    return worst;
}

static void say_launch(const Speaker *speaker, Bottleneck *bottleneck)
{
    char overhead[NUMBER_MAX], elapsed[NUMBER_MAX];
    bottleneck->message = arena_printf(
        speaker->arena,
        "%s of %s cycles pass before the first and after the last "
        "instruction (%.1f %%)",
        number_grouped(value(speaker, COUNTER_launch_overhead), overhead),
        number_grouped(value(speaker, COUNTER_cycles_elapsed), elapsed), bottleneck->share);
    bottleneck->advice = "give a launch more work, fuse it with its neighbors, or launch several "
                         "as one graph";
}

static void say_migration(const Speaker *speaker, Bottleneck *bottleneck)
{
    char waited[NUMBER_MAX], elapsed[NUMBER_MAX], moved[NUMBER_MAX];
    bottleneck->message = arena_printf(
        speaker->arena,
        "%s of %s cycles pass while %s bytes of managed memory move to the GPU (%.1f %%)",
        number_grouped(value(speaker, COUNTER_migration_cycles), waited),
        number_grouped(value(speaker, COUNTER_cycles_elapsed), elapsed),
        number_grouped(value(speaker, COUNTER_migrated_bytes), moved), bottleneck->share);
    bottleneck->advice = "move what a kernel needs before its launch: cudaMemPrefetchAsync, or "
                         "cudaMalloc and copies";
}

static void say_imbalance(const Speaker *speaker, Bottleneck *bottleneck)
{
    double blocks = value(speaker, COUNTER_grid_size);
    double sms = speaker->launch->record->gpu->sm_count;
    double resident = value(speaker, COUNTER_blocks_per_sm) * sms;
    if (blocks < sms) {
        bottleneck->message = arena_printf(
            speaker->arena, "%.0f block%s for %.0f SMs; an SM has a block for %.1f %% of the time",
            blocks, blocks > 1 ? "s" : "", sms, 100 - bottleneck->share);
        bottleneck->advice = "launch more and smaller blocks, or run kernels side by side";
        return;
    }
    bottleneck->message =
        arena_printf(speaker->arena,
                     "SMs have no block for %.1f %% of the time: %.2f waves of blocks (%.0f blocks "
                     "fit at a time)",
                     bottleneck->share, value(speaker, COUNTER_waves_per_sm), resident);
    bottleneck->advice = "give blocks equal work, make them smaller, or launch as many blocks as "
                         "fit at a time and let each take pieces of work in a loop";
}

static void say_conflict(const Speaker *speaker, Bottleneck *bottleneck)
{
    const ReportLaunch *launch = speaker->launch;
    double busy = value(speaker, COUNTER_l1_busy_cycles);
    double excess = bottleneck_conflict_cycles(&launch->counters, launch->record->gpu);
    double without = percent(busy - excess, value(speaker, COUNTER_cycles_active_sum));
    char wavefronts[NUMBER_MAX];
    bottleneck->message = arena_printf(
        speaker->arena,
        "L1/shared memory is busy for %.1f %% of active SM cycles; without the %s wavefronts "
        "that bank conflicts add, it would be %.1f %%",
        bottleneck->share, number_grouped(value(speaker, COUNTER_shared_excess), wavefronts),
        without < 0 ? 0 : without);
    bool is_atomic =
        value(speaker, COUNTER_shared_atom_excess) * 2 > value(speaker, COUNTER_shared_excess);
    bottleneck->advice =
        is_atomic ? "let the lanes of a warp add to different words: add up in registers or with "
                    "shuffles first, or keep a copy of the words for each warp or lane"
                  : "let neighboring lanes use words of different banks: pad rows by one word, "
                    "swap indices, or permute columns with the row";
}

// How many lanes work, if that is worth mentioning; else "". Idle ones waste nothing of the tensor
// cores and of the copy engine, which one thread keeps busy.
static const char *idle_lanes(const Speaker *speaker)
{
    double lanes = value(speaker, COUNTER_threads_on_per_inst);
    Resource resource = speaker->judgment.resource;
    bool is_waste = resource != RESOURCE_TENSOR && resource != RESOURCE_ENGINE;
    return is_waste && lanes > 0 && lanes < LANES_WORTH_A_WORD
               ? arena_printf(speaker->arena, "; %.1f of 32 lanes work", lanes)
               : "";
}

// The same advice, behind what idle lanes would need.
static const char *with_lanes(const Speaker *speaker, const char *advice)
{
    return *idle_lanes(speaker) == 0
               ? advice
               : arena_printf(speaker->arena,
                              "let the lanes of a warp do the same: give work to neighboring "
                              "threads, so that a whole warp works or skips. Then %s",
                              advice);
}

static const char *uneven(const Speaker *speaker)
{
    bool is_l2 = speaker->judgment.resource == RESOURCE_L2;
    const Gpu *gpu = speaker->launch->record->gpu;
    return arena_printf(speaker->arena,
                        "one of %u %s is busy for %.1f %% of the time, all of them "
                        "for %.1f %%",
                        is_l2 ? gpu->l2_slices : gpu->memory_partitions,
                        is_l2 ? "slices of L2" : "partitions of device memory",
                        speaker->judgment.share,
                        value(speaker, is_l2 ? COUNTER_l2_share : COUNTER_dram_share));
}

// What device memory moves; nothing for the caches, whose rates depend on the kind of access.
static const char *traffic(const Speaker *speaker)
{
    char rate[NUMBER_MAX], peak[NUMBER_MAX];
    if (speaker->judgment.resource != RESOURCE_DRAM) {
        return "";
    }
    return arena_printf(speaker->arena, " (%s of %s Gbyte/s)",
                        number_grouped(value(speaker, COUNTER_dram_throughput), rate),
                        number_grouped(speaker->launch->record->gpu->memory_gbs, peak));
}

static void say_bandwidth(const Speaker *speaker, Bottleneck *bottleneck, const ReportLine *place)
{
    const Judgment *judgment = &speaker->judgment;
    const ResourceText *text = &texts[judgment->resource];
    bottleneck->advice = text->advice;
    if (judgment->is_uneven) {
        bottleneck->message = uneven(speaker);
        bool is_atomic = judgment->resource == RESOURCE_L2 && place != NULL &&
                         place->counters.value[COUNTER_atom_requests] > 0;
        bottleneck->advice =
            is_atomic ? "let fewer atomics go to the same words: add up in registers, with "
                        "shuffles or in shared memory first, or give them several words"
                      : "spread what runs at the same time over the memory: pad rows so that "
                        "columns do not coincide, or process blocks diagonally";
        return;
    }
    double excess =
        percent(value(speaker, COUNTER_global_excess), value(speaker, COUNTER_global_sectors));
    const char *waste = "";
    if (excess >= EXCESS_WORTH_A_WORD) {
        waste = arena_printf(speaker->arena,
                             "; %.1f %% of the sectors that warps move are more than their lanes' "
                             "bytes fill",
                             excess);
        bottleneck->advice = "let neighboring lanes access neighboring addresses, so that fewer "
                             "sectors move";
    }
    bool is_l1 = judgment->resource == RESOURCE_L1;
    bottleneck->message = arena_printf(
        speaker->arena, "%s is busy for %.1f %% of %s%s%s", text->name, bottleneck->share,
        is_l1 ? "active SM cycles" : "the time", traffic(speaker), waste);
    if (is_l1) {
        bottleneck->message =
            arena_printf(speaker->arena, "%s%s", bottleneck->message, idle_lanes(speaker));
        bottleneck->advice = with_lanes(speaker, bottleneck->advice);
    }
}

static void say_busy(const Speaker *speaker, Bottleneck *bottleneck, const ReportLine *line)
{
    const ResourceText *text = &texts[speaker->judgment.resource];
    bool is_issue = speaker->judgment.resource == RESOURCE_ISSUE;
    bottleneck->message = arena_printf(speaker->arena,
                                       is_issue ? "%.1f %% of %s are used%s"
                                                : "for %.1f %% of the time, %s is busy%s",
                                       bottleneck->share, text->name, idle_lanes(speaker));
    bottleneck->advice = with_lanes(speaker, text->advice);
    LineSequence sequence = {0};
    if (line != NULL) {
        sequence = bottleneck_sequence(speaker->launch, line, speaker->arena);
    }
    if (sequence.name != NULL) {
        bottleneck->message = arena_printf(
            speaker->arena, "%s. %.0f %% of the warp instructions are %s at line %u, %u each time",
            bottleneck->message, sequence.share, sequence.name, line->line, sequence.issues);
    }
    if (sequence.is_integer_division) {
        bottleneck->advice = "divide by constants or powers of two (shifts and masks), or choose "
                             "indices that need no division";
    }
}

// What limits the number of resident warps; NULL if there are enough.
static const char *occupancy_advice(const Speaker *speaker)
{
    double achieved = value(speaker, COUNTER_occupancy_achieved);
    double possible = value(speaker, COUNTER_occupancy_pct);
    if (achieved >= OCCUPANCY_WORTH_A_WORD) {
        return NULL;
    }
    return possible < OCCUPANCY_WORTH_A_WORD
               ? arena_printf(speaker->arena,
                              "make more warps resident (%.0f %%, limited by %s), or ", possible,
                              speaker->launch->limiter)
               : arena_printf(speaker->arena,
                              "launch more warps (%.0f %% of the warp slots are used), or ",
                              achieved);
}

// "75 % of that at line 20 for what line 18 loads", as far as it is known.
static const char *waiting_place(const Speaker *speaker, Stall stall, const ReportLine *line)
{
    CounterId id = bottleneck_stall_counter(stall);
    if (line == NULL) {
        return "";
    }
    uint32_t from = bottleneck_producer_line(speaker->launch, line, stall, speaker->arena);
    const char *awaited = "";
    if (from != 0 && from != line->line) {
        awaited = arena_printf(speaker->arena, " for what line %u loads", from);
    }
    return arena_printf(speaker->arena, ", %.0f %% of that at line %u%s",
                        percent(line->counters.value[id], value(speaker, id)), line->line, awaited);
}

static void say_latency(const Speaker *speaker, Bottleneck *bottleneck, const ReportLine *line)
{
    Stall stall = speaker->judgment.stall;
    const Judgment *judgment = &speaker->judgment;
    char latency[NUMBER_MAX];
    bottleneck->message = arena_printf(
        speaker->arena,
        "%.1f %% of the issue slots find no warp ready: a warp issues every %s cycles, and a "
        "scheduler has %.1f warps. They wait %.1f %% of the time for %s (%s)%s. Busiest: %s, "
        "%.1f %%",
        value(speaker, COUNTER_no_eligible),
        number_grouped(value(speaker, COUNTER_warp_latency), latency),
        value(speaker, COUNTER_scheduler_warps), bottleneck->share, stall_info[stall].doc,
        stall_info[stall].name, waiting_place(speaker, stall, line), texts[judgment->resource].name,
        judgment->busy);
    const char *more = occupancy_advice(speaker);
    const char *advice = stall_advice[stall];
    bottleneck->advice = more == NULL ? advice : arena_printf(speaker->arena, "%s%s", more, advice);
}

// The counter whose worst line is the place to look at.
static CounterId place_counter(const Judgment *judgment)
{
    if (judgment->work == BOTTLENECK_CONFLICT) {
        return COUNTER_shared_excess;
    }
    if (judgment->is_waiting) {
        return bottleneck_stall_counter(judgment->stall);
    }
    return texts[judgment->resource].place;
}

// What is said of SMs at work; shares are those of judgment.work.
static void say_work(const Speaker *speaker, Bottleneck *bottleneck)
{
    const ReportLine *line = worst_line(speaker->launch, place_counter(&speaker->judgment));
    if (line != NULL) {
        bottleneck->position = (SourcePosition){.file = line->file, .line = line->line};
    }
    bottleneck->share = speaker->judgment.work_share;
    if (speaker->judgment.is_waiting) {
        say_latency(speaker, bottleneck, line);
        return;
    }
    switch (speaker->judgment.work) {
    case BOTTLENECK_CONFLICT: say_conflict(speaker, bottleneck); break;
    case BOTTLENECK_BANDWIDTH: say_bandwidth(speaker, bottleneck, line); break;
    default: say_busy(speaker, bottleneck, line); break;
    }
}

void report_add_bottleneck(ReportLaunch *launch, Arena *arena)
{
    if (!launch->counters.is_known[COUNTER_cycles_elapsed]) {
        return;
    }
    Speaker speaker = {launch, bottleneck_judge(&launch->counters, launch->record->gpu), arena};
    const Judgment *judgment = &speaker.judgment;
    Bottleneck *bottleneck = arena_alloc(arena, sizeof *bottleneck);
    *bottleneck = (Bottleneck){.kind = judgment->kind, .position = launch->position};
    launch->bottleneck = bottleneck;
    say_work(&speaker, bottleneck);
    if (judgment->kind == judgment->work) {
        return;
    }
    Bottleneck work = *bottleneck;
    bottleneck->share = judgment->share;
    if (judgment->kind == BOTTLENECK_LAUNCH) {
        say_launch(&speaker, bottleneck);
    } else if (judgment->kind == BOTTLENECK_MIGRATION) {
        say_migration(&speaker, bottleneck);
    } else {
        say_imbalance(&speaker, bottleneck);
    }
    bottleneck->message = arena_printf(arena, "%s. An active SM is %s: %s", bottleneck->message,
                                       bottleneck_info[judgment->work].name, work.message);
    bottleneck->advice =
        arena_printf(arena, "%s. For its work: %s", bottleneck->advice, work.advice);
}
