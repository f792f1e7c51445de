// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/tensor_memory.h"

#include <string.h>

bool tensor_memory_is_size(uint32_t columns)
{
    return columns >= TENSOR_UNIT && columns <= TENSOR_COLUMNS && (columns & (columns - 1)) == 0;
}

uint32_t tensor_memory_free(const TensorMemory *memory)
{
    uint32_t units = 0;
    for (uint32_t i = 0; i < TENSOR_UNITS; i++) {
        units += memory->owner[i] == 0;
    }
    return units * TENSOR_UNIT;
}

static bool is_free(const TensorMemory *memory, uint32_t first, uint32_t units)
{
    for (uint32_t i = first; i < first + units; i++) {
        if (memory->owner[i] != 0) {
            return false;
        }
    }
    return true;
}

uint32_t tensor_memory_allocate(TensorMemory *memory, uint32_t columns)
{
    uint32_t units = columns / TENSOR_UNIT;
    for (uint32_t first = 0; first + units <= TENSOR_UNITS; first++) {
        if (is_free(memory, first, units)) {
            memset(memory->owner + first, (int)first + 1, units);
            return first * TENSOR_UNIT;
        }
    }
    return TENSOR_COLUMNS;
}

bool tensor_memory_release(TensorMemory *memory, uint32_t column, uint32_t columns)
{
    uint32_t first = column / TENSOR_UNIT, units = 0;
    for (uint32_t i = 0; i < TENSOR_UNITS; i++) {
        units += memory->owner[i] == first + 1;
    }
    if (column % TENSOR_UNIT != 0 || units == 0 || units * TENSOR_UNIT != columns) {
        return false;
    }
    memset(memory->owner + first, 0, units);
    return true;
}

bool tensor_memory_has(const TensorMemory *memory, uint32_t column, uint32_t count)
{
    for (uint32_t i = column; i < column + count; i++) {
        if (i >= TENSOR_COLUMNS || memory->owner[i / TENSOR_UNIT] == 0) {
            return false;
        }
    }
    return true;
}

// PTX ISA 9.0, "Tensor Memory Layout", "Data Movement Shape": the fragments of 16x128b and 16x256b
// are those of mma's accumulators, of four and of eight columns.
TensorPlace tensor_place(TensorShape shape, uint32_t thread, uint32_t reg, uint32_t split)
{
    uint32_t group = thread / 4, member = thread % 4;
    switch (shape) {
    case TENSOR_16X128B:
        return (TensorPlace){.lane = group + reg % 2 * 8, .column = reg / 2 * 4 + member};
    case TENSOR_16X256B:
        return (TensorPlace){.lane = group + reg / 2 % 2 * 8,
                             .column = reg / 4 * 8 + member * 2 + reg % 2};
    case TENSOR_16X32BX2:
        return (TensorPlace){.lane = thread % 16, .column = reg + thread / 16 * split};
    case TENSOR_32X32B: break;
    }
    return (TensorPlace){.lane = thread, .column = reg};
}
