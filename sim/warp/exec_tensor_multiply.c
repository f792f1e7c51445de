// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma: D = A * B + D with D in tensor memory, by one thread (PTX ISA 9.0, "tcgen05.mma",
// ".sp", ".ws"). With .cta_group::2, the blocks of a pair have half of A's rows and half of B's
// columns each in their shared memory, and half of D's rows in their tensor memory. There was no
// hardware to measure: products are aligned to the largest exponent, cut off 25 bits below it, and
// added exactly; scaled ones as by mma (matrix_scaled.c).
#include "isa/base/heap.h"
#include "sim/lane/matrix_element.h"
#include "sim/warp/tensor_access.h"
#include "sim/warp/tensor_product.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX   128u // of A in a block
#define COLUMNS_MAX 256u
#define HELD        64u // elements of A along k, at most
#define DEPTH       128u
#define HELD_BYTES  32u // of them, always
#define PIECE       16u // elements of 4 or 6 bits that lie together, in as many bytes
#define WARP_ROWS   32u

// What is multiplied. Of A and the scales: of one block, whose lines are its rows, or with A in
// tensor memory the lanes that have them.
typedef struct Work {
    TensorProduct product;
    TensorBlocks blocks;
    uint32_t d, metadata, scales[2]; // tensor addresses
    uint64_t a, b;                   // descriptors, or A's tensor address
    bool is_added;                   // D is
    bool a_is_in_memory, is_shifted;
    int scale;            // D is divided by this power of two
    uint32_t disabled[8]; // lanes of D of the blocks
    uint64_t mask;        // of columns that are zero
    Term a_lines[LINES_MAX][HELD], b_lines[COLUMNS_MAX][DEPTH];
    uint8_t places[LINES_MAX][HELD]; // of the elements of a sparse A along k
    Term a_scales[LINES_MAX][4], b_scales[COLUMNS_MAX][4];
    Term zeros[DEPTH];
} Work;

// Bits of an element without those that pad it, of which the highest is its sign.
static uint32_t element_width(const MatrixTile *tile, TileMatrix matrix)
{
    switch (tile->type[matrix]) {
    case PTX_TYPE_E2M1: return 4;
    case PTX_TYPE_E2M3:
    case PTX_TYPE_E3M2: return 6;
    default: return tile_bits(tile, matrix);
    }
}

static bool is_packed_in_pieces(const MatrixTile *tile, TileMatrix matrix)
{
    return tile->is_padded && element_width(tile, matrix) < 8;
}

static Term term_from(const TensorProduct *product, TileMatrix matrix, uint32_t bits)
{
    uint32_t width = element_width(&product->tile, matrix);
    bits ^= product->is_negated[matrix] ? 1u << (width - 1) : 0;
    return matrix_term((PtxType)product->tile.type[matrix], bits);
}

// --- shared memory

// A or B in a block's shared memory.
typedef struct SharedMatrix {
    GroupMatrix matrix;
    TileMatrix which;
    const Block *block;
    bool is_transposed;
} SharedMatrix;

// The byte that an element begins in, and its bits from there on: elements of 4 and 6 bits beside
// such of 8 lie 16 together and take 16 bytes (PTX ISA 9.0, "Packing formats").
static uint32_t element_address(const TensorProduct *product, const SharedMatrix *shared,
                                uint32_t line, uint32_t k, uint32_t *shift)
{
    const MatrixTile *tile = &product->tile;
    uint32_t bits = tile_bits(tile, shared->which), bytes = bits < 8 ? 1 : bits / 8;
    *shift = bits < 8 ? k * bits % 8 : 0;
    if (!is_packed_in_pieces(tile, shared->which)) {
        return group_address(&shared->matrix, shared->is_transposed, line, k * bits / 8, bytes);
    }
    uint32_t *across = shared->is_transposed ? &line : &k, inside = *across % PIECE;
    *across -= inside;
    uint32_t piece = group_address(&shared->matrix, shared->is_transposed, line, k, 1);
    uint32_t at = inside * element_width(tile, shared->which);
    *shift = at % 8;
    return piece + at / 8;
}

