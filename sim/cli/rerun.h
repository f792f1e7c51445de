// SPDX-License-Identifier: Apache-2.0
// The same run once more, in a process of its own, with a clock and some options besides: what the
// launches would take under other conditions. Its report comes back as JSON.
#ifndef LOCKSTEP_CLI_RERUN_H
#define LOCKSTEP_CLI_RERUN_H

#include "sim/cli/options.h"
#include "sim/report/baseline.h"

// Runs what the options say with the words `extra` after them: an option and its value, and maybe
// more. *printed: what the program prints on stdout; NULL: that is dropped. False, with a note,
// when there is no report.
bool rerun(const Options *options, const char *const *extra, uint32_t extra_count, Baseline *report,
           const char **printed, Arena *arena);

// Adds the page of the same command line with this block recorded to `page`. False: there is none.
bool rerun_page(const Options *options, uint64_t block, Text *page, Arena *arena);

// Fills in the speedup of each finding whose cure the clock can model: bank conflicts. Runs the
// program again only where there is such a finding.
void speedups_measure(const Options *options, Report *report);

#endif
