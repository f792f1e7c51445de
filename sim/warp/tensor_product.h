// SPDX-License-Identifier: Apache-2.0
// What a product of tcgen05.mma multiplies: the fields of its instruction descriptor, the lanes of
// tensor memory that the rows of D have, the places of a sparse row's elements, and the columns of
// B that a mask makes zero (PTX ISA 9.0, "Instruction descriptor", "Data Path Layout Organization",
// "Sparse Matrices", "Zero-Column Mask Descriptor"). Pure.
#ifndef LOCKSTEP_WARP_TENSOR_PRODUCT_H
#define LOCKSTEP_WARP_TENSOR_PRODUCT_H

#include "isa/machine/program.h"

// The rows of D in the tensor memory of a block: its rows lie in `banks` runs of lanes, each with
// its part of D's columns; `is_scattered`: 16 rows in the 32 lanes of each warp.
typedef struct TensorLayout {
    uint16_t rows;
    uint8_t banks;
    bool is_scattered;
} TensorLayout;

typedef struct TensorProduct {
    MatrixTile tile; // of all blocks
    TensorLayout layout;
    uint32_t blocks;        // 2: a pair, which has half of the rows each
    bool is_negated[2];     // a, b
    bool is_transposed[2];  // their lines lie across k
    uint32_t scale_byte[2]; // of the scaled kinds: the first byte of a word
    uint32_t selector;      // of a sparse A: the column of metadata
    const char *complaint;  // why it cannot be multiplied, or NULL
} TensorProduct;

// target: TENSOR_; scales: SCALE_VEC__ of a scaled kind, or 0.
TensorProduct tensor_product_of(uint16_t kind, uint16_t scales, uint32_t target,
                                uint32_t descriptor);
bool tensor_kind_is_scaled(uint16_t kind);
// The lane of a row of a block, in one of its banks.
uint32_t tensor_row_lane(const TensorLayout *layout, uint32_t row, uint32_t bank);

// Columns of metadata of each row.
uint32_t tensor_metadata_columns(const TensorProduct *product);
// Where the metadata of a chunk of the row with this lane are: bits from `shift` on.
typedef struct TensorMetadata {
    uint32_t lane, column, shift;
} TensorMetadata;
TensorMetadata tensor_metadata_at(const TensorProduct *product, uint32_t lane, uint32_t chunk);
// Elements of a row that are held in a chunk.
uint32_t tensor_chunk_elements(const TensorProduct *product);
// Where the element of a chunk that is held as number `i` lies in the chunk, by its four bits of
// metadata; UINT32_MAX: PTX gives them no meaning.
uint32_t tensor_chunk_place(const TensorProduct *product, uint32_t bits, uint32_t i);

// The mask's bit of a column, and by how many columns B is shifted.
bool tensor_column_is_zero(const MatrixTile *tile, uint64_t mask, uint32_t column);
uint32_t tensor_column_shift(uint64_t mask);

#endif
