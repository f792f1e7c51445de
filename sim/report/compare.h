// SPDX-License-Identifier: Apache-2.0
// Compares our counts with those of another tool: launches are matched, each counter that both
// sides have is judged by the rule of its class, and the printers below render the result.
//
//   exact      equal; of ratios, as far as the other side printed digits
//   hw-noise   the hardware's counter carries arbitration on top of the rule: never below ours
//   exact@ISA  another compiler gives another instruction stream: within a tolerance
//   model      not compared
//   timing     published figures beside modeled time: within a tolerance of their own where a
//   clock
//              ran, else shown, not judged
//
// compare.def lists the exceptions, each with its reason.
#ifndef LOCKSTEP_REPORT_COMPARE_H
#define LOCKSTEP_REPORT_COMPARE_H

#include "sim/report/import.h"
#include "sim/report/print.h"

enum { CLASS_COUNT = CLASS_TIMING + 1 };

typedef enum Verdict {
    VERDICT_SAME,
    VERDICT_OK,     // hw-noise: the hardware's is larger
    VERDICT_WITHIN, // exact@ISA: within the tolerance
    VERDICT_KNOWN,  // differs, and a reason is known
    VERDICT_DIFFERS,
    VERDICT_NOT_COMPARED,
    VERDICT_COUNT
} Verdict;

// An expected difference. `launch` is the launch's number, the kernel's name, or * for all. A
// difference above the limit is a mismatch all the same.
typedef struct KnownDifference {
    const char *launch, *metric, *reason;
    CounterId id;
    double limit;     // of |ours - theirs|; INFINITY: none
    bool is_absolute; // the limit is a count; else percent of the other side's value
    bool is_used;
} KnownDifference;

typedef struct KnownDifferences {
    KnownDifference *items;
    uint32_t count;
} KnownDifferences;

typedef struct ComparedValue {
    const char *metric; // as the other side calls it
    const char *unit;
    CounterId id; // COUNTER_COUNT: a published figure
    CounterClass class;
    Verdict verdict;
    double ours, theirs;
    const char *reason;   // of a known difference, or why it is not compared; else NULL
    bool is_beyond_limit; // a difference that is known, and too large for that
} ComparedValue;

typedef struct CompareTally {
    uint32_t by_verdict[CLASS_COUNT][VERDICT_COUNT];
    uint32_t both_zero;    // of those that are the same
    uint32_t beyond_limit; // of those that differ
} CompareTally;

typedef struct ComparedLaunch {
    const ReportLaunch *ours;   // NULL: only the other side has it
    const ImportLaunch *theirs; // NULL: only we have it
    ComparedValue *values;
    uint32_t count;
    CompareTally tally;
} ComparedLaunch;

typedef struct CompareOptions {
    const MetricList *metrics; // NULL: every counter that both sides have
    KnownDifferences *known;   // NULL: none; is_used is set
    double tolerance_percent;  // for exact@ISA
    double figure_percent;     // for published figures
    bool is_strict;            // what is beyond the tolerance is a mismatch
    bool is_selection;         // other launches of the import are ignored
    const double *seconds;     // modeled, of each launch of the report; for published figures
} CompareOptions;

typedef struct Comparison {
    const Report *report;
    const Import *import;
    const CompareOptions *options;
    ComparedLaunch *launches; // in the order of ours, then those that only the other side has
    uint32_t count;
    CompareTally total;
    uint32_t only_ours, only_theirs, stale;
} Comparison;

// Reads "launch,metric,reason,limit" with one row a known difference. A limit is "12" (percent of
// the other side's value), "by 340" (a count, for what is 0 there) or "any"; a file without that
// column has none. NULL, or what is wrong as a sentence. Everything lives in the arena, the text's
// cells too.
const char *known_read(const char *text, size_t size_bytes, KnownDifferences *known, Arena *arena);

// Matches launches by kernel, grid and block, then by kernel alone, each in order, and judges their
// counters. Published figures are matched by the kernel's name; launches that have none are left
// out. A launch that the GPU refuses here needs no partner: it did not run there, either. All
// arguments must outlive the result, which lives in the arena.
Comparison compare(const Report *report, const Import *import, const CompareOptions *options,
                   Arena *arena);

// Whether published figures in this unit can be compared with modeled time: GB/s, ms or us.
bool figure_unit_is_known(const char *unit);

// A mismatch: a counter that must be equal differs, a launch has no partner, a known difference
// does not occur or exceeds its limit, or nothing was compared. For published figures: a row, or
// every row, has no partner, or a figure that is judged differs.
bool comparison_fails(const Comparison *comparison);

// How many published figures have a partner.
uint32_t figures_compared(const Comparison *comparison);

// "same", "ok (hw >= ours)", "within 10 %", "DIFFERS", ...
const char *verdict_name(const Comparison *comparison, Verdict verdict, Arena *arena);

// All that was compared with this verdict.
uint32_t tally_sum(const CompareTally *tally, Verdict verdict);

// ours / theirs - 1 in percent; false when theirs is 0.
bool compared_percent(const ComparedValue *value, double *percent);

// Prints tallies by launch and by class, the values that differ (is_whole: all values), launches
// without a partner, and the verdict. import_name: the file, for the title.
void comparison_print(const Comparison *comparison, const char *import_name, bool is_whole,
                      bool is_colored, Text *out);

// One row a value, and one for each launch without a partner.
void comparison_print_csv(const Comparison *comparison, Text *out);

// Everything, as one JSON object (docs/report-schema.md).
void comparison_print_json(const Comparison *comparison, const char *import_name,
                           const char *version, Text *out);

// The steps of compare(), in the files of their names.
// Judges a published figure of a launch that both sides have: within figure_percent of modeled
// time or, if the import says that only ratios count, by how many times it is as fast as the row
// before.
void compare_figure(const Comparison *comparison, ComparedLaunch *launch, Arena *arena);
void compare_count(CompareTally *tally, const ComparedValue *value);
// Fills in `ours` and `theirs` of each compared launch.
void compare_match(Comparison *comparison, Arena *arena);
// KNOWN or DIFFERS of a value that differs; fills in its reason and is_beyond_limit.
Verdict known_judge(KnownDifferences *known, const ReportLaunch *launch, ComparedValue *value);
// The preset that the text names ("GeForce GTX 280" is gtx280). NULL if it names none, or if it
// (also) names `gpu`.
const Gpu *compare_other_gpu(const char *text, const Gpu *gpu);

#endif
