// SPDX-License-Identifier: Apache-2.0
// Host code of a program that crashes: a message says at which pointer, and what memory of CUDA's
// is near; then what runs at the end of any program is done. The process still ends by its signal.
#ifndef LOCKSTEP_CLI_PROGRAM_CRASH_H
#define LOCKSTEP_CLI_PROGRAM_CRASH_H

#include <sys/types.h>

// From here on; `finish` writes the report. Only in this process, not in children it forks.
void program_crash_watch(void (*finish)(void));

#endif
