// SPDX-License-Identifier: Apache-2.0
// The sweeps over approximate functions: inputs, and the layout of their recording.
// sweeps.bin: "LKSWEEP1", then for each row of sweeps.def in order `count` results of `bytes` each.
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

#endif
