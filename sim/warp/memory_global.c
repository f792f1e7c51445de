// SPDX-License-Identifier: Apache-2.0
// Loads and stores of global memory, and of generic addresses, whose lanes may point anywhere.
#include "sim/lane/address.h"
#include "sim/warp/beyond.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/transfer.h"

uint8_t *global_bytes(Block *block, uint64_t address, uint64_t size_bytes, bool is_store)
{
    const MemoryRegion *region = block->worker->last_region;
    if (region == NULL || address - region->base >= region->size_bytes) {
        region = device_memory_find(block->launch->memory, address);
        if (region == NULL) {
            return NULL;
        }
        block->worker->last_region = region;
    }
    uint64_t offset = address - region->base;
    if (region->size_bytes - offset < size_bytes ||
        (is_store && region->owner == MEMORY_CONSTANT)) {
        return NULL;
    }
    return region->bytes + offset;
}

uint8_t *checked_bytes(Block *block, uint64_t address, uint64_t size_bytes, bool is_store)
{
    uint8_t *bytes = global_bytes(block, address, size_bytes, is_store);
    return bytes != NULL ? bytes : beyond_bytes(block, address, size_bytes);
}

static bool needs_order(const Block *block, const Micro *micro)
{
    return (micro->flags & MICRO_VOLATILE) != 0 && !block->is_oldest;
}

// After the effect of an access: notes what spin detection and the loop need.
static Outcome finish(Warp *warp, const Micro *micro, uint32_t mask, bool is_global)
{
    if (micro->kind == MICRO_STORE) {
        spin_written(warp);
    } else if ((micro->flags & MICRO_VOLATILE) != 0) {
        spin_note(warp, spin_hash(warp, micro, mask), false, is_global);
    }
    return OUTCOME_NEXT;
}

static Outcome access_linear(Block *block, Warp *warp, const Micro *micro, uint64_t base,
                             uint8_t *bytes)
{
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
    bool is_store = micro->kind == MICRO_STORE;
    if (is_store) {
        transfer_store_linear(&transfer, bytes);
    } else {
        transfer_load_linear(&transfer, bytes);
    }
    count_global_linear(block, warp, micro, is_store ? GLOBAL_STORE : GLOBAL_LOAD, base,
                        micro->width_bytes);
    return finish(warp, micro, FULL_MASK, true);
}

// One region that holds what the lanes access, aligned; or NULL. `bits` are relative to hint's
// base.
static const MemoryRegion *region_of(Block *block, const uint64_t address[32], uint32_t mask,
                                     uint32_t width, const MemoryRegion *hint, AddressBits bits)
{
    for (uint32_t tries = 0; tries < 2; tries++) {
        if (hint != NULL) {
            uint64_t room = hint->size_bytes - width;
            bool is_inside = hint->size_bytes >= width && bits.all <= room;
            if (!is_inside && hint->size_bytes >= width) {
                uint64_t low, high;
                address_bounds64(address, mask, &low, &high);
                is_inside = low >= hint->base && high - hint->base <= room;
            }
            if (is_inside) {
                return (bits.all & (width - 1)) == 0 ? hint : NULL;
            }
        }
        hint = device_memory_find(block->launch->memory, address[lane_lowest(mask)]);
        if (hint == NULL) {
            return NULL;
        }
        bits = address_bits64(address, hint->base, mask);
    }
    return NULL;
}

const MemoryRegion *global_region(Block *block, const uint64_t address[32], uint32_t mask,
                                  uint32_t width_bytes, bool is_store)
{
    const MemoryRegion *hint = block->worker->last_region;
    AddressBits bits = address_bits64(address, hint == NULL ? 0 : hint->base, mask);
    const MemoryRegion *region = region_of(block, address, mask, width_bytes, hint, bits);
    if (region == NULL || (is_store && region->owner == MEMORY_CONSTANT) ||
        (region->base & (width_bytes - 1)) != 0) {
        return NULL;
    }
    block->worker->last_region = region;
    return region;
}

// Lanes in several allocations, or a fault.
static Outcome access_each(Block *block, Warp *warp, const Micro *micro, const Transfer *transfer,
                           const uint64_t address[32], uint32_t mask)
{
    uint32_t width = micro->width_bytes;
    bool is_store = micro->kind == MICRO_STORE;
    if (global_check(block, warp, micro, address, mask, width, is_store) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint8_t *at = checked_bytes(block, address[lane], width, is_store);
        if (is_store) {
            transfer_store_lane(transfer, at, lane);
        } else {
            transfer_load_lane(transfer, at, lane);
        }
    }
    return OUTCOME_NEXT;
}

