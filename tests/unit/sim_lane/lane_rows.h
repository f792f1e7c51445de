// SPDX-License-Identifier: Apache-2.0
// Operands of lane functions as rows of 32 lanes, for the tests of arithmetic. Header only.
#ifndef LOCKSTEP_TESTS_LANE_ROWS_H
#define LOCKSTEP_TESTS_LANE_ROWS_H

#include "sim/lane/lanes.h"

typedef struct LaneRows {
    _Alignas(64) uint64_t row[5][LANE_COUNT]; // d a b c e
} LaneRows;

static inline bool lane_is_wide(LaneType type)
{
    return type == LANE_TYPE_U64 || type == LANE_TYPE_S64 || type == LANE_TYPE_F64;
}

static inline uint64_t lane_element(const LaneRows *rows, uint32_t operand, LaneType type,
                                    uint32_t lane)
{
    const uint32_t *narrow = (const uint32_t *)rows->row[operand];
    if (lane_is_wide(type)) {
        return rows->row[operand][lane];
    }
    return type == LANE_TYPE_P ? narrow[0] >> lane & 1 : narrow[lane];
}

static inline void lane_set_element(LaneRows *rows, uint32_t operand, LaneType type, uint32_t lane,
                                    uint64_t value)
{
    uint32_t *narrow = (uint32_t *)rows->row[operand];
    if (lane_is_wide(type)) {
        rows->row[operand][lane] = value;
    } else if (type == LANE_TYPE_P) {
        narrow[0] = (narrow[0] & ~(1u << lane)) | (uint32_t)(value & 1) << lane;
    } else {
        narrow[lane] = (uint32_t)value;
    }
}

static inline void lane_execute(const LaneTable *table, const Micro *micro, LaneRows *rows)
{
    uint64_t(*row)[LANE_COUNT] = rows->row;
    lane_execute_modified(table, micro, row[0], row[1], row[2], row[3], UINT32_MAX);
}

// One function of at most three operands on all lanes alike; the result of lane 5.
static inline uint64_t lane_result(LaneOp op, uint64_t a, uint64_t b, uint64_t c)
{
    const LaneInfo *info = &lane_info[op];
    const Micro micro = {.kind = MICRO_LANE, .function = (uint16_t)op};
    LaneRows rows = {{{0}}};
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        lane_set_element(&rows, 1, info->a, lane, a);
        lane_set_element(&rows, 2, info->b, lane, b);
        lane_set_element(&rows, 3, info->c, lane, c);
    }
    lane_execute(lane_table_host(), &micro, &rows);
    return lane_element(&rows, 0, info->d, 5);
}

#endif
