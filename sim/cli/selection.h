// SPDX-License-Identifier: Apache-2.0
// The launches that -k, -s and -c select for a report, and what is said when they select none.
#ifndef LOCKSTEP_CLI_SELECTION_H
#define LOCKSTEP_CLI_SELECTION_H

#include "sim/cli/options.h"
#include "sim/report/report.h"

// Drops the launches that -k (when by_name), -s and -c leave out. False, with a message, when one
// of them is wrong.
bool reports_filter(const Options *options, bool by_name, Report *report);

typedef enum Selected {
    SELECTED_SOME,
    SELECTED_NONE,        // an error said so, and of an unknown kernel which ones there are
    SELECTED_NOT_LAUNCHED // a note said so: there was nothing to select from
} Selected;

// The same for the reports of all GPUs; what is selected of them together.
Selected reports_select(const Options *options, bool by_name, Report *const *reports,
                        uint32_t count);

#endif
