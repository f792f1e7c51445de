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

bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], TensorMap *map)
{
    Stored stored;
    memcpy(&stored, bytes, sizeof stored);
    *map = stored.map;
    bool is_map = stored.mark == MARK && map->rank > 0 && map->rank <= TENSOR_RANK_MAX &&
                  map->type < TENSOR_TYPE_COUNT;
    for (uint32_t i = 0; is_map && i < map->rank; i++) {
        is_map = map->box[i] > 0 && map->step[i] > 0;
    }
    return is_map;
}

uint32_t tensor_tile_count(const TensorMap *map, uint32_t dimension)
{
    uint32_t step = map->step[dimension];
    return (map->box[dimension] + step - 1) / step;
}

uint32_t tensor_tile_bytes(const TensorMap *map)
{
    uint32_t bytes = tensor_element_bytes((TensorType)map->type);
    for (uint32_t i = 0; i < map->rank; i++) {
        bytes *= tensor_tile_count(map, i);
    }
    return bytes;
}

uint64_t tensor_element(const TensorMap *map, const int32_t at[TENSOR_RANK_MAX], uint32_t index)
{
    uint64_t address = map->address;
    for (uint32_t i = 0; i < map->rank; i++) {
        uint32_t count = tensor_tile_count(map, i);
        int64_t place = (int64_t)at[i] + (int64_t)(index % count) * map->step[i];
        if (place < 0 || place > (int64_t)map->last[i]) {
            return 0;
        }
        address += (uint64_t)place * map->stride[i];
        index /= count;
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
