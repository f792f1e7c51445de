// SPDX-License-Identifier: Apache-2.0
// What an SM holds of constant memory in the timing model: the lines of a cache with the least
// recently used one of a set replaced. Measured on an H200 by chasing pointers at every stride
// (tests/hardware/probes/constants.cu, traces/h200/probes/constants.csv): 2 KB in lines of 64
// bytes, four ways. Leaves out data.
#ifndef LOCKSTEP_TIME_CONSTANT_CACHE_H
#define LOCKSTEP_TIME_CONSTANT_CACHE_H

#include "isa/base/arena.h"
#include "sim/time/cycle.h"

typedef struct ConstantLine {
    uint64_t tag;  // the line's number, plus 1; 0: none
    uint64_t used; // by how many reads of the cache before it was read last
    Cycle ready;   // when it is or was there
} ConstantLine;

typedef struct ConstantCache {
    ConstantLine *lines; // sets * ways
    uint32_t sets, ways, line_bytes;
    uint64_t reads;
} ConstantCache;

// ways 0: any line may be anywhere. size_bytes 0: no cache, everything is there always.
void constant_cache_init(ConstantCache *cache, uint64_t size_bytes, uint32_t line_bytes,
                         uint32_t ways, Arena *arena);

// When the line of the address is there for a read at `now`; CONSTANT_MISS: it is not held.
#define CONSTANT_MISS UINT64_MAX
Cycle constant_cache_find(ConstantCache *cache, uint64_t address, Cycle now);
// The line comes at `ready` and takes the place of the set's least recently used one.
void constant_cache_put(ConstantCache *cache, uint64_t address, Cycle ready);

#endif
