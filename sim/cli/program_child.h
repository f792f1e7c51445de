// SPDX-License-Identifier: Apache-2.0
// One of several GPUs that a program runs on. It is a separate process, because a process has one
// CUDA runtime and main() may leave it in any state. Its output and report go through temporary
// files, which need no reader while it runs.
#ifndef LOCKSTEP_CLI_PROGRAM_CHILD_H
#define LOCKSTEP_CLI_PROGRAM_CHILD_H

#include "sim/cli/program_run.h"

#include <stdio.h>

typedef struct ProgramChild {
    const GpuChoice *gpu;
    Program program;                          // as built for it
    pid_t process;                            // 0: none was started, or it has ended
    FILE *stdout_file, *stderr_file, *parcel; // what it writes; the parcel: its report
    int code;                                 // its exit code; 128 + N for signal N
    Text output, messages;                    // what it wrote to stdout and stderr
    Text bytes;                               // of the parcel
    Report *report;                           // of all launches; NULL when there is none
    const char *part;                         // JOIN_PARTS: the rendered report
} ProgramChild;

// Builds the program for child->gpu and starts it. False, with messages and child->code, when that
// does not succeed. Only the first child reads a stdin that cannot be read again.
bool program_child_start(ProgramChild *child, ProgramRun *run, bool is_first, Text *known);

// Waits for one of the children to end. False when none is running.
bool program_child_wait(ProgramChild *children, uint32_t count);

// Reads what the child left when it ended; a message when it left no report.
void program_child_collect(ProgramChild *child, ProgramRun *run);

void program_child_clear(ProgramChild *child);

#endif