static Outcome read_element(Block *block, const Warp *warp, const TensorProduct *product,
                            const SharedMatrix *shared, uint32_t line, uint32_t k, uint32_t on,
                            Term *term)
{
    uint32_t shift, width = element_width(&product->tile, shared->which), bits = 0;
    uint32_t address = element_address(product, shared, line, k, &shift);
    uint32_t bytes = (shift + width + 7) / 8;
    if (address + bytes > block->launch->shared_bytes) {
        return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, on,
                           "tcgen05.mma reads matrix %s at byte %u of %u of the block's shared "
                           "memory",
                           shared->which == TILE_A ? "A" : "B", address,
                           block->launch->shared_bytes);
    }
    memcpy(&bits, shared->block->shared + address, bytes);
    bits = bits >> shift & (uint32_t)((UINT64_C(1) << width) - 1);
    *term = term_from(product, shared->which, bits);
    return OUTCOME_NEXT;
}

static Outcome find_shared(Block *block, const Warp *warp, const Work *work, TileMatrix which,
                           uint32_t on, SharedMatrix *shared)
{
    uint64_t descriptor = which == TILE_A ? work->a : work->b;
    shared->which = which;
    shared->is_transposed = work->product.is_transposed[which];
    if (!group_matrix_tensor(descriptor, &shared->matrix)) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "the matrix descriptor 0x%llx has no layout that is modeled",
                           (unsigned long long)descriptor);
    }
    // PTX ISA 9.0, "Valid Combinations of Type-Size, Major-ness and Swizzling"
    bool is_wide = tile_bits(&work->product.tile, which) == 32;
    if (shared->matrix.is_coarse != (shared->is_transposed && is_wide)) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "matrix %s: transposed matrices of tf32, and no others here, have the "
                           "swizzle of 128 bytes in atoms of 32",
                           which == TILE_A ? "A" : "B");
    }
    return OUTCOME_NEXT;
}

// B: each block of a pair has half of the columns.
static Outcome read_b(Block *block, const Warp *warp, Work *work, uint32_t on)
{
    const TensorProduct *product = &work->product;
    uint32_t each = product->tile.n / product->blocks, shift = tensor_column_shift(work->mask);
    SharedMatrix shared;
    Outcome outcome = find_shared(block, warp, work, TILE_B, on, &shared);
    for (uint32_t n = 0; n < product->tile.n && outcome == OUTCOME_NEXT; n++) {
        shared.block = work->blocks.blocks[n / each];
        for (uint32_t k = 0; k < product->tile.k && outcome == OUTCOME_NEXT; k++) {
            outcome = read_element(block, warp, product, &shared, n % each + shift, k, on,
                                   &work->b_lines[n][k]);
        }
    }
    return outcome;
}

static Outcome read_shared_a(Block *block, const Warp *warp, Work *work, const Block *of,
                             uint32_t on)
{
    const TensorProduct *product = &work->product;
    SharedMatrix shared = {.block = of};
    Outcome outcome = find_shared(block, warp, work, TILE_A, on, &shared);
    for (uint32_t row = 0; row < product->layout.rows && outcome == OUTCOME_NEXT; row++) {
        for (uint32_t k = 0; k < tile_depth(&product->tile) && outcome == OUTCOME_NEXT; k++) {
            outcome =
                read_element(block, warp, product, &shared, row, k, on, &work->a_lines[row][k]);
        }
    }
    return outcome;
}

// --- tensor memory

static bool is_place(const Block *block, const TensorLayout *layout, uint32_t address,
                     uint32_t columns)
{
    uint32_t lane = tensor_lane(address);
    return block->tensor != NULL && (lane == 0 || (lane == 16 && layout->is_scattered)) &&
           tensor_memory_has(block->tensor, tensor_column(address), columns);
}

static uint32_t line_count(const TensorLayout *layout)
{
    return (uint32_t)layout->rows * layout->banks;
}

// The lane of a line of A: with .ashift that of the next row, but for the last one of each warp's
// lanes, as tcgen05.shift has it.
static uint32_t line_lane(const Work *work, uint32_t address, uint32_t line)
{
    const TensorLayout *layout = &work->product.layout;
    uint32_t lane = tensor_row_lane(layout, line % layout->rows, line / layout->rows);
    lane += work->is_shifted && lane % WARP_ROWS != WARP_ROWS - 1 ? 1 : 0;
    return tensor_lane(address) + lane;
}

