// SPDX-License-Identifier: Apache-2.0
#include "sim/lane/matrix.h"

#include "sim/lane/matrix_element.h"
#include "sim/lane/real.h"

#include <math.h>
#include <string.h>

#define ROWS_MAX 32              // of the four matrices of a quad tile together
#define LINE_MAX (2 * DEPTH_MAX) // elements along k, or words of 32 bits: b of a sparse a

MatrixRule matrix_rule(uint32_t compute_capability, const MatrixTile *tile)
{
    bool is_tf32 = tile->type[TILE_A] == PTX_TYPE_TF32;
    bool is_narrow = tile_bits(tile, TILE_A) == 8;
    bool has_narrow = compute_capability == 89 || compute_capability >= 120;
    if (tile_is_quad(tile) && compute_capability >= 80) {
        return (MatrixRule){.sum = MATRIX_SUM_CHAIN};
    }
    if (tile->scales > 0) {
        uint8_t fraction = tile_bits(tile, TILE_A) == 4 ? 35 : 25;
        return (MatrixRule){.sum = MATRIX_SUM_SCALED, .fraction = fraction};
    }
    if (is_narrow && tile->operation == TILE_MULTIPLY_GROUP) {
        return (MatrixRule){.sum = MATRIX_SUM_BLOCKS, .block = 32, .fraction = 13, .kept = 13};
    }
    if (is_narrow && has_narrow) {
        return (MatrixRule){.sum = MATRIX_SUM_BLOCKS, .block = 16, .fraction = 13};
    }
    MatrixRule rule = {.sum = is_narrow ? MATRIX_SUM_HALVES : MATRIX_SUM_BLOCKS};
    bool is_wide = compute_capability >= 90;
    rule.block = is_wide ? 16 : compute_capability >= 80 ? 8 : 4;
    rule.block = is_tf32 ? rule.block / 2 : rule.block;
    rule.fraction = is_wide ? 25 : compute_capability >= 75 ? 24 : 23;
    return rule;
}

static uint32_t element_bits(const MatrixTile *tile, TileMatrix matrix, const void *const *rows,
                             uint32_t lane, uint32_t element)
{
    uint32_t bits = tile_bits(tile, matrix);
    if (bits == 1 || bits == 32) {
        return ((const uint32_t *)rows[bits == 1 ? element / 32 : element])[lane];
    }
    uint32_t packed = 32 / bits, word = ((const uint32_t *)rows[element / packed])[lane];
    uint32_t found = word >> element % packed * bits & ((1u << bits) - 1);
    // PTX ISA 9.0, "Packing format used for matrix ... by .kind::f8f6f4": two bits below e2m1
    bool is_shifted = tile->is_padded && matrix <= TILE_B && tile->type[matrix] == PTX_TYPE_E2M1;
    return is_shifted ? found >> 2 & 0xfu : found;
}

// The lines of a or b along k: rows of a, columns of b.
typedef Term Lines[ROWS_MAX][LINE_MAX];

static void gather(const MatrixTile *tile, TileMatrix matrix, const void *const *rows, Lines lines)
{
    uint32_t step = tile_bits(tile, matrix) == 1 ? 32 : 1, count = tile_elements(tile, matrix);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t e = 0; e < count; e += step) {
            TilePlace place = tile_place(tile, matrix, lane, e);
            uint32_t line = matrix == TILE_A ? place.row : place.column;
            uint32_t along = matrix == TILE_A ? place.column : place.row;
            lines[place.matrix * 8u + line][along / step] =
                matrix_term((PtxType)tile->type[matrix], element_bits(tile, matrix, rows, lane, e));
        }
    }
}

// The elements of c that a part's registers hold, by line (row) and column.
typedef uint32_t Addends[ROWS_MAX][8];

static void gather_addends(const TilePart *part, const void *const *rows, Addends c)
{
    const MatrixTile *tile = &part->tile;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t e = part->first_c; e < tile_elements(tile, TILE_C); e++) {
            uint32_t held = e - part->first_c;
            if (held / (32 / tile_bits(tile, TILE_C)) < 4) {
                TilePlace place = tile_place(tile, TILE_C, lane, e);
                c[place.matrix * 8u + place.row][place.column] =
                    element_bits(tile, TILE_C, rows, lane, held);
            }
        }
    }
}

static uint32_t packed_in(const MatrixTile *tile, TileMatrix matrix)
{
    return tile_bits(tile, matrix) == 16 ? 2 : 1;
}

// Columns of tf32, cut into halves.
typedef uint16_t Halves[8][2 * 16];

static void gather_halves(const MatrixTile *tile, const void *const *rows, Halves columns)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t e = 0; e < tile_elements(tile, TILE_B); e++) {
            TilePlace place = tile_place(tile, TILE_B, lane, e);
            uint32_t bits = element_bits(tile, TILE_B, rows, lane, e);
            columns[place.column][2 * place.row] = (uint16_t)bits;
            columns[place.column][2 * place.row + 1] = (uint16_t)(bits >> 16);
        }
    }
}

// Metadata that place the halves of a tf32 in different elements are undefined in PTX; an H200
// joins these halves.
static void choose_halves(const MatrixTile *tile, const uint32_t *metadata, uint32_t row,
                          const uint16_t *column, Term terms[DEPTH_MAX])
{
    for (uint32_t i = 0; i < tile_depth(tile); i++) {
        uint32_t low = column[tile_unit_place(tile, metadata, row, 2 * i)];
        uint32_t high = column[tile_unit_place(tile, metadata, row, 2 * i + 1)];
        terms[i] = matrix_term(PTX_TYPE_TF32, high << 16 | low);
    }
}

