// SPDX-License-Identifier: Apache-2.0
// Inside of sim/warp: a function of the driver called by one lane, and the memory it reads and
// writes for that lane.
#ifndef LOCKSTEP_WARP_SYSTEM_CALL_H
#define LOCKSTEP_WARP_SYSTEM_CALL_H

#include "sim/warp/executor.h"

typedef struct SystemCall {
    Block *block;
    Warp *warp;
    const MachineCall *call;
    uint32_t lane;
} SystemCall;

// Bytes at a generic address; false when the lane has no such memory.
bool system_read(const SystemCall *call, uint64_t address, void *bytes, uint32_t size_bytes);
bool system_write(const SystemCall *call, uint64_t address, const void *bytes, uint32_t size_bytes);

// Argument number `index`, its first 8 bytes at the most.
uint64_t system_argument(const SystemCall *call, uint32_t index);
// All bytes of an argument.
void system_argument_bytes(const SystemCall *call, uint32_t index, void *bytes,
                           uint32_t size_bytes);
void system_result(const SystemCall *call, uint64_t value);

// `what` ("printf's format string") has an address that cannot be read.
Outcome system_bad_pointer(const SystemCall *call, const char *what);

// exec_runtime.c: the device runtime's functions.
Outcome system_runtime(const SystemCall *call, MachineSystemCall function);
// Whether such a call must wait for the block's turn.
bool system_runtime_is_ordered(MachineSystemCall function);

#endif
