// SPDX-License-Identifier: Apache-2.0
// Tensor memory of a block (PTX ISA 9.0, "Tensor Memory"): 128 lanes of 512 columns of 32 bits,
// given out in units of 32 columns. On the hardware the blocks of an SM share it; here each block
// has all of it, so no block waits for another's columns. The blocks of a pair allocate together:
// the first one takes columns in both, and the other one is given them when it asks.
#ifndef LOCKSTEP_WARP_TENSOR_MEMORY_H
#define LOCKSTEP_WARP_TENSOR_MEMORY_H

#include "isa/machine/program.h"

#define TENSOR_LANES   128u
#define TENSOR_COLUMNS 512u
#define TENSOR_UNIT    32u // columns
#define TENSOR_UNITS   (TENSOR_COLUMNS / TENSOR_UNIT)

// Columns that the other block of a pair has allocated for this one.
typedef struct TensorPromise {
    uint16_t column, columns;
} TensorPromise;

typedef struct TensorMemory {
    uint8_t owner[TENSOR_UNITS]; // 0: free; else 1 + the first unit of the allocation
    TensorPromise promises[TENSOR_UNITS];
    uint32_t promise_count;
    bool is_relinquished; // nothing more may be allocated
    uint64_t changes;     // how often something was written
    uint32_t words[TENSOR_LANES][TENSOR_COLUMNS];
} TensorMemory;

// A tensor address: the lane in its upper half, the column in the lower one.
static inline uint32_t tensor_lane(uint32_t address)
{
    return address >> 16;
}

static inline uint32_t tensor_column(uint32_t address)
{
    return address & 0xffffu;
}

// Whether so many columns may be asked for.
bool tensor_memory_is_size(uint32_t columns);
// How many columns nobody has allocated.
uint32_t tensor_memory_free(const TensorMemory *memory);
// Gives the same columns out in each memory; returns the first one, or TENSOR_COLUMNS if there is
// no run that long.
uint32_t tensor_memory_allocate(TensorMemory *const *memories, uint32_t count, uint32_t columns);
// Notes, and takes out, the oldest promise; false: there is none.
void tensor_memory_promise(TensorMemory *memory, TensorPromise promise);
bool tensor_memory_redeem(TensorMemory *memory, TensorPromise *promise);
// Takes them back. False: no allocation has begun there with this size.
bool tensor_memory_release(TensorMemory *memory, uint32_t column, uint32_t columns);
// Whether all these columns are given out.
bool tensor_memory_has(const TensorMemory *memory, uint32_t column, uint32_t count);

// Where a thread of a warp finds register `reg` of a fragment: lane below the address's, and column
// in units of a register's columns; is_far: in the second half of 16x32bx2.
typedef struct TensorPlace {
    uint32_t lane, column;
    bool is_far;
} TensorPlace;
TensorPlace tensor_place(TensorShape shape, uint32_t thread, uint32_t reg);

#endif
