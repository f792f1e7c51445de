// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma: D = A * B + D with D in tensor memory, by one thread (PTX ISA 9.0, "tcgen05.mma").
// Sums in f16, and floats of 4 and 6 bits in bytes, are refused. There was no hardware to measure:
// products are aligned to the largest exponent, cut off 25 bits below it, and added exactly; scaled
// ones as by mma (matrix_scaled.c).
#include "isa/base/heap.h"
#include "sim/lane/matrix_element.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/tensor_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX    128u
#define COLUMNS_MAX 256u
#define DEPTH       64u // elements along k, at most
#define LINE_BYTES  32u // of them, always

// One product. The fields of the instruction descriptor: PTX ISA 9.0, "Instruction descriptor".
typedef struct Product {
    MatrixTile tile;
    uint32_t d;             // tensor address
    bool is_negated[2];     // a, b
    bool is_transposed[2];  // their lines lie across k
    bool is_added;          // D is
    int scale;              // D is divided by this power of two
    uint32_t disabled[4];   // lanes of D
    const char *complaint;  // or NULL
    uint32_t scale_byte[2]; // of the scaled kinds: the first byte of a word
    Term a[ROWS_MAX][DEPTH], b[COLUMNS_MAX][DEPTH];
    Term scales_a[ROWS_MAX][4], scales_b[COLUMNS_MAX][4];
} Product;

static bool is_scaled(uint16_t kind)
{
    return kind == PTX_DOT_KIND__MXF8F6F4 || kind == PTX_DOT_KIND__MXF4 ||
           kind == PTX_DOT_KIND__MXF4NVF4;
}

static PtxType element_type(uint16_t kind, uint32_t format)
{
    static const PtxType types[][3] = {
        {PTX_TYPE_F16, PTX_TYPE_BF16},  {PTX_TYPE_NONE, PTX_TYPE_NONE, PTX_TYPE_TF32},
        {PTX_TYPE_E4M3, PTX_TYPE_E5M2}, {PTX_TYPE_U8, PTX_TYPE_S8},
        {PTX_TYPE_NONE, PTX_TYPE_E2M1},
    };
    uint32_t row = kind == PTX_DOT_KIND__F16                                      ? 0
                   : kind == PTX_DOT_KIND__TF32                                   ? 1
                   : kind == PTX_DOT_KIND__I8                                     ? 3
                   : kind == PTX_DOT_KIND__MXF4 || kind == PTX_DOT_KIND__MXF4NVF4 ? 4
                                                                                  : 2;
    return format < 3 ? types[row][format] : PTX_TYPE_NONE;
}

static bool is_shape(const MatrixTile *tile, bool is_integer)
{
    uint32_t step = tile->m == 128 || (is_integer && tile->n > 32) ? 16 : 8;
    return (tile->m == 64 || tile->m == 128) && tile->n >= step && tile->n <= COLUMNS_MAX &&
           tile->n % step == 0;
}

static const char *complaint_about(const Product *product, uint16_t kind, uint32_t descriptor)
{
    const MatrixTile *tile = &product->tile;
    bool is_integer = kind == PTX_DOT_KIND__I8;
    if (!is_shape(tile, is_integer)) {
        return "no product of tcgen05.mma has the M and N of this instruction descriptor";
    }
    if ((descriptor >> 2 & 1) != 0) {
        return "the instruction descriptor is of a sparse matrix, which tcgen05.mma is not";
    }
    if (is_scaled(kind) && tile->m != 128) {
        return "scaled products of tcgen05.mma have an M of 128";
    }
    if (is_scaled(kind) && tile->scale_type != PTX_TYPE_UE8M0 && kind != PTX_DOT_KIND__MXF4NVF4) {
        return "the scales of this kind are ue8m0: bit 23 of the instruction descriptor must be 1";
    }
    if (is_scaled(kind) && (product->scale_byte[0] % tile->scales != 0 ||
                            product->scale_byte[1] % tile->scales != 0)) {
        return "the instruction descriptor's scales begin at a byte that they do not have";
    }
    if (!is_scaled(kind) && (descriptor >> 4 & 3) != (is_integer ? 2 : 1)) {
        return is_integer ? "the instruction descriptor's type of D must be 2 (s32)"
                          : "sums in f16 are not modeled: the instruction descriptor's type of D "
                            "must be 1 (f32)";
    }
    if (tile->type[TILE_A] == PTX_TYPE_NONE || tile->type[TILE_B] == PTX_TYPE_NONE) {
        return kind == PTX_DOT_KIND__F8F6F4 || kind == PTX_DOT_KIND__MXF8F6F4
                   ? "floats of 4 and 6 bits in tcgen05.mma are not modeled"
                   : "the instruction descriptor has no type of A or B that this kind multiplies";
    }
    return NULL;
}

