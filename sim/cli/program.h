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

// Builds it for the first GPU and no more; is_part: also without a main(). `files`, if not NULL,
// gets what its sources include, in `arena`; only a build without the cache tells. False: said why.
bool program_make(const Options *options, bool is_part, ProgramList *files, Arena *arena);

// Builds and runs it on each GPU of the session, which must live as long as the process. With one
// GPU, or where the report is handed on, it does not return when the program ran: the process ends
// as the program does. Otherwise the exit code.
int program_run(Session *session);

#endif
