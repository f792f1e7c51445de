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

// The error is taken of the means of neighbors: waves in which a block ends late and the next ones,
// in which it is missing, do not depend on chance alone.
bool steady_wave(const Steady *steady, double *cycles, double *error)
{
    uint32_t used = steady->count / 2 < WAVES_MIN ? WAVES_MIN : steady->count / 2;
    used = used < STEADY_WAVES ? used : STEADY_WAVES;
    if (steady->count < used + 1) {
        return false;
    }
    uint32_t together = (uint32_t)sqrt(used), groups = used / together;
    if (groups < WAVES_MIN) {
        together = 1;
        groups = used;
    }
    double sums[STEADY_WAVES], sum = 0, squares = 0;
    for (uint32_t group = 0; group < groups; group++) {
        sums[group] = 0;
        for (uint32_t i = 0; i < together; i++) {
            sums[group] += steady->waves[(steady->count - 1 - group * together - i) % STEADY_WAVES];
        }
        sum += sums[group];
    }
    double mean = sum / groups;
    for (uint32_t group = 0; group < groups; group++) {
        squares += (sums[group] - mean) * (sums[group] - mean);
    }
    *cycles = mean / together;
    *error = 2 * sqrt(squares / (groups - 1) / groups) / mean;
    return *error <= ERROR_MAX;
}
