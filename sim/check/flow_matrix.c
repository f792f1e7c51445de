// SPDX-License-Identifier: Apache-2.0
// How uninitialized bits pass through matrix instructions. Of a multiplication, an element of d
// depends on a row of a, a column of b and an element of c; ldmatrix moves elements from shared
// memory to other lanes' registers.
#include "sim/check/registers.h"
#include "sim/lane/matrix.h"

#include <string.h>

enum { LINES_MAX = 32, COLUMNS_MAX = 8 };

// The multiplication of one micro-op. Rows: the registers of each matrix.
typedef struct Product {
    const WarpCheck *check;
    const Warp *warp;
    const TilePart *part;
    Row rows[TILE_MATRIX_COUNT][4];
    bool rows_of_a[LINES_MAX], columns_of_b[LINES_MAX]; // something there is not initialized
    bool elements_of_c[LINES_MAX][COLUMNS_MAX];
    bool is_paired;  // two registers of a and b in a row
    uint16_t origin; // of the first such operand
} Product;

// The row with a register of a matrix; of a sparse a and its b two registers are in a row.
static Row row_of(const Product *product, TileMatrix matrix, uint32_t index, bool is_pair)
{
    index = is_pair ? index / 2 : index;
    return index < 4 ? product->rows[matrix][index] : ROW_NONE;
}

