// SPDX-License-Identifier: Apache-2.0
// A thread that looks at the launches of a device from their start, and says where a kernel is that
// has ended no block for a while: endless loops name themselves.
#ifndef LOCKSTEP_CLI_ENDLESS_H
#define LOCKSTEP_CLI_ENDLESS_H

#include "sim/cli/cli.h"
#include "sim/lockstep.h"

// The device must outlive the thread; style as well. Nothing happens when it is quiet.
void endless_watch(LockstepDevice *device, const Style *style);
// Ends the thread.
void endless_stop(void);

#endif
