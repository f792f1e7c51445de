// SPDX-License-Identifier: Apache-2.0
// One launch from its request to its record: find the kernel, lower it, refuse what the GPU cannot
// run, resolve constants, run all blocks, keep what was counted. Leaves out: what the kernel itself
// launched (family.c).
#ifndef LOCKSTEP_DEVICE_LAUNCH_H
#define LOCKSTEP_DEVICE_LAUNCH_H

#include "sim/device/state.h"

// Adds the launch to the device's records, unless the module lacks the kernel, and runs it. What
// its kernel asked the device runtime for is then in `requests`, which is zeroed before but for its
// depth.
LockstepStatus launch_run(LockstepDevice *device, LockstepModule *module,
                          const LockstepLaunch *wanted, const LaunchOrigin *origin,
                          ChildRequests *requests);

#endif
