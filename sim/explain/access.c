// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/access.h"

#include "isa/base/bits.h"
#include "isa/machine/window.h"
#include "sim/memory/constant.h"
#include "sim/memory/local.h"
#include "sim/memory/segments.h"

#define WARP_LANES 32u

static void start_part(Access *part, AccessSpace space, const Micro *micro,
                       const StepAccess *recorded, uint32_t lanes)
{
    bool is_matrix = micro->kind == MICRO_MATRIX_LOAD || micro->kind == MICRO_MATRIX_STORE ||
                     micro->kind == MICRO_GROUP_FETCH;
    *part = (Access){.space = space,
                     .shared_kind = micro_shared_access(micro),
                     .global_kind = micro_global_access(micro),
                     .is_around_l1 = (micro->flags & MICRO_CACHE_GLOBAL) != 0,
                     .matrices = is_matrix ? micro->vector : 0,
                     .width_bytes = recorded->width_bytes,
                     .lanes = lanes};
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        part->address[lane] = space == ACCESS_SHARED ? recorded->address[lane] % SHARED_WINDOW_BYTES
                                                     : recorded->address[lane];
    }
}

// Device addresses start far above those in shared and in local memory.
static uint32_t lanes_in_device_memory(const StepAccess *recorded)
{
    uint32_t lanes = 0;
    for (uint32_t rest = recorded->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        lanes |= (uint32_t)(recorded->address[lane] > UINT32_MAX) << lane;
    }
    return lanes;
}

static uint32_t distinct_addresses(const uint64_t address[32], uint32_t lanes)
{
    uint32_t count = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t before = lanes & ((UINT32_C(1) << lane) - 1);
        while (before != 0 && address[bits_lowest(before)] != address[lane]) {
            before &= before - 1;
        }
        count += before == 0;
    }
    return count;
}

static uint32_t slot_of(const StepAccess *recorded, uint32_t lane)
{
    return (uint32_t)(recorded->address[lane] / SHARED_WINDOW_BYTES);
}

static uint32_t lanes_of_slots(const StepAccess *recorded, uint32_t lanes, uint32_t slot)
{
    uint32_t found = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t at = slot_of(recorded, lane);
        found |= (uint32_t)(at == 0 || at == slot) << lane;
    }
    return found;
}

// Lanes that access shared memory of several blocks of a cluster: only those in the block's own
// meet its banks, and they explain the bytes that were counted there.
static uint32_t own_lanes(const StepAccess *recorded, uint32_t lanes)
{
    if (recorded->remote_sectors == 0) {
        return lanes;
    }
    uint32_t own = recorded->shared.wavefronts == 0 ? 0 : lanes_of_slots(recorded, lanes, 0);
    for (uint32_t rest = recorded->shared.wavefronts == 0 ? 0 : lanes; rest != 0;
         rest &= rest - 1) {
        uint32_t found = lanes_of_slots(recorded, lanes, slot_of(recorded, bits_lowest(rest)));
        uint32_t bytes = distinct_addresses(recorded->address, found) * recorded->width_bytes;
        own = bytes == recorded->shared.bytes_used ? found : own;
    }
    return own;
}

uint32_t access_of_step(const Micro *micro, const StepAccess *recorded,
                        Access parts[ACCESS_PARTS_MAX])
{
    uint32_t count = 0;
    uint32_t near = recorded->lanes, far = 0;
    if (recorded->width_bytes == 0 && !recorded->is_texture) {
        return 0;
    }
    if (recorded->is_global) {
        far = recorded->is_shared || recorded->is_local ? lanes_in_device_memory(recorded) : near;
        near &= ~far;
    }
    near = recorded->is_shared ? own_lanes(recorded, near) : near;
    if (recorded->is_texture) {
        start_part(&parts[count++], ACCESS_TEXTURE, micro, recorded, recorded->lanes);
    } else if (recorded->is_constant) {
        start_part(&parts[count++], ACCESS_CONSTANT, micro, recorded, recorded->lanes);
    } else if (recorded->is_shared && near != 0) {
        start_part(&parts[count++], ACCESS_SHARED, micro, recorded, near);
    } else if (recorded->is_local && near != 0) {
        start_part(&parts[count++], ACCESS_LOCAL, micro, recorded, near);
    }
    if (far != 0) {
        start_part(&parts[count++], ACCESS_GLOBAL, micro, recorded, far);
    }
    return count;
}

static void shared_addresses(const Access *access, uint32_t address[32])
{
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        address[lane] = (uint32_t)access->address[lane];
    }
}

void access_shared_map(const Access *access, const Gpu *gpu, SharedMap *map)
{
    uint32_t address[32];
    shared_addresses(access, address);
    if (access->matrices != 0) {
        shared_map_matrix(address, access->matrices, map);
        return;
    }
    shared_map(gpu->shared_rule, access->shared_kind, address, access->lanes, access->width_bytes,
               map);
}

static bool is_through_l1(const Access *access, const Gpu *gpu)
{
    if (access->space == ACCESS_LOCAL) {
        return true;
    }
    return access->global_kind == GLOBAL_LOAD && gpu->is_global_l1_cached != 0 &&
           !access->is_around_l1;
}

