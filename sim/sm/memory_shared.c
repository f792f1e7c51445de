// SPDX-License-Identifier: Apache-2.0
// Loads and stores of shared memory, of this block and of others of its cluster.
#include "sim/sm/address.h"
#include "sim/sm/memory_access.h"
#include "sim/sm/transfer.h"

static Outcome finish(Warp *warp, const Micro *micro, uint32_t mask)
{
    if (micro->kind == MICRO_STORE) {
        spin_written(warp);
    } else if ((micro->flags & MICRO_VOLATILE) != 0) {
        spin_note(warp, spin_hash(warp, micro, mask), false, false);
    }
    return OUTCOME_NEXT;
}

// All 32 lanes at consecutive aligned elements of this block's shared memory.
static bool access_linear(Block *block, Warp *warp, const Micro *micro, uint32_t base)
{
    uint32_t width = micro->width_bytes, limit = block->launch->shared_bytes;
    if ((base & (width - 1)) != 0 || base > limit || limit - base < width * LANE_COUNT) {
        return false;
    }
    Transfer transfer = transfer_of(warp, micro);
    bool is_store = micro->kind == MICRO_STORE;
    if (is_store) {
        transfer_store_linear(&transfer, block->shared + base);
    } else {
        transfer_load_linear(&transfer, block->shared + base);
    }
    count_shared_linear(block, warp, is_store ? SHARED_STORE : SHARED_LOAD, base, width);
    finish(warp, micro, FULL_MASK);
    return true;
}

// Lanes that stay in this block: one piece of host memory.
static bool access_own(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                       uint32_t mask)
{
    uint32_t width = micro->width_bytes, limit = block->launch->shared_bytes;
    uint64_t low, high;
    uint64_t all = address_bounds(address, mask, &low, &high);
    if ((all & (width - 1)) != 0 || high > limit || limit - high < width) {
        return false;
    }
    Transfer transfer = transfer_of(warp, micro);
    if (micro->kind == MICRO_STORE) {
        transfer_store(&transfer, block->shared, 0, address, mask);
    } else if (low == high) {
        transfer_load_uniform(&transfer, block->shared + low, mask);
    } else {
        transfer_load(&transfer, block->shared, 0, address, mask);
    }
    return true;
}

Outcome access_shared_lanes(Block *block, Warp *warp, const Micro *micro,
                            const uint64_t address[32], uint32_t mask)
{
    uint32_t width = micro->width_bytes;
    bool is_store = micro->kind == MICRO_STORE;
    if (!access_own(block, warp, micro, address, mask)) {
        if (shared_check(block, warp, micro, address, mask, width, is_store) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        Transfer transfer = transfer_of(warp, micro);
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            uint8_t *bytes = shared_bytes(block, address[lane]);
            if (is_store) {
                transfer_store_lane(&transfer, bytes, lane);
            } else {
                transfer_load_lane(&transfer, bytes, lane);
            }
        }
    }
    count_shared(block, warp, is_store ? SHARED_STORE : SHARED_LOAD, address, mask, width);
    return finish(warp, micro, mask);
}

Outcome access_shared(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    AddressRow row = address_row(warp, micro);
    if (on == FULL_MASK && row.narrow != NULL &&
        address_shape32(row.narrow, on, micro->width_bytes) == ADDRESS_LINEAR &&
        access_linear(block, warp, micro, row.narrow[0] + (uint32_t)row.offset)) {
        return OUTCOME_NEXT;
    }
    uint64_t address[32];
    address_sum(&row, address);
    return access_shared_lanes(block, warp, micro, address, on);
}
