// SPDX-License-Identifier: Apache-2.0
// A run whose report is not shown but handed on: `lockstep compare` runs what `lockstep run` runs.
#ifndef LOCKSTEP_CLI_USE_H
#define LOCKSTEP_CLI_USE_H

#include "sim/cli/options.h"
#include "sim/cli/record_choice.h"
#include "sim/report/report.h"
#include "sim/runtime/runtime.h"

// What becomes of a report in place of showing it: another page. The function's exit code is that
// of the command where nothing else went wrong; the report lives no longer than the call.
typedef struct ReportUse {
    int (*function)(void *context, const Report *report, Text *page);
    void *context;
    RecordChoice *record; // what is recorded meanwhile; NULL: nothing
    // Told what a program has the device do; may be NULL. Single launches are not told.
    void (*work)(void *context, const RuntimeWork *work);
    bool tells_findings; // of --check, which else go to stderr
    bool takes_none;     // the report of a program without launches is of use, too
    bool is_data;        // what it writes is for programs: stdout is kept for it
} ReportUse;

// Runs what the options say, a program or single launches, on the first GPU and hands its report
// on; use NULL: on each GPU, and the reports are shown. `use` and all behind it must live as long
// as the process, because a program's main() may end it. The exit code.
int run_use(const Options *options, const ReportUse *use);

#endif
