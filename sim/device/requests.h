// SPDX-License-Identifier: Apache-2.0
// What a launch needs so that its kernel can ask the device runtime: buffers for the parameters of
// kernels that it launches, texts of errors, and whether the GPU can run such a kernel.
#ifndef LOCKSTEP_DEVICE_REQUESTS_H
#define LOCKSTEP_DEVICE_REQUESTS_H

#include "sim/device/state.h"

// False when no memory is left. `module` and `device` must outlive the running launch.
bool requests_open(LockstepDevice *device, LockstepModule *module, const MachineProgram *program,
                   ChildRequests *requests);
// The grid's threads have ended: only what they asked for is kept.
void requests_close(LockstepDevice *device, ChildRequests *requests);

#endif
