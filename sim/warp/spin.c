// SPDX-License-Identifier: Apache-2.0
// Spin detection: a warp whose ordered reads return the same values again and again, with nothing
// written in between, waits for another warp or block.
#include "sim/warp/memory_access.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

uint64_t spin_hash(const Warp *warp, const Micro *micro, uint32_t mask)
{
    uint32_t element_bytes = micro->width_bytes / micro->vector;
    uint64_t hash = mask;
    for (uint32_t i = 0; i < micro->vector && i < 4; i++) {
        const uint32_t *narrow = warp_row(warp, micro->data[i]);
        const uint64_t *wide = warp_row64(warp, micro->data[i]);
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            hash = mix(hash, element_bytes == 8 ? wide[lane] : narrow[lane]);
        }
    }
    return hash;
}

void spin_note(Warp *warp, uint64_t hash, bool is_change, bool is_global)
{
    SpinWatch *spin = &warp->spin;
    uint32_t slot = warp->pc % SPIN_SLOTS;
    bool is_same = spin->seen[slot].pc == warp->pc && spin->seen[slot].hash == hash;
    spin->seen[slot].pc = warp->pc;
    spin->seen[slot].hash = hash;
    if (is_change || !is_same) {
        spin->repeats = 0;
        spin->reads_global = false;
    } else {
        spin->repeats++;
    }
    spin->reads_global |= is_global;
    spin->has_written |= is_change;
}
