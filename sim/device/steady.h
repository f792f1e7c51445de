// SPDX-License-Identifier: Apache-2.0
// Whether the blocks of a launch end at a steady rate, from the cycles at which they end. The unit
// is a wave: as many blocks as the GPU holds at a time. Leaves out why the rate changes.
#ifndef LOCKSTEP_DEVICE_STEADY_H
#define LOCKSTEP_DEVICE_STEADY_H

#include "sim/time/cycle.h"

#include <stdbool.h>

enum { STEADY_WAVES = 64 };

typedef struct Steady {
    uint64_t wave_blocks;
    uint64_t ended;             // blocks since the start
    Cycle last;                 // when the latest complete wave had ended
    double waves[STEADY_WAVES]; // cycles of the latest ones, by number modulo STEADY_WAVES
    uint32_t count;             // complete waves
} Steady;

// Starts over: what ended before tells nothing of the blocks to come.
void steady_start(Steady *steady, uint64_t wave_blocks);

// Blocks must be given in the order of their ends.
void steady_end_block(Steady *steady, Cycle at);

// Cycles of a wave, and how far they may be off, as a part of them: two standard errors of the mean
// over the later half of the waves, without the first. False while that is above 1 %.
bool steady_wave(const Steady *steady, double *cycles, double *error);

#endif
