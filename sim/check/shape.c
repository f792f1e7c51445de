// SPDX-License-Identifier: Apache-2.0
#include "sim/check/shape.h"

#include "isa/machine/program.h"
#include "sim/lane/mask.h"

static bool matches(const Shape *shape, uint32_t lanes, const uint64_t address[32])
{
    uint64_t first = address[lane_lowest(lanes)], differs = 0;
    if (shape->lanes != lanes) {
        return false;
    }
    for (uint32_t lane = 0; lanes == FULL_MASK && lane < LANE_COUNT; lane++) {
        differs |= (address[lane] - first) ^ (uint64_t)(int64_t)shape->delta[lane];
    }
    for (uint32_t rest = lanes == FULL_MASK ? 0 : lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        differs |= (address[lane] - first) ^ (uint64_t)(int64_t)shape->delta[lane];
    }
    return differs == 0;
}

// The number of lanes, from this one on, that are each `step` bytes after the one before.
static uint32_t run_from(const uint64_t address[32], uint32_t lanes, uint32_t lane, uint32_t step)
{
    uint32_t count = 1;
    while (lane + count < LANE_COUNT && (lanes >> (lane + count) & 1u) != 0 &&
           address[lane + count] == address[lane] + (uint64_t)count * step) {
        count++;
    }
    return count;
}

static void find_runs(Shape *shape, uint32_t width_bytes, const uint64_t address[32])
{
    enum { SAME_MIN = 3 };
    shape->run_count = 0;
    for (uint32_t rest = shape->lanes; rest != 0;) {
        uint32_t lane = lane_lowest(rest), same = run_from(address, shape->lanes, lane, 0);
        uint32_t count =
            same >= SAME_MIN ? same : run_from(address, shape->lanes, lane, width_bytes);
        shape->runs[shape->run_count++] =
            (LaneRun){(uint8_t)lane, (uint8_t)count, same >= SAME_MIN};
        rest &= (uint32_t)(UINT64_MAX << (lane + count));
    }
}

static void find_extent(Shape *shape, const uint64_t address[32])
{
    uint64_t first = address[lane_lowest(shape->lanes)];
    shape->lowest = shape->highest = 0;
    shape->low_bits = 0;
    for (uint32_t rest = shape->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        int64_t delta = (int64_t)(address[lane] - first);
        shape->delta[lane] = (int32_t)delta;
        shape->lowest = delta < shape->lowest ? delta : shape->lowest;
        shape->highest = delta > shape->highest ? delta : shape->highest;
        shape->low_bits |= (uint64_t)delta;
    }
}

const Shape *shape_of(ShapeTable *table, uint32_t pc, uint32_t lanes, uint32_t width_bytes,
                      const uint64_t address[32])
{
    Shape *shape = &table->shapes[pc % SHAPE_COUNT];
    if (shape->pc != pc + 1 || shape->width_bytes != width_bytes ||
        !matches(shape, lanes, address)) {
        shape->lanes = lanes;
        shape->width_bytes = width_bytes;
        find_extent(shape, address);
        find_runs(shape, width_bytes, address);
        bool is_near = shape->lowest >= INT32_MIN && shape->highest <= INT32_MAX;
        shape->pc = is_near ? pc + 1 : 0;
    }
    return shape;
}
