// SPDX-License-Identifier: Apache-2.0
// Surface accesses: suld, sust, sured, suq. Unformatted (.b): the x coordinate is in bytes and the
// data are moved as they are. Formatted (.p): x counts texels (sust) or values (sured), and data
// are converted (PTX ISA, "Surface Instructions"; traces/h200/hopper/surfaces.out). All lanes are
// checked before any is performed. Surface accesses go to memory directly; the texture cache does
// not see them.
#include "sim/lane/lanes.h"
#include "sim/memory/surface_cost.h"
#include "sim/warp/texture_access.h"
#include "sim/warp/transfer.h"

// Where each lane's element lies; NULL: outside, where .zero reads zeros and drops stores. The
// surfaces are there as long as the launch.
typedef struct SurfacePlaces {
    uint8_t *bytes[LANE_COUNT];
    const Texture *surface[LANE_COUNT];
    int32_t at[LANE_COUNT][3]; // x in bytes, y, z or layer
} SurfacePlaces;

static bool is_formatted_store(const Micro *micro)
{
    return surface_kind(micro->target) == SURFACE_STORE && (micro->target & SURFACE_TEXELS) != 0;
}

// Bytes that a lane accesses.
static uint32_t access_bytes(const Micro *micro, const Texture *surface)
{
    return is_formatted_store(micro) ? texture_texel_bytes(surface) : micro->width_bytes;
}

// x in bytes.
static int32_t byte_of(const Micro *micro, const Texture *surface, int32_t x)
{
    int64_t wide = (micro->target & SURFACE_TEXELS) != 0 ? access_bytes(micro, surface) : 1;
    wide *= x;
    return wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : (int32_t)wide;
}

static int32_t coordinate_at(const Warp *warp, Row row, uint32_t lane)
{
    return row == ROW_NONE ? 0 : (int32_t)warp_row(warp, row)[lane];
}

// x in bytes, y, z and the layer of one lane.
static void lane_coordinates(const Warp *warp, const Micro *micro, const Texture *surface,
                             uint32_t lane, int32_t at[3], uint32_t *layer)
{
    bool has_layer = micro->function == PTX_DOT_A1D || micro->function == PTX_DOT_A2D;
    int32_t raw[3] = {coordinate_at(warp, micro->b, lane), coordinate_at(warp, micro->c, lane),
                      coordinate_at(warp, micro->e, lane)};
    *layer = has_layer ? (uint32_t)raw[0] : 0;
    at[0] = byte_of(micro, surface, raw[has_layer ? 1 : 0]);
    at[1] = raw[has_layer ? 2 : 1];
    at[2] = has_layer ? 0 : raw[2];
}

static Outcome place_lane(Block *block, const Warp *warp, const Micro *micro, uint32_t lane,
                          const BoundTexture *bound, SurfacePlaces *places)
{
    int32_t *place = places->at[lane];
    const Texture *surface = bound->texture;
    uint32_t width = access_bytes(micro, surface), layer;
    bool is_store = surface_writes(micro->target);
    int32_t at[3];
    lane_coordinates(warp, micro, surface, lane, at, &layer);
    bool is_inside = texture_surface_place(surface, at, layer, width, place);
    if (!is_inside && micro->combine == PTX_DOT_ZERO) {
        places->bytes[lane] = NULL;
        return OUTCOME_NEXT;
    }
    uint64_t offset = texture_surface_offset(surface, place);
    uint64_t address = surface->address + offset;
    if (!is_inside && micro->combine != PTX_DOT_CLAMP) {
        return texture_fault(block, warp, FAULT_OUT_OF_BOUNDS, lane, address, width, is_store,
                             "byte %d, row %d, slice %d lies outside of the surface of %llu bytes "
                             "x %u x %u",
                             at[0], at[1], layer > 0 ? (int32_t)layer : at[2],
                             (unsigned long long)surface->width * texture_texel_bytes(surface),
                             surface->height, surface->depth);
    }
    if (is_inside && ((uint32_t)at[0] & (width - 1)) != 0) {
        return texture_fault(block, warp, FAULT_MISALIGNED, lane, address, width, is_store,
                             "the x coordinate of a %u-byte access must be a multiple of %u bytes",
                             width, width);
    }
    places->bytes[lane] = bound->bytes + offset;
    return OUTCOME_NEXT;
}

static Outcome place_lanes(Block *block, const Warp *warp, const Micro *micro, uint32_t on,
                           SurfacePlaces *places)
{
    const uint64_t *handle = warp_row64(warp, micro->a);
    BoundTexture bound = {0};
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (texture_bind(block, warp, TEXTURE_FOR_SURFACE, handle[lane], lane, &bound) ==
                OUTCOME_FAULT ||
            texture_check_shape(block, warp, micro, TEXTURE_FOR_SURFACE, &bound, lane) ==
                OUTCOME_FAULT ||
            place_lane(block, warp, micro, lane, &bound, places) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        places->surface[lane] = bound.texture;
    }
    return OUTCOME_NEXT;
}

