// SPDX-License-Identifier: Apache-2.0
// Address rows of micro-ops, and what is wrong with an address.
#include "sim/warp/beyond.h"
#include "sim/warp/memory_access.h"

#include <stdio.h>
#include <string.h>

static const uint64_t no_address[LANE_COUNT];

AddressRow address_row(const Warp *warp, const Micro *micro)
{
    AddressRow row = {.offset = (uint64_t)micro->offset};
    if (micro->a == ROW_NONE) {
        row.wide = no_address;
    } else if ((micro->flags & MICRO_WIDE_ADDRESS) != 0) {
        row.wide = warp_row64(warp, micro->a);
    } else {
        row.narrow = warp_row(warp, micro->a);
    }
    return row;
}

void address_sum(const AddressRow *row, uint64_t address[32])
{
    if (row->narrow != NULL) {
        // 32-bit address arithmetic wraps around at 32 bits.
        uint32_t offset = (uint32_t)row->offset;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            address[lane] = row->narrow[lane] + offset;
        }
    } else {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            address[lane] = row->wide[lane] + row->offset;
        }
    }
}

void address_sum_shared(const AddressRow *row, uint32_t address[32])
{
    if (row->narrow != NULL) {
        uint32_t offset = (uint32_t)row->offset;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            address[lane] = row->narrow[lane] + offset;
        }
        return;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        address[lane] = (uint32_t)(row->wide[lane] + row->offset);
    }
}

void addresses_in_shared(const Warp *warp, const Micro *micro, uint32_t address[32])
{
    AddressRow row = address_row(warp, micro);
    address_sum_shared(&row, address);
    if (micro->space == PTX_SPACE_GENERIC) {
        uint64_t generic[LANE_COUNT];
        address_sum(&row, generic);
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            uint64_t at = generic[lane] - SHARED_WINDOW_BASE;
            address[lane] = at > OUTSIDE_SHARED ? OUTSIDE_SHARED : (uint32_t)at;
        }
    }
}

void generic_windows(const uint64_t address[32], uint32_t mask, uint32_t *shared, uint32_t *local)
{
    uint32_t in_shared = 0, in_local = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint64_t window = (CLUSTER_RANK_MAX + 1) * SHARED_WINDOW_BYTES;
        in_shared |= (uint32_t)(address[lane] - SHARED_WINDOW_BASE < window) << lane;
        in_local |= (uint32_t)(address[lane] - LOCAL_WINDOW_BASE < LOCAL_WINDOW_BYTES) << lane;
    }
    *shared = in_shared & mask;
    *local = in_local & mask;
}

static Outcome raise_access(Block *block, Warp *warp, FaultKind kind, uint32_t lanes,
                            uint64_t address, uint32_t width_bytes, PtxSpace space, bool is_store,
                            const char *detail)
{
    bool is_first = block->fault.kind == FAULT_NONE;
    fault_raise(block, warp, kind, lanes, "%s", detail);
    if (is_first) {
        block->fault.address = address;
        block->fault.width_bytes = width_bytes;
        block->fault.space = space;
        block->fault.is_store = is_store;
    }
    return OUTCOME_FAULT;
}

#define NULL_BYTES 4096u // a null pointer with a small offset

static FaultKind global_fault(Block *block, uint64_t address, uint32_t width_bytes, bool is_store)
{
    if ((address & (width_bytes - 1)) != 0) {
        return FAULT_MISALIGNED;
    }
    if (address < NULL_BYTES) {
        return FAULT_NULL;
    }
    const MemoryRegion *region = device_memory_find(block->launch->memory, address);
    if (region == NULL || region->size_bytes - (address - region->base) < width_bytes) {
        return FAULT_OUT_OF_BOUNDS;
    }
    return is_store && region->owner == MEMORY_CONSTANT ? FAULT_READ_ONLY : FAULT_NONE;
}

// False: the address is in no allocation's neighborhood.
static bool describe_fault(const Block *block, FaultKind kind, uint64_t address,
                           uint32_t width_bytes, char *out, size_t room)
{
    switch (kind) {
    case FAULT_MISALIGNED:
        snprintf(out, room, "the address of a %u-byte access must be a multiple of %u", width_bytes,
                 width_bytes);
        break;
    case FAULT_NULL: snprintf(out, room, "a null pointer"); break;
    case FAULT_READ_ONLY: snprintf(out, room, "kernels cannot write constant memory"); break;
    default: return device_memory_describe(block->launch->memory, address, out, room);
    }
    return true;
}

static PtxSpace told_space(const Micro *micro)
{
    return micro->space == PTX_SPACE_GENERIC ? PTX_SPACE_GLOBAL : (PtxSpace)micro->space;
}

// Fills the block's fault.
static Outcome raise_global(Block *block, Warp *warp, const Micro *micro, FaultKind kind,
                            uint32_t lanes, uint64_t address, uint32_t width_bytes, bool is_store)
{
    char detail[200];
    bool is_near = describe_fault(block, kind, address, width_bytes, detail, sizeof detail);
    bool is_first = block->fault.kind == FAULT_NONE;
    Outcome outcome = raise_access(block, warp, kind, lanes, address, width_bytes,
                                   told_space(micro), is_store, detail);
    if (is_first) {
        block->fault.is_stray = !is_near;
    }
    return outcome;
}

