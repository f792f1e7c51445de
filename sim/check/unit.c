// SPDX-License-Identifier: Apache-2.0
// The blocks of one unit while they are checked: takes each micro-op apart into what it does to
// values, memory and order.
#include "sim/check/unit.h"

#include "isa/base/heap.h"
#include "sim/warp/memory_access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the log of accesses

static void forget_accesses(UnitCheck *unit)
{
    shadow_clear(&unit->global);
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        shadow_clear(&unit->blocks[rank].shared);
    }
    unit->log.count = 0;
}

static void collect_accesses(UnitCheck *unit)
{
    Shadow **shadows = heap_allocate(unit->block_count + 1, sizeof *shadows);
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        shadows[rank] = &unit->blocks[rank].shared;
    }
    shadows[unit->block_count] = &unit->global;
    shadow_collect(&unit->log, shadows, unit->block_count + 1);
    free(shadows);
    uint32_t left = unit->log.count, limit = left * 4 > UNIT_LOG_LIMIT ? left * 4 : UNIT_LOG_LIMIT;
    unit->log.limit = limit < ACCESS_LOG_MAX ? limit : ACCESS_LOG_MAX;
    if (left >= ACCESS_LOG_MAX) {
        forget_accesses(unit);
    }
    uint32_t before = 0;
    while (before < unit->log.count && unit->log.items[before].when <= unit->order.phase_tick) {
        before++;
    }
    unit->phase_ref = before << 5 | 31u;
}

void unit_make_room(UnitCheck *unit)
{
    if (unit->phase_tick != unit->order.phase_tick) {
        unit->phase_tick = unit->order.phase_tick;
        unit->phase_ref = unit->log.count << 5 | 31u;
    }
    if (unit->log.count >= unit->log.limit) {
        collect_accesses(unit);
    }
}

// --- accesses

static bool is_inside(const LaneAccess *access, uint64_t address)
{
    const UnitCheck *unit = access->context->unit;
    uint32_t width = access->width_bytes;
    if ((address & (width - 1)) != 0) {
        return false;
    }
    if (access->space == PTX_SPACE_SHARED) {
        uint64_t slot = address / SHARED_WINDOW_BYTES, offset = address % SHARED_WINDOW_BYTES;
        return slot <= unit->block_count && offset + width <= unit->launch->shared_bytes;
    }
    if (access->space == PTX_SPACE_LOCAL) {
        return address + width <= warp_frame(access->warp)->local_top;
    }
    const MemoryRegion *region = device_memory_find(unit->launch->memory, address);
    return region != NULL && region->size_bytes - (address - region->base) >= width;
}

// The kernels' heap is one region; only pieces that malloc returned may be used.
static void check_heap(const LaneAccess *access)
{
    const UnitCheck *unit = access->context->unit;
    if (access->region != NULL && access->region->owner != MEMORY_OF_KERNEL) {
        return;
    }
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t address = access->address[lane];
        const MemoryRegion *region = device_memory_find(unit->launch->memory, address);
        if (region->owner != MEMORY_OF_KERNEL || region->valid == NULL) {
            return; // all others are elsewhere, too, or fault
        }
        if ((region->valid[(address - region->base) / 4] & MEMORY_ALLOCATED) == 0) {
            CheckFinding finding = {.kind = CHECK_HEAP_BOUNDS,
                                    .program = unit->launch->program,
                                    .here =
                                        side_of(access->context, access->warp, access->pc, lane),
                                    .space = PTX_SPACE_GLOBAL,
                                    .address = address,
                                    .width_bytes = access->width_bytes,
                                    .count = 1};
            finding.here.is_store = access->writes;
            findings_add(&access->context->unit->findings, &finding);
        }
    }
}

static void report_object(const LaneAccess *access, uint32_t lane, const Object *object)
{
    const BlockContext *context = access->context;
    CheckFinding finding = {.kind = object->is_shared ? CHECK_ARRAY_BOUNDS : CHECK_OTHER_OBJECT,
                            .program = context->unit->launch->program,
                            .here = side_of(context, access->warp, access->pc, lane),
                            .space = access->space,
                            .address = access->address[lane],
                            .width_bytes = access->width_bytes,
                            .count = 1};
    finding.here.is_store = access->writes;
    int64_t byte = (int64_t)(access->address[lane] - object->base);
    snprintf(finding.detail, sizeof finding.detail, "byte %lld of %llu", (long long)byte,
             (unsigned long long)object->size_bytes);
    findings_add(&context->unit->findings, &finding);
}

