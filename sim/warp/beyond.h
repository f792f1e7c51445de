// SPDX-License-Identifier: Apache-2.0
// Accesses outside every allocation that a GPU performs all the same, because they stay in a page
// that it has mapped (sim/memory/page.h). The first is kept, to be told.
#ifndef LOCKSTEP_WARP_BEYOND_H
#define LOCKSTEP_WARP_BEYOND_H

#include "sim/warp/block.h"

#include <pthread.h>
#include <stdatomic.h>

// Of one launch.
typedef struct BeyondNote {
    pthread_mutex_t lock;
    atomic_uint_least64_t block; // UINT64_MAX: there was none yet
    Fault fault;                 // of the lowest block the first
} BeyondNote;

void beyond_init(BeyondNote *note);
void beyond_destroy(BeyondNote *note);

// Host bytes of such an access, or NULL: it is none, or the launch stops at it.
uint8_t *beyond_bytes(const Block *block, uint64_t address, uint64_t size_bytes);

// Whether no such access of this block or one before it is known.
bool beyond_is_first(const Block *block);
void beyond_note(const Block *block, const Fault *fault);

#endif
