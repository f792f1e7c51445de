// SPDX-License-Identifier: Apache-2.0
// The progress of a launch for another thread that observes it: written now and then by the threads
// that run its blocks. It changes nothing of what they do.
#ifndef LOCKSTEP_WARP_PULSE_H
#define LOCKSTEP_WARP_PULSE_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct LaunchPulse {
    _Atomic uint64_t place;        // of the block that ran last: its index << PULSE_PC_BITS | pc
    _Atomic uint64_t blocks_ended; // so far
} LaunchPulse;

#define PULSE_PC_BITS 24u // no kernel has more micro-ops

static inline void pulse_beat(LaunchPulse *pulse, uint64_t block, uint32_t pc)
{
    atomic_store_explicit(&pulse->place, block << PULSE_PC_BITS | pc, memory_order_relaxed);
}

static inline void pulse_end_blocks(LaunchPulse *pulse, uint64_t count)
{
    atomic_fetch_add_explicit(&pulse->blocks_ended, count, memory_order_relaxed);
}

#endif
