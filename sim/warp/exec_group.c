// SPDX-License-Identifier: Apache-2.0
// wgmma: fragments of matrices in shared memory into the registers of a warp.
#include "sim/lane/mask.h"
#include "sim/warp/barrier.h"
#include "sim/warp/memory_access.h"

#include <string.h>

#define CORE_LINES GROUP_ROWS
#define CORE_BYTES 16u
#define PASS_BYTES 128u

GroupFetch group_fetch(const MachineProgram *program, const Warp *warp, const Micro *micro)
{
    return group_fetch_of(program, micro, warp_row64(warp, micro->a)[0], warp->index);
}

static bool is_uniform(const uint64_t *row)
{
    for (uint32_t lane = 1; lane < LANE_COUNT; lane++) {
        if (row[lane] != row[0]) {
            return false;
        }
    }
    return true;
}

// The sign bits of the elements in a register.
static uint32_t signs(const GroupFetch *fetch)
{
    return tile_bits(fetch->tile, fetch->which) == 32   ? 0x80000000u
           : tile_bits(fetch->tile, fetch->which) == 16 ? 0x80008000u
                                                        : 0x80808080u;
}

// Whether shared memory holds the rows of a register; raises a fault if not.
static Outcome check_rows(Block *block, Warp *warp, const Micro *micro, const GroupFetch *fetch,
                          uint32_t reg, const uint32_t rows[GROUP_ROWS])
{
    uint32_t address[LANE_COUNT], last = 0;
    for (uint32_t i = 0; i < GROUP_ROWS; i++) {
        last = rows[i] > last ? rows[i] : last;
    }
    if (micro->space == PTX_SPACE_SHARED && last + CORE_BYTES <= block->launch->shared_bytes) {
        return OUTCOME_NEXT;
    }
    for (uint32_t piece = 0; piece < fetch->pieces; piece++) {
        group_addresses(fetch, reg, piece, address);
        if (shared_check(block, warp, micro, address, FULL_MASK, 4 / fetch->pieces, false) ==
            OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
    }
    return OUTCOME_NEXT;
}

static Outcome fetch_register(Block *block, Warp *warp, const Micro *micro, const GroupFetch *fetch,
                              uint32_t reg)
{
    uint32_t rows[GROUP_ROWS], *words = warp_row(warp, micro->data[reg]);
    uint32_t flipped = fetch->is_negated ? signs(fetch) : 0;
    group_rows(fetch, reg, rows);
    if (check_rows(block, warp, micro, fetch, reg, rows) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    for (uint32_t i = 0; i < GROUP_ROWS; i++) {
        const uint8_t *row = shared_bytes(block, rows[i]);
        if (fetch->is_transposed) {
            uint16_t elements[CORE_LINES];
            memcpy(elements, row, sizeof elements);
            for (uint32_t line = 0; line < CORE_LINES; line++) {
                memcpy((uint16_t *)(words + 4 * line + i / 2) + i % 2, elements + line, 2);
            }
        } else {
            memcpy(words + 4 * i, row, CORE_BYTES);
        }
    }
    for (uint32_t lane = 0; lane < LANE_COUNT && flipped != 0; lane++) {
        words[lane] ^= flipped;
    }
    return OUTCOME_NEXT;
}

// The rows of 16 bytes, eight of each core matrix, are those that ldmatrix would be given. Where
// the lines lie side by side, a row has the elements of eight lines at one place of k.
static void record_rows(Block *block, const GroupFetch *fetch, uint32_t count)
{
    StepAccess *access = &block->step->access;
    access->is_shared = true;
    access->width_bytes = CORE_BYTES;
    access->lanes = count < 4 ? (1u << CORE_LINES * count) - 1 : FULL_MASK;
    access->tile.span_bytes = (uint8_t)fetch->matrix.span;
    for (uint32_t reg = 0; reg < count && reg < 4; reg++) {
        uint32_t row[GROUP_ROWS];
        group_rows(fetch, reg, row);
        for (uint32_t i = 0; i < GROUP_ROWS; i++) {
            access->address[GROUP_ROWS * reg + i] = row[i];
        }
    }
    uint32_t rows[LANE_COUNT];
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        rows[i] = (uint32_t)access->address[i];
    }
    access->shared = shared_cost_matrix(rows, count);
}

// What the SM reads of the matrix, 128 bytes a pass: the warp's own lines of a, and the lines of b,
// which the four warps share, with the first one (traces/h200/tensor/held/warpgroups.csv: 48 passes
// of a product of 64 x 128 x 16 halves, whose matrices have 48 times 128 bytes).
static void count_passes(Block *block, const Warp *warp, const GroupFetch *fetch)
{
    const MatrixTile *tile = fetch->tile;
    bool is_a = fetch->which == TILE_A;
    uint32_t lines = is_a ? tile->m : tile->n, depth = is_a ? tile_depth(tile) : tile->k;
    if (is_a || warp->index % GROUP_WARPS == 0) {
        AccessCount *count = &block->worker->accesses[warp->pc];
        uint32_t passes = lines * depth * tile_bits(tile, fetch->which) / (8 * PASS_BYTES);
        count->shared_wavefronts += passes;
        count->shared_ideal += passes;
    }
}

Outcome exec_group_fetch(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK || !is_uniform(warp_row64(warp, micro->a))) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           on != FULL_MASK
                               ? "a warpgroup's product needs all 32 lanes of each warp"
                               : "the threads of a warp give different matrix descriptors");
    }
    GroupFetch fetch = group_fetch(block->launch->program, warp, micro);
    for (uint32_t i = 0; i < micro->vector; i++) {
        if (fetch_register(block, warp, micro, &fetch, i) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
    }
    count_passes(block, warp, &fetch);
    if (block->step != NULL) {
        record_rows(block, &fetch, micro->vector);
    }
    return OUTCOME_NEXT;
}
