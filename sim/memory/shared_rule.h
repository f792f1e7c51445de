// SPDX-License-Identifier: Apache-2.0
// What the count of a shared access (shared.c) and the picture of it (shared_map.c) have in common:
// which banks and phases an access meets. Used by this room alone.
#ifndef LOCKSTEP_MEMORY_SHARED_RULE_H
#define LOCKSTEP_MEMORY_SHARED_RULE_H

#include "sim/memory/bank.h"
#include "sim/memory/shared.h"

// The access as the rule knows it: counting the lanes on a word is for machines of cc 8.0 on.
SharedAccess shared_access_of(SharedRule rule, SharedAccess access);

// Whether lanes on equal addresses follow each other too.
bool shared_is_serial(SharedAccess access);

// Banks and phases from cc 2.0 on; addresses and mask matter to loads of 64 and 128 bits, whose
// phases may merge.
BankMap shared_bank_map(SharedRule rule, SharedAccess access, const uint32_t address[32],
                        uint32_t mask, uint32_t width_bytes);

static inline uint32_t shared_phase_mask(uint32_t first_lane, uint32_t phase_lanes)
{
    uint32_t lanes = phase_lanes == 32 ? UINT32_MAX : (UINT32_C(1) << phase_lanes) - 1;
    return lanes << first_lane;
}

#endif
