// SPDX-License-Identifier: Apache-2.0
// `lockstep view --svg PANEL`: what the page would show as one figure.
#ifndef LOCKSTEP_CLI_FIGURE_H
#define LOCKSTEP_CLI_FIGURE_H

#include "sim/cli/options.h"
#include "sim/cli/record_choice.h"
#include "sim/figure/figure.h"

// `--svg list`: writes panels and keys to stdout. False: --svg says something else, or nothing.
bool figure_list(const Options *options);

// Reads --svg and readies options and choice: what is recorded, with which clock, written where.
// False, with a message, when it is wrong. The wish must stay where it is.
bool figure_read(Options *options, RecordChoice *choice, FigureWish *wish, Arena *arena);

// The figure of a report. The exit code.
int figure_show(const Options *options, const FigureWish *wish, const Report *report, Arena *arena,
                Text *out);

#endif
