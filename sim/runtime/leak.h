// SPDX-License-Identifier: Apache-2.0
// What a checked program leaves behind, and where in the program it came from.
#ifndef LOCKSTEP_RUNTIME_LEAK_H
#define LOCKSTEP_RUNTIME_LEAK_H

#include "sim/runtime/state.h"

// Where the program called the runtime; NULL when it is not checked.
const void *leak_caller(const Runtime *runtime);

// The call of the program that is under way.
typedef struct ApiCall {
    const void *caller;   // where it returns to; NULL: not known
    const char *function; // "cudaMalloc"; NULL: not known
    bool is_launch;       // by <<<>>>: the caller is where that is written
} ApiCall;

ApiCall api_call(Runtime *runtime);
// "file.cu:12", or "" when that is not known.
void leak_place(const void *caller, char *out, size_t room);

// Adds what is allocated now to the findings; is_end: the program has ended, the kernels' heap too.
void leaks_find(Runtime *runtime, bool is_end);

// A copy of the program: which bytes are initialized follows, and its place if some are not.
void leak_note_copy(Runtime *runtime, uint64_t to, uint64_t from, uint64_t size_bytes);

// After a launch: where the memory was allocated that its findings say is not initialized, and
// where the program called the library that launched it.
void leak_place_launch(Runtime *runtime);
// The same of a fill.
void leak_note_fill(Runtime *runtime, uint64_t to, uint64_t size_bytes);

// Adds a wrong call of the program to the findings, with the address that it was about.
void leak_find_call(Runtime *runtime, CheckKind kind, uint64_t address);

#endif