static Outcome access_scattered(Block *block, Warp *warp, const Micro *micro,
                                const uint64_t address[32], uint32_t mask, const MemoryRegion *hint,
                                AddressBits bits)
{
    uint32_t width = micro->width_bytes;
    bool is_store = micro->kind == MICRO_STORE;
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
    const MemoryRegion *region = region_of(block, address, mask, width, hint, bits);
    if (region == NULL || (is_store && region->owner == MEMORY_CONSTANT)) {
        Outcome outcome = access_each(block, warp, micro, &transfer, address, mask);
        if (outcome != OUTCOME_NEXT) {
            return outcome;
        }
    } else if (is_store) {
        transfer_store(&transfer, region->bytes, region->base, address, mask);
    } else if (bits.differs == 0) {
        uint64_t offset = address[lane_lowest(mask)] - region->base;
        transfer_load_uniform(&transfer, region->bytes + offset, mask);
    } else {
        transfer_load(&transfer, region->bytes, region->base, address, mask);
    }
    if (region != NULL) {
        block->worker->last_region = region;
    }
    count_global(block, warp, micro, is_store ? GLOBAL_STORE : GLOBAL_LOAD, address, mask, width);
    return finish(warp, micro, mask, true);
}

static Outcome access_lanes(Block *block, Warp *warp, const Micro *micro,
                            const uint64_t address[32], uint32_t mask)
{
    if (needs_order(block, micro)) {
        return OUTCOME_ORDER;
    }
    const MemoryRegion *hint = block->worker->last_region;
    AddressBits bits = address_bits64(address, hint == NULL ? 0 : hint->base, mask);
    return access_scattered(block, warp, micro, address, mask, hint, bits);
}

// The common case, or NULL: all lanes at consecutive aligned elements of one allocation. *base is
// its first address.
static uint8_t *linear_bytes(Block *block, const Micro *micro, const AddressRow *row, uint32_t on,
                             uint64_t *base)
{
    uint32_t width = micro->width_bytes;
    if (on != FULL_MASK || row->wide == NULL ||
        block->addresses->shape64(row->wide, width) != ADDRESS_LINEAR) {
        return NULL;
    }
    *base = row->wide[0] + row->offset;
    if ((*base & (width - 1)) != 0 || *base < DEVICE_MEMORY_BASE) {
        return NULL;
    }
    return global_bytes(block, *base, (uint64_t)width * LANE_COUNT, micro->kind == MICRO_STORE);
}

Outcome access_global(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    AddressRow row = address_row(warp, micro);
    uint64_t base, address[32];
    uint8_t *bytes = linear_bytes(block, micro, &row, on, &base);
    if (needs_order(block, micro)) {
        return OUTCOME_ORDER;
    }
    if (bytes != NULL) {
        return access_linear(block, warp, micro, base, bytes);
    }
    if (on == FULL_MASK && row.wide != NULL) {
        const MemoryRegion *hint = block->worker->last_region;
        AddressBits bits =
            block->addresses->sum64(row.wide, row.offset, hint == NULL ? 0 : hint->base, address);
        return access_scattered(block, warp, micro, address, on, hint, bits);
    }
    address_sum(&row, address);
    return access_lanes(block, warp, micro, address, on);
}

// Lanes whose generic addresses name parameters of the kernel (cvta.param).
static uint32_t parameter_lanes(const uint64_t address[32], uint32_t on)
{
    uint32_t lanes = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t offset = address[lane] - PARAMETER_WINDOW_BASE;
        lanes |= (uint32_t)(offset < PARAMETER_WINDOW_BYTES) << lane;
    }
    return lanes;
}

static Outcome access_window(Block *block, Warp *warp, const Micro *micro,
                             const uint64_t address[32], uint32_t on)
{
    uint64_t place[32];
    if (micro->kind != MICRO_LOAD) {
        return fault_raise(block, warp, FAULT_READ_ONLY, on, "kernels cannot write parameters");
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        place[lane] = address[lane] - PARAMETER_WINDOW_BASE;
    }
    return access_parameters(block, warp, micro, place, on);
}

Outcome access_generic(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    AddressRow row = address_row(warp, micro);
    uint64_t base, address[32];
    uint8_t *bytes = linear_bytes(block, micro, &row, on, &base);
    if (bytes != NULL) {
        return needs_order(block, micro) ? OUTCOME_ORDER
                                         : access_linear(block, warp, micro, base, bytes);
    }
    address_sum(&row, address);
    uint32_t shared, local;
    generic_windows(address, on, &shared, &local);
    uint32_t parameters = parameter_lanes(address, on);
    uint32_t global = on & ~shared & ~local & ~parameters;
    if (global == on) {
        return access_lanes(block, warp, micro, address, on);
    }
    if (global != 0 && needs_order(block, micro)) {
        return OUTCOME_ORDER;
    }
    uint32_t in_shared[32];
    uint64_t in_local[32];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        in_shared[lane] = (uint32_t)(address[lane] - SHARED_WINDOW_BASE);
        in_local[lane] = address[lane] - LOCAL_WINDOW_BASE;
    }
    // Global memory comes last: if another part faults, it is unchanged.
    Outcome outcome = OUTCOME_NEXT;
    if (shared != 0) {
        outcome = access_shared_lanes(block, warp, micro, in_shared, shared);
    }
    if (outcome == OUTCOME_NEXT && parameters != 0) {
        outcome = access_window(block, warp, micro, address, parameters);
    }
    if (outcome == OUTCOME_NEXT && local != 0) {
        outcome = access_local_lanes(block, warp, micro, in_local, local);
    }
    if (outcome == OUTCOME_NEXT && global != 0) {
        outcome = access_lanes(block, warp, micro, address, global);
    }
    return outcome;
}
