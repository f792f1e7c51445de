// SPDX-License-Identifier: Apache-2.0
// One element of a matrix multiplication: the sum of its products, by the rule of a GPU.
#ifndef LOCKSTEP_LANE_MATRIX_ELEMENT_H
#define LOCKSTEP_LANE_MATRIX_ELEMENT_H

#include "sim/lane/matrix.h"
#include "sim/lane/matrix_sum.h"

#define DEPTH_MAX 64 // products of an element of d, 32 one-bit ones counted as one

// An element of a or b; integers and 32 one-bit elements are in `significand`.
Term matrix_term(PtxType type, uint32_t bits);
// The bits of an element of d: of the products of a and b, tile_depth(tile) terms each, and c.
uint32_t matrix_element(const MatrixTile *tile, MatrixRule rule, const Term *a, const Term *b,
                        uint32_t c_bits);
// The same with scales, tile->scales terms each of the row of a and of the column of b.
uint32_t matrix_scaled_element(const MatrixTile *tile, MatrixRule rule, const Term *a,
                               const Term *b, const Term *scales_a, const Term *scales_b,
                               uint32_t c_bits);

#endif
