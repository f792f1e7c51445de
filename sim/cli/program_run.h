// SPDX-License-Identifier: Apache-2.0
// A program in the making: what the options ask for, and its run on one GPU in this process. Its
// main() may end the process in any way, so that the report is handed on by a function for atexit.
#ifndef LOCKSTEP_CLI_PROGRAM_RUN_H
#define LOCKSTEP_CLI_PROGRAM_RUN_H

#include "sim/cli/progress.h"
#include "sim/cli/session.h"
#include "sim/cli/span_list.h"
#include "sim/program/program.h"

#include <sys/types.h>

typedef struct ProgramRun ProgramRun;

enum { PROGRAM_CODE = -1 }; // the process ends with the program's own exit code

struct ProgramRun {
    Session *session;
    ProgramOptions build;
    Program program;
    // Called once main() has ended, with the report of all launches (none when it made none). Gives
    // the exit code of the process, or PROGRAM_CODE. NULL: nobody wants the report.
    int (*finish)(ProgramRun *run, Report *report);
    void *context;                                        // of finish
    void (*work)(void *context, const RuntimeWork *work); // as ReportUse says; or NULL
    void *work_context;
    Progress progress;
    SpanList spans; // where the report says what the device did in all
    pid_t process;  // that is to report: not a child that the program forks
};

// Builds the program for the GPU; messages go to stderr, but not those in `known` (may be NULL),
// which gets them. Host code is built once (the cache has it then), device code for every
// capability. False, with run->program cleared, when there were errors.
bool program_build_for(ProgramRun *run, const GpuChoice *gpu, Text *known);

// Runs what was built on this GPU. Returns, with an exit code, only when it could not be started.
int program_start(ProgramRun *run, const GpuChoice *gpu);

// Runs the program on each GPU in a process of its own and shows all reports as one. The exit code
// is the first that is not 0, in the order of --gpu.
int program_run_on_each(ProgramRun *run);

#endif