// A's rows, their elements along k packed into columns. Each bank of lanes has them all.
static Outcome read_tensor_a(Block *block, const Warp *warp, Work *work, const Block *of,
                             uint32_t on)
{
    const TensorProduct *product = &work->product;
    const MatrixTile *tile = &product->tile;
    uint32_t bits = tile_bits(tile, TILE_A), each = 32 / bits, address = (uint32_t)work->a;
    uint32_t width = element_width(tile, TILE_A);
    uint32_t below = tile->is_padded && width == 4 ? 2 : 0; // bits of padding
    if (!is_place(of, &product->layout, address, HELD_BYTES / 4)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "matrix A at 0x%x is not in allocated columns of tensor memory",
                           address);
    }
    for (uint32_t line = 0; line < line_count(&product->layout); line++) {
        const uint32_t *words =
            of->tensor->words[line_lane(work, address, line)] + tensor_column(address);
        for (uint32_t k = 0; k < tile_depth(tile); k++) {
            uint32_t element = words[k / each] >> (k % each * bits + below);
            element &= (uint32_t)((UINT64_C(1) << width) - 1);
            work->a_lines[line][k] = term_from(product, TILE_A, element);
        }
    }
    return OUTCOME_NEXT;
}

static Outcome read_metadata(Block *block, const Warp *warp, Work *work, const Block *of,
                             uint32_t on)
{
    const TensorProduct *product = &work->product;
    uint32_t address = work->metadata, each = tensor_chunk_elements(product);
    uint32_t depth = tile_depth(&product->tile), chunk_depth = 2 * each;
    if (!is_place(of, &product->layout, address, tensor_metadata_columns(product))) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "the metadata at 0x%x are not in allocated columns", address);
    }
    for (uint32_t line = 0; line < line_count(&product->layout); line++) {
        for (uint32_t i = 0; i < depth; i++) {
            uint32_t chunk = i / each;
            TensorMetadata at = tensor_metadata_at(product, line_lane(work, address, line), chunk);
            uint32_t word = of->tensor->words[at.lane][tensor_column(address) + at.column];
            uint32_t bits = word >> at.shift & 0xfu;
            uint32_t place = tensor_chunk_place(product, bits, i % each);
            if (place == UINT32_MAX) {
                return fault_raise(block, warp, FAULT_ILLEGAL, on,
                                   "the metadata 0x%x in lane %u have no meaning for this kind",
                                   bits, at.lane);
            }
            work->places[line][i] = (uint8_t)(chunk * chunk_depth + place);
        }
    }
    return OUTCOME_NEXT;
}

// The scales of a row of A or column of B: a word in the lane of its number modulo 32, repeated in
// the lanes of all four warps (PTX ISA 9.0, "Scale Factor A/B Layout"). Where the lanes of D are
// two banks, the scales of B are halved in the same way, and repeated twice.
static Outcome read_scales(Block *block, const Warp *warp, Work *work, const Block *of,
                           TileMatrix matrix, uint32_t on)
{
    const TensorProduct *product = &work->product;
    const TensorLayout *layout = &product->layout;
    uint32_t address = work->scales[matrix];
    uint32_t lines = matrix == TILE_A ? layout->rows : product->tile.n;
    uint32_t parts = matrix == TILE_A ? 1 : layout->banks, each = lines / parts;
    if (of->tensor == NULL || tensor_lane(address) != 0 ||
        !tensor_memory_has(of->tensor, tensor_column(address), (each + 31) / 32)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "the scales of matrix %s at 0x%x are not in allocated columns",
                           matrix == TILE_A ? "A" : "B", address);
    }
    for (uint32_t line = 0; line < lines; line++) {
        uint32_t column = tensor_column(address) + line % each / WARP_ROWS;
        uint32_t lane = line / each * (TENSOR_LANES / parts) + line % each % WARP_ROWS;
        uint32_t word = of->tensor->words[lane][column];
        for (uint32_t copy = 1; copy < 4 / parts; copy++) {
            if (of->tensor->words[lane + copy * WARP_ROWS][column] != word) {
                return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                                   "the scales in column %u are not the same in the lanes of all "
                                   "warps that need them (tcgen05.cp with .warpx4 repeats them)",
                                   column);
            }
        }
        for (uint32_t i = 0; i < product->tile.scales; i++) {
            uint32_t bits = word >> (product->scale_byte[matrix] + i) * 8 & 0xffu;
            *(matrix == TILE_A ? &work->a_scales[line][i] : &work->b_scales[line][i]) =
                matrix_term((PtxType)product->tile.scale_type, bits);
        }
    }
    return OUTCOME_NEXT;
}

