// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/barrier.h"

#include "sim/lane/mask.h"

#include <string.h>

void barrier_reset(Barrier *barrier)
{
    bool is_as_reset = barrier->reduce_all && !barrier->is_busy; // zeroed memory is not
    if (!is_as_reset) {
        memset(barrier, 0, sizeof *barrier);
        barrier->reduce_all = true;
    }
}

void barrier_arrive(Barrier *barrier, uint32_t warp, uint32_t lanes, uint32_t truth,
                    uint32_t expected_threads)
{
    barrier->arrived_count += lanes_in(lanes & ~barrier->arrived[warp]);
    barrier->arrived[warp] |= lanes;
    barrier->expected_threads = expected_threads;
    barrier->reduce_count += lanes_in(lanes & truth);
    barrier->reduce_all &= (lanes & ~truth) == 0;
    barrier->reduce_any |= (lanes & truth) != 0;
    barrier->is_busy = true;
}

// A warp counts in full once all its live lanes have arrived: lanes that never existed or have
// ended count as arrived with the others.
static uint32_t threads_of_warp(uint32_t arrived, uint32_t live)
{
    if (arrived == 0) {
        return 0;
    }
    return 32u - lanes_in(live & ~arrived);
}

bool barrier_is_complete(const Barrier *barrier, const uint32_t *live, uint32_t warp_count)
{
    uint32_t threads = 0;
    bool is_missing = false;
    for (uint32_t warp = 0; warp < warp_count; warp++) {
        threads += threads_of_warp(barrier->arrived[warp], live[warp]);
        is_missing |= (live[warp] & ~barrier->arrived[warp]) != 0;
    }
    if (barrier->expected_threads == 0) {
        return barrier->is_busy && !is_missing;
    }
    return barrier->is_busy && threads >= barrier->expected_threads;
}
