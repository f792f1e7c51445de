// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what the 128 bytes of a CUtensorMap say, and where the elements of a tile lie. The
// layout of NVIDIA's maps is not documented; this one is Lockstep's own. Source of the rules: CUDA
// Driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col; PTX ISA 9.0, "Tensors"; what no
// document says was measured on an H200 (traces/h200/hopper).
//
// Interleaved layouts (NC/8HWC8): channels lie in slices of 16 or 32 bytes, and the dimensions are
// W, H, D, the channels' slices, and N, without those that the rank lacks. Coordinate, size, box
// and step of the first dimension count slices, whatever the type; a tile has one slice of
// channels.
//
// Types of 4 and 6 bits: sizes, boxes and coordinates count values. An element is what of them is
// copied as a whole: a byte, or 16 values, which take 16 bytes of shared memory.
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
    TENSOR_B4,     // 16U4_ALIGN8B, .b4x16
    TENSOR_B4_P64, // 16U4_ALIGN16B: 8 bytes of values, 8 of nothing
    TENSOR_B6_P32, // 16U6_ALIGN16B: 12 and 4; stored, a byte for each value (.b6p2x16)
    TENSOR_TYPE_COUNT
} TensorType;

#define TENSOR_IMAGE_MAX 3u // dimensions of an image: W, H, D
#define TENSOR_ROWS      4u // of .tile::gather4

// Modes im2col::w and im2col::w::128.
typedef enum TensorWide { TENSOR_NOT_WIDE, TENSOR_WIDE, TENSOR_WIDE_128 } TensorWide;

#define TENSOR_WIDE_PIXELS 128u // of a tile in the last one, each TENSOR_WIDE_PART with a halo
#define TENSOR_WIDE_PART   32u
#define TENSOR_WIDE_PARTS  (TENSOR_WIDE_PIXELS / TENSOR_WIDE_PART)

typedef struct TensorMap {
    uint64_t address;
    uint64_t stride[TENSOR_RANK_MAX]; // bytes between neighbors; of the first dimension: an element
    uint32_t last[TENSOR_RANK_MAX];   // size - 1
    uint16_t box[TENSOR_RANK_MAX];    // elements that a tile spans; im2col: channels, and pixels
    uint8_t step[TENSOR_RANK_MAX];    // every how manieth of them it has; [0]: if interleaved
    uint8_t type;                     // TensorType
    uint8_t rank;
    uint8_t span_bytes;  // of the swizzle; 16: none
    uint8_t atom;        // SwizzleAtom
    uint8_t slice_bytes; // of an interleaved layout: 16, 32; 0: none
    bool is_nan;         // floats outside the tensor are NaN instead of zero
    bool is_im2col;      // the dimensions are C, W, H, D, N without those that the rank lacks (not
                         // interleaved)
    uint8_t wide;        // TensorWide: in im2col mode, only along W
    int16_t lower[TENSOR_IMAGE_MAX]; // im2col: the box in an image, from its first pixel
    int16_t upper[TENSOR_IMAGE_MAX]; // and from its last one: W, H, D
} TensorMap;

// Where a tile begins. Those of im2col mode are at a filter's base: its offsets are added to every
// pixel.
typedef struct TensorPlace {
    int32_t at[TENSOR_RANK_MAX];
    uint16_t offset[TENSOR_IMAGE_MAX]; // W, H, D; 0 in other modes
    uint16_t halo;                     // wide: pixels more, after the tile or each part of it
    int32_t row[TENSOR_ROWS];          // of two dimensions: of each row of the tile
    bool has_rows;                     // these count, not at[1] and the box's height
} TensorPlace;

uint32_t tensor_element_bytes(TensorType type);
uint32_t tensor_element_values(TensorType type);
// Bytes from one element to the next in shared memory.
uint32_t tensor_element_room(TensorType type);
bool tensor_type_is_packed(TensorType type);
// The dimension of an image's W.
uint32_t tensor_first_pixel(const TensorMap *map);
void tensor_map_write(const TensorMap *map, uint8_t bytes[TENSOR_MAP_BYTES]);
// False: the bytes are no map.
bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], TensorMap *map);

// Fields that a kernel replaces (PTX ISA 9.0, tensormap.replace).
typedef enum TensorField {
    TENSOR_FIELD_ADDRESS,
    TENSOR_FIELD_RANK, // less one
    TENSOR_FIELD_BOX,  // from here on to STEP: of a dimension
    TENSOR_FIELD_SIZE,
    TENSOR_FIELD_STRIDE, // of the dimension after it
    TENSOR_FIELD_STEP,
    TENSOR_FIELD_TYPE, // from here on: numbers of the ISA's table
    TENSOR_FIELD_INTERLEAVE,
    TENSOR_FIELD_SWIZZLE,
    TENSOR_FIELD_ATOMICITY,
    TENSOR_FIELD_FILL
} TensorField;

// Replaces a field of a map, or of one whose fields do not yet fit each other. False: the bytes are
// no map, or maps have no such value here.
bool tensor_map_replace(uint8_t bytes[TENSOR_MAP_BYTES], TensorField field, uint32_t dimension,
                        uint64_t value);

// Elements of a tile along a dimension, and its bytes. In im2col mode it has two dimensions.
uint32_t tensor_tile_count(const TensorMap *map, uint32_t dimension);
uint32_t tensor_tile_bytes(const TensorMap *map);
// Bytes of a tile at this place.
uint32_t tensor_bytes(const TensorMap *map, const TensorPlace *place);
// Whether it begins at a multiple of 16 bytes along the first dimension, or of 128 values of types
// that are padded.
bool tensor_is_aligned(const TensorMap *map, const TensorPlace *place);
// The address of element `index` of the tile (first dimension fastest) at this place; 0: it lies
// outside the tensor.
uint64_t tensor_element(const TensorMap *map, const TensorPlace *place, uint32_t index);
// The elements of a row of the tile that lie inside the tensor, where neighbors of the tile are
// neighbors there.
typedef struct TensorRun {
    uint64_t address;
    uint32_t before, count; // elements outside before them; elements
} TensorRun;
// False: the map steps over elements.
bool tensor_run(const TensorMap *map, const TensorPlace *place, uint32_t row, TensorRun *run);
// Whether a tile may begin there: in im2col mode, only in the box of an image; wide: or left of it,
// and with halo and offset in their ranges.
bool tensor_may_begin(const TensorMap *map, const TensorPlace *place);
// The bits of an element outside the tensor.
uint64_t tensor_fill(const TensorMap *map);

#endif
