// SPDX-License-Identifier: Apache-2.0
// ldmatrix and stmatrix: 8x8 matrices of 16-bit elements in shared memory. Row r of matrix m lies
// at the address of lane 8m + r; lane l holds elements 2(l % 4) and 2(l % 4) + 1 of row l / 4.
// Matrices of bytes, which may be narrower in memory, lie in the lanes as tile_moved_place() says.
#include "sim/lane/matrix.h"
#include "sim/warp/memory_access.h"

#include <string.h>

#define MATRIX_ROWS      8u
#define MATRIX_ROW_BYTES 16u
#define MATRIX_ROW_WORDS (MATRIX_ROW_BYTES / 4)

// A row of the matrix is in the registers of four lanes.
static void load_matrix(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                        uint32_t matrix)
{
    uint32_t words[LANE_COUNT], *d = warp_row(warp, micro->data[matrix]);
    bool is_transposed = micro->function == PTX_DOT_TRANS;
    uint32_t *to = is_transposed ? words : d;
    for (uint32_t r = 0; r < MATRIX_ROWS; r++) {
        memcpy(to + (size_t)r * MATRIX_ROW_WORDS,
               shared_bytes(block, address[MATRIX_ROWS * matrix + r]), MATRIX_ROW_BYTES);
    }
    if (is_transposed) {
        matrix_transpose(d, words);
    }
}

static void store_matrix(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                         uint32_t matrix)
{
    uint32_t words[LANE_COUNT];
    const uint32_t *from = warp_row(warp, micro->data[matrix]);
    if (micro->function == PTX_DOT_TRANS) {
        matrix_transpose(words, from);
        from = words;
    }
    for (uint32_t r = 0; r < MATRIX_ROWS; r++) {
        memcpy(shared_bytes(block, address[MATRIX_ROWS * matrix + r]),
               from + (size_t)r * MATRIX_ROW_WORDS, MATRIX_ROW_BYTES);
    }
}

// Element `column` of 16 that lie in the low bits of the row; what it lacks of a byte is 0 (PTX ISA
// 9.0: padding; CUTLASS shifts elements of 4 bits up before it multiplies them).
static uint32_t narrow_element(const uint8_t row[MATRIX_ROW_BYTES], uint32_t bits, uint32_t column)
{
    uint32_t first = column * bits / 8, shift = column * bits % 8;
    uint32_t pair = row[first] | (shift + bits > 8 ? (uint32_t)row[first + 1] << 8 : 0);
    return pair >> shift & ((1u << bits) - 1);
}

static void load_bytes(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                       uint32_t reg, uint32_t on)
{
    uint32_t *d = warp_row(warp, micro->data[reg]);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), value = 0;
        for (uint32_t i = 0; i < 4; i++) {
            TilePlace place = tile_moved_place((PtxSuffix)micro->combine, true, lane, reg, i);
            const uint8_t *row = shared_bytes(block, address[place.row]);
            value |= narrow_element(row, micro->target, place.column) << 8 * i;
        }
        d[lane] = value;
    }
}

static void store_bytes(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                        uint32_t reg)
{
    const uint32_t *d = warp_row(warp, micro->data[reg]);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t i = 0; i < 4; i++) {
            TilePlace place = tile_moved_place((PtxSuffix)micro->combine, true, lane, reg, i);
            uint8_t *row = shared_bytes(block, address[place.row]);
            row[place.column] = (uint8_t)(d[lane] >> 8 * i);
        }
    }
}

static void move_register(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                          uint32_t reg, uint32_t on)
{
    bool is_store = micro->kind == MICRO_MATRIX_STORE, is_bytes = micro->combine != 0;
    if (is_store && is_bytes) {
        store_bytes(block, warp, micro, address, reg);
    } else if (is_store) {
        store_matrix(block, warp, micro, address, reg);
    } else if (is_bytes) {
        load_bytes(block, warp, micro, address, reg, on);
    } else {
        load_matrix(block, warp, micro, address, reg);
    }
}

static void count_matrix(Block *block, Warp *warp, const uint32_t address[32], uint32_t matrices)
{
    SharedCost cost = shared_passes_matrix(address, matrices);
    AccessCount *count = &block->worker->accesses[warp->pc];
    count->shared_requests++;
    count->shared_wavefronts += cost.wavefronts;
    count->shared_ideal += cost.ideal;
    count->shared_bytes += (uint64_t)matrices * MATRIX_ROWS * MATRIX_ROW_BYTES;
    if (block->step != NULL) {
        StepAccess *access = &block->step->access;
        access->is_shared = true;
        access->shared = shared_cost_matrix(address, matrices);
        access->lanes = matrices < 4 ? (1u << MATRIX_ROWS * matrices) - 1 : FULL_MASK;
        access->width_bytes = MATRIX_ROW_BYTES;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            access->address[lane] = address[lane];
        }
    }
}

Outcome exec_matrix(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    uint32_t matrices = micro->vector, lanes = MATRIX_ROWS * matrices;
    bool is_store = micro->kind == MICRO_MATRIX_STORE;
    AddressRow row = address_row(warp, micro);
    uint32_t address[32];
    address_sum_shared(&row, address);
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "a matrix instruction needs all 32 lanes of the warp");
    }
    uint32_t used = lanes >= LANE_COUNT ? FULL_MASK : (1u << lanes) - 1;
    if (shared_check(block, warp, micro, address, used, MATRIX_ROW_BYTES, is_store) ==
        OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    for (uint32_t matrix = 0; matrix < matrices && matrix < 4; matrix++) {
        move_register(block, warp, micro, address, matrix, on);
    }
    if (is_store) {
        spin_written(warp);
    }
    count_matrix(block, warp, address, matrices);
    return OUTCOME_NEXT;
}
