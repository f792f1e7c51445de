// SPDX-License-Identifier: Apache-2.0
// Host threads that a device keeps between launches, so that a small launch does not pay for
// starting them. Started when first needed; a pool of one thread starts none.
#ifndef LOCKSTEP_DEVICE_POOL_H
#define LOCKSTEP_DEVICE_POOL_H

#include <stdint.h>

typedef struct Pool Pool;

// threads: how many may work at a time, the calling one included; at least 1.
Pool *pool_create(uint32_t threads);
void pool_destroy(Pool *pool);
uint32_t pool_threads(const Pool *pool);

// Calls work(context, 0) on the calling thread and, as workers get to it while that call lasts,
// work(context, i) on others, each i below `threads` at most once. Returns when all calls have
// returned. Workers that come too late are not waited for.
void pool_run(Pool *pool, uint32_t threads, void (*work)(void *context, uint32_t worker),
              void *context);

#endif
