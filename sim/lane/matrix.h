// SPDX-License-Identifier: Apache-2.0
// The arithmetic of tensor cores: one machine instruction over the rows of a warp, with the bits
// that an H200 computes (docs/tensor-cores.md). Sees rows; knows no warp, no memory, no cycle.
#ifndef LOCKSTEP_LANE_MATRIX_H
#define LOCKSTEP_LANE_MATRIX_H

#include "isa/machine/program.h"

// How a GPU adds the products of floats for one element of d.
typedef enum MatrixSum {
    // Of each `block` products, the exact products and the sum so far are aligned to the largest
    // exponent among them, cut off `fraction` bits below it, and added exactly. The sum is cut off
    // to f32 after each block; the last one is rounded to nearest if d is f16.
    MATRIX_SUM_BLOCKS,
    // GPUs without tensor cores for 8-bit floats: the first and the second two of each four
    // elements
    // are multiplied as f16, one after the other, and c is added last.
    MATRIX_SUM_HALVES,
    // .block_scale: as MATRIX_SUM_BLOCKS, all products with their scales and c at once.
    MATRIX_SUM_SCALED,
    // One fused multiply-add of f32 after the other, and c is added last, or
    // first if d is f16: m8n8k4 on GPUs without it.
    MATRIX_SUM_CHAIN
} MatrixSum;

typedef struct MatrixRule {
    uint8_t sum; // MatrixSum
    uint8_t block, fraction;
    uint8_t kept; // fraction bits of a sum in f32; 0: all
} MatrixRule;

// The rule by which a GPU multiplies the tile.
MatrixRule matrix_rule(uint32_t compute_capability, const MatrixTile *tile);

// Rows of 32 lanes, of 64 bits where the elements are f64: the registers of each fragment.
typedef struct MatrixRows {
    const void *a[4], *b[4], *c[4];
    void *d[4];               // NULL: not wanted
    const uint32_t *metadata; // of a sparse a
    // Scales of a and b, and where in a register and in which lanes they are.
    const uint32_t *scales[2];
    uint8_t scale_byte[2], scale_thread[2];
} MatrixRows;

// Computes the part's elements of d = a * b + c, or returns false: this tile or these values need
// another way. d may be rows of a, b or c.
typedef bool (*MatrixFunction)(const TilePart *part, MatrixRule rule, const MatrixRows *rows);

// The same of any tile. quick: the host's (LaneTable), or NULL: element by element.
void matrix_multiply(MatrixFunction quick, const TilePart *part, MatrixRule rule,
                     const MatrixRows *rows);

// Transposes an 8x8 matrix of 16-bit elements: lane l holds row l / 4, columns 2 * (l % 4) and the
// next. d may not be a.
void matrix_transpose(uint32_t d[LANE_COUNT], const uint32_t a[LANE_COUNT]);

#endif
