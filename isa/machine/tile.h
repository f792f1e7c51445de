// SPDX-License-Identifier: Apache-2.0
// Tiles: what one matrix instruction of a warp multiplies, and which lane holds which element. A
// tile is d = a * b + c with a of m x k, b of k x n, c and d of m x n elements. The lanes hold the
// elements of a matrix in registers, a fragment each (PTX ISA 9.0, "Warp Level Matrix
// Instructions", the figures named "fragment layout"). Leaves out how elements are multiplied:
// sim/lane/matrix.h.
#ifndef LOCKSTEP_MACHINE_TILE_H
#define LOCKSTEP_MACHINE_TILE_H

#include "isa/ptx/ptx.h"

typedef enum TileMatrix { TILE_A, TILE_B, TILE_C, TILE_D, TILE_MATRIX_COUNT } TileMatrix;

typedef enum TileOperation {
    TILE_MULTIPLY,
    TILE_XOR_POPC,
    TILE_AND_POPC,
    TILE_MULTIPLY_GROUP, // a part of a warpgroup's product: 8-bit floats are not converted
    TILE_AND_POPC_GROUP  // of bits
} TileOperation;

typedef struct MatrixTile {
    uint16_t m, n, k;
    uint8_t type[TILE_MATRIX_COUNT]; // PtxType of the elements
    uint8_t operation;               // TileOperation
    bool is_saturated;               // integers: .satfinite
    bool is_sparse;                  // a: half of its elements, of which metadata tells the places
    uint8_t selector;                // is_sparse: which lanes of a group hold the metadata
    bool is_column_a, is_row_b;      // of m8n8k4 with f16: the other layout
    bool is_padded;                  // floats of 4 and 6 bits take a byte each
    uint8_t scales;                  // factors of each row of a and column of b; 0: none
    uint8_t scale_type;              // PtxType of the factors
} MatrixTile;

// What one machine instruction computes of a tile: the elements of d in its registers from this one
// on, at most four registers.
typedef struct TilePart {
    MatrixTile tile;
    uint8_t first_d, first_c; // element of the lane that register 0 begins with
    uint8_t count; // of a warpgroup's product: the parts that the machine instruction has, counted
                   // in the first one
    bool reads_a;  // of a warpgroup's product: a is in shared memory
} TilePart;

// Where an element is: `matrix` is the one of the four that m8n8k4 multiplies with f16, else 0.
typedef struct TilePlace {
    uint8_t matrix;
    uint16_t row, column;
} TilePlace;

// The tile of an mma instruction. Returns false for another instruction.
bool tile_of(const PtxInstruction *instruction, MatrixTile *tile);
// The tile of each warp and eight columns of a wgmma.mma_async, and how many there are.
bool tile_of_group(const PtxInstruction *instruction, MatrixTile *tile, uint32_t *parts);
// Whether it is a part of a warpgroup's product.
bool tile_is_group(const MatrixTile *tile);
// Whether the GPU converts its 8-bit floats to halves, and multiplies them in two instructions
// (traces/h200/tensor/held/types.csv; only 8.9 and 12.x multiply them themselves, PTX ISA 9.0).
bool tile_is_converted(const MatrixTile *tile, uint32_t compute_capability);
// Whether it multiplies four matrices of 8 x 8, each by the eight lanes of a quad pair (Volta).
bool tile_is_quad(const MatrixTile *tile);
// Products that are added for an element of d.
uint32_t tile_depth(const MatrixTile *tile);
// Bits of an element.
uint32_t tile_bits(const MatrixTile *tile, TileMatrix matrix);
// Elements of the matrix that each lane holds.
uint32_t tile_elements(const MatrixTile *tile, TileMatrix matrix);
// Registers of a lane that hold them: of 32 bits, of 64 for f64. Element e is in register
// e / (32 / bits), counted from the low bits.
uint32_t tile_registers(const MatrixTile *tile, TileMatrix matrix);
// The place of a lane's element in the matrix; in a sparse one the column is counted in the
// elements that are held.
TilePlace tile_place(const MatrixTile *tile, TileMatrix matrix, uint32_t lane, uint32_t element);
// The same of a register of ldmatrix or stmatrix: the row of those whose addresses the lanes give,
// eight for each register. shape: NONE, of halves, or DOT_M16N16, DOT_M8N16 or DOT_M16N8, of bytes.
TilePlace tile_moved_place(PtxSuffix shape, bool is_transposed, uint32_t lane, uint32_t reg,
                           uint32_t element);
// How many selectors a sparse tile has.
uint32_t tile_selectors(const MatrixTile *tile);
// Bits of a sparse tile's row that an index of the metadata places: a byte of two elements of 4
// bits, 16 bits of an element of 32, otherwise an element.
uint32_t tile_unit_bits(const MatrixTile *tile);
// Whether a lane's metadata count.
bool tile_holds_metadata(const MatrixTile *tile, uint32_t lane);
// Whether the scales may be these bytes of a register, from lanes with this number in each group of
// four: of a (two lanes, a number for a pair) or b (PTX ISA 9.0, "Block Scaling").
bool tile_has_scales_at(const MatrixTile *tile, TileMatrix matrix, uint32_t byte, uint32_t thread);
// The lane that holds the scales of a row of a or a column of b.
uint32_t tile_scale_lane(TileMatrix matrix, uint32_t line, uint32_t thread);
// Where the unit that is held at this place of the row lies along k, in units. metadata: of each
// lane.
uint32_t tile_unit_place(const MatrixTile *tile, const uint32_t metadata[32], uint32_t row,
                         uint32_t unit);

#endif
