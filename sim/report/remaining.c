// SPDX-License-Identifier: Apache-2.0
#include "sim/report/remaining.h"

#include <math.h>

enum { MINUTE = 60, HOUR = 3600 };

static void put_seconds(double seconds, Text *out)
{
    if (seconds < MINUTE) {
        text_printf(out, "%.0f s", seconds);
    } else if (seconds < HOUR) {
        text_printf(out, "%.0f min %.0f s", floor(seconds / MINUTE), fmod(seconds, MINUTE));
    } else {
        double minutes = floor(seconds / MINUTE);
        text_printf(out, "%.0f h %.0f min", floor(minutes / MINUTE), fmod(minutes, MINUTE));
    }
}

void remaining_print(uint64_t blocks_done, uint64_t blocks, double spent_seconds, Text *out)
{
    if (blocks_done == 0 || blocks == 0) {
        text_put(out, "no block done after ");
        put_seconds(floor(spent_seconds), out);
        return;
    }
    double share = (double)blocks_done / (double)blocks;
    text_printf(out, "%.0f %% · ", floor(100 * share));
    put_seconds(ceil(spent_seconds / share - spent_seconds), out);
    text_put(out, " left");
}
