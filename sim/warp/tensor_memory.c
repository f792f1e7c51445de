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

uint32_t tensor_memory_allocate(TensorMemory *const *memories, uint32_t count, uint32_t columns)
{
    uint32_t units = columns / TENSOR_UNIT;
    for (uint32_t first = 0; first + units <= TENSOR_UNITS; first++) {
        bool is_possible = true;
        for (uint32_t i = 0; i < count; i++) {
            is_possible &= is_free(memories[i], first, units);
        }
        for (uint32_t i = 0; is_possible && i < count; i++) {
            memset(memories[i]->owner + first, (int)first + 1, units);
        }
        if (is_possible) {
            return first * TENSOR_UNIT;
        }
    }
    return TENSOR_COLUMNS;
}

void tensor_memory_promise(TensorMemory *memory, TensorPromise promise)
{
    memory->promises[memory->promise_count++] = promise; // each has columns of its own
}

bool tensor_memory_redeem(TensorMemory *memory, TensorPromise *promise)
{
    if (memory->promise_count == 0) {
        return false;
    }
    *promise = memory->promises[0];
    memory->promise_count--;
    memmove(memory->promises, memory->promises + 1, memory->promise_count * sizeof *promise);
    return true;
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
// are those of mma's accumulators, of four and of eight columns. In 16x64b, neighboring threads
// have lanes that are eight apart.
TensorPlace tensor_place(TensorShape shape, uint32_t thread, uint32_t reg)
{
    uint32_t group = thread / 4, member = thread % 4;
    switch (shape) {
    case TENSOR_16X64B:
        return (TensorPlace){.lane = group + member % 2 * 8, .column = reg * 2 + member / 2};
    case TENSOR_16X128B:
        return (TensorPlace){.lane = group + reg % 2 * 8, .column = reg / 2 * 4 + member};
    case TENSOR_16X256B:
        return (TensorPlace){.lane = group + reg / 2 % 2 * 8,
                             .column = reg / 4 * 8 + member * 2 + reg % 2};
    case TENSOR_16X32BX2:
        return (TensorPlace){.lane = thread % 16, .column = reg, .is_far = thread >= 16};
    case TENSOR_32X32B:
    case TENSOR_SHAPE_COUNT: break;
    }
    return (TensorPlace){.lane = thread, .column = reg};
}
