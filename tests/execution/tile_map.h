// SPDX-License-Identifier: Apache-2.0
// A tensor map as a variable of a test program: the map, whose address the program fills in, room
// for a tile, and an mbarrier.
#ifndef LOCKSTEP_TESTS_TILE_MAP_H
#define LOCKSTEP_TESTS_TILE_MAP_H

#include "sim/memory/tensor_map.h"

#include <stdio.h>

#define TILE_MAP_ADDRESS "map+8" // where the map keeps the tensor's address

// Writes the declarations of `map`, `s` (so many bytes) and `bar` as text.
static inline void tile_map_declare_room(const TensorMap *map, uint32_t room_bytes, char *head,
                                         size_t size)
{
    uint8_t bytes[TENSOR_MAP_BYTES];
    tensor_map_write(map, bytes);
    int at = snprintf(head, size,
                      ".shared .align 128 .b8 s[%u];\n.shared .align 8 .b64 bar;\n"
                      ".global .align 64 .b8 map[128] = {",
                      room_bytes);
    for (uint32_t i = 0; i < sizeof bytes; i++) {
        at += snprintf(head + at, size - (size_t)at, "%s%u", i == 0 ? "" : ", ", bytes[i]);
    }
    snprintf(head + at, size - (size_t)at, "};\n");
}

static inline void tile_map_declare(const TensorMap *map, char *head, size_t size)
{
    tile_map_declare_room(map, 512, head, size);
}

#endif