static bool are_inside(const LaneAccess *access, uint64_t base, uint64_t size_bytes)
{
    return shape_is_inside(access->shape, access->address[lane_lowest(access->lanes)],
                           access->width_bytes, base, size_bytes);
}

// Where all the lanes are in one piece of memory it is asked for once.
static uint32_t lanes_inside(LaneAccess *access)
{
    const UnitCheck *unit = access->context->unit;
    uint32_t lanes = access->lanes;
    access->region = NULL;
    if (access->space == PTX_SPACE_GLOBAL) {
        const MemoryRegion *region =
            device_memory_find(unit->launch->memory, access->address[lane_lowest(lanes)]);
        if (region != NULL && are_inside(access, region->base, region->size_bytes)) {
            access->region = region;
            return lanes;
        }
    } else if (access->space == PTX_SPACE_SHARED &&
               are_inside(access, 0, unit->launch->shared_bytes)) {
        access->is_own_shared = true;
        return lanes;
    }
    uint32_t inside = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        inside |= (uint32_t)is_inside(access, access->address[lane]) << lane;
    }
    return inside;
}

// Whether the lanes access what their pointer was made for. Outside of all memory is a fault.
static void check_object(const LaneAccess *access)
{
    const UnitCheck *unit = access->context->unit;
    const Object *object = &unit->objects->items[unit->objects->of[access->pc]];
    bool is_same_space =
        object->is_shared ? access->is_own_shared : access->space == PTX_SPACE_GLOBAL;
    if (object->size_bytes == 0 || !is_same_space ||
        (access->region != NULL && access->region->base == object->base) ||
        are_inside(access, object->base, object->size_bytes)) {
        return;
    }
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t offset = access->address[lane_lowest(rest)] - object->base;
        if (offset > object->size_bytes || object->size_bytes - offset < access->width_bytes) {
            report_object(access, lane_lowest(rest), object);
        }
    }
}

// Lanes that fault are left to the fault.
void unit_access(LaneAccess *access, PtxSpace space, uint32_t lanes)
{
    const UnitCheck *unit = access->context->unit;
    access->space = space;
    access->is_own_shared = false;
    if (lanes == 0) {
        return;
    }
    access_lanes(access, lanes);
    uint32_t inside = lanes_inside(access);
    if (inside == 0) {
        return;
    }
    if (inside != lanes) {
        access_lanes(access, inside);
    }
    if (checks(unit, CHECKER_MEMORY)) {
        check_object(access);
        if (space == PTX_SPACE_GLOBAL) {
            check_heap(access);
        }
    }
    if (space == PTX_SPACE_SHARED && !access->is_own_shared && checks(unit, CHECKER_SYNC)) {
        cluster_access(access);
    }
    if (space != PTX_SPACE_LOCAL && checks(unit, CHECKER_RACE)) {
        access->is_together =
            (access->micro->flags & MICRO_VOLATILE) != 0 && events_are_together(access);
        if (access->is_atomic) {
            events_synchronize(access);
        }
        races_access(access);
    }
    if (checks(unit, CHECKER_INIT)) {
        values_access(access);
    }
}

static void access_windows(LaneAccess *access, uint32_t on)
{
    uint32_t shared, local;
    generic_windows(access->address, on, &shared, &local);
    uint32_t global = on & ~shared & ~local;
    uint64_t base[32];
    memcpy(base, access->address, sizeof base);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        access->address[lane] = base[lane] - SHARED_WINDOW_BASE;
    }
    if (shared != 0) {
        unit_access(access, PTX_SPACE_SHARED, shared);
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        access->address[lane] = base[lane] - LOCAL_WINDOW_BASE;
    }
    if (local != 0) {
        unit_access(access, PTX_SPACE_LOCAL, local);
    }
    memcpy(access->address, base, sizeof base);
    if (global != 0) {
        unit_access(access, PTX_SPACE_GLOBAL, global);
    }
}

// Some of its lanes' accesses are ordered between blocks, and it is not the block's turn.
static bool is_early(const LaneAccess *access, uint32_t on)
{
    uint32_t shared = 0, local = 0;
    if (access->micro->space == PTX_SPACE_GENERIC) {
        generic_windows(access->address, on, &shared, &local);
    } else if (access->micro->space != PTX_SPACE_GLOBAL) {
        return false;
    }
    return (on & ~shared & ~local) != 0;
}