// The elements of b's column that the elements of a sparse a's row multiply.
static void choose(const MatrixTile *tile, const uint32_t *metadata, uint32_t row,
                   const Term *column, Term terms[DEPTH_MAX])
{
    uint32_t run = tile_unit_bits(tile) / tile_bits(tile, TILE_A);
    for (uint32_t i = 0; i < tile_depth(tile); i++) {
        terms[i] = column[tile_unit_place(tile, metadata, row, i / run) * run + i % run];
    }
}

// The scales of row or column `line`.
static void gather_scales(const MatrixTile *tile, TileMatrix matrix, const MatrixRows *rows,
                          uint32_t line, Term scales[4])
{
    uint32_t thread = rows->scale_thread[matrix];
    uint32_t word = rows->scales[matrix][tile_scale_lane(matrix, line, thread)];
    for (uint32_t i = 0; i < tile->scales; i++) {
        scales[i] = matrix_term((PtxType)tile->scale_type,
                                word >> (rows->scale_byte[matrix] + i) * 8 & 0xffu);
    }
}

static void multiply_words(const TilePart *part, MatrixRule rule, const MatrixRows *rows)
{
    const MatrixTile *tile = &part->tile;
    Lines a, b;
    Term terms[DEPTH_MAX];
    Halves halves;
    bool is_halved = tile->is_sparse && tile->type[TILE_B] == PTX_TYPE_TF32;
    Addends c;
    uint32_t d[4][LANE_COUNT] = {{0}}, packed = packed_in(tile, TILE_D);
    uint32_t count = tile_elements(tile, TILE_D) - part->first_d;
    count = count > 4 * packed ? 4 * packed : count;
    gather(tile, TILE_A, rows->a, a);
    gather(tile, TILE_B, rows->b, b);
    if (is_halved) {
        gather_halves(tile, rows->b, halves);
    }
    gather_addends(part, rows->c, c);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t i = 0; i < count; i++) {
            TilePlace place = tile_place(tile, TILE_D, lane, part->first_d + i);
            uint32_t row = place.matrix * 8u + place.row;
            uint32_t column = place.matrix * 8u + place.column;
            if (is_halved) {
                choose_halves(tile, rows->metadata, row, halves[column], terms);
            } else if (tile->is_sparse) {
                choose(tile, rows->metadata, row, b[column], terms);
            }
            const Term *factors = tile->is_sparse ? terms : b[column];
            uint32_t addend = c[row][place.column], bits;
            if (tile->scales > 0) {
                Term scales[2][4];
                gather_scales(tile, TILE_A, rows, row, scales[0]);
                gather_scales(tile, TILE_B, rows, column, scales[1]);
                bits = matrix_scaled_element(tile, rule, a[row], factors, scales[0], scales[1],
                                             addend);
            } else {
                bits = matrix_element(tile, rule, a[row], factors, addend);
            }
            d[i / packed][lane] |= bits << i % packed * 16;
        }
    }
    for (uint32_t r = 0; r < 4 && r < count / packed; r++) {
        if (rows->d[r] != NULL) {
            memcpy(rows->d[r], d[r], sizeof d[r]);
        }
    }
}

static void multiply_doubles(const MatrixTile *tile, const MatrixRows *rows)
{
    double a[16][8], b[8][8], d[4][LANE_COUNT];
    uint32_t count = tile_elements(tile, TILE_D);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t e = 0; e < tile_elements(tile, TILE_A); e++) {
            TilePlace place = tile_place(tile, TILE_A, lane, e);
            a[place.row][place.column] = ((const double *)rows->a[e])[lane];
        }
        for (uint32_t e = 0; e < tile_elements(tile, TILE_B); e++) {
            TilePlace place = tile_place(tile, TILE_B, lane, e);
            b[place.column][place.row] = ((const double *)rows->b[e])[lane];
        }
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t e = 0; e < count; e++) {
            TilePlace place = tile_place(tile, TILE_D, lane, e);
            double sum = ((const double *)rows->c[e])[lane];
            for (uint32_t k = 0; k < tile->k; k++) {
                double x = a[place.row][k], y = b[place.column][k];
                sum = quiet3_f64(fma(x, y, sum), x, y, sum);
            }
            d[e][lane] = sum;
        }
    }
    for (uint32_t e = 0; e < 4 && e < count; e++) {
        if (rows->d[e] != NULL) {
            memcpy(rows->d[e], d[e], sizeof d[e]);
        }
    }
}

void matrix_multiply(MatrixFunction quick, const TilePart *part, MatrixRule rule,
                     const MatrixRows *rows)
{
    if (quick != NULL && quick(part, rule, rows)) {
        return;
    }
    if (part->tile.type[TILE_D] == PTX_TYPE_F64) {
        multiply_doubles(&part->tile, rows);
    } else {
        multiply_words(part, rule, rows);
    }
}

void matrix_transpose(uint32_t d[LANE_COUNT], const uint32_t a[LANE_COUNT])
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint32_t column = lane / 4, row = 2 * (lane % 4), shift = 16 * (column % 2);
        uint32_t low = a[row * 4 + column / 2] >> shift & 0xffffu;
        d[lane] = low | (a[(row + 1) * 4 + column / 2] >> shift & 0xffffu) << 16;
    }
}
