// SPDX-License-Identifier: Apache-2.0
// A run whose report is not shown but handed on: `lockstep compare` runs what `lockstep run` runs.
#ifndef LOCKSTEP_CLI_USE_H
#define LOCKSTEP_CLI_USE_H

#include "sim/cli/options.h"
#include "sim/report/report.h"

// What becomes of a report in place of showing it: another page. The function's exit code is that
// of the command where nothing else went wrong; the report lives no longer than the call.
typedef struct ReportUse {
    int (*function)(void *context, const Report *report, Text *page);
    void *context;
} ReportUse;

// Runs the launches that the options say, on each GPU, and shows their reports, or hands on that of
// the first. use NULL: they are shown. The exit code.
int run_launches(const Options *options, const ReportUse *use);

#endif
