// SPDX-License-Identifier: Apache-2.0
// Which lane of a shared-memory access meets which bank, and in which pass through the banks it is
// served: the picture behind the counts of shared.h, whose sum it always equals. Pure functions of
// addresses and mask; no memory, no time. Which of the waiting words of a bank goes first no
// document says, and it does not change the count; here: that of the lowest lane.
#ifndef LOCKSTEP_MEMORY_SHARED_MAP_H
#define LOCKSTEP_MEMORY_SHARED_MAP_H

#include "sim/memory/shared.h"

#define SHARED_PHASES_MAX 8

// Lanes that go to the banks together, and the passes that takes.
typedef struct SharedPhase {
    uint32_t lanes;        // bit = lane
    uint32_t offset_bytes; // added to the addresses: cc 1.x moves wide accesses word by word
    uint32_t wavefronts;   // passes
    uint8_t bank[32];      // where bit `lane` of lanes is set: the first of the lane's banks,
    uint8_t wavefront[32]; // and the pass that serves it, from 0
    uint32_t together[32]; // lanes that the same word of the bank serves in that pass, itself too
    uint32_t fullest_bank; // the first of those with the most passes
} SharedPhase;

typedef struct SharedMap {
    uint32_t banks;      // of the memory: 16 or 32
    uint32_t bank_bytes; // width of a bank in the addressing: 4, in Kepler's 64-bit mode 8
    uint32_t lane_banks; // neighboring banks that one lane's access takes in a phase
    uint32_t repeats;    // times each phase goes through the banks: 2 for a compare-and-swap
    uint32_t phase_count;
    SharedPhase phases[SHARED_PHASES_MAX]; // those with lanes, in order
    SharedCost cost;                       // what shared_cost() says
} SharedMap;

// As shared_cost().
void shared_map(SharedRule rule, SharedAccess access, const uint32_t address[32], uint32_t mask,
                uint32_t width_bytes, SharedMap *map);

// As shared_cost_matrix().
void shared_map_matrix(const uint32_t address[32], uint32_t matrices, SharedMap *map);

#endif
