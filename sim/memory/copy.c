// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/copy.h"

#include "isa/base/bits.h"

enum { LINE_BYTES = 128, SECTOR_BYTES = 32, PIECE_BYTES = 16 };

// The banks of `words` words from this one on.
static uint32_t banks_of(uint64_t address, uint32_t width_bytes)
{
    uint32_t bank = (uint32_t)(address / 4) & 31u;
    return ((1u << width_bytes / 4) - 1) << bank;
}

// Takes those of *lanes out that can go at once, the lowest lanes first; returns them.
static uint32_t take_read(const CopyAccess *copy, uint32_t *lanes)
{
    uint32_t used = 0, taken = 0;
    for (uint32_t rest = *lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        bool is_read = (copy->reads >> lane & 1u) != 0;
        uint32_t banks = is_read ? banks_of(copy->from[lane], copy->width_bytes) : 0;
        if ((banks & used) == 0) {
            used |= banks;
            taken |= 1u << lane;
        }
    }
    *lanes &= ~taken;
    return taken;
}

static uint32_t take_written(const CopyAccess *copy, uint32_t *lanes)
{
    uint32_t used = 0, taken = 0;
    for (uint32_t rest = *lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t banks = banks_of(copy->to[lane], copy->width_bytes);
        if ((banks & used) == 0) {
            used |= banks;
            taken |= 1u << lane;
        }
    }
    *lanes &= ~taken;
    return taken;
}

static uint32_t group_wavefronts(const CopyAccess *copy, uint32_t lanes)
{
    uint32_t wavefronts = 0;
    while (lanes != 0) {
        for (uint32_t together = take_read(copy, &lanes); together != 0; wavefronts++) {
            take_written(copy, &together);
        }
    }
    return wavefronts;
}

// A value is put among the different ones seen; false: it is there already.
static bool is_new(uint64_t value, uint64_t *seen, uint32_t *count)
{
    for (uint32_t i = *count; i > 0; i--) {
        if (seen[i - 1] == value) {
            return false;
        }
    }
    seen[(*count)++] = value;
    return true;
}

// Bytes of shared memory that are written, those that several lanes write once.
static uint32_t bytes_written(const CopyAccess *copy)
{
    uint64_t seen[32];
    uint32_t count = 0;
    for (uint32_t rest = copy->lanes; rest != 0; rest &= rest - 1) {
        is_new(copy->to[bits_lowest(rest)], seen, &count);
    }
    return count * copy->width_bytes;
}

static SharedCost cost_of(const CopyAccess *copy, uint32_t wavefronts)
{
    uint32_t bytes = bytes_written(copy);
    uint32_t ideal = (bytes + LINE_BYTES - 1) / LINE_BYTES;
    uint32_t conflicts = wavefronts > ideal ? wavefronts - ideal : 0;
    return (SharedCost){wavefronts, ideal, conflicts, bytes};
}

SharedCost copy_cost(const CopyAccess *copy)
{
    uint32_t together = LINE_BYTES / copy->width_bytes, wavefronts = 0;
    uint32_t group = together == 32 ? UINT32_MAX : (1u << together) - 1;
    for (uint32_t first = 0; first < 32; first += together) {
        wavefronts += group_wavefronts(copy, copy->lanes & group << first);
    }
    return cost_of(copy, wavefronts);
}

// The place of a piece within its line, before and after: equal bits say "as it was". A lane that
// reads nothing comes from the first place of no line, wherever its address points.
static uint32_t turned(const CopyAccess *copy, uint32_t lane)
{
    uint64_t from = (copy->reads >> lane & 1u) != 0 ? copy->from[lane] : 0;
    return ((uint32_t)(from / PIECE_BYTES) ^ copy->to[lane] / PIECE_BYTES) & 7u;
}

SharedCost copy_cost_around(const CopyAccess *copy)
{
    uint64_t seen[32], pieces[32];
    uint32_t wavefronts = 0, piece_count = 0;
    for (uint32_t rest = copy->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint64_t line = (copy->reads >> lane & 1u) != 0 ? copy->from[lane] / LINE_BYTES : 0;
        uint64_t way = (line << 16 | copy->to[lane] / LINE_BYTES) << 3 | turned(copy, lane);
        if (is_new(copy->to[lane], pieces, &piece_count)) { // the last to write there counts alone
            is_new(way, seen, &wavefronts);
        }
    }
    return cost_of(copy, wavefronts);
}

void copy_sectors_around(const CopyAccess *copy, GlobalCost *cost)
{
    uint64_t requested[32], moved[32], pieces[32];
    uint32_t request_count = 0, move_count = 0, piece_count = 0;
    for (uint32_t rest = copy->reads; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint64_t sector = copy->to[lane] / SECTOR_BYTES;
        if (is_new(copy->to[lane], pieces, &piece_count)) {
            is_new(copy->from[lane] / LINE_BYTES << 16 | sector, requested, &request_count);
            is_new((copy->from[lane] / SECTOR_BYTES << 16 | sector) << 1 |
                       (turned(copy, lane) & 1u),
                   moved, &move_count);
        }
    }
    cost->sectors = request_count;
    cost->touched_sectors = move_count;
    cost->ideal_sectors = (copy->width_bytes * piece_count + SECTOR_BYTES - 1) / SECTOR_BYTES;
}
