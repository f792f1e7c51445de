// SPDX-License-Identifier: Apache-2.0
// Inside of sim/warp, and for the checker: the tile that one lane copies by tensor map.
#ifndef LOCKSTEP_WARP_TILE_COPY_H
#define LOCKSTEP_WARP_TILE_COPY_H

#include "sim/memory/tensor_map.h"
#include "sim/warp/memory_access.h"

typedef struct TileCopy {
    TensorMap map;
    TensorPlace place;
    uint32_t shared;                    // where the tile begins
    uint32_t element_bytes, room_bytes; // of an element in global and in shared memory
    uint32_t size_bytes;                // that the mbarrier gets: no padding
    uint32_t row;                       // of the tile that was touched last
    bool is_first;        // of the blocks that get the tile, which is read once for all of them
    uint32_t pitch_bytes; // from one row in shared memory to the next: a swizzle's span, if wider
} TileCopy;

// The copy of a lane; false: there is no such map.
bool tile_copy_of(Block *block, const Warp *warp, const Micro *micro, uint32_t lane,
                  TileCopy *copy);
// The shared address of an element of the tile.
uint32_t tile_copy_place(const TileCopy *copy, uint32_t index);
// Bytes have arrived for the mbarrier at this shared address; false after a fault.
bool bulk_complete(Block *block, Warp *warp, const Micro *micro, uint32_t barrier, uint32_t bytes,
                   uint32_t lane);

#endif