static void add_pieces(const Access *access, const Gpu *gpu, const uint64_t address[32],
                       uint32_t width_bytes, uint32_t word, AccessMap *map)
{
    Segment segments[SEGMENT_MAX];
    uint32_t count =
        coalesce_segments(gpu->coalesce_rule, access->global_kind, address, access->lanes,
                          width_bytes, is_through_l1(access, gpu), segments);
    for (uint32_t i = 0; i < count && map->piece_count < ACCESS_PIECES_MAX; i++) {
        uint32_t lanes = segments[i].lanes;
        map->pieces[map->piece_count++] =
            (AccessPiece){.address = segments[i].address,
                          .size_bytes = segments[i].size_bytes,
                          .bytes_used = distinct_addresses(address, lanes) * width_bytes,
                          .lanes = lanes,
                          .request = bits_lowest(lanes) / map->request_lanes,
                          .word = word};
    }
}

static void add_local_words(const Access *access, const Gpu *gpu, AccessMap *map)
{
    uint32_t part_bytes = access->width_bytes < 4 ? access->width_bytes : 4;
    for (uint32_t byte = 0; byte < access->width_bytes; byte += part_bytes) {
        uint64_t address[32];
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            address[lane] = local_physical(lane, (uint32_t)access->address[lane] + byte);
        }
        add_pieces(access, gpu, address, part_bytes, byte / 4, map);
    }
}

// One piece for each distinct address of a request, in the order of the lanes.
static void add_words(const Access *access, AccessMap *map)
{
    for (uint32_t first = 0; first < WARP_LANES; first += map->request_lanes) {
        uint32_t waiting = access->lanes & segments_lane_mask(first, map->request_lanes);
        while (waiting != 0) {
            uint32_t leader = bits_lowest(waiting), served = 0;
            for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
                uint32_t lane = bits_lowest(rest);
                bool is_same = access->address[lane] == access->address[leader];
                served |= (uint32_t)is_same << lane;
            }
            map->pieces[map->piece_count++] = (AccessPiece){.address = access->address[leader],
                                                            .size_bytes = access->width_bytes,
                                                            .bytes_used = access->width_bytes,
                                                            .lanes = served,
                                                            .request = first / map->request_lanes};
            waiting &= ~served;
        }
    }
}

void access_map(const Access *access, const Gpu *gpu, AccessMap *map)
{
    map->piece_count = 0;
    map->request_count = 0;
    map->request_lanes =
        access->space == ACCESS_CONSTANT
            ? constant_request_lanes(gpu->compute_capability)
            : segments_request_lanes(gpu->coalesce_rule,
                                     access->space == ACCESS_LOCAL && access->width_bytes > 4
                                         ? 4
                                         : access->width_bytes);
    for (uint32_t first = 0; first < WARP_LANES; first += map->request_lanes) {
        map->request_count += (access->lanes & segments_lane_mask(first, map->request_lanes)) != 0;
    }
    if (access->space == ACCESS_CONSTANT) {
        add_words(access, map);
    } else if (access->space == ACCESS_LOCAL) {
        add_local_words(access, gpu, map);
    } else {
        add_pieces(access, gpu, access->address, access->width_bytes, 0, map);
    }
}

static AccessCost cost_of_map(const Access *access, const Gpu *gpu)
{
    AccessMap map;
    access_map(access, gpu, &map);
    AccessCost cost = {.count = map.piece_count};
    for (uint32_t i = 0; i < map.piece_count; i++) {
        cost.bytes_moved += map.pieces[i].size_bytes;
    }
    cost.bytes_used = distinct_addresses(access->address, access->lanes) * access->width_bytes;
    if (access->space == ACCESS_LOCAL) { // each lane has its own memory
        cost.bytes_used = bits_count(access->lanes) * access->width_bytes;
    }
    return cost;
}

// The same lanes with their bytes side by side from an aligned address.
static Access side_by_side(const Access *access)
{
    Access ideal = *access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        ideal.address[lane] = access->space == ACCESS_GLOBAL ? lane * access->width_bytes : 0;
    }
    return ideal;
}

AccessCost access_cost(const Access *access, const Gpu *gpu)
{
    if (access->space == ACCESS_TEXTURE || access->lanes == 0) {
        return (AccessCost){0};
    }
    if (access->space == ACCESS_SHARED) {
        SharedMap map;
        access_shared_map(access, gpu, &map);
        return (AccessCost){.count = map.cost.wavefronts,
                            .ideal = map.cost.ideal,
                            .bytes_used = map.cost.bytes_used};
    }
    AccessCost cost = cost_of_map(access, gpu);
    if (access->space == ACCESS_GLOBAL && gpu->coalesce_rule == COALESCE_SECTORS) {
        cost.ideal = coalesce(gpu->coalesce_rule, access->global_kind, access->address,
                              access->lanes, access->width_bytes, false)
                         .ideal_sectors;
        return cost;
    }
    Access ideal = side_by_side(access);
    uint32_t least = cost_of_map(&ideal, gpu).count;
    cost.ideal = least < cost.count ? least : cost.count;
    return cost;
}

const char *access_unit(const Access *access, const Gpu *gpu)
{
    switch (access->space) {
    case ACCESS_SHARED: return "wavefronts";
    case ACCESS_CONSTANT: return "words";
    case ACCESS_GLOBAL:
    case ACCESS_LOCAL: return gpu->coalesce_rule == COALESCE_SECTORS ? "sectors" : "transactions";
    case ACCESS_TEXTURE:
    case ACCESS_SPACE_COUNT: break;
    }
    return "fetches";
}
