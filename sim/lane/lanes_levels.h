// SPDX-License-Identifier: Apache-2.0
// What the files of lane functions share: the tables of the levels, and the functions that exist
// once.
#ifndef LOCKSTEP_LANE_LANES_LEVELS_H
#define LOCKSTEP_LANE_LANES_LEVELS_H

#include "sim/lane/lanes.h"

extern const LaneTable lane_table_baseline;
#if defined(__x86_64__)
extern const LaneTable lane_table_avx2;
extern const LaneTable lane_table_avx512;
#endif

// matrix_lines.inc
bool matrix_multiply_baseline(const TilePart *part, MatrixRule rule, const MatrixRows *rows);
#if defined(__x86_64__)
bool matrix_multiply_avx2(const TilePart *part, MatrixRule rule, const MatrixRows *rows);
bool matrix_multiply_avx512(const TilePart *part, MatrixRule rule, const MatrixRows *rows);
#endif

// Families too rare to be compiled for each level (lanes_once.c).
#define LANE(name, ...)                                                                            \
    void lane_once_##name(void *d_pointer, const void *a_pointer, const void *b_pointer,           \
                          const void *c_pointer, uint32_t mask);
#include "isa/machine/lane_compare_half.def"
#include "isa/machine/lane_eight.def"
#include "isa/machine/lane_half_outside.def"
#include "isa/machine/lane_set.def"
#undef LANE

#endif
