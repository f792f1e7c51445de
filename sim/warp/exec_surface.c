// SPDX-License-Identifier: Apache-2.0
// Surface accesses: suld.b, sust.b, suq. Unformatted: the x coordinate is in bytes and the data are
// moved as they are (PTX ISA, "Surface Instructions"). All lanes are checked before any is
// performed. Surface accesses go to memory directly; the texture cache does not see them.
#include "sim/warp/texture_access.h"
#include "sim/warp/transfer.h"

// Where each lane's element lies; NULL: outside, where .zero reads zeros and drops stores.
typedef struct SurfacePlaces {
    uint8_t *bytes[LANE_COUNT];
} SurfacePlaces;

static int32_t coordinate_at(const Warp *warp, Row row, uint32_t lane)
{
    return row == ROW_NONE ? 0 : (int32_t)warp_row(warp, row)[lane];
}

// x in bytes, y, z and the layer of one lane.
static void lane_coordinates(const Warp *warp, const Micro *micro, uint32_t lane, int32_t at[3],
                             uint32_t *layer)
{
    bool has_layer = micro->function == PTX_DOT_A1D || micro->function == PTX_DOT_A2D;
    int32_t raw[3] = {coordinate_at(warp, micro->b, lane), coordinate_at(warp, micro->c, lane),
                      coordinate_at(warp, micro->e, lane)};
    *layer = has_layer ? (uint32_t)raw[0] : 0;
    at[0] = raw[has_layer ? 1 : 0];
    at[1] = raw[has_layer ? 2 : 1];
    at[2] = has_layer ? 0 : raw[2];
}

static Outcome place_lane(Block *block, const Warp *warp, const Micro *micro, uint32_t lane,
                          const BoundTexture *bound, uint8_t **bytes)
{
    const Texture *surface = bound->texture;
    uint32_t width = micro->width_bytes, layer;
    bool is_store = micro->target == SURFACE_STORE;
    int32_t at[3];
    lane_coordinates(warp, micro, lane, at, &layer);
    uint64_t offset;
    bool is_inside = texture_surface_offset(surface, at, layer, width, &offset);
    if (!is_inside && micro->combine == PTX_DOT_ZERO) {
        *bytes = NULL;
        return OUTCOME_NEXT;
    }
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
    *bytes = bound->bytes + offset;
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
            place_lane(block, warp, micro, lane, &bound, &places->bytes[lane]) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
    }
    return OUTCOME_NEXT;
}

Outcome exec_surface(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    static const uint8_t zeros[32];
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (micro->target == SURFACE_QUERY) {
        return texture_query(block, warp, micro, on, TEXTURE_FOR_SURFACE);
    }
    SurfacePlaces places;
    if (place_lanes(block, warp, micro, on, &places) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    Transfer transfer = transfer_of(warp, &block->operations[warp->pc], micro);
    bool is_store = micro->target == SURFACE_STORE;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint8_t *bytes = places.bytes[lane];
        if (is_store && bytes != NULL) {
            transfer_store_lane(&transfer, bytes, lane);
        } else if (!is_store) {
            transfer_load_lane(&transfer, bytes == NULL ? zeros : bytes, lane);
        }
    }
    if (is_store) {
        spin_written(warp);
    }
    return OUTCOME_NEXT;
}

bool surface_lane_place(const Launch *launch, const Warp *warp, const Micro *micro, uint32_t lane,
                        uint64_t *address)
{
    const uint64_t *handle = warp_row64(warp, micro->a);
    const Texture *surface = texture_of_handle(launch, micro, TEXTURE_FOR_SURFACE, handle[lane]);
    int32_t at[3];
    uint32_t layer;
    uint64_t offset = 0;
    if (surface == NULL) {
        return false;
    }
    lane_coordinates(warp, micro, lane, at, &layer);
    bool is_inside = texture_surface_offset(surface, at, layer, micro->width_bytes, &offset);
    *address = surface->address + offset;
    return is_inside || micro->combine == PTX_DOT_CLAMP;
}
