// SPDX-License-Identifier: Apache-2.0
// Other programs, started without a shell: a compiler, with its messages on this process's stderr.
// While one runs, the signals that end this process (Ctrl-C, a closed terminal) end it too; those
// that this process ignores are ignored.
#ifndef LOCKSTEP_PROGRAM_PROCESS_H
#define LOCKSTEP_PROGRAM_PROCESS_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

// An argument vector that grows; at[count] is NULL.
typedef struct Command {
    Arena *arena;
    const char **at;
    uint32_t count, room;
    const char *folder; // that it works in; NULL: as this process
    bool is_silent;     // its messages go nowhere
} Command;

void command_add(Command *command, const char *argument);
void command_add_all(Command *command, const char *const *arguments, uint32_t count);

// Runs the program at[0], which is a path, and waits for it. Its stdout goes to the file `output`,
// or to stderr when NULL. Its exit code; 128 + the signal that ended it; PROCESS_INTERRUPTED + the
// signal that was meant to end this process while it ran, which is then for the caller to raise
// again; or -1 with errno set when it cannot be started.
enum { PROCESS_INTERRUPTED = 256 };
int process_run(const Command *command, const char *output);

// The full path of a program by the rules of PATH; NULL if there is none.
const char *process_find(const char *name, Arena *arena);

// The same, but Lockstep itself is passed over: it may go by the names of compilers.
const char *process_find_other(const char *name, Arena *arena);

#endif
