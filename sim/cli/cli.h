// SPDX-License-Identifier: Apache-2.0
// What all subcommands share: exit codes and messages. The command line is the edge of the
// program: only here are files read, text printed and the process left.
#ifndef LOCKSTEP_CLI_CLI_H
#define LOCKSTEP_CLI_CLI_H

#include "isa/base/arena.h"
#include "isa/base/nearest.h"
#include "isa/base/text.h"
#include "sim/program/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLI_DONE = 0,
    CLI_USAGE = 1,      // usage, compile or launch error
    CLI_FAULT = 2,      // a kernel stopped
    CLI_EXPECT = 3,     // --expect failed
    CLI_COMPARE = 4,    // compare found a mismatch
    CLI_FINDINGS = 5,   // --check found errors
    CLI_LIMIT = 124,    // --max-instructions reached
    CLI_INTERRUPT = 130 // Ctrl-C
};

// How messages and pages look; decided once from --color, NO_COLOR and the terminal.
typedef struct Style {
    bool is_out_colored, is_err_colored;
    bool is_quiet; // no notes, no progress
} Style;

// "lockstep: error: ..." on stderr.
void cli_error(const Style *style, const char *format, ...) TEXT_PRINTF(2, 3);
// The same, of a GPU that is left out because the file could not be compiled for it.
void cli_skip(const Style *style, const char *gpu, const char *path);
// "lockstep: note: ..." on stderr, unless quiet.
void cli_note(const Style *style, const char *format, ...) TEXT_PRINTF(2, 3);

// mode: "auto", "always", "never" or NULL. False if it is something else.
bool style_choose(const char *mode, bool is_quiet, Style *style);

// Replaces each argument @FILE by the options in that file: one a line, `--option value`, # starts
// a comment. Everything lives in the arena. False, with a message, when a file cannot be read.
bool response_expand(int *count, char ***arguments, Arena *arena);

// Writes a page to stdout, or to a file when path is not NULL. False, with a message, when it
// fails.
bool page_write(const Style *style, const char *path, const Text *page);

#endif
