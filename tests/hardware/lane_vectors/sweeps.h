// SPDX-License-Identifier: Apache-2.0
// The sweeps over approximate functions: inputs, and the layout of their recording.
// sweeps.bin: "LKSWEEP1", then for each row of sweeps.def in order `count` results of `bytes` each.
// sweeps.csv, what is kept of it: row of sweeps.def, its spelling, index of the first of
// SWEEP_CHUNK results, their hash.
#ifndef LOCKSTEP_TESTS_SWEEPS_H
#define LOCKSTEP_TESTS_SWEEPS_H

#include <stdint.h>

#define SWEEP_MAGIC "LKSWEEP1"

typedef struct Sweep {
    const char *spelling;
    uint32_t first, step, count, bytes;
} Sweep;

static const Sweep sweeps[] = {
#define SWEEP(spelling, first, step, count, bytes) {spelling, first, step, count, bytes},
#include "tests/hardware/lane_vectors/sweeps.def"
#undef SWEEP
};

#define SWEEP_COUNT (sizeof sweeps / sizeof *sweeps)

// The divisor: spread over 1..2 where the dividend is of that order, else over everything.
#define SWEEP_SPREAD 0x9e3779b1u
static inline uint32_t sweep_second(const Sweep *sweep, uint32_t index)
{
    uint32_t spread = index * SWEEP_SPREAD;
    return sweep->first != 0 ? 0x3f800000u | spread >> 9 : spread;
}

#define SWEEP_CHUNK 4096

static inline uint32_t sweep_chunk_count(void)
{
    uint32_t count = 0;
    for (uint32_t at = 0; at < SWEEP_COUNT; at++) {
        count += (sweeps[at].count + SWEEP_CHUNK - 1) / SWEEP_CHUNK;
    }
    return count;
}

// FNV-1a of the results' bytes, the lowest first; four a result.
#define SWEEP_HASH_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t sweep_hash(uint64_t hash, uint32_t result)
{
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        hash = (hash ^ (result >> shift & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#endif