static void read_descriptor(Product *product, const Micro *micro, uint32_t descriptor)
{
    uint16_t kind = micro->function;
    MatrixTile *tile = &product->tile;
    *tile = (MatrixTile){.m = (uint16_t)((descriptor >> 24 & 0x1f) << 4),
                         .n = (uint16_t)((descriptor >> 17 & 0x3f) << 3)};
    PtxType sum = kind == PTX_DOT_KIND__I8 ? PTX_TYPE_S32 : PTX_TYPE_F32;
    tile->type[TILE_A] = (uint8_t)element_type(kind, descriptor >> 7 & 7);
    tile->type[TILE_B] = (uint8_t)element_type(kind, descriptor >> 10 & 7);
    tile->type[TILE_C] = tile->type[TILE_D] = (uint8_t)sum;
    tile->is_saturated = kind == PTX_DOT_KIND__I8 && (descriptor >> 3 & 1) != 0;
    for (uint32_t i = 0; i < 2; i++) {
        product->is_negated[i] = (descriptor >> (13 + i) & 1) != 0;
        product->is_transposed[i] = (descriptor >> (15 + i) & 1) != 0;
    }
    if (is_scaled(kind)) {
        tile->scales = micro->combine == PTX_DOT_SCALE_VEC__4X   ? 4
                       : micro->combine == PTX_DOT_SCALE_VEC__2X ? 2
                                                                 : 1;
        tile->scale_type = (descriptor >> 23 & 1) != 0 ? PTX_TYPE_UE8M0 : PTX_TYPE_UE4M3;
        product->scale_byte[0] = descriptor >> 29 & 3;
        product->scale_byte[1] = descriptor >> 4 & 3;
    }
    product->complaint = complaint_about(product, kind, descriptor);
    if (product->complaint == NULL) {
        tile->k = (uint16_t)(LINE_BYTES * 8 / tile_bits(tile, TILE_A));
    }
}

static Term term_from(const Product *product, TileMatrix matrix, uint32_t bits)
{
    uint32_t width = tile_bits(&product->tile, matrix);
    bits ^= product->is_negated[matrix] ? 1u << (width - 1) : 0;
    return matrix_term((PtxType)product->tile.type[matrix], bits);
}

// The lane of D, or of A in tensor memory, with a row: 64 rows lie in half of each warp's lanes.
static uint32_t lane_of(const MatrixTile *tile, uint32_t row)
{
    return tile->m == 64 ? row / 16 * 32 + row % 16 : row;
}

static bool is_place(const Block *block, const MatrixTile *tile, uint32_t address, uint32_t columns)
{
    uint32_t lane = tensor_lane(address);
    return block->tensor != NULL && (lane == 0 || (lane == 16 && tile->m == 64)) &&
           tensor_memory_has(block->tensor, tensor_column(address), columns);
}

static Outcome read_shared(Block *block, const Warp *warp, Product *product, TileMatrix matrix,
                           uint64_t descriptor, uint32_t on)
{
    const MatrixTile *tile = &product->tile;
    uint32_t width = tile_bits(tile, matrix), bytes = width < 8 ? 1 : width / 8;
    uint32_t lines = matrix == TILE_A ? tile->m : tile->n;
    GroupMatrix shared;
    if (!group_matrix_tensor(descriptor, &shared)) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "the matrix descriptor 0x%llx has no layout that is modeled",
                           (unsigned long long)descriptor);
    }
    for (uint32_t line = 0; line < lines; line++) {
        for (uint32_t k = 0; k < tile->k; k++) {
            uint32_t address =
                group_address(&shared, product->is_transposed[matrix], line, k * width / 8, bytes);
            uint32_t bits = 0;
            if (address + bytes > block->launch->shared_bytes) {
                return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, on,
                                   "tcgen05.mma reads matrix %s at byte %u of %u of the block's "
                                   "shared memory",
                                   matrix == TILE_A ? "A" : "B", address,
                                   block->launch->shared_bytes);
            }
            memcpy(&bits, block->shared + address, bytes);
            bits = width < 8 ? bits >> k * width % 8 & 0xfu : bits;
            *(matrix == TILE_A ? &product->a[line][k] : &product->b[line][k]) =
                term_from(product, matrix, bits);
        }
    }
    return OUTCOME_NEXT;
}

// A in tensor memory: a row's elements along k, packed into columns.
static Outcome read_tensor(Block *block, const Warp *warp, Product *product, uint32_t address,
                           uint32_t on)
{
    const MatrixTile *tile = &product->tile;
    uint32_t bits = tile_bits(tile, TILE_A), each = 32 / bits;
    if (!is_place(block, tile, address, LINE_BYTES / 4)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "matrix A at 0x%x is not in allocated columns of tensor memory",
                           address);
    }
    for (uint32_t row = 0; row < tile->m; row++) {
        uint32_t lane = tensor_lane(address) + lane_of(tile, row);
        for (uint32_t k = 0; k < tile->k; k++) {
            uint32_t word = block->tensor->words[lane][tensor_column(address) + k / each];
            uint32_t shift = k % each * bits;
            uint32_t element = word >> shift & (uint32_t)((UINT64_C(1) << bits) - 1);
            product->a[row][k] = term_from(product, TILE_A, element);
        }
    }
    return OUTCOME_NEXT;
}

