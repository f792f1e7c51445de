// SPDX-License-Identifier: Apache-2.0
// Errors of CUDA calls that a checked program ignored: launches that were refused, and other calls
// that failed. cudaGetLastError and cudaPeekAtLastError count as looking at the error; a later
// error replaces one that was ignored.
#ifndef LOCKSTEP_RUNTIME_API_ERROR_H
#define LOCKSTEP_RUNTIME_API_ERROR_H

#include "sim/runtime/state.h"

// A call has returned this, maybe cudaSuccess. The caller holds the lock.
void api_error_note(Runtime *runtime, cudaError_t error);

// This thread has looked at its last error.
void api_error_seen(Runtime *runtime);

// `call` of the program discards the last error of this thread unseen.
void api_error_discard(Runtime *runtime, const char *call);

// Adds the ignored errors to the findings; once, when the program has ended.
void api_errors_find(Runtime *runtime);
void api_errors_clear(Runtime *runtime);

#endif
