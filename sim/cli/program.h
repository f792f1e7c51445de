// SPDX-License-Identifier: Apache-2.0
// `lockstep run program.cu`: a program with its own main(), and the report after its end.
#ifndef LOCKSTEP_CLI_PROGRAM_H
#define LOCKSTEP_CLI_PROGRAM_H

#include "sim/cli/session.h"
#include "sim/program/program.h"

// Whether the operands are a program's sources and no option says how to launch a single kernel.
bool program_is_meant(const Options *options);

// Whether the options ask for the report, which programs do not show otherwise.
bool program_report_is_wanted(const Options *options);

typedef struct ProgramMade {
    ProgramList files; // that its sources include; only a build without the cache tells
    ProgramList marks; // its strings "INFO:name[value]", by which CMake gets to know a compiler
} ProgramMade;

// Builds it for the first GPU and no more, and tells of it in `arena`; is_part: also without a
// main(). False: said why.
bool program_make(const Options *options, bool is_part, ProgramMade *made, Arena *arena);

// Builds and runs it on each GPU of the session, which must live as long as the process. With one
// GPU, or where the report is handed on, it does not return when the program ran: the process ends
// as the program does. Otherwise the exit code.
int program_run(Session *session);

#endif