// The scales of a row of A or column of B: a word in the lane of its number modulo 32, repeated in
// the lanes of all four warps (PTX ISA 9.0, "Scale Factor A/B Layout").
static Outcome read_scales(Block *block, const Warp *warp, Product *product, TileMatrix matrix,
                           uint32_t address, uint32_t on)
{
    const MatrixTile *tile = &product->tile;
    uint32_t lines = matrix == TILE_A ? tile->m : tile->n;
    if (tensor_lane(address) != 0 ||
        !tensor_memory_has(block->tensor, tensor_column(address), (lines + 31) / 32)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "the scales of matrix %s at 0x%x are not in allocated columns",
                           matrix == TILE_A ? "A" : "B", address);
    }
    for (uint32_t line = 0; line < lines; line++) {
        uint32_t column = tensor_column(address) + line / 32;
        uint32_t word = block->tensor->words[line % 32][column];
        for (uint32_t copy = 1; copy < 4; copy++) {
            if (block->tensor->words[line % 32 + copy * 32][column] != word) {
                return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                                   "the scales in column %u are not the same in the lanes of all "
                                   "four warps (tcgen05.cp with .warpx4 repeats them)",
                                   column);
            }
        }
        for (uint32_t i = 0; i < tile->scales; i++) {
            uint32_t bits = word >> (product->scale_byte[matrix] + i) * 8 & 0xffu;
            *(matrix == TILE_A ? &product->scales_a[line][i] : &product->scales_b[line][i]) =
                matrix_term((PtxType)tile->scale_type, bits);
        }
    }
    return OUTCOME_NEXT;
}

static uint32_t addend(const Product *product, uint32_t word)
{
    if (!product->is_added || product->scale == 0) {
        return product->is_added ? word : 0;
    }
    float value;
    memcpy(&value, &word, sizeof value);
    value = ldexpf(value, -product->scale);
    memcpy(&word, &value, sizeof word);
    return word;
}

static void write_sums(Block *block, const Product *product)
{
    static const MatrixRule rule = {.sum = MATRIX_SUM_BLOCKS, .block = DEPTH, .fraction = 25};
    const MatrixTile *tile = &product->tile;
    block->tensor->changes++;
    for (uint32_t row = 0; row < tile->m; row++) {
        uint32_t lane = tensor_lane(product->d) + lane_of(tile, row);
        if ((product->disabled[lane / 32] >> lane % 32 & 1) != 0) {
            continue;
        }
        uint32_t *words = block->tensor->words[lane] + tensor_column(product->d);
        for (uint32_t column = 0; column < tile->n; column++) {
            uint32_t old = addend(product, words[column]);
            words[column] =
                tile->scales == 0
                    ? matrix_element(tile, rule, product->a[row], product->b[column], old)
                    : matrix_scaled_element(tile, matrix_rule(120, tile), product->a[row],
                                            product->b[column], product->scales_a[row],
                                            product->scales_b[column], old);
        }
    }
}

static Outcome multiply(Block *block, const Warp *warp, const Micro *micro, uint32_t lane,
                        Product *product)
{
    uint32_t on = 1u << lane;
    read_descriptor(product, micro, warp_row(warp, micro->c)[lane]);
    if (product->complaint != NULL) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on, "%s", product->complaint);
    }
    product->d = warp_row(warp, micro->d)[lane];
    product->is_added = warp_row(warp, micro->e)[lane] != 0;
    product->scale = (int)(micro->target >> TENSOR_SCALE_SHIFT);
    for (uint32_t i = 0; i < 4; i++) {
        bool is_mask = micro->data[i] != ROW_NONE && !is_scaled(micro->function);
        product->disabled[i] = is_mask ? warp_row(warp, micro->data[i])[lane] : 0;
    }
    if (!is_place(block, &product->tile, product->d, product->tile.n)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "matrix D at 0x%x: %u columns from there are not all allocated",
                           product->d, product->tile.n);
    }
    uint64_t a = warp_row64(warp, micro->a)[lane], b = warp_row64(warp, micro->b)[lane];
    Outcome outcome = (micro->target & TENSOR_A_IN_MEMORY) != 0
                          ? read_tensor(block, warp, product, (uint32_t)a, on)
                          : read_shared(block, warp, product, TILE_A, a, on);
    if (outcome != OUTCOME_FAULT) {
        outcome = read_shared(block, warp, product, TILE_B, b, on);
    }
    for (uint32_t i = 0; outcome != OUTCOME_FAULT && is_scaled(micro->function) && i < 2; i++) {
        uint32_t address = warp_row(warp, micro->data[i])[lane];
        outcome = read_scales(block, warp, product, (TileMatrix)i, address, on);
    }
    if (outcome != OUTCOME_FAULT) {
        const MatrixTile *tile = &product->tile;
        block->worker->accesses[warp->pc].tensor_operations +=
            UINT64_C(2) * tile->m * tile->n * tile->k;
        write_sums(block, product);
    }
    return outcome;
}

Outcome exec_tensor_multiply(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = OUTCOME_NEXT;
    if (on == 0) {
        return outcome;
    }
    Product *product = heap_allocate(1, sizeof *product);
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        outcome = multiply(block, warp, micro, lane_lowest(rest), product);
    }
    free(product);
    return outcome;
}
