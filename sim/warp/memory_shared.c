// SPDX-License-Identifier: Apache-2.0
// Loads and stores of shared memory, of this block and of others of its cluster.
#include "sim/lane/address.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/transfer.h"

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
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
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

// Lanes that stay in this block: one piece of host memory. False: they do not, or there is a fault.
static bool access_own(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                       uint32_t mask, AddressBits32 bits)
{
    uint32_t width = micro->width_bytes, limit = block->launch->shared_bytes;
    if ((bits.all & (width - 1)) != 0 || limit < width ||
        (bits.all > limit - width && address_highest32(address, mask) > limit - width)) {
        return false;
    }
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
    if (micro->kind == MICRO_STORE) {
        transfer_store32(&transfer, block->shared, address, mask);
    } else if (bits.differs == 0) {
        transfer_load_uniform(&transfer, block->shared + address[lane_lowest(mask)], mask);
    } else {
        transfer_load32(&transfer, block->shared, address, mask);
    }
    return true;
}

static Outcome access_scattered(Block *block, Warp *warp, const Micro *micro,
                                const uint32_t address[32], uint32_t mask, AddressBits32 bits)
{
    uint32_t width = micro->width_bytes;
    bool is_store = micro->kind == MICRO_STORE;
    if (!access_own(block, warp, micro, address, mask, bits)) {
        if (shared_check(block, warp, micro, address, mask, width, is_store) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
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

Outcome access_shared_lanes(Block *block, Warp *warp, const Micro *micro,
                            const uint32_t address[32], uint32_t mask)
{
    return access_scattered(block, warp, micro, address, mask, address_bits32(address, mask));
}

Outcome access_shared(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const AddressTable *addresses = block->addresses;
    AddressRow row = address_row(warp, micro);
    uint32_t address[32];
    if (on != FULL_MASK || row.narrow == NULL) {
        address_sum_shared(&row, address);
        return access_shared_lanes(block, warp, micro, address, on);
    }
    AddressBits32 bits =
        addresses->sum32(row.narrow, (uint32_t)row.offset, micro->width_bytes, address);
    if (bits.bends == 0 && access_linear(block, warp, micro, address[0])) {
        return OUTCOME_NEXT;
    }
    return access_scattered(block, warp, micro, address, on, bits);
}
