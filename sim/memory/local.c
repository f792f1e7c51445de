// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/local.h"

#include "isa/base/bits.h"

static void add_cost(GlobalCost *sum, const GlobalCost *part)
{
    sum->requests += part->requests;
    sum->sectors += part->sectors;
    sum->lines += part->lines;
    sum->transactions32 += part->transactions32;
    sum->transactions64 += part->transactions64;
    sum->transactions128 += part->transactions128;
    sum->coalesced += part->coalesced;
    sum->uncoalesced += part->uncoalesced;
    sum->bytes_used += part->bytes_used;
}

GlobalCost local_cost(CoalesceRule rule, GlobalAccess access, const uint32_t offset[32],
                      uint32_t mask, uint32_t width_bytes, bool is_cached)
{
    GlobalCost cost = {0};
    uint32_t part_bytes = width_bytes < 4 ? width_bytes : 4;
    for (uint32_t word = 0; word < width_bytes; word += part_bytes) {
        uint64_t address[32] = {0};
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            address[lane] = local_physical(lane, offset[lane] + word);
        }
        GlobalCost part = coalesce(rule, access, address, mask, part_bytes, is_cached);
        add_cost(&cost, &part);
    }
    cost.ideal_sectors = (cost.bytes_used + 31) / 32;
    return cost;
}
