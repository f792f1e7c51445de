// SPDX-License-Identifier: Apache-2.0
// Accesses outside every allocation that a GPU performs all the same, because they stay in a page
// that it has mapped (sim/memory/page.h). The first of each place in the kernel is kept, to be
// told.
#ifndef LOCKSTEP_WARP_BEYOND_H
#define LOCKSTEP_WARP_BEYOND_H

#include "sim/warp/block.h"

#include <pthread.h>
#include <stdatomic.h>

#define BEYOND_PLACES_MAX 16u

// At one place of the source.
typedef struct BeyondAccess {
    uint32_t pc;                 // the micro-op that was noted first
    atomic_uint_least64_t block; // the lowest
    Fault fault;                 // of that block the first
} BeyondAccess;

// Of one launch.
typedef struct BeyondNote {
    pthread_mutex_t lock;
    BeyondAccess places[BEYOND_PLACES_MAX];
    atomic_uint count;
} BeyondNote;

void beyond_init(BeyondNote *note);
void beyond_destroy(BeyondNote *note);

// Host bytes of such an access, or NULL: it is none, or the launch stops at it.
uint8_t *beyond_bytes(const Block *block, uint64_t address, uint64_t size_bytes);

// Whether two micro-ops stand at one place of the source, as those of an unrolled loop.
bool beyond_is_same_place(const MachineProgram *program, uint32_t a, uint32_t b);

// Whether no such access at the place of this micro-op by this block or one before it is known.
bool beyond_is_first(const Block *block, uint32_t pc);
void beyond_note(const Block *block, const Fault *fault);
// The place of the lowest block, of two the one that stands first in the program; NULL: there was
// none.
const Fault *beyond_first(const BeyondNote *note);

#endif
