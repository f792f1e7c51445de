// SPDX-License-Identifier: Apache-2.0
// The CUDA Driver API over the runtime's own functions: each call is that of the runtime with the
// same effect, behind a check that the driver is initialized and the thread has a context. A
// context is a device: several of one device share its memory.
#ifndef LOCKSTEP_RUNTIME_DRIVER_H
#define LOCKSTEP_RUNTIME_DRIVER_H

#include "sim/runtime/include/cuda.h"
#include "sim/runtime/state.h"

struct CUctx_st {
    struct CUctx_st *next;
    uint32_t device;
    unsigned flags;
    uint32_t retained; // of a primary context
    bool is_primary;
};

// Begins a call, and driver_end is due; or false, and the call must return driver_refusal().
bool driver_begin(bool needs_context);
CUresult driver_refusal(void);
// Ends it with the code of the runtime's error. That error is not the thread's last error.
CUresult driver_end(cudaError_t error);

#define DRIVER_CALL(needs_context, call)                                                           \
    (driver_begin(needs_context) ? driver_end(call) : driver_refusal())

void driver_stop(Runtime *runtime);
// A file's text, zero-terminated and the caller's; NULL: the file cannot be read.
char *driver_read_text(const char *path);
void driver_modules_stop(Runtime *runtime); // driver_module.c

#endif
