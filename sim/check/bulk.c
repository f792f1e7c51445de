// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk, linear and by tensor map, and what changes tensor maps or stores zeros: reads and
// writes many bytes for one thread. What it writes is there for whoever has waited at the copy's
// mbarrier; a copy without one (of a bulk group) counts as done by the thread itself. Leaves out:
// the group's wait before the source is written again.
#include "sim/check/unit.h"
#include "sim/warp/mbarrier.h"
#include "sim/warp/tile_copy.h"

#define PIECE_BYTES 16u // addresses and sizes are multiples of it

typedef struct Bulk {
    BlockContext *context;
    const Warp *warp;
    const Micro *micro;
    uint32_t pc, lane, size_bytes;
    uint32_t slot; // address of the shared memory of the block that gets it; 0: as the copy says
} Bulk;

static bool is_shared(PtxSpace space)
{
    return space == PTX_SPACE_SHARED || space == PTX_SPACE_CLUSTER;
}

// Bytes from the address on that are there; what lies beyond is left to the fault.
static uint64_t room_at(const UnitCheck *unit, PtxSpace space, uint64_t address)
{
    if (is_shared(space)) {
        uint64_t slot = address / SHARED_WINDOW_BYTES, offset = address % SHARED_WINDOW_BYTES;
        uint64_t size = unit->launch->shared_bytes;
        return slot <= unit->block_count && offset < size ? size - offset : 0;
    }
    const MemoryRegion *region = device_memory_find(unit->launch->memory, address);
    return region == NULL ? 0 : region->size_bytes - (address - region->base);
}

// One end of the copy, piece by piece.
static void access_end(const Bulk *bulk, PtxSpace space, uint64_t address, bool writes)
{
    BlockContext *context = bulk->context;
    LaneAccess access = {.context = context,
                         .warp = bulk->warp,
                         .micro = bulk->micro,
                         .pc = bulk->pc,
                         .width_bytes = PIECE_BYTES,
                         .space = is_shared(space) ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL,
                         .reads = !writes,
                         .writes = writes,
                         .is_async = writes && bulk->micro->e != ROW_NONE};
    uint64_t room = room_at(context->unit, space, address);
    uint64_t size = bulk->size_bytes < room ? bulk->size_bytes : room;
    for (uint64_t at = 0; address % PIECE_BYTES == 0 && at + PIECE_BYTES <= size;
         at += PIECE_BYTES) {
        access.address[bulk->lane] = address + at;
        access_lanes(&access, 1u << bulk->lane);
        races_access(&access);
    }
}

static void mark_valid(const Bulk *bulk, PtxSpace space, uint64_t to)
{
    UnitCheck *unit = bulk->context->unit;
    if (space == PTX_SPACE_GLOBAL) {
        device_memory_mark(unit->launch->memory, to, bulk->size_bytes, true);
        return;
    }
    uint64_t slot = to / SHARED_WINDOW_BYTES, offset = to % SHARED_WINDOW_BYTES;
    BlockContext *owner =
        slot == 0 || slot > unit->block_count ? bulk->context : &unit->blocks[slot - 1];
    for (uint32_t i = 0; i < bulk->size_bytes && offset + i < unit->launch->shared_bytes; i += 4) {
        owner->shared_valid[(offset + i) / 4] = 15;
    }
}

