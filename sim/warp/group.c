// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/group.h"

#include "sim/lane/mask.h"
#include "sim/memory/swizzle.h"
#include "sim/warp/barrier.h"

#define CORE_LINES    GROUP_ROWS
#define CORE_BYTES    16u // of a line of a core matrix
#define ELEMENT_BYTES 2u  // of matrices that can be transposed
// Lines of a pattern that moves 32 bytes (PTX ISA 9.0, "Layout for swizzle atoms").
#define COARSE_LINES 4u
#define COARSE_BYTES 32u

static GroupMatrix group_matrix(uint64_t descriptor)
{
    static const uint8_t spans[] = {16, 128, 64, 32};
    return (GroupMatrix){.start = (uint32_t)(descriptor & 0x3fff) << 4,
                         .leading = (uint32_t)(descriptor >> 16 & 0x3fff) << 4,
                         .stride = (uint32_t)(descriptor >> 32 & 0x3fff) << 4,
                         .base = (uint32_t)(descriptor >> 49 & 7),
                         .span = spans[descriptor >> 62]};
}

// Lines along k: a row of `span` bytes for each line, groups of eight lines `stride` apart. What is
// farther along k is `leading` apart: without a swizzle the core matrices, with one of 32 bytes the
// second half of what a sparse a is multiplied by.
static uint32_t along_k(const GroupMatrix *matrix, uint32_t line, uint32_t along)
{
    uint32_t across = line / CORE_LINES * matrix->stride + line % CORE_LINES * matrix->span;
    return across + along / matrix->span * matrix->leading + along % matrix->span;
}

// Lines side by side: a row of `span` bytes for each k, with the lines' elements in it.
static uint32_t across_k(const GroupMatrix *matrix, uint32_t line, uint32_t k,
                         uint32_t element_bytes)
{
    uint32_t bytes = line * element_bytes;
    uint32_t between = matrix->span == CORE_BYTES ? matrix->stride : matrix->leading;
    uint32_t along = matrix->span == CORE_BYTES ? matrix->leading : matrix->stride;
    uint32_t rows = matrix->is_coarse ? COARSE_LINES : CORE_LINES;
    return bytes / matrix->span * between + bytes % matrix->span + k / rows * along +
           k % rows * matrix->span;
}

static uint32_t unswizzled(const GroupMatrix *matrix, bool is_transposed, uint32_t line,
                           uint32_t along, uint32_t element_bytes)
{
    return matrix->start + (is_transposed
                                ? across_k(matrix, line, along / element_bytes, element_bytes)
                                : along_k(matrix, line, along));
}

uint32_t group_address(const GroupMatrix *matrix, bool is_transposed, uint32_t line, uint32_t along,
                       uint32_t element_bytes)
{
    uint32_t address = unswizzled(matrix, is_transposed, line, along, element_bytes);
    uint32_t pattern = matrix->base << 7; // the pattern begins there
    if (matrix->is_coarse) {
        uint32_t inside = address - pattern;
        return (inside ^ (inside / matrix->span % COARSE_LINES * COARSE_BYTES)) + pattern;
    }
    return swizzled(address - pattern, matrix->span) + pattern;
}

bool group_matrix_tensor(uint64_t descriptor, GroupMatrix *matrix)
{
    static const uint8_t spans[] = {16, 128, 128, 0, 64, 0, 32, 0};
    *matrix = group_matrix(descriptor);
    matrix->base = (uint32_t)(descriptor >> 49 & 7);
    matrix->span = spans[descriptor >> 61];
    matrix->is_coarse = descriptor >> 61 == 1;
    bool is_absolute = (descriptor >> 52 & 1) != 0; // leading is an address
    return (descriptor >> 46 & 7) == 1 && matrix->span != 0 && !is_absolute;
}

GroupFetch group_fetch_of(const MachineProgram *program, const Micro *micro, uint64_t descriptor,
                          uint32_t warp)
{
    bool is_a = micro->combine == PTX_DOT_A;
    bool is_transposed = (micro->target & FETCH_TRANSPOSED) != 0;
    uint32_t first = is_a ? warp % GROUP_WARPS * 16 : 0;
    return (GroupFetch){.tile = &program->tiles[micro->function].tile,
                        .which = is_a ? TILE_A : TILE_B,
                        .matrix = group_matrix(descriptor),
                        .line = first + (uint32_t)micro->offset,
                        .is_transposed = is_transposed,
                        .is_negated = (micro->target & FETCH_NEGATED) != 0,
                        .pieces = is_transposed ? 2 : 1};
}

// PTX ISA 9.0, fragments of wgmma: a register has eight lines of 16 bytes along k, of a two such
// registers below each other. Transposed, these are eight lines at eight places of k.
void group_rows(const GroupFetch *fetch, uint32_t reg, uint32_t row[GROUP_ROWS])
{
    uint32_t below = fetch->which == TILE_A ? 2 : 1;
    uint32_t line = fetch->line + reg % below * CORE_LINES, along = reg / below * CORE_BYTES;
    uint32_t first = unswizzled(&fetch->matrix, fetch->is_transposed, line, along, ELEMENT_BYTES);
    uint32_t pattern = fetch->matrix.base << 7;
    for (uint32_t i = 0; i < GROUP_ROWS; i++) {
        uint32_t inside = first + i * fetch->matrix.span - pattern;
        row[i] = swizzled(inside, fetch->matrix.span) + pattern;
    }
}

void group_addresses(const GroupFetch *fetch, uint32_t reg, uint32_t piece, uint32_t address[32])
{
    uint32_t row[GROUP_ROWS];
    group_rows(fetch, reg, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint32_t across = lane / 4, along = lane % 4;
        address[lane] = fetch->is_transposed ? row[2 * along + piece] + across * ELEMENT_BYTES
                                             : row[across] + along * 4;
    }
}
