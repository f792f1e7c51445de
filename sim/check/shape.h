// SPDX-License-Identifier: Apache-2.0
// Inside of sim/check: how the lanes of an access lie to each other. Loops and blocks repeat the
// shapes of a micro-op, so the last one is kept and compared.
#ifndef LOCKSTEP_CHECK_SHAPE_H
#define LOCKSTEP_CHECK_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

// Neighboring lanes that access consecutive elements, or (is_same, three or more) one address.
typedef struct LaneRun {
    uint8_t lane, count;
    bool is_same;
} LaneRun;

typedef struct Shape {
    uint32_t pc; // plus 1; 0: nothing is kept
    uint32_t lanes, width_bytes;
    int32_t delta[32]; // of each lane's address from the first lane's
    int64_t lowest, highest;
    uint64_t low_bits; // those that are set in any delta
    uint32_t run_count;
    LaneRun runs[32];
} Shape;

#define SHAPE_COUNT 256u

typedef struct ShapeTable {
    Shape shapes[SHAPE_COUNT]; // by pc
} ShapeTable;

// The shape of the micro-op's lanes, not empty, of width_bytes each. Valid until the next question.
const Shape *shape_of(ShapeTable *table, uint32_t pc, uint32_t lanes, uint32_t width_bytes,
                      const uint64_t address[32]);

// Whether all lanes, the first of which accesses `first`, are aligned and inside of a piece of
// memory.
static inline bool shape_is_inside(const Shape *shape, uint64_t first, uint32_t width_bytes,
                                   uint64_t base, uint64_t size_bytes)
{
    uint64_t limit = size_bytes - width_bytes, offset = first - base;
    uint64_t lowest = offset + (uint64_t)shape->lowest, highest = offset + (uint64_t)shape->highest;
    // the top bit: below the base or beyond the limit
    uint64_t beyond = lowest | highest | (limit - lowest) | (limit - highest);
    return size_bytes >= width_bytes && beyond >> 63 == 0 &&
           ((first | shape->low_bits) & (width_bytes - 1)) == 0;
}

#endif
