// SPDX-License-Identifier: Apache-2.0
// The most frequent case of a matrix multiplication, faster: m16n8k16 of finite f16, summed as f32
// in one block.
#ifndef LOCKSTEP_LANE_MATRIX_F16_H
#define LOCKSTEP_LANE_MATRIX_F16_H

#include "sim/lane/matrix.h"

// Whether the tile is of this kind.
bool matrix_is_f16(const MatrixTile *tile, MatrixRule rule);
// As matrix_multiply. Returns false, and changes nothing, if some element needs the general way.
bool matrix_multiply_f16(const MatrixRows *rows);

#endif
