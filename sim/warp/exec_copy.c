// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies: cp.async, cp.async.bulk between global and shared memory. The data move when
// the copy is issued.
#include "sim/lane/lanes.h"
#include "sim/warp/mbarrier.h"
#include "sim/warp/tile_copy.h"

#include <string.h>

// Source addresses: row b, 64 bits wide in global memory, plus `target` as a signed offset.
static void source_addresses(const Warp *warp, const Micro *micro, PtxSpace space,
                             uint64_t address[32])
{
    const uint32_t *narrow = warp_row(warp, micro->b);
    const uint64_t *wide = warp_row64(warp, micro->b);
    uint64_t offset = (uint64_t)(int64_t)(int32_t)micro->target;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        address[lane] = space == PTX_SPACE_GLOBAL ? wide[lane] + offset
                                                  : (uint32_t)(narrow[lane] + (uint32_t)offset);
    }
}

// Bytes that each lane of a cp.async reads; the rest of its chunk becomes zero.
static uint32_t read_bytes(const Warp *warp, const Micro *micro, uint32_t lane)
{
    bool is_ignored_by = (micro->flags & MICRO_PREDICATE_NEGATED) == 0;
    if (micro->e != ROW_NONE &&
        (*warp_predicate(warp, micro->e) >> lane & 1u) == (uint32_t)is_ignored_by) {
        return 0;
    }
    uint32_t chunk = micro->vector;
    uint32_t wanted = micro->c == ROW_NONE ? chunk : warp_row(warp, micro->c)[lane];
    return wanted < chunk ? wanted : chunk;
}

static void copy_lanes(Block *block, const CopyAccess *copy, const uint32_t bytes[32])
{
    for (uint32_t rest = copy->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint8_t *target = shared_bytes(block, copy->to[lane]);
        memset(target, 0, copy->width_bytes);
        if (bytes[lane] != 0) {
            memcpy(target, checked_bytes(block, copy->from[lane], bytes[lane], false), bytes[lane]);
        }
    }
}

// The length of the run of lanes from this one on that move whole chunks, each behind the one
// before.
static uint32_t run_of_lanes(const CopyAccess *copy, const uint32_t bytes[32], uint32_t first)
{
    uint32_t width = copy->width_bytes, count = 0;
    for (uint32_t lane = first; lane < LANE_COUNT; lane++, count++) {
        if (copy->from[lane] != copy->from[first] + count * width ||
            copy->to[lane] != copy->to[first] + count * width || bytes[lane] != width) {
            break;
        }
    }
    return count;
}

// All lanes, rows of them in one piece. False, with nothing lost, if that is not how they lie.
static bool copy_rows(Block *block, const CopyAccess *copy, const uint32_t bytes[32])
{
    if (copy->lanes != FULL_MASK) {
        return false;
    }
    for (uint32_t lane = 0, count; lane < LANE_COUNT; lane += count) {
        count = run_of_lanes(copy, bytes, lane);
        const uint8_t *source =
            count == 0
                ? NULL
                : global_bytes(block, copy->from[lane], (uint64_t)count * copy->width_bytes, false);
        if (source == NULL) {
            return false;
        }
        memcpy(shared_bytes(block, copy->to[lane]), source, (size_t)count * copy->width_bytes);
    }
    return true;
}

Outcome exec_copy_async(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    uint32_t chunk = micro->vector, reads = 0, bytes[LANE_COUNT];
    uint32_t to[32];
    uint64_t from[32];
    AddressRow row = address_row(warp, micro);
    address_sum_shared(&row, to);
    source_addresses(warp, micro, PTX_SPACE_GLOBAL, from);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        bytes[lane] = read_bytes(warp, micro, lane);
        reads |= (uint32_t)(bytes[lane] != 0) << lane;
    }
    Micro global = *micro;
    global.space = PTX_SPACE_GLOBAL;
    if (shared_check(block, warp, micro, to, on, chunk, true) == OUTCOME_FAULT ||
        (reads != 0 &&
         global_check(block, warp, &global, from, reads, chunk, false) == OUTCOME_FAULT)) {
        return OUTCOME_FAULT;
    }
    CopyAccess copy = {from, to, on, reads, chunk};
    if (!copy_rows(block, &copy, bytes)) {
        copy_lanes(block, &copy, bytes);
    }
    spin_written(warp);
    count_copy(block, warp, micro, &copy);
    return OUTCOME_NEXT;
}

static bool is_in_shared(PtxSpace space)
{
    return space == PTX_SPACE_SHARED || space == PTX_SPACE_CLUSTER;
}

#define BULK_UNIT 16u // addresses and size of a bulk copy are multiples of 16 bytes

// Host bytes of one end of a bulk copy; NULL after a fault.
static uint8_t *bulk_bytes(Block *block, Warp *warp, const Micro *micro, PtxSpace space,
                           uint64_t address, uint32_t size_bytes, uint32_t lane, bool is_store)
{
    uint64_t ends[32];
    uint32_t shared_ends[32];
    Micro view = *micro;
    view.space = (uint8_t)space;
    uint32_t unit = size_bytes < BULK_UNIT ? 1 : BULK_UNIT;
    uint64_t last = address + (size_bytes < unit ? 0 : size_bytes - unit);
    for (uint32_t i = 0; i < 2; i++) {
        ends[lane] = i == 0 ? address : last;
        shared_ends[lane] = (uint32_t)ends[lane];
        Outcome outcome =
            is_in_shared(space)
                ? shared_check(block, warp, &view, shared_ends, 1u << lane, unit, is_store)
                : global_check(block, warp, &view, ends, 1u << lane, unit, is_store);
        if (outcome == OUTCOME_FAULT) {
            return NULL;
        }
    }
    uint8_t *bytes = is_in_shared(space) ? shared_bytes(block, (uint32_t)address)
                                         : global_bytes(block, address, size_bytes, is_store);
    if (bytes == NULL) {
        fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, 1u << lane,
                    "a bulk copy of %u bytes spans several allocations", size_bytes);
    }
    return bytes;
}