static void store_texel(const Warp *warp, const Micro *micro, const Texture *surface, uint32_t lane,
                        uint8_t *bytes)
{
    uint32_t channel[4] = {0};
    for (uint32_t i = 0; i < micro->vector; i++) {
        channel[i] = warp_row(warp, micro->data[i])[lane];
    }
    texture_encode(surface, channel, micro->vector, bytes);
}

// The type of a reduction: that of the instruction, or signed as the surface's format says.
static PtxType reduction_type(const Micro *micro, const Texture *surface)
{
    if ((micro->target & SURFACE_TEXELS) == 0) {
        return (PtxType)micro->type;
    }
    bool is_signed = texture_is_signed(surface);
    return micro->width_bytes == 8 ? is_signed ? PTX_TYPE_S64 : PTX_TYPE_U64
           : is_signed             ? PTX_TYPE_S32
                                   : PTX_TYPE_U32;
}

static void reduce(const Warp *warp, const Micro *micro, const Texture *surface, uint32_t lane,
                   uint8_t *bytes)
{
    uint64_t old = 0;
    bool is_wide = micro->width_bytes == 8;
    uint64_t value =
        is_wide ? warp_row64(warp, micro->data[0])[lane] : warp_row(warp, micro->data[0])[lane];
    memcpy(&old, bytes, micro->width_bytes);
    value = lane_atomic((PtxSuffix)(micro->target >> SURFACE_OPERATION_SHIFT),
                        reduction_type(micro, surface), PTX_SPACE_GLOBAL, old, value, 0);
    memcpy(bytes, &value, micro->width_bytes);
}

static void write_lane(Transfer *transfer, const Warp *warp, const Micro *micro,
                       const SurfacePlaces *places, uint32_t lane)
{
    uint8_t *bytes = places->bytes[lane];
    if (bytes == NULL) {
        return;
    }
    if (surface_kind(micro->target) == SURFACE_REDUCE) {
        reduce(warp, micro, places->surface[lane], lane, bytes);
    } else if (is_formatted_store(micro)) {
        store_texel(warp, micro, places->surface[lane], lane, bytes);
    } else {
        transfer_store_lane(transfer, bytes, lane);
    }
}

static void count(Block *block, const Warp *warp, const Micro *micro, const SurfacePlaces *places,
                  uint32_t on)
{
    AccessCount *counts = &block->worker->accesses[warp->pc];
    SurfaceAccess access = {.has_slices =
                                micro->function != PTX_DOT_1D && micro->function != PTX_DOT_2D,
                            .is_reduction = surface_kind(micro->target) == SURFACE_REDUCE};
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        access.lanes |= places->bytes[lane] == NULL ? 0 : 1u << lane;
    }
    memcpy(access.at, places->at, sizeof access.at);
    SurfaceCost cost = surface_cost(&access);
    counts->surface_requests += cost.requests;
    counts->surface_sectors += cost.sectors;
    counts->surface_l2_sectors += cost.l2_sectors;
}

Outcome exec_surface(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    static const uint8_t zeros[32];
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (surface_kind(micro->target) == SURFACE_QUERY) {
        return texture_query(block, warp, micro, on, TEXTURE_FOR_SURFACE);
    }
    if (surface_kind(micro->target) == SURFACE_REDUCE && !block->is_oldest) {
        return OUTCOME_ORDER;
    }
    SurfacePlaces places = {0};
    if (place_lanes(block, warp, micro, on, &places) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    count(block, warp, micro, &places, on);
    Transfer transfer = transfer_of(warp, &block->operations[warp->pc], micro);
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        // Where formatted stores meet, the lowest lane's value stays, as on an H200.
        uint32_t lane = is_formatted_store(micro) ? LANE_COUNT - 1 - i : i;
        if ((on >> lane & 1u) == 0) {
            continue;
        }
        if (surface_writes(micro->target)) {
            write_lane(&transfer, warp, micro, &places, lane);
        } else {
            uint8_t *bytes = places.bytes[lane];
            transfer_load_lane(&transfer, bytes == NULL ? zeros : bytes, lane);
        }
    }
    if (surface_writes(micro->target)) {
        spin_written(warp);
    }
    return OUTCOME_NEXT;
}

bool surface_lane_place(const Launch *launch, const Warp *warp, const Micro *micro, uint32_t lane,
                        uint64_t *address, uint32_t *width_bytes)
{
    const uint64_t *handle = warp_row64(warp, micro->a);
    const Texture *surface = texture_of_handle(launch, micro, TEXTURE_FOR_SURFACE, handle[lane]);
    int32_t at[3];
    uint32_t layer;
    int32_t place[3];
    if (surface == NULL) {
        return false;
    }
    lane_coordinates(warp, micro, surface, lane, at, &layer);
    *width_bytes = access_bytes(micro, surface);
    bool is_inside = texture_surface_place(surface, at, layer, *width_bytes, place);
    *address = surface->address + texture_surface_offset(surface, place);
    return is_inside || micro->combine == PTX_DOT_CLAMP;
}
