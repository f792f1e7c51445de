// SPDX-License-Identifier: Apache-2.0
// Shared memory of cc 1.x: 16 banks of 32 bits serve a half-warp in steps; in a step one word is
// broadcast and every other bank serves one lane. Used by this room alone.
#ifndef LOCKSTEP_MEMORY_HALF_WARP_H
#define LOCKSTEP_MEMORY_HALF_WARP_H

#include <stdint.h>

// Steps of one half-warp request for one 32-bit word a lane or less; lanes: bits 0-15 or bits
// 16-31. Which word is broadcast the documents leave open; here: the one that most lanes still wait
// for, the lowest lane's among equals, and every other bank serves its lowest lane. Source: CUDA C
// Programming Guide 5.5, G.3.3.
uint32_t half_warp_load_steps(const uint32_t address[32], uint32_t lanes);

// One of these steps: the lanes of `waiting` (not empty) that still wait after it.
uint32_t half_warp_load_step(const uint32_t address[32], uint32_t waiting);

// The same for stores: lanes that write one location are one access (one of them wins, as
// documented), other lanes of a bank follow each other.
uint32_t half_warp_store_steps(const uint32_t address[32], uint32_t lanes);

// Atomics: the lanes of a bank follow each other, equal addresses too (assumed: not documented).
uint32_t half_warp_atomic_steps(const uint32_t address[32], uint32_t lanes);

#endif
