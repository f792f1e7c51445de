// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/tensor_map.h"

#include <string.h>

#define MARK UINT32_C(0x4c544d31)

typedef struct Stored {
    uint32_t mark;
    uint32_t room; // keeps the map at a multiple of 8
    TensorMap map;
} Stored;

_Static_assert(sizeof(Stored) <= TENSOR_MAP_BYTES, "a CUtensorMap holds the map");

uint32_t tensor_element_bytes(TensorType type)
{
    static const uint8_t bytes[TENSOR_TYPE_COUNT] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return type < TENSOR_TYPE_COUNT ? bytes[type] : 0;
}

void tensor_map_write(const TensorMap *map, uint8_t bytes[TENSOR_MAP_BYTES])
{
    Stored stored = {.mark = MARK, .map = *map};
    memset(bytes, 0, TENSOR_MAP_BYTES);
    memcpy(bytes, &stored, sizeof stored);
}

// The last coordinate of the box of an image along its dimension i: W, H, D.
static int64_t box_end(const TensorMap *map, uint32_t i)
{
    return (int64_t)map->last[i + 1] + map->upper[i];
}

bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], TensorMap *map)
{
    Stored stored;
    memcpy(&stored, bytes, sizeof stored);
    *map = stored.map;
    bool is_map = stored.mark == MARK && map->rank > 0 && map->rank <= TENSOR_RANK_MAX &&
                  map->type < TENSOR_TYPE_COUNT;
    for (uint32_t i = 0; is_map && i < map->rank; i++) {
        is_map = (map->box[i] > 0 || (map->is_im2col && i > 1)) && map->step[i] > 0;
    }
    for (uint32_t i = 0; is_map && map->is_im2col && i + 2 < map->rank; i++) {
        is_map = box_end(map, i) >= map->lower[i];
    }
    return is_map;
}

static uint32_t tile_rank(const TensorMap *map)
{
    return map->is_im2col ? 2 : map->rank;
}

uint32_t tensor_tile_count(const TensorMap *map, uint32_t dimension)
{
    uint32_t step = map->is_im2col ? 1 : map->step[dimension];
    return (map->box[dimension] + step - 1) / step;
}

uint32_t tensor_tile_bytes(const TensorMap *map)
{
    uint32_t bytes = tensor_element_bytes((TensorType)map->type);
    for (uint32_t i = 0; i < tile_rank(map); i++) {
        bytes *= tensor_tile_count(map, i);
    }
    return bytes;
}

// The coordinates of an element of a tile.
static void tile_coordinates(const TensorMap *map, const TensorPlace *place, uint32_t index,
                             int64_t at[TENSOR_RANK_MAX])
{
    for (uint32_t i = 0; i < map->rank; i++) {
        uint32_t count = tensor_tile_count(map, i);
        at[i] = place->at[i] + (int64_t)(index % count) * map->step[i];
        index /= count;
    }
}

// The same in im2col mode. Pixels follow each other along W, then H, D and N. The first row of each
// dimension begins at the tile's place, the others at the lower corner of the box (PTX ISA 9.0,
// "im2col mode").
static void pixel_coordinates(const TensorMap *map, const TensorPlace *place, uint32_t index,
                              int64_t at[TENSOR_RANK_MAX])
{
    uint32_t last = map->rank - 1u;
    int64_t rest = index / map->box[0];
    at[0] = place->at[0] + (int64_t)(index % map->box[0]);
    for (uint32_t i = 0; i + 1 < last; i++) {
        int64_t step = map->step[i + 1], first = place->at[i + 1], end = box_end(map, i);
        int64_t in_first = (end - first) / step + 1, in_row = (end - map->lower[i]) / step + 1;
        bool is_first = rest < in_first;
        at[i + 1] =
            is_first ? first + rest * step : map->lower[i] + (rest - in_first) % in_row * step;
        at[i + 1] += place->offset[i];
        rest = is_first ? 0 : 1 + (rest - in_first) / in_row;
    }
    at[last] = place->at[last] + rest;
}

bool tensor_may_begin(const TensorMap *map, const TensorPlace *place)
{
    for (uint32_t i = 0; map->is_im2col && i + 2 < map->rank; i++) {
        if (place->at[i + 1] < map->lower[i] || place->at[i + 1] > box_end(map, i)) {
            return false;
        }
    }
    return true;
}

uint64_t tensor_element(const TensorMap *map, const TensorPlace *place, uint32_t index)
{
    uint64_t address = map->address;
    int64_t at[TENSOR_RANK_MAX];
    (map->is_im2col ? pixel_coordinates : tile_coordinates)(map, place, index, at);
    for (uint32_t i = 0; i < map->rank; i++) {
        if (at[i] < 0 || at[i] > (int64_t)map->last[i]) {
            return 0;
        }
        address += (uint64_t)at[i] * map->stride[i];
    }
    return address;
}

uint64_t tensor_fill(const TensorMap *map)
{
    if (!map->is_nan) {
        return 0;
    }
    return UINT64_C(0x7ff77ff77ff77ff7); // as an H200 writes it
}
