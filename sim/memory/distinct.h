// SPDX-License-Identifier: Apache-2.0
// Which of 32 keys are new: what counting the sectors, lines and words of scattered lanes amounts
// to. Compares all pairs with the vector instructions that the host has. Used by this room alone.
#ifndef LOCKSTEP_MEMORY_DISTINCT_H
#define LOCKSTEP_MEMORY_DISTINCT_H

#include <stdint.h>

// Bit = lane of `lanes` (not empty) whose key no lower lane of `lanes` has. Keys of other lanes are
// overwritten.
uint32_t distinct_lanes(uint32_t key[32], uint32_t lanes);

#endif
