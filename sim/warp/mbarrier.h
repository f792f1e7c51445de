// SPDX-License-Identifier: Apache-2.0
// mbarrier objects: a 64-bit word in shared memory that counts arrivals and bytes (PTX ISA 9.0,
// "mbarrier"). Its layout is opaque to programs; a state token is the word before an arrival. Pure.
#ifndef LOCKSTEP_WARP_MBARRIER_H
#define LOCKSTEP_WARP_MBARRIER_H

#include <stdbool.h>
#include <stdint.h>

// Bits 0..19 pending arrivals, 20..39 expected arrivals, 40..61 bytes still to come, 63 phase
// parity.
#define MBARRIER_COUNT_MAX ((1u << 20) - 1)

uint64_t mbarrier_init(uint32_t count);
uint64_t mbarrier_expect(uint64_t word, uint32_t bytes);
uint64_t mbarrier_complete(uint64_t word, uint32_t bytes);
// The phase completes when the last pending arrival is there and no bytes are to come.
uint64_t mbarrier_arrive(uint64_t word, uint32_t count, bool is_drop);
// Whether the phase of this token, or the phase of this parity, has completed.
bool mbarrier_test(uint64_t word, uint64_t token);
bool mbarrier_test_parity(uint64_t word, uint32_t parity);
// Arrivals that the present phase still waits for, all that it takes, and bytes still to come.
uint32_t mbarrier_pending(uint64_t word);
uint32_t mbarrier_expected(uint64_t word);
uint32_t mbarrier_bytes(uint64_t word);

#endif
