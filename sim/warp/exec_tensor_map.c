// SPDX-License-Identifier: Apache-2.0
// What a kernel changes in large pieces for other engines: tensor maps (tensormap.replace,
// tensormap.cp_fenceproxy) and zeros (st.bulk), lane after lane.
#include "sim/memory/tensor_map.h"

#include "isa/machine/window.h"

#include "sim/warp/memory_access.h"

#include <string.h>

uint64_t lane_place(const Warp *warp, const Micro *micro, uint32_t lane, PtxSpace *space)
{
    AddressRow row = address_row(warp, micro);
    uint64_t address[LANE_COUNT];
    address_sum(&row, address);
    *space = (PtxSpace)micro->space;
    if (*space == PTX_SPACE_GENERIC) {
        bool is_shared =
            address[lane] - SHARED_WINDOW_BASE < (CLUSTER_RANK_MAX + 1) * SHARED_WINDOW_BYTES;
        *space = is_shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL;
        return is_shared ? address[lane] - SHARED_WINDOW_BASE : address[lane];
    }
    return address[lane];
}

// Host bytes that a lane changes, checked at both ends; NULL after a fault.
static uint8_t *bytes_at(Block *block, Warp *warp, const Micro *micro, PtxSpace space,
                         uint64_t address, uint64_t size_bytes, uint32_t unit_bytes, uint32_t lane)
{
    uint64_t wide[LANE_COUNT] = {0};
    uint32_t narrow[LANE_COUNT] = {0};
    Micro view = *micro;
    view.space = (uint8_t)space;
    for (uint32_t end = 0; end < 2; end++) {
        wide[lane] = address + (end == 0 ? 0 : size_bytes - unit_bytes);
        narrow[lane] = (uint32_t)wide[lane];
        Outcome outcome =
            space == PTX_SPACE_SHARED
                ? shared_check(block, warp, &view, narrow, 1u << lane, unit_bytes, true)
                : global_check(block, warp, &view, wide, 1u << lane, unit_bytes, true);
        if (outcome == OUTCOME_FAULT) {
            return NULL;
        }
    }
    uint8_t *bytes = space == PTX_SPACE_SHARED ? shared_bytes(block, (uint32_t)address)
                                               : global_bytes(block, address, size_bytes, true);
    if (bytes == NULL) {
        fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, 1u << lane,
                    "an access of %llu bytes spans several allocations",
                    (unsigned long long)size_bytes);
    }
    return bytes;
}

static TensorField field_of(const Micro *micro)
{
    switch ((int)micro->function) {
    case PTX_DOT_RANK: return TENSOR_FIELD_RANK;
    case PTX_DOT_BOX_DIM: return TENSOR_FIELD_BOX;
    case PTX_DOT_GLOBAL_DIM: return TENSOR_FIELD_SIZE;
    case PTX_DOT_GLOBAL_STRIDE: return TENSOR_FIELD_STRIDE;
    case PTX_DOT_ELEMENT_STRIDE: return TENSOR_FIELD_STEP;
    case PTX_DOT_ELEMTYPE: return TENSOR_FIELD_TYPE;
    case PTX_DOT_INTERLEAVE_LAYOUT: return TENSOR_FIELD_INTERLEAVE;
    case PTX_DOT_SWIZZLE_MODE: return TENSOR_FIELD_SWIZZLE;
    case PTX_DOT_SWIZZLE_ATOMICITY: return TENSOR_FIELD_ATOMICITY;
    case PTX_DOT_FILL_MODE: return TENSOR_FIELD_FILL;
    default: return TENSOR_FIELD_ADDRESS;
    }
}

static Outcome replace(Block *block, Warp *warp, const Micro *micro, uint8_t *map, uint32_t lane)
{
    uint64_t value = warp_row64(warp, micro->b)[lane];
    if (!tensor_map_replace(map, field_of(micro), micro->target, value)) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, 1u << lane,
                           "there is no tensor map at this address, or Lockstep has none with %s "
                           "%llu",
                           ptx_suffix_name(micro->function) + 1, (unsigned long long)value);
    }
    return OUTCOME_NEXT;
}

// All lanes give the same addresses; the lowest copies.
static Outcome copy_map(Block *block, Warp *warp, const Micro *micro, uint8_t *to, uint32_t lane)
{
    uint64_t from = warp_row(warp, micro->c)[lane];
    const uint8_t *source = bytes_at(block, warp, micro, PTX_SPACE_SHARED, from, TENSOR_MAP_BYTES,
                                     TENSOR_MAP_BYTES, lane);
    if (source == NULL) {
        return OUTCOME_FAULT;
    }
    memcpy(to, source, TENSOR_MAP_BYTES);
    return OUTCOME_NEXT;
}

Outcome exec_tensor_map(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    enum { ALIGNMENT = 64 };
    bool is_copy = micro->function == PTX_DOT_CP_FENCEPROXY;
    for (uint32_t rest = is_copy ? on & -on : on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        PtxSpace space;
        uint64_t address = lane_place(warp, micro, lane, &space);
        uint8_t *map = bytes_at(block, warp, micro, space, address, TENSOR_MAP_BYTES,
                                is_copy ? TENSOR_MAP_BYTES : ALIGNMENT, lane);
        Outcome outcome = map == NULL ? OUTCOME_FAULT
                          : is_copy   ? copy_map(block, warp, micro, map, lane)
                                      : replace(block, warp, micro, map, lane);
        if (outcome == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
    }
    spin_written(warp);
    return OUTCOME_NEXT;
}

Outcome exec_store_bulk(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    enum { UNIT = 8 }; // addresses and sizes are multiples of it (PTX ISA 9.0, st.bulk)
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t size = warp_row64(warp, micro->b)[lane];
        PtxSpace space;
        uint64_t address = lane_place(warp, micro, lane, &space);
        if (size == 0) {
            continue;
        }
        if (size % UNIT != 0 || space != PTX_SPACE_SHARED) {
            return fault_raise(
                block, warp, size % UNIT != 0 ? FAULT_MISALIGNED : FAULT_ILLEGAL, 1u << lane,
                size % UNIT != 0 ? "the size of st.bulk must be a multiple of 8 bytes"
                                 : "st.bulk stores to shared memory only");
        }
        uint8_t *bytes = bytes_at(block, warp, micro, space, address, size, UNIT, lane);
        if (bytes == NULL) {
            return OUTCOME_FAULT;
        }
        memset(bytes, 0, size);
    }
    spin_written(warp);
    return OUTCOME_NEXT;
}