// Those that wait at the copy's mbarrier come after it, and after all its warp did before.
static void note_mbarrier(const Bulk *bulk)
{
    UnitCheck *unit = bulk->context->unit;
    uint32_t mbarrier = warp_row(bulk->warp, bulk->micro->e)[bulk->lane];
    mbarrier = bulk->slot != 0 ? bulk->slot + mbarrier % (uint32_t)SHARED_WINDOW_BYTES : mbarrier;
    uint32_t slot = mbarrier / (uint32_t)SHARED_WINDOW_BYTES;
    BlockContext *owner =
        slot == 0 || slot > unit->block_count ? bulk->context : &unit->blocks[slot - 1];
    BulkCopy copy = {.place = (uint64_t)(owner->rank + 1) << 32 | mbarrier % SHARED_WINDOW_BYTES,
                     .warp = unit_warp(bulk->context, bulk->warp),
                     .tick = unit->order.tick};
    bool is_full = owner->bulk_count == sizeof owner->bulk / sizeof owner->bulk[0];
    while (is_full && owner->bulk_count > 0) { // too many at once: taken to be done
        bulk_waited(owner, owner->bulk[0].place);
    }
    owner->bulk[owner->bulk_count++] = copy;
    order_phase(&unit->order, copy.place,
                mbarrier_test_parity(events_mbarrier(owner, mbarrier % SHARED_WINDOW_BYTES), 0));
    order_release(&unit->order, copy.warp, copy.place, false);
}

void bulk_waited(BlockContext *context, uint64_t place)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < context->bulk_count; i++) {
        BulkCopy copy = context->bulk[i];
        uint32_t *done = &context->unit->order.warps[copy.warp].copied_tick;
        if (copy.place == place) {
            *done = copy.tick > *done ? copy.tick : *done;
        } else {
            context->bulk[kept++] = copy;
        }
    }
    context->bulk_count = kept;
}

static void copy_lane(const Bulk *bulk, uint64_t to, uint64_t from)
{
    if (checks(bulk->context->unit, CHECKER_RACE)) {
        access_end(bulk, (PtxSpace)bulk->micro->type, from, false);
        access_end(bulk, (PtxSpace)bulk->micro->space, to, true);
        if (bulk->micro->e != ROW_NONE) {
            note_mbarrier(bulk);
        }
    }
    mark_valid(bulk, (PtxSpace)bulk->micro->space, to);
}

// The copy to its place, or to that place in each block of the mask.
static void copy_to_blocks(Bulk bulk, uint64_t to, uint64_t from)
{
    Row blocks = bulk.micro->data[0];
    if (blocks == ROW_NONE) {
        copy_lane(&bulk, to, from);
        return;
    }
    for (uint32_t rest = warp_row(bulk.warp, blocks)[bulk.lane] & 0xffff; rest != 0;
         rest &= rest - 1) {
        bulk.slot = (1 + lane_lowest(rest)) * (uint32_t)SHARED_WINDOW_BYTES;
        copy_lane(&bulk, bulk.slot + to % SHARED_WINDOW_BYTES, from);
    }
}

void bulk_copy(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    AddressRow row = address_row(warp, micro);
    uint64_t to[32], offset = (uint64_t)(int64_t)(int32_t)micro->target;
    address_sum(&row, to);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t from = micro->type == PTX_SPACE_GLOBAL
                            ? warp_row64(warp, micro->b)[lane] + offset
                            : (uint32_t)(warp_row(warp, micro->b)[lane] + (uint32_t)offset);
        Bulk bulk = {.context = context,
                     .warp = warp,
                     .micro = micro,
                     .pc = pc,
                     .lane = lane,
                     .size_bytes = warp_row(warp, micro->c)[lane]};
        copy_to_blocks(bulk, to[lane], from);
    }
}

// --- answers about clusters that have not begun

void bulk_answer(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    enum { ANSWER_BYTES = 16 };
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t blocks = micro->combine == 0 ? 1 : context->unit->block_count;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        Bulk bulk = {.context = context,
                     .warp = warp,
                     .micro = micro,
                     .pc = pc,
                     .lane = lane,
                     .size_bytes = ANSWER_BYTES};
        for (uint32_t rank = 0; rank < blocks; rank++) {
            uint64_t to = warp_row(warp, micro->a)[lane];
            bulk.slot = micro->combine == 0 ? 0 : (1 + rank) * (uint32_t)SHARED_WINDOW_BYTES;
            to = bulk.slot == 0 ? to : bulk.slot + to % SHARED_WINDOW_BYTES;
            if (checks(context->unit, CHECKER_RACE)) {
                access_end(&bulk, PTX_SPACE_CLUSTER, to, true);
                note_mbarrier(&bulk);
            }
            mark_valid(&bulk, PTX_SPACE_CLUSTER, to);
        }
    }
}

