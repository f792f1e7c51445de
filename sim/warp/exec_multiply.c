// SPDX-License-Identifier: Apache-2.0
// Matrix multiplications and transpositions: the rows of a warp for sim/lane/matrix.h.
#include "sim/lane/matrix.h"
#include "sim/warp/executor.h"

#include <fenv.h>
#include <string.h>

static void *row_or_null(const Warp *warp, Row row)
{
    return row == ROW_NONE ? NULL : warp_row(warp, row);
}

// Two registers in a row of 64 bits.
static void halve(const Warp *warp, Row row, uint32_t halves[2][LANE_COUNT])
{
    const uint64_t *whole = warp_row64(warp, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        halves[0][lane] = (uint32_t)whole[lane];
        halves[1][lane] = (uint32_t)(whole[lane] >> 32);
    }
}

// A multiplication whose a and b are pairs of registers in rows of 64 bits.
typedef struct PairedRows {
    MatrixRows rows;
    uint32_t a[4][LANE_COUNT], b[4][LANE_COUNT];
} PairedRows;

static void read_pairs(const Warp *warp, const Micro *micro, PairedRows *paired)
{
    const Row rows_a[] = {micro->a, micro->b}, rows_b[] = {micro->d, micro->d2};
    for (uint32_t i = 0; i < 2; i++) {
        if (rows_a[i] != ROW_NONE) {
            halve(warp, rows_a[i], paired->a + 2 * (size_t)i);
        }
        if (rows_b[i] != ROW_NONE) {
            halve(warp, rows_b[i], paired->b + 2 * (size_t)i);
        }
    }
    for (uint32_t i = 0; i < 4; i++) {
        paired->rows.a[i] = paired->a[i];
        paired->rows.b[i] = paired->b[i];
        paired->rows.c[i] = row_or_null(warp, micro->addend[i]);
        paired->rows.d[i] = row_or_null(warp, micro->data[i]);
    }
}

Outcome exec_sparse_multiply(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = block->launch->program;
    const TilePart *part = &program->tiles[micro->function];
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "a matrix multiplication needs all 32 lanes of the warp");
    }
    PairedRows paired = {.rows = {.metadata = warp_row(warp, micro->c)}};
    read_pairs(warp, micro, &paired);
    matrix_multiply(block->launch->lanes->multiply, part,
                    matrix_rule(program->target.compute_capability, &part->tile), &paired.rows);
    return OUTCOME_NEXT;
}

Outcome exec_scaled_multiply(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = block->launch->program;
    const TilePart *part = &program->tiles[micro->function];
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "a matrix multiplication needs all 32 lanes of the warp");
    }
    uint32_t control[2][LANE_COUNT], scales[2][LANE_COUNT];
    halve(warp, micro->c, control);
    halve(warp, micro->e, scales);
    PairedRows paired = {.rows = {.metadata = control[0], .scales = {scales[0], scales[1]}}};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t place = control[1][0] >> 16 * i & 0xffffu;
        paired.rows.scale_byte[i] = (uint8_t)place;
        paired.rows.scale_thread[i] = (uint8_t)(place >> 8);
        if (!tile_has_scales_at(&part->tile, i == 0 ? TILE_A : TILE_B, place & 0xffu, place >> 8)) {
            return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                               "the shape has no scales in this byte and thread");
        }
    }
    read_pairs(warp, micro, &paired);
    matrix_multiply(block->launch->lanes->multiply, part,
                    matrix_rule(program->target.compute_capability, &part->tile), &paired.rows);
    return OUTCOME_NEXT;
}

Outcome exec_matrix_multiply(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = block->launch->program;
    const TilePart *part = &program->tiles[micro->function];
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "a matrix multiplication needs all 32 lanes of the warp");
    }
    const Row a[] = {micro->a, micro->b, micro->c, micro->e};
    const Row b[] = {micro->d, micro->d2};
    MatrixRows rows;
    for (uint32_t i = 0; i < 4; i++) {
        rows.a[i] = row_or_null(warp, a[i]);
        rows.c[i] = row_or_null(warp, micro->addend[i]);
        rows.d[i] = row_or_null(warp, micro->data[i]);
    }
    for (uint32_t i = 0; i < 2; i++) {
        rows.b[i] = row_or_null(warp, b[i]);
    }
    static const int directions[] = {
        [MICRO_RN] = FE_TONEAREST,
        [MICRO_RZ] = FE_TOWARDZERO,
        [MICRO_RM] = FE_DOWNWARD,
        [MICRO_RP] = FE_UPWARD,
    };
    MatrixRule rule = matrix_rule(program->target.compute_capability, &part->tile);
    if (micro->round != MICRO_RN) { // of doubles only
        fesetround(directions[micro->round]);
    }
    matrix_multiply(block->launch->lanes->multiply, part, rule, &rows);
    if (micro->round != MICRO_RN) {
        fesetround(FE_TONEAREST);
    }
    return OUTCOME_NEXT;
}

Outcome exec_matrix_transpose(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "movmatrix needs all 32 lanes of the warp");
    }
    uint32_t transposed[LANE_COUNT];
    matrix_transpose(transposed, warp_row(warp, micro->a));
    memcpy(warp_row(warp, micro->d), transposed, sizeof transposed);
    return OUTCOME_NEXT;
}
