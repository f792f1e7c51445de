// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/surface_cost.h"

#define LANES        32u
#define SECTOR_BYTES 16 // of each of its rows
#define SECTOR_ROWS  2

static bool is_same_place(const SurfaceAccess *access, uint32_t a, uint32_t b)
{
    const int32_t *left = access->at[a], *right = access->at[b];
    return left[0] == right[0] && left[1] == right[1] && left[2] == right[2];
}

static bool is_same_sector(const SurfaceAccess *access, uint32_t a, uint32_t b)
{
    const int32_t *left = access->at[a], *right = access->at[b];
    return left[0] / SECTOR_BYTES == right[0] / SECTOR_BYTES &&
           left[1] / SECTOR_ROWS == right[1] / SECTOR_ROWS && left[2] == right[2];
}

// How many lanes before it in the request are at its place.
static uint32_t turn_of(const SurfaceAccess *access, uint32_t first, uint32_t lane)
{
    uint32_t turn = 0;
    for (uint32_t other = first; access->is_reduction && other < lane; other++) {
        turn += (access->lanes >> other & 1u) != 0 && is_same_place(access, other, lane);
    }
    return turn;
}

// Whether no lane before it, from `first` on, accesses its sector in the same turn.
static bool is_new(const SurfaceAccess *access, uint32_t first, uint32_t lane)
{
    uint32_t turn = turn_of(access, first, lane);
    for (uint32_t other = first; other < lane; other++) {
        if ((access->lanes >> other & 1u) != 0 && is_same_sector(access, other, lane) &&
            turn_of(access, first, other) == turn) {
            return false;
        }
    }
    return true;
}

SurfaceCost surface_cost(const SurfaceAccess *access)
{
    SurfaceCost cost = {0};
    uint32_t together = access->has_slices ? 4 : 8;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t first = lane / together * together;
        if (lane == first) {
            cost.requests += (access->lanes >> first & ((1u << together) - 1)) != 0;
        }
        if ((access->lanes >> lane & 1u) != 0) {
            cost.sectors += is_new(access, first, lane);
            cost.l2_sectors += is_new(access, access->is_reduction ? first : 0, lane);
        }
    }
    return cost;
}