// --- tensor maps, zeros

void bulk_write(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    bool is_zeros = micro->kind == MICRO_STORE_BULK;
    bool is_copy = !is_zeros && micro->function == PTX_DOT_CP_FENCEPROXY;
    for (uint32_t rest = is_copy ? on & -on : on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        PtxSpace space;
        uint64_t to = lane_place(warp, micro, lane, &space);
        Bulk bulk = {.context = context, .warp = warp, .micro = micro, .pc = pc, .lane = lane};
        bulk.size_bytes =
            is_zeros ? (uint32_t)warp_row64(warp, micro->b)[lane] : (uint32_t)TENSOR_MAP_BYTES;
        if (checks(context->unit, CHECKER_RACE)) {
            if (is_copy) {
                access_end(&bulk, PTX_SPACE_SHARED, warp_row(warp, micro->c)[lane], false);
            }
            access_end(&bulk, space, to, true);
        }
        mark_valid(&bulk, space, to);
    }
}

// --- tiles

// One end of one element, or of a word of it.
static void access_part(const Bulk *bulk, PtxSpace space, uint64_t address, uint32_t width_bytes,
                        bool writes)
{
    BlockContext *context = bulk->context;
    LaneAccess access = {.context = context,
                         .warp = bulk->warp,
                         .micro = bulk->micro,
                         .pc = bulk->pc,
                         .width_bytes = width_bytes,
                         .space = space,
                         .reads = !writes,
                         .writes = writes,
                         .is_async = writes && bulk->micro->e != ROW_NONE};
    access.is_atomic =
        writes && space == PTX_SPACE_GLOBAL && bulk->micro->function != PTX_DOT_STORE;
    if (checks(context->unit, CHECKER_RACE) &&
        room_at(context->unit, space, address) >= width_bytes) {
        access.address[bulk->lane] = address;
        access_lanes(&access, 1u << bulk->lane);
        races_access(&access);
    }
    if (writes && space == PTX_SPACE_GLOBAL) {
        device_memory_mark(context->unit->launch->memory, address, width_bytes, true);
    }
}

static void access_element(const Bulk *bulk, PtxSpace space, uint64_t address, uint32_t width_bytes,
                           bool writes)
{
    uint32_t part = (width_bytes & (width_bytes - 1)) == 0 ? width_bytes : 4; // 12 is no access
    for (uint32_t at = 0; at < width_bytes; at += part) {
        access_part(bulk, space, address + at, part, writes);
    }
}

// The tile at its place in one block's shared memory.
static void check_tile(const Bulk *bulk, const TileCopy *copy)
{
    bool is_load = bulk->micro->function == PTX_DOT_LOAD;
    uint32_t in_shared = is_load ? copy->element_bytes : copy->room_bytes;
    for (uint32_t i = 0; i < copy->size_bytes / copy->element_bytes; i++) {
        uint64_t address = tensor_element(&copy->map, &copy->place, i);
        uint32_t place = tile_copy_place(copy, i);
        access_element(bulk, PTX_SPACE_SHARED, place, in_shared, is_load);
        if (is_load) {
            Bulk word = *bulk;
            word.size_bytes = copy->element_bytes;
            mark_valid(&word, PTX_SPACE_SHARED, place);
        }
        if (address != 0 && room_at(bulk->context->unit, PTX_SPACE_GLOBAL, address) > 0) {
            access_element(bulk, PTX_SPACE_GLOBAL, address, copy->element_bytes, !is_load);
        }
    }
    if (is_load && checks(bulk->context->unit, CHECKER_RACE)) {
        note_mbarrier(bulk);
    }
}

void bulk_tiles(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        Bulk bulk = {.context = context, .warp = warp, .micro = micro, .pc = pc, .lane = lane};
        TileCopy copy;
        if (!tile_copy_of(context->block, warp, micro, lane, &copy)) {
            continue; // a fault
        }
        check_tile(&bulk, &copy);
    }
}
