// SPDX-License-Identifier: Apache-2.0
// The launches that -k, -s and -c select for a report, and what is said when they select none.
#ifndef LOCKSTEP_CLI_SELECTION_H
#define LOCKSTEP_CLI_SELECTION_H

#include "sim/cli/options.h"
#include "sim/report/report.h"

// Drops the launches that -k (when by_name), -s and -c leave out. False, with a message, when one
// of them is wrong.
bool reports_filter(const Options *options, bool by_name, Report *report);

// Says that every launch was left out, and of an unknown kernel which ones there are.
void selection_refuse(const Options *options, const Report *report);

// Says that there is nothing to report, because nothing was launched.
void selection_note_none(const Options *options);

// Drops what the options leave out of a program's report. True, with a message, when nothing is
// left.
bool selection_is_empty(const Options *options, Report *report);

#endif
