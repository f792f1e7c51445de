// SPDX-License-Identifier: Apache-2.0
// What tells launches of one kernel apart that have the same grid and block: their numbers, and the
// arguments in which they differ.
#ifndef LOCKSTEP_REPORT_TWINS_H
#define LOCKSTEP_REPORT_TWINS_H

#include "sim/report/report.h"

// Fills in `tag` of each launch. Before any is dropped: a launch keeps its tag when the others are
// not reported.
void report_add_tags(Report *report);

#endif
