// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what the 128 bytes of a CUtensorMap say, and where the elements of a tile lie. The
// layout of NVIDIA's maps is not documented; this one is Lockstep's own. Leaves out im2col and
// interleaved layouts. Source of the rules: CUDA Driver API, cuTensorMapEncodeTiled; what no
// document says was measured on an H200 (traces/h200/hopper).
#ifndef LOCKSTEP_MEMORY_TENSOR_MAP_H
#define LOCKSTEP_MEMORY_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

#define TENSOR_RANK_MAX  5u
#define TENSOR_MAP_BYTES 128u

typedef enum TensorType { // as CUtensorMapDataType numbers them
    TENSOR_U8,
    TENSOR_U16,
    TENSOR_U32,
    TENSOR_S32,
    TENSOR_U64,
    TENSOR_S64,
    TENSOR_F16,
    TENSOR_F32,
    TENSOR_F64,
    TENSOR_BF16,
    TENSOR_F32_FTZ,
    TENSOR_TF32,
    TENSOR_TF32_FTZ,
    TENSOR_TYPE_COUNT
} TensorType;

typedef struct TensorMap {
    uint64_t address;
    uint64_t stride[TENSOR_RANK_MAX]; // bytes between neighbors; of the first dimension: an element
    uint32_t last[TENSOR_RANK_MAX];   // size - 1
    uint16_t box[TENSOR_RANK_MAX];    // elements that a tile spans
    uint8_t step[TENSOR_RANK_MAX];    // every how manieth of them it has
    uint8_t type;                     // TensorType
    uint8_t rank;
    uint8_t span_bytes; // of the swizzle; 16: none
    bool is_nan;        // floats outside the tensor are NaN instead of zero
} TensorMap;

uint32_t tensor_element_bytes(TensorType type);
void tensor_map_write(const TensorMap *map, uint8_t bytes[TENSOR_MAP_BYTES]);
// False: the bytes are no map.
bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], TensorMap *map);

// Elements of a tile along a dimension, and its bytes.
uint32_t tensor_tile_count(const TensorMap *map, uint32_t dimension);
uint32_t tensor_tile_bytes(const TensorMap *map);
// The address of element `index` of the tile (first dimension fastest) at these coordinates; 0: it
// lies outside the tensor.
uint64_t tensor_element(const TensorMap *map, const int32_t at[TENSOR_RANK_MAX], uint32_t index);
// The bits of an element outside the tensor.
uint64_t tensor_fill(const TensorMap *map);

#endif
