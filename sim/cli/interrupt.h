// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while launches run: the launch under way ends, what was done so far is reported, and the
// process ends with CLI_INTERRUPT. A second Ctrl-C ends it at once. Where SIGINT is ignored (in the
// background) it stays so.
#ifndef LOCKSTEP_CLI_INTERRUPT_H
#define LOCKSTEP_CLI_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

// For LockstepOptions.is_interrupted.
bool interrupt_has_come(void);

// From here on Ctrl-C sets the flag; the caller reports when its launches have ended.
void interrupt_watch(void);

// From here on Ctrl-C is passed on to this process; until it has ended.
void interrupt_pass_on(pid_t child);
void interrupt_forget(pid_t child);

// The same where a program's main() runs, which need not come back: a thread waits until no call of
// the runtime is under way, calls `finish` for the report, and ends the process.
void interrupt_watch_program(void (*finish)(void));

// At the end of a program: does not return when Ctrl-C has come, because the thread above ends the
// process.
void interrupt_yield(void);

#endif
