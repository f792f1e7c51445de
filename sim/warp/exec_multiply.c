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