bool bulk_complete(Block *block, Warp *warp, const Micro *micro, uint32_t barrier, uint32_t bytes,
                   uint32_t lane)
{
    uint32_t address[32];
    address[lane] = barrier;
    Micro view = *micro;
    view.space = PTX_SPACE_CLUSTER;
    if (shared_check(block, warp, &view, address, 1u << lane, 8, true) == OUTCOME_FAULT) {
        return false;
    }
    uint64_t word;
    memcpy(&word, shared_bytes(block, address[lane]), sizeof word);
    word = mbarrier_complete(word, bytes);
    memcpy(shared_bytes(block, address[lane]), &word, sizeof word);
    record_mbarrier(block, barrier);
    return true;
}

typedef struct BulkEnds {
    uint64_t to;
    const uint8_t *source;
    uint32_t size_bytes;
    uint32_t mbarrier; // shared address
} BulkEnds;

// Copies those bytes of every 16 whose bits are set (PTX ISA 9.0, cp.async.bulk: .cp_mask).
static void move_masked(uint8_t *target, const uint8_t *source, uint32_t size_bytes, uint32_t mask)
{
    for (uint32_t i = 0; i < size_bytes; i++) {
        target[i] = (mask >> i % BULK_UNIT & 1u) != 0 ? source[i] : target[i];
    }
}

// Copies, or combines element by element.
static void move(const Warp *warp, const Micro *micro, uint8_t *target, const uint8_t *source,
                 uint32_t size_bytes, uint32_t lane)
{
    if (micro->data[1] != ROW_NONE) {
        move_masked(target, source, size_bytes, warp_row(warp, micro->data[1])[lane]);
        return;
    }
    if (!micro_is_bulk_reduction(micro)) {
        memmove(target, source, size_bytes);
        return;
    }
    PtxType type = (PtxType)micro->combine;
    uint32_t width = ptx_type_bits(type) / 8;
    for (uint32_t at = 0; at < size_bytes; at += width) {
        uint64_t old = 0, value = 0;
        memcpy(&old, target + at, width);
        memcpy(&value, source + at, width);
        value =
            lane_atomic((PtxSuffix)micro->function, type, (PtxSpace)micro->space, old, value, 0);
        memcpy(target + at, &value, width);
    }
}

// A lane's copy to one place, and its bytes to the mbarrier.
static Outcome copy_to(Block *block, Warp *warp, const Micro *micro, const BulkEnds *ends,
                       uint32_t lane)
{
    uint8_t *target = bulk_bytes(block, warp, micro, (PtxSpace)micro->space, ends->to,
                                 ends->size_bytes, lane, true);
    if (target == NULL) {
        return OUTCOME_FAULT;
    }
    move(warp, micro, target, ends->source, ends->size_bytes, lane);
    return micro->e == ROW_NONE ||
                   bulk_complete(block, warp, micro, ends->mbarrier, ends->size_bytes, lane)
               ? OUTCOME_NEXT
               : OUTCOME_FAULT;
}

// The copy to its place, or to that place in each block of the mask.
static Outcome deliver(Block *block, Warp *warp, const Micro *micro, BulkEnds ends, uint32_t lane)
{
    if (micro->data[0] == ROW_NONE) {
        return copy_to(block, warp, micro, &ends, lane);
    }
    uint64_t to = ends.to % SHARED_WINDOW_BYTES;
    uint32_t mbarrier = ends.mbarrier % (uint32_t)SHARED_WINDOW_BYTES;
    for (uint32_t rest = warp_row(warp, micro->data[0])[lane] & 0xffff; rest != 0;
         rest &= rest - 1) {
        uint32_t slot = (1 + lane_lowest(rest)) * (uint32_t)SHARED_WINDOW_BYTES;
        ends.to = slot + to;
        ends.mbarrier = slot + mbarrier;
        if (copy_to(block, warp, micro, &ends, lane) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
    }
    return OUTCOME_NEXT;
}

Outcome exec_copy_bulk(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    uint64_t to[32], from[32];
    if (on != 0 && micro_is_bulk_reduction(micro) && !block->is_oldest) {
        return OUTCOME_ORDER;
    }
    AddressRow row = address_row(warp, micro);
    address_sum(&row, to);
    source_addresses(warp, micro, (PtxSpace)micro->type, from);
    block->bulk.count = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint32_t size = warp_row(warp, micro->c)[lane];
        if (size % BULK_UNIT != 0) {
            return fault_raise(block, warp, FAULT_MISALIGNED, 1u << lane,
                               "the size of a bulk copy must be a multiple of %u", BULK_UNIT);
        }
        BulkEnds ends = {.to = to[lane],
                         .source = bulk_bytes(block, warp, micro, (PtxSpace)micro->type, from[lane],
                                              size, lane, false),
                         .size_bytes = size,
                         .mbarrier = micro->e == ROW_NONE ? 0 : warp_row(warp, micro->e)[lane]};
        if (ends.source == NULL || deliver(block, warp, micro, ends, lane) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        bool is_load = micro->type == PTX_SPACE_GLOBAL;
        if (is_load || micro->space == PTX_SPACE_GLOBAL) {
            line_list_add(&block->bulk, is_load ? from[lane] : to[lane], size, true);
        }
        count_bulk(block, warp, size);
    }
    block->worker->accesses[warp->pc].bulk_sectors += line_list_sectors(&block->bulk);
    spin_written(warp);
    return OUTCOME_NEXT;
}