static bool is_unset(Product *product, TileMatrix matrix, uint32_t lane, uint32_t held)
{
    const MatrixTile *tile = &product->part->tile;
    uint32_t bits = tile_bits(tile, matrix), each = bits >= 32 ? 1 : 32 / bits;
    bool is_pair = product->is_paired && matrix <= TILE_B;
    Row row = row_of(product, matrix, held / each, is_pair);
    if (!registers_has(row)) {
        return false;
    }
    const void *shadow = registers_row(product->check, product->warp, row);
    uint64_t word =
        bits == 64 || is_pair ? ((const uint64_t *)shadow)[lane] : ((const uint32_t *)shadow)[lane];
    word = is_pair ? (uint32_t)(word >> held / each % 2 * 32) : word;
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

static void look_at_metadata(Product *product, Row row)
{
    if (!registers_has(row)) {
        return;
    }
    const uint32_t *shadow = registers_row(product->check, product->warp, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if (shadow[lane] != 0 && tile_holds_metadata(&product->part->tile, lane)) {
            product->rows_of_a[lane / 4] = product->rows_of_a[lane / 4 + 8] = true;
            product->origin = product->origin != 0 ? product->origin
                                                   : registers_origin(product->check, product->warp,
                                                                      LANE_TYPE_U32, row);
        }
    }
}

// Scales of a in the low half, of b in the high one; all elements depend on a missing one here.
static void look_at_scales(Product *product, Row row)
{
    if (!registers_has(row)) {
        return;
    }
    const uint64_t *shadow = registers_row(product->check, product->warp, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if (shadow[lane] != 0) {
            memset(product->rows_of_a, true, sizeof product->rows_of_a);
            product->origin = product->origin != 0 ? product->origin
                                                   : registers_origin(product->check, product->warp,
                                                                      LANE_TYPE_U64, row);
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
    bool is_sparse = micro->kind == MICRO_SPARSE_MULTIPLY;
    bool is_scaled = micro->kind == MICRO_SCALED_MULTIPLY;
    bool is_paired = is_sparse || is_scaled;
    Row third = is_paired ? ROW_NONE : micro->c, fourth = is_paired ? ROW_NONE : micro->e;
    Product product = {.check = check,
                       .warp = warp,
                       .is_paired = is_paired,
                       .part = &context->unit->launch->program->tiles[micro->function],
                       .rows = {[TILE_A] = {micro->a, micro->b, third, fourth},
                                [TILE_B] = {micro->d, micro->d2, ROW_NONE, ROW_NONE}}};
    for (uint32_t i = 0; i < 4; i++) {
        product.rows[TILE_C][i] = micro->addend[i];
        product.rows[TILE_D][i] = micro->data[i];
    }
    look_at(&product, TILE_A, 0);
    look_at(&product, TILE_B, 0);
    look_at(&product, TILE_C, product.part->first_c);
    if (is_sparse) {
        look_at_metadata(&product, micro->c);
    }
    if (is_scaled) {
        look_at_scales(&product, micro->e);
    }
    for (uint32_t i = 0; i < 4; i++) {
        set_result(&product, check, i);
    }
}

// --- movmatrix

void values_transpose(BlockContext *context, const Warp *warp, const Micro *micro)
{
    WarpCheck *check = registers_of(context, warp);
    uint32_t unset[LANE_COUNT] = {0};
    if (!registers_has(micro->d)) {
        return;
    }
    if (registers_has(micro->a)) {
        matrix_transpose(unset, registers_row(check, warp, micro->a));
    }
    memcpy(registers_row(check, warp, micro->d), unset, sizeof unset);
    registers_set_origin(check, warp, LANE_TYPE_U32, micro->d,
                         registers_origin(check, warp, LANE_TYPE_U32, micro->a), false);
}

// --- ldmatrix

// The byte of shared memory in which a byte of the lane's register begins; its last byte there.
static uint64_t byte_address(const LaneAccess *access, uint32_t matrix, uint32_t lane,
                             uint32_t byte, uint64_t *last)
{
    const Micro *micro = access->micro;
    uint32_t each = micro->combine == 0 ? 2 : 1; // bytes of an element
    TilePlace place = tile_moved_place((PtxSuffix)micro->combine, micro->function == PTX_DOT_TRANS,
                                       lane, matrix, byte / each);
    uint32_t bits = micro->combine == 0 ? 8 : micro->target;
    uint32_t first = (place.column * each + byte % each) * bits;
    *last = access->address[place.row] + (first + bits - 1) / 8;
    return access->address[place.row] + first / 8;
}

static bool is_valid(const LaneAccess *access, uint64_t address)
{
    uint32_t bits = access->context->shared_valid[address / 4];
    return (bits >> (address & 3u) & 1u) != 0;
}

// The bits of the lane's register that nobody has written to the block's shared memory.
static uint32_t loaded_bits(const LaneAccess *access, uint32_t matrix, uint32_t lane)
{
    uint32_t bits = 0;
    for (uint32_t byte = 0; byte < 4; byte++) {
        uint64_t last = 0, first = byte_address(access, matrix, lane, byte, &last);
        bool is_inside = last < access->context->unit->launch->shared_bytes; // else another block's
        bool is_written = is_inside && is_valid(access, first) && is_valid(access, last);
        bits |= is_inside && !is_written ? 0xffu << 8 * byte : 0;
    }
    return bits;
}

static void load_register(const LaneAccess *access, WarpCheck *check, uint32_t matrix)
{
    Row row = access->micro->data[matrix];
    uint32_t bits[LANE_COUNT], any = 0, first = 0;
    for (uint32_t lane = LANE_COUNT; lane-- > 0;) {
        bits[lane] = loaded_bits(access, matrix, lane);
        first = bits[lane] != 0 ? lane : first;
        any |= bits[lane];
    }
    if (any == 0 && !check->is_suspect) {
        return;
    }
    if (!check->is_suspect) {
        registers_reserve(check, access->warp);
        registers_suspect(access->context, access->warp, true);
    }
    registers_reserve(check, access->warp);
    memcpy(registers_row(check, access->warp, row), bits, sizeof bits);
    LaneAccess from = *access;
    uint32_t byte = any == 0 ? 0 : lane_lowest(bits[first]) / 8;
    uint64_t last;
    from.address[first] = byte_address(access, matrix, first, byte, &last);
    registers_set_origin(check, access->warp, LANE_TYPE_U32, row,
                         any == 0 ? 0 : values_origin(&from, first), false);
}

void values_load_matrix(const LaneAccess *access)
{
    WarpCheck *check = registers_of(access->context, access->warp);
    for (uint32_t i = 0; i < access->micro->vector && i < 4; i++) {
        if (registers_has(access->micro->data[i])) {
            load_register(access, check, i);
        }
    }
}
