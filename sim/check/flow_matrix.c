// SPDX-License-Identifier: Apache-2.0
// How uninitialized bits pass through a matrix multiplication: an element of d depends on a row of
// a, a column of b and an element of c.
#include "sim/check/registers.h"

enum { LINES_MAX = 32, COLUMNS_MAX = 8 };

// The multiplication of one micro-op. Rows: the registers of each matrix.
typedef struct Product {
    const WarpCheck *check;
    const Warp *warp;
    const TilePart *part;
    Row rows[TILE_MATRIX_COUNT][4];
    bool rows_of_a[LINES_MAX], columns_of_b[LINES_MAX]; // something there is not initialized
    bool elements_of_c[LINES_MAX][COLUMNS_MAX];
    uint16_t origin; // of the first such operand
} Product;

static bool is_unset(Product *product, TileMatrix matrix, uint32_t lane, uint32_t held)
{
    uint32_t bits = tile_bits(&product->part->tile, matrix), each = bits >= 32 ? 1 : 32 / bits;
    Row row = held / each < 4 ? product->rows[matrix][held / each] : ROW_NONE;
    if (!registers_has(row)) {
        return false;
    }
    const void *shadow = registers_row(product->check, product->warp, row);
    uint64_t word =
        bits == 64 ? ((const uint64_t *)shadow)[lane] : ((const uint32_t *)shadow)[lane];
    bool is = bits >= 32 ? word != 0 : (word >> held % each * bits & ((1u << bits) - 1)) != 0;
    if (is && product->origin == 0) {
        product->origin = registers_origin(product->check, product->warp, LANE_TYPE_U32, row);
    }
    return is;
}

static void look_at(Product *product, TileMatrix matrix, uint32_t first)
{
    const MatrixTile *tile = &product->part->tile;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t e = first; e < tile_elements(tile, matrix); e++) {
            if (!is_unset(product, matrix, lane, e - first)) {
                continue;
            }
            TilePlace place = tile_place(tile, matrix, lane, e);
            if (matrix == TILE_A) {
                product->rows_of_a[place.matrix * 8u + place.row] = true;
            } else if (matrix == TILE_B) {
                product->columns_of_b[place.matrix * 8u + place.column] = true;
            } else {
                product->elements_of_c[place.matrix * 8u + place.row][place.column] = true;
            }
        }
    }
}

static bool depends_on_unset(const Product *product, TilePlace place)
{
    uint32_t row = place.matrix * 8u + place.row;
    return product->rows_of_a[row] || product->columns_of_b[place.matrix * 8u + place.column] ||
           product->elements_of_c[row][place.column];
}

// The bits of register `index` of d that are not initialized, in this lane.
static uint64_t result_bits(const Product *product, uint32_t lane, uint32_t index)
{
    const MatrixTile *tile = &product->part->tile;
    uint32_t bits = tile_bits(tile, TILE_D), each = bits >= 32 ? 1 : 32 / bits;
    uint64_t unset = 0, all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    for (uint32_t i = 0; i < each; i++) {
        uint32_t element = product->part->first_d + index * each + i;
        if (element < tile_elements(tile, TILE_D) &&
            depends_on_unset(product, tile_place(tile, TILE_D, lane, element))) {
            unset |= all << i * bits;
        }
    }
    return unset;
}

static void set_result(const Product *product, WarpCheck *check, uint32_t index)
{
    Row row = product->rows[TILE_D][index];
    if (!registers_has(row)) {
        return;
    }
    bool is_wide = tile_bits(&product->part->tile, TILE_D) == 64;
    void *shadow = registers_row(check, product->warp, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint64_t bits = product->origin == 0 ? 0 : result_bits(product, lane, index);
        if (is_wide) {
            ((uint64_t *)shadow)[lane] = bits;
        } else {
            ((uint32_t *)shadow)[lane] = (uint32_t)bits;
        }
    }
    registers_set_origin(check, product->warp, LANE_TYPE_U32, row, product->origin, true);
}

void values_multiply(BlockContext *context, const Warp *warp, const Micro *micro)
{
    WarpCheck *check = registers_of(context, warp);
    Product product = {.check = check,
                       .warp = warp,
                       .part = &context->unit->launch->program->tiles[micro->function],
                       .rows = {[TILE_A] = {micro->a, micro->b, micro->c, micro->e},
                                [TILE_B] = {micro->d, micro->d2, ROW_NONE, ROW_NONE}}};
    for (uint32_t i = 0; i < 4; i++) {
        product.rows[TILE_C][i] = micro->addend[i];
        product.rows[TILE_D][i] = micro->data[i];
    }
    look_at(&product, TILE_A, 0);
    look_at(&product, TILE_B, 0);
    look_at(&product, TILE_C, product.part->first_c);
    for (uint32_t i = 0; i < 4; i++) {
        set_result(&product, check, i);
    }
}