// The lanes leave their allocation, which the GPU does not notice: the block goes on.
static void note_beyond(Block *block, Warp *warp, const Micro *micro, uint32_t lanes,
                        uint64_t address, uint32_t width_bytes, bool is_store)
{
    if (!beyond_is_first(block, warp->pc)) {
        return;
    }
    Fault before = block->fault;
    block->fault = (Fault){.kind = FAULT_NONE};
    raise_global(block, warp, micro, FAULT_OUT_OF_BOUNDS, lanes, address, width_bytes, is_store);
    beyond_note(block, &block->fault);
    block->fault = before;
    block->has_faulted = false;
}

Outcome global_check(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                     uint32_t mask, uint32_t width_bytes, bool is_store)
{
    FaultKind kind = FAULT_NONE;
    uint32_t lanes = 0, beyond = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        FaultKind found = global_fault(block, address[lane], width_bytes, is_store);
        if (found == FAULT_OUT_OF_BOUNDS &&
            beyond_bytes(block, address[lane], width_bytes) != NULL) {
            beyond |= 1u << lane;
        } else if (found != FAULT_NONE && (kind == FAULT_NONE || found == kind)) {
            kind = found;
            lanes |= 1u << lane;
        }
    }
    if (kind != FAULT_NONE) {
        return raise_global(block, warp, micro, kind, lanes, address[lane_lowest(lanes)],
                            width_bytes, is_store);
    }
    if (beyond != 0) {
        note_beyond(block, warp, micro, beyond, address[lane_lowest(beyond)], width_bytes,
                    is_store);
    }
    return OUTCOME_NEXT;
}

uint32_t shared_limit(const Block *block, uint32_t address)
{
    uint32_t slot = address / (uint32_t)SHARED_WINDOW_BYTES;
    if (slot == 0) {
        return block->launch->shared_bytes;
    }
    return slot <= block->cluster_count ? block->launch->shared_bytes : 0;
}

// Whether all lanes are aligned and in the block's own shared memory. Also looks at lanes that are
// off: vector code has no branches.
static bool is_shared_inside(const uint32_t address[32], uint32_t width_bytes, uint32_t limit)
{
    uint32_t outside = 0;
    limit &= ~(width_bytes - 1); // of aligned addresses
    for (uint32_t lane = 0; lane < 32; lane++) {
        outside |= (address[lane] & (width_bytes - 1)) | (address[lane] >= limit);
    }
    return outside == 0;
}

Outcome shared_check(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                     uint32_t mask, uint32_t width_bytes, bool is_store)
{
    if (micro->space == PTX_SPACE_SHARED &&
        is_shared_inside(address, width_bytes, block->launch->shared_bytes)) {
        return OUTCOME_NEXT;
    }
    FaultKind kind = FAULT_NONE;
    uint32_t lanes = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        bool has_slots = micro->space != PTX_SPACE_SHARED;
        uint64_t limit =
            has_slots ? shared_limit(block, address[lane]) : block->launch->shared_bytes;
        uint64_t offset = has_slots ? address[lane] % SHARED_WINDOW_BYTES : address[lane];
        FaultKind found = FAULT_NONE;
        if ((offset & (width_bytes - 1)) != 0) {
            found = FAULT_MISALIGNED;
        } else if (offset > limit || limit - offset < width_bytes) {
            found = FAULT_OUT_OF_BOUNDS;
        }
        if (found != FAULT_NONE && (kind == FAULT_NONE || found == kind)) {
            kind = found;
            lanes |= 1u << lane;
        }
    }
    if (kind == FAULT_NONE) {
        return OUTCOME_NEXT;
    }
    char detail[200];
    if (kind == FAULT_MISALIGNED) {
        describe_fault(block, kind, 0, width_bytes, detail, sizeof detail);
    } else {
        snprintf(detail, sizeof detail, "the block has %u bytes of shared memory",
                 block->launch->shared_bytes);
    }
    uint64_t at = address[lane_lowest(lanes)];
    PtxSpace space = micro->space == PTX_SPACE_CLUSTER ? PTX_SPACE_CLUSTER : PTX_SPACE_SHARED;
    return raise_access(block, warp, kind, lanes, at, width_bytes, space, is_store, detail);
}

Outcome bounded_check(Block *block, Warp *warp, PtxSpace space, uint64_t limit_bytes,
                      const char *what, const uint64_t address[32], uint32_t mask,
                      uint32_t width_bytes, bool is_store)
{
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint64_t at = address[lane_lowest(rest)];
        char detail[200];
        FaultKind kind = FAULT_NONE;
        if ((at & (width_bytes - 1)) != 0) {
            kind = FAULT_MISALIGNED;
            describe_fault(block, kind, at, width_bytes, detail, sizeof detail);
        } else if (at > limit_bytes || limit_bytes - at < width_bytes) {
            kind = FAULT_OUT_OF_BOUNDS;
            snprintf(detail, sizeof detail, "%s has %llu bytes here", what,
                     (unsigned long long)limit_bytes);
        }
        if (kind != FAULT_NONE) {
            return raise_access(block, warp, kind, rest & -rest, at, width_bytes, space, is_store,
                                detail);
        }
    }
    return OUTCOME_NEXT;
}
