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

Outcome exec_sparse_multiply(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = block->launch->program;
    const TilePart *part = &program->tiles[micro->function];
    uint32_t a[4][LANE_COUNT] = {{0}}, b[4][LANE_COUNT] = {{0}};
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "a matrix multiplication needs all 32 lanes of the warp");
    }
    MatrixRows rows = {.metadata = warp_row(warp, micro->c)};
    halve(warp, micro->a, a);
    halve(warp, micro->d, b);
    if (micro->b != ROW_NONE) {
        halve(warp, micro->b, a + 2);
        halve(warp, micro->d2, b + 2);
    }
    for (uint32_t i = 0; i < 4; i++) {
        rows.a[i] = a[i];
        rows.b[i] = b[i];
        rows.c[i] = row_or_null(warp, micro->addend[i]);
        rows.d[i] = row_or_null(warp, micro->data[i]);
    }
    matrix_multiply(part, matrix_rule(program->target.compute_capability, &part->tile), &rows);
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
    matrix_multiply(part, rule, &rows);
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