static Outcome read_block(Block *block, const Warp *warp, Work *work, const Block *of, uint32_t on)
{
    Outcome outcome = work->a_is_in_memory ? read_tensor_a(block, warp, work, of, on)
                                           : read_shared_a(block, warp, work, of, on);
    if (outcome == OUTCOME_NEXT && work->product.tile.is_sparse) {
        outcome = read_metadata(block, warp, work, of, on);
    }
    for (uint32_t i = 0; outcome == OUTCOME_NEXT && work->product.tile.scales > 0 && i < 2; i++) {
        outcome = read_scales(block, warp, work, of, (TileMatrix)i, on);
    }
    return outcome;
}

// --- sums

static float value_of_sum(const MatrixTile *tile, uint32_t word)
{
    if (tile->type[TILE_D] == PTX_TYPE_F16) {
        return f32_of_f16(word);
    }
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

// What is added to the products: of the type of `tile`'s C.
static uint32_t addend(const Work *work, const MatrixTile *tile, uint32_t word)
{
    if (!work->is_added || work->scale == 0) {
        return !work->is_added ? 0 : tile->type[TILE_D] == PTX_TYPE_F16 ? word & 0xffffu : word;
    }
    float value = ldexpf(value_of_sum(tile, word), -work->scale);
    memcpy(&word, &value, sizeof word);
    return word;
}

static uint32_t element_of_d(const Work *work, const MatrixTile *tile, uint32_t row, uint32_t bank,
                             uint32_t column, uint32_t old)
{
    static const MatrixRule rule = {.sum = MATRIX_SUM_BLOCKS, .block = HELD, .fraction = 25};
    uint32_t lane_line = bank * work->product.layout.rows + row;
    uint32_t line = work->a_is_in_memory ? lane_line : row;
    const Term *a = work->a_lines[line], *b = work->b_lines[column];
    Term chosen[HELD];
    if (tensor_column_is_zero(tile, work->mask, column)) {
        b = work->zeros;
    } else if (tile->is_sparse) {
        for (uint32_t i = 0; i < tile_depth(tile); i++) {
            chosen[i] = b[work->places[lane_line][i]];
        }
        b = chosen;
    }
    return tile->scales == 0
               ? matrix_element(tile, rule, a, b, old)
               : matrix_scaled_element(tile, matrix_rule(120, tile), a, b, work->a_scales[row],
                                       work->b_scales[column], old);
}

static void write_sums(const Work *work, const Block *of, uint32_t number)
{
    const TensorLayout *layout = &work->product.layout;
    MatrixTile tile = work->product.tile;
    uint32_t each = (uint32_t)tile.n / layout->banks;
    tile.type[TILE_C] = work->is_added && work->scale != 0 ? PTX_TYPE_F32 : tile.type[TILE_C];
    of->tensor->changes++;
    for (uint32_t line = 0; line < line_count(layout); line++) {
        uint32_t row = line % layout->rows, bank = line / layout->rows;
        uint32_t lane = tensor_lane(work->d) + tensor_row_lane(layout, row, bank);
        if ((work->disabled[number * 4 + lane / 32] >> lane % 32 & 1) != 0) {
            continue;
        }
        uint32_t *words = of->tensor->words[lane] + tensor_column(work->d);
        for (uint32_t column = 0; column < each; column++) {
            uint32_t old = addend(work, &tile, words[column]);
            words[column] = element_of_d(work, &tile, row, bank, bank * each + column, old);
        }
    }
}

// --- one lane's product

static uint32_t operand(const Warp *warp, Row row, uint32_t lane)
{
    return row == ROW_NONE ? 0 : warp_row(warp, row)[lane];
}

static void read_operands(const Warp *warp, const Micro *micro, uint32_t lane, Work *work)
{
    bool is_stationary = (micro->target & TENSOR_STATIONARY) != 0;
    bool is_scaled = tensor_kind_is_scaled(micro->function);
    work->product = tensor_product_of(micro->function, micro->combine, micro->target,
                                      warp_row(warp, micro->c)[lane]);
    work->d = warp_row(warp, micro->d)[lane];
    work->metadata = operand(warp, micro->d2, lane);
    work->a = warp_row64(warp, micro->a)[lane];
    work->b = warp_row64(warp, micro->b)[lane];
    work->is_added = warp_row(warp, micro->e)[lane] != 0;
    work->a_is_in_memory = (micro->target & TENSOR_A_IN_MEMORY) != 0;
    work->is_shifted = (micro->target & TENSOR_SHIFTED) != 0;
    work->scale = (int)(micro->target >> TENSOR_SCALE_SHIFT & TENSOR_SCALE_MASK);
    uint64_t low = operand(warp, micro->data[0], lane), high = operand(warp, micro->data[1], lane);
    work->mask = is_stationary ? high << 32 | low : 0;
    work->scales[0] = is_scaled ? (uint32_t)low : 0;
    work->scales[1] = is_scaled ? (uint32_t)high : 0;
    for (uint32_t i = 0; i < 8; i++) {
        Row row = i < 4 ? micro->data[i] : micro->addend[i - 4];
        work->disabled[i] = is_scaled || is_stationary ? 0 : operand(warp, row, lane);
    }
}

static Outcome check(Block *block, const Warp *warp, const Work *work, uint32_t on)
{
    const TensorProduct *product = &work->product;
    if (product->complaint != NULL) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on, "%s", product->complaint);
    }
    uint32_t shift = tensor_column_shift(work->mask), most = product->tile.m == 32 ? 16 : 32;
    if (shift > most) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "the zero-column mask shifts B by %u columns; at most %u are possible",
                           shift, most);
    }
    uint32_t columns = product->tile.n / product->layout.banks;
    for (uint32_t i = 0; i < work->blocks.count; i++) {
        if (!is_place(work->blocks.blocks[i], &product->layout, work->d, columns)) {
            return fault_raise(block, warp, FAULT_ILLEGAL, on,
                               "matrix D at 0x%x: %u columns from there are not all allocated%s",
                               work->d, columns,
                               work->blocks.count == 2 ? " in both blocks of the pair" : "");
        }
    }
    return OUTCOME_NEXT;
}

