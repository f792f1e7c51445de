// SPDX-License-Identifier: Apache-2.0
// What limits a launch: the verdict, from counters alone. bottleneck_text.c puts it in words.
#ifndef LOCKSTEP_REPORT_BOTTLENECK_H
#define LOCKSTEP_REPORT_BOTTLENECK_H

#include "sim/report/report.h"

// Resources that can be busy.
typedef enum Resource {
    RESOURCE_L1,
    RESOURCE_L2,
    RESOURCE_DRAM,
    RESOURCE_ALU,
    RESOURCE_FMA,
    RESOURCE_FP16,
    RESOURCE_FP64,
    RESOURCE_XU,
    RESOURCE_TENSOR,
    RESOURCE_ENGINE, // of bulk copies
    RESOURCE_ISSUE,
    RESOURCE_COUNT
} Resource;

typedef struct Judgment {
    BottleneckKind kind;
    BottleneckKind work; // of SMs at work: what kind is but for LAUNCH and IMBALANCE
    Resource resource;   // that is busiest
    Stall stall;         // that warps wait for most
    double busy;         // how much of the time, percent
    double share;        // percent, as bottleneck.def says of kind
    double work_share;   // and of work
    bool is_waiting;     // work is what warps wait for: nothing is busy
    bool is_uneven;      // BANDWIDTH: one slice or partition is busy, not all of them
} Judgment;

// The counters must be those of a launch with a clock.
Judgment bottleneck_judge(const CounterSet *counters, const Gpu *gpu);

// Cycles by which bank conflicts lengthen the work of L1 and shared memory, summed over SMs.
double bottleneck_conflict_cycles(const CounterSet *counters, const Gpu *gpu);

CounterId bottleneck_stall_counter(Stall stall);

// The source line, in the same file, of the access whose data the line's warps wait for (stall
// LONG or SHORT), when it is certain: no branch lies between. 0: not known.
uint32_t bottleneck_producer_line(const ReportLaunch *launch, const ReportLine *line, Stall stall,
                                  Arena *arena);

// One PTX instruction that is a large part of what a launch executes.
typedef struct LineSequence {
    const char *name; // "rem.u32"; NULL: the line has none
    uint32_t issues;  // machine instructions it is
    double share;     // percent of the launch's warp instructions
    bool is_integer_division;
} LineSequence;

LineSequence bottleneck_sequence(const ReportLaunch *launch, const ReportLine *line, Arena *arena);

#endif
