// SPDX-License-Identifier: Apache-2.0
#include "sim/device/steady.h"

#include <math.h>

// Of the mean; and the fewest waves that it is taken of.
#define ERROR_MAX 0.01
#define WAVES_MIN 3u

void steady_start(Steady *steady, uint64_t wave_blocks)
{
    *steady = (Steady){.wave_blocks = wave_blocks};
}

void steady_end_block(Steady *steady, Cycle at)
{
    if (++steady->ended % steady->wave_blocks == 0) {
        steady->waves[steady->count++ % STEADY_WAVES] = (double)(at - steady->last);
        steady->last = at;
    }
}

bool steady_wave(const Steady *steady, double *cycles, double *error)
{
    uint32_t used = steady->count / 2 < WAVES_MIN ? WAVES_MIN : steady->count / 2;
    used = used < STEADY_WAVES ? used : STEADY_WAVES;
    if (steady->count < used + 1) {
        return false;
    }
    double sum = 0, squares = 0;
    for (uint32_t i = steady->count - used; i < steady->count; i++) {
        sum += steady->waves[i % STEADY_WAVES];
    }
    double mean = sum / used;
    for (uint32_t i = steady->count - used; i < steady->count; i++) {
        double off = steady->waves[i % STEADY_WAVES] - mean;
        squares += off * off;
    }
    *cycles = mean;
    *error = 2 * sqrt(squares / (used - 1) / used) / mean;
    return *error <= ERROR_MAX;
}