// For a clock. Where rows take half of the lanes, the other half is idle.
static void record_work(const Block *block, const Work *work)
{
    const TensorProduct *product = &work->product;
    const MatrixTile *tile = &product->tile;
    uint32_t columns = tile->n / product->layout.banks, held = tile_depth(tile);
    uint32_t a_bytes = work->a_is_in_memory ? 0 : product->layout.rows * HELD_BYTES;
    uint32_t b_bytes = tile->n / product->blocks * HELD_BYTES * (tile->is_sparse ? 2 : 1);
    if (block->step != NULL) {
        StepTensor *tensor = &block->step->access.tensor;
        tensor->products += (uint64_t)TENSOR_LANES * columns * held * tile_bits(tile, TILE_A) / 16;
        tensor->shared_bytes += a_bytes + b_bytes;
        tensor->blocks = product->blocks;
    }
}

static Outcome multiply(Block *block, const Warp *warp, const Micro *micro, uint32_t lane,
                        Work *work)
{
    uint32_t on = 1u << lane;
    read_operands(warp, micro, lane, work);
    Outcome outcome = check(block, warp, work, on);
    if (outcome == OUTCOME_NEXT) {
        outcome = read_b(block, warp, work, on);
    }
    for (uint32_t i = 0; i < work->blocks.count && outcome == OUTCOME_NEXT; i++) {
        const Block *of = work->blocks.blocks[i];
        outcome = read_block(block, warp, work, of, on);
        if (outcome == OUTCOME_NEXT) {
            write_sums(work, of, i);
        }
    }
    if (outcome == OUTCOME_NEXT) {
        const MatrixTile *tile = &work->product.tile;
        block->worker->accesses[warp->pc].tensor_operations +=
            UINT64_C(2) * tile->m * tile->n * tile->k;
        record_work(block, work);
    }
    return outcome;
}

Outcome exec_tensor_multiply(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    TensorBlocks blocks;
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (tensor_blocks(block, warp, micro, on, &blocks) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    Outcome outcome = OUTCOME_NEXT;
    Work *work = heap_allocate(1, sizeof *work); // zeroed
    work->blocks = blocks;
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        outcome = multiply(block, warp, micro, lane_lowest(rest), work);
    }
    free(work);
    return outcome;
}
