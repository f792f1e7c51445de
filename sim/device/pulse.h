// SPDX-License-Identifier: Apache-2.0
// The progress of the running launch as seen from another thread: for messages about kernels that
// do not end.
#ifndef LOCKSTEP_DEVICE_PULSE_H
#define LOCKSTEP_DEVICE_PULSE_H

#include "sim/lockstep.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct PulseLook {
    uint32_t launch;       // the launch's id
    uint64_t blocks_ended; // so far
    char kernel[128];      // short name
    uint32_t block[3];     // that ran last
    char file[512];        // where it was; "": not known
    uint32_t line, column;
} PulseLook;

// False when no launch is running. On any thread, while the device exists.
bool pulse_look(LockstepDevice *device, PulseLook *look);

#endif
