// SPDX-License-Identifier: Apache-2.0
// The report of a device: for each launch its counters, in all, per source line, per PTX line and
// per access, and findings. Built once from what the device recorded. print.h renders it as pages,
// tables and files.
#ifndef LOCKSTEP_REPORT_REPORT_H
#define LOCKSTEP_REPORT_REPORT_H

#include "isa/base/diagnostics.h"
#include "sim/device/record.h"
#include "sim/observe/counters.h"

typedef enum FindingKind {
#define FINDING(id, name, section, doc) FINDING_##id,
#include "sim/report/finding.def"
#undef FINDING
    FINDING_COUNT
} FindingKind;

typedef struct FindingInfo {
    const char *name;    // "bank-conflict"
    const char *section; // identifier, of section.def
    const char *doc;
} FindingInfo;

extern const FindingInfo finding_info[FINDING_COUNT];

// Something about a launch that costs time, with its numbers and a remedy.
typedef struct Finding {
    FindingKind kind;
    SourcePosition position;     // of the access; the kernel's for findings about the launch
    const PtxVariable *variable; // of the access; NULL: not known, or the finding has none
    double actual, ideal;        // in the unit of the finding (finding.def)
    bool has_speedup;    // that was measured: by a run of the clock without what it is about
    double speedup;      // percent of the launch's time that this run took less
    const char *message; // without place and name
    const char *advice;
} Finding;

typedef enum BottleneckKind {
#define BOTTLENECK(id, name, doc) BOTTLENECK_##id,
#include "sim/report/bottleneck.def"
#undef BOTTLENECK
    BOTTLENECK_COUNT
} BottleneckKind;

typedef struct BottleneckInfo {
    const char *name; // "latency-bound"
    const char *doc;
} BottleneckInfo;

extern const BottleneckInfo bottleneck_info[BOTTLENECK_COUNT];

// What limits a launch, and what would help. Every number is one of the launch's counters or
// computed from them as the text says.
typedef struct Bottleneck {
    BottleneckKind kind;
    SourcePosition position; // of the line that has most of it, or of what SMs at work wait for
    double share;            // percent, of what bottleneck.def says
    const char *message;     // without place and name
    const char *advice;
} Bottleneck;

// One access or branch of the source: all micro-ops of one kind, space and width at one place and
// to one array (loops that were unrolled come together again here). Micro-ops that need more
// wavefronts or sectors than the ideal are a site of their own, so that a conflict is not averaged
// with its innocent neighbor on the line.
typedef struct ReportSite {
    SourcePosition position;     // in the CUDA source; in the PTX where that is not known
    const PtxVariable *variable; // that is accessed (array.h); NULL: not known
    const char *array;           // its name; NULL: not known
    uint32_t ptx_line;           // of the first micro-op
    const Micro *micro;          // the first of them
    uint32_t micro_count;        // of them, those that were executed
    double least, most;          // of them: wavefronts or sectors, of the ideal
    ExecutionCount executed;
    AccessCount accesses;
} ReportSite;

// A line of the CUDA source or of the PTX.
typedef struct ReportLine {
    const char *file; // NULL: instructions without a source line
    uint32_t line;
    double lanes; // active threads per warp instruction, of 32: both sides of a branch count, and
                  // an execution that is predicated off for the whole warp does not, if an access
                  // under the same guard tells how many are; negative: there is no other execution
    CounterSet counters;
} ReportLine;

typedef struct ReportLaunch {
    const LaunchRecord *record;
    const char *name;        // as ncu prints it: "transpose(float *, const float *, int)"
    const char *short_name;  // "transpose", "reduce<256>"
    const char *base_name;   // "transpose", "reduce"
    const char *tag;         // " #3 stride=8" of one of several with this shape; else ""
    SourcePosition position; // the kernel's first line
    bool has_run;            // counters are there; not so when the GPU refused the launch
    CounterSet counters;
    ReportSite *sites;
    uint32_t site_count;
    ReportLine *source_lines; // by file, then line; empty when the PTX names no source
    uint32_t source_line_count;
    ReportLine *ptx_lines;
    uint32_t ptx_line_count;
    Finding *findings;
    uint32_t finding_count;
    const char *verdict; // in a few words, for tables: "issue-bound", "bank-conflict at line 7"
    const Bottleneck *bottleneck; // of a launch that ran with a clock to its end; else NULL
    const char *limiter;          // what limits occupancy: "warps", "registers and shared memory"
    SourcePosition fault_position;
    const char *fault;      // why the kernel stopped, or NULL; one sentence
    const char *fault_name; // "out-of-bounds"
    SourcePosition beyond_position;
    const char *beyond; // its first access outside every allocation that went on, or NULL
    const struct BaselineLaunch *before; // of --baseline (baseline.h); NULL: it has none
} ReportLaunch;

typedef struct Report {
    Arena arena;
    const Gpu *gpu; // NULL while there are no launches
    ReportLaunch *launches;
    uint32_t count;
    const CheckFindings *findings; // of a checked run, owned by the device; else NULL
    const char *const *kernels;    // that ran, each once, whether or not launches were dropped
    uint32_t kernel_count;
    bool is_kernel_unknown;          // launches were to be selected by a name that none of them has
    const Diagnostics *warnings;     // of the compiler about the device code; NULL: none
    const struct Timeline *timeline; // of a program that ran with a clock (timeline.h); else NULL
} Report;

// The name in brackets that a compiler's warning ends with, "missing-barrier"; NULL: it has none.
// *message_bytes: of the message before it.
const char *report_warning_name(const char *message, size_t *message_bytes, Arena *arena);

// Builds the report of all launches of a device. The records must outlive it.
Report *report_create(const LockstepReport *records);
void report_destroy(Report *report);

// Fills in `kernels` from the launches; once, before any is dropped.
void report_list_kernels(Report *report);

// Drops launches that are_wanted (indexed by position) does not name.
void report_keep(Report *report, const bool *are_wanted);

// Steps of report_create, each in the file of its name. The arena is the report's.
CounterLaunch report_launch_facts(const LaunchRecord *record);
void report_add_lines(ReportLaunch *launch, Arena *arena);
void report_add_sites(ReportLaunch *launch, Arena *arena);
void report_add_findings(ReportLaunch *launch, Arena *arena);
void report_add_bottleneck(ReportLaunch *launch, Arena *arena);
void report_add_fault(ReportLaunch *launch, Arena *arena);
void report_add_verdict(ReportLaunch *launch, Arena *arena);

// Where a micro-op stands: the CUDA source if the PTX says so, else the PTX itself.
SourcePosition report_position(const MachineProgram *program, const Micro *micro);

// Whether a micro-op is an access or a branch, and so part of a site.
bool report_is_site(const Micro *micro);

// Wavefronts and sectors beyond the ideal.
uint64_t report_access_excess(const AccessCount *count);

// "shared load", "global atomic", "branch": what a micro-op of a site does.
const char *report_site_name(const Micro *micro);

#endif
