// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/counts.h"

#include <stdio.h>

void launch_time_within(const LaunchTime *time, char words[48])
{
    if (time->error < 1) {
        snprintf(words, 48, "within about %.0f %%", time->error * 100);
    } else {
        snprintf(words, 48, "which still changed: within a factor of %.0f", 1 + time->error);
    }
}
