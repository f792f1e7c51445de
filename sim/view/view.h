// SPDX-License-Identifier: Apache-2.0
// The teaching page: one HTML file, with no other file beside it, that shows launches of a report
// and what was recorded of their warps. Everything it draws is in one block of data
// (docs/view-data.md) made here; the page itself (assets/) lays out and computes no rule. Leaves
// out: which launches and warps are shown, and reading sources, which are the caller's.
#ifndef LOCKSTEP_VIEW_VIEW_H
#define LOCKSTEP_VIEW_VIEW_H

#include "sim/record/recording.h"
#include "sim/report/baseline.h"
#include "sim/report/check.h"
#include "sim/report/print.h"

typedef struct ViewLaunch {
    const ReportLaunch *report;
    const Recording *recording; // NULL: nothing was recorded of it
} ViewLaunch;

// The same program with fewer resident blocks on an SM.
typedef struct ViewRun {
    uint32_t blocks;
    const BaselineGpu *report;
} ViewRun;

typedef struct View {
    const char *version; // of Lockstep
    const char *program; // what was run, as the user named it
    const Gpu *gpu;
    const ViewLaunch *launches;
    uint32_t launch_count;
    uint32_t launches_left_out; // of the run, besides those
    const Report *report;       // all launches of the run, for the table; NULL: no table
    const SourceText *sources;  // of the files that the launches' lines name, where known
    uint32_t source_count;
    const Diagnostics *warnings; // of the compiler; NULL: none
    const CheckReport *check;    // faults, and what the checkers found; NULL: none
    bool is_checked;             // by the checkers
    const ViewRun *runs;         // by `blocks`, ascending
    uint32_t run_count;
} View;

// A number that two launches of a kernel share when their recorded warps look alike: the same code,
// lanes and distances between addresses, at the same cost on this GPU.
uint64_t view_look(const ViewLaunch *launch, const Gpu *gpu);

// The page.
void view_print_page(const View *view, Text *out);

// One page of several, each of one run of the program: the first, with the data of the others
// behind its own (docs/view-data.md). False: one of the texts is no page.
bool view_join_pages(const char *const *pages, uint32_t count, Text *out);

// Its block of data alone: one JSON object.
void view_print_data(const View *view, Text *out);

#endif