// The host may write constant variables; until then they are zero, which few programs want.
static void read_constant(const LaneAccess *access, uint32_t on)
{
    const UnitCheck *unit = access->context->unit;
    for (uint32_t rest = on; rest != 0 && checks(unit, CHECKER_INIT); rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        const MemoryRegion *region =
            device_memory_find(unit->launch->memory, access->address[lane]);
        if (region == NULL || !region->is_blank) {
            return; // the others most likely read the same variable
        }
        CheckFinding finding = {.kind = CHECK_CONSTANT_BLANK,
                                .program = unit->launch->program,
                                .here = side_of(access->context, access->warp, access->pc, lane),
                                .space = PTX_SPACE_CONST,
                                .address = access->address[lane],
                                .width_bytes = access->width_bytes,
                                .count = 1};
        findings_add(&access->context->unit->findings, &finding);
    }
}

static void access_by_rows(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on,
                           bool is_turn)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    bool is_ordered = micro->kind == MICRO_ATOM || (micro->flags & MICRO_VOLATILE) != 0;
    LaneAccess access = {
        .context = context,
        .warp = warp,
        .micro = micro,
        .pc = pc,
        .width_bytes = micro->width_bytes,
        .reads = micro->kind != MICRO_STORE,
        .writes = micro->kind != MICRO_LOAD,
        .is_atomic = is_ordered,
        .is_relaxed = !is_ordered &&
                      (context->unit->objects->is_in_l2[pc] ||
                       (micro->kind == MICRO_LOAD && context->unit->objects->is_before_swap[pc]))};
    AddressRow row = address_row(warp, micro);
    if ((micro->space == PTX_SPACE_LOCAL || micro->space == PTX_SPACE_REG) &&
        micro->a == ROW_NONE) {
        row.offset += warp_frame(warp)->local_base;
    }
    address_sum(&row, access.address);
    if (is_ordered && !is_turn && is_early(&access, on)) {
        return;
    }
    values_address(context, warp, pc, on);
    switch (micro->space) {
    case PTX_SPACE_GLOBAL: unit_access(&access, PTX_SPACE_GLOBAL, on); break;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_CLUSTER: unit_access(&access, PTX_SPACE_SHARED, on); break;
    case PTX_SPACE_LOCAL:
    case PTX_SPACE_REG: unit_access(&access, PTX_SPACE_LOCAL, on); break;
    case PTX_SPACE_GENERIC: access_windows(&access, on); break;
    case PTX_SPACE_CONST:
        read_constant(&access, on);
        values_define(context, warp, pc, on);
        break;
    default: values_define(context, warp, pc, on); break; // parameters
    }
}

// --- copies without registers

static void copy_source(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .width_bytes = micro->vector,
                         .reads = true};
    const uint64_t *wide = warp_row64(warp, micro->b);
    uint32_t lanes = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint32_t size = micro->c == ROW_NONE ? micro->vector : warp_row(warp, micro->c)[lane];
        access.address[lane] = wide[lane] + (uint64_t)(int64_t)(int32_t)micro->target;
        lanes |= size >= micro->vector ? 1u << lane : 0;
    }
    if (lanes != 0 && micro->e == ROW_NONE && checks(context->unit, CHECKER_RACE)) {
        access.space = PTX_SPACE_GLOBAL;
        uint32_t inside = 0;
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            inside |= (uint32_t)is_inside(&access, access.address[lane]) << lane;
        }
        if (inside != 0) {
            access_lanes(&access, inside);
            races_access(&access);
        }
    }
}

// cp.async: the bytes are there once the thread has waited for them.
static void copy_async(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .width_bytes = micro->vector,
                         .writes = true,
                         .is_async = true};
    copy_source(context, warp, pc, on);
    AddressRow row = address_row(warp, micro);
    uint32_t to[32];
    address_sum_shared(&row, to);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        access.address[lane] = to[lane];
    }
    unit_access(&access, PTX_SPACE_SHARED, on);
}

// ldmatrix, stmatrix: 16 bytes a lane, of the lanes that give addresses.
static void access_matrix(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t lanes = 8u * micro->vector;
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .width_bytes = 16,
                         .reads = micro->kind == MICRO_MATRIX_LOAD,
                         .writes = micro->kind == MICRO_MATRIX_STORE,
                         .space = PTX_SPACE_SHARED,
                         .lanes = on & (lanes >= 32 ? UINT32_MAX : (1u << lanes) - 1)};
    AddressRow row = address_row(warp, micro);
    uint32_t addresses[32];
    address_sum_shared(&row, addresses);
    uint32_t inside = 0;
    for (uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        access.address[lane] = addresses[lane];
        inside |= (uint32_t)is_inside(&access, addresses[lane]) << lane;
    }
    if (inside == 0) {
        return;
    }
    access_lanes(&access, inside);
    if (checks(context->unit, CHECKER_RACE)) {
        races_access(&access);
    }
    if (checks(context->unit, CHECKER_INIT)) {
        if (access.writes) {
            values_access(&access);
        } else {
            values_load_matrix(&access);
        }
    }
}

