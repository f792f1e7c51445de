// SPDX-License-Identifier: Apache-2.0
// The factors of a matrix multiplication laid out for the host's vector instructions: 16 rows of d
// beside each other, one column after the other. MatrixTable has the loops over them, compiled for
// each level (matrix_level.inc). Infinite and NaN factors are left to matrix_element.h, which
// defines the results.
#ifndef LOCKSTEP_LANE_MATRIX_LINES_H
#define LOCKSTEP_LANE_MATRIX_LINES_H

#include "sim/lane/matrix.h"

#define LINES_ROWS    16
#define LINES_COLUMNS 8
#define LINES_SUMS    (LINES_COLUMNS * LINES_ROWS)
#define LINES_DEPTH   64 // products of an element of d, at most

// Elements along k as floats, and the exponents that align products (EXPONENT_0: zero); those of
// subnormal numbers are the smallest normal one's. Integers have none.
typedef struct LinesAcross {
    _Alignas(64) float value[LINES_DEPTH][LINES_ROWS];
    int32_t exponent[LINES_DEPTH][LINES_ROWS];
} LinesAcross;

typedef struct MatrixLines {
    LinesAcross a;
    LinesAcross chosen; // a is sparse: what each row of a multiplies in one column of b
    _Alignas(64) float value_b[LINES_DEPTH][LINES_COLUMNS];
    int32_t exponent_b[LINES_DEPTH][LINES_COLUMNS];
} MatrixLines;

// Where the elements in a lane's registers go along k: those of a run of words beside each other,
// first element 0 of each word, then element 1. The elements from `together` on go `second` places
// on.
typedef struct LineOrder {
    uint32_t packed; // elements in a word
    uint32_t run;    // words; of a dense b an even number
    uint32_t together, second;
} LineOrder;

// Bits of the magnitudes of elements: the highest, and the lowest that is not 0, for each of the
// places that vector code goes through at once. Integers have none.
typedef struct LineRange {
    _Alignas(64) int32_t highest[LINES_ROWS], lowest[LINES_ROWS];
} LineRange;

// How a run of products is added to the sums (MatrixRule).
typedef struct LineBlock {
    uint32_t first, count; // places along k: 4, 8, 16 or 32
    uint32_t fraction, kept;
    int32_t lowest_field; // exponent field, in f32, of the smallest normal sum
    bool is_half;         // sums are rounded to f16, not cut off to f32
    bool is_wide;         // all factors and sums are split into significands and exponents
} LineBlock;

#endif
