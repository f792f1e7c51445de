// SPDX-License-Identifier: Apache-2.0
// Memory pools: what is allocated in stream order is counted to one; the memory itself comes from
// the device and goes back to it at once, so that uses after a free are found. A pool's reserved
// bytes are counted as if it kept them.
#ifndef LOCKSTEP_RUNTIME_POOL_H
#define LOCKSTEP_RUNTIME_POOL_H

#include "sim/runtime/state.h"

void pools_stop(Runtime *runtime);

#endif
