// SPDX-License-Identifier: Apache-2.0
// The names that the index of an access is computed from, read off its source line: `row` and
// `threadIdx.x` of `tile[row][threadIdx.x + 1]`; or all of the line. Knows no macros and only the
// one line. Pure.
#ifndef LOCKSTEP_EXPLAIN_INDEX_H
#define LOCKSTEP_EXPLAIN_INDEX_H

#include <stdbool.h>
#include <stdint.h>

// A variable, or a member of one: "row", "threadIdx.x". Not terminated.
typedef struct IndexName {
    const char *at;
    uint32_t size_bytes;
} IndexName;

#define INDEX_NAMES_MAX 8

// Those in the brackets behind the array, each once; if the line has no such brackets or array is
// NULL, those in any brackets; else all of the line. Names of arrays and functions are left out.
uint32_t index_names(const char *line, const char *array, IndexName names[INDEX_NAMES_MAX]);

// All names of the line that may have a value, each once.
uint32_t line_names(const char *line, IndexName names[INDEX_NAMES_MAX]);

// "threadIdx.x" and its like, for a lane of a warp; false: the name is another.
typedef struct IndexPlace {
    const uint32_t *grid, *block;
    uint64_t block_index; // x fastest
    uint32_t warp;        // in the block
} IndexPlace;

bool index_builtin(const IndexName *name, const IndexPlace *place, uint32_t lane, int64_t *value);

#endif