// A fragment of wgmma: each register is one or two reads a lane.
static void access_fragment(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    GroupFetch fetch = group_fetch(context->unit->launch->program, warp, micro);
    for (uint32_t i = 0; i < micro->vector * fetch.pieces; i++) {
        LaneAccess access = {.context = context,
                             .warp = warp,
                             .micro = micro,
                             .pc = pc,
                             .width_bytes = (uint8_t)(4 / fetch.pieces),
                             .reads = true,
                             .space = PTX_SPACE_SHARED,
                             .lanes = on};
        uint32_t addresses[32], inside = 0;
        group_addresses(&fetch, i / fetch.pieces, i % fetch.pieces, addresses);
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            access.address[lane] = addresses[lane];
            inside |= (uint32_t)is_inside(&access, addresses[lane]) << lane;
        }
        access_lanes(&access, inside & on);
        if ((inside & on) != 0 && checks(context->unit, CHECKER_RACE)) {
            races_access(&access);
        }
    }
}

// --- every micro-op

void unit_before(void *context_pointer, const Warp *warp, uint32_t pc, uint32_t active, uint32_t on,
                 bool is_turn)
{
    BlockContext *context = context_pointer;
    const Micro *micro = &context->unit->launch->program->code[pc];
    bool is_product = micro->kind == MICRO_PRODUCT_GROUP || micro->kind == MICRO_MATRIX_MULTIPLY ||
                      micro->kind == MICRO_SPARSE_MULTIPLY;
    if (context->warps[warp->index].products != NULL || is_product) {
        products_before(context, warp, pc, on);
    }
    switch (micro->kind) {
    case MICRO_LANE:
    case MICRO_LANE4:
    case MICRO_SETP:
        if (context->warps[warp->index].is_suspect) {
            values_guard(context, warp, pc, active); // of a short branch that became a guard
            values_use(context, warp, pc, on);
        }
        return;
    case MICRO_NOP: return;
    case MICRO_BRANCH: values_guard(context, warp, pc, active); return;
    default: break;
    }
    if (index_is_check(micro)) {
        index_call(context, warp, pc, on);
        return;
    }
    values_guard(context, warp, pc, active);
    if (on == 0) {
        return;
    }
    switch (micro->kind) {
    case MICRO_LOAD:
    case MICRO_STORE:
    case MICRO_ATOM: access_by_rows(context, warp, pc, on, is_turn); break;
    case MICRO_TEXTURE: texture_fetch(context, warp, pc, on); break;
    case MICRO_SURFACE: texture_surface(context, warp, pc, on); break;
    case MICRO_COPY_ASYNC: copy_async(context, warp, pc, on); break;
    case MICRO_COPY_BULK: bulk_copy(context, warp, pc, on); break;
    case MICRO_COPY_TENSOR: bulk_tiles(context, warp, pc, on); break;
    case MICRO_TRY_CANCEL: bulk_answer(context, warp, pc, on); break;
    case MICRO_TENSOR_MAP:
    case MICRO_STORE_BULK: bulk_write(context, warp, pc, on); break;
    case MICRO_MATRIX_LOAD:
        values_use(context, warp, pc, on);
        access_matrix(context, warp, pc, on);
        break;
    case MICRO_MATRIX_STORE: access_matrix(context, warp, pc, on); break;
    case MICRO_GROUP_FETCH:
        values_use(context, warp, pc, on);
        access_fragment(context, warp, pc, on);
        break;
    case MICRO_SYSTEM_CALL:
        if (micro->function == SYSTEM_VPRINTF && checks(context->unit, CHECKER_INIT)) {
            print_check(context, warp, pc, on);
        }
        values_system_call(context, warp, micro, on);
        break;
    case MICRO_CALL: values_call(context, warp, micro, on); break;
    case MICRO_RETURN:
        if (warp_frame(warp) == warp_split(warp)->frames) {
            cluster_exit(context, warp, on);
        }
        values_return(context, warp, on);
        break;
    case MICRO_BARRIER:
        values_use(context, warp, pc, on);
        events_barrier(context, warp, pc, on);
        break;
    default:
        values_use(context, warp, pc, on);
        events_other(context, warp, pc, on, is_turn);
        break;
    }
}
