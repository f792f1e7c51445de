// SPDX-License-Identifier: Apache-2.0
// What a warp's call of printf executes: a function of the driver that formats nothing, but copies
// the format, the arguments and the strings through local memory into the buffer, under a lock.
// Fitted to traces/h200/probes/prints.csv (47 launches; instructions within 0.5 %); assumed for all
// generations. Not counted: its memory accesses (222 local loads, 479 local stores), and its
// instructions by pipe.
#ifndef LOCKSTEP_WARP_PRINT_COST_H
#define LOCKSTEP_WARP_PRINT_COST_H

#include "sim/lane/slow_path.h"

// The first call of an SM finds none of the function's instructions in its cache: it takes 53,800
// cycles, but 39,900 each of 64 calls.
#define PRINT_FIRST_CYCLES 14000u
// A call holds the buffer's lock for so long: 132 warps whose 32 lanes print once take 18,060
// cycles each, 32 warps of which one lane prints 4,100.
#define PRINT_LOCK_CYCLES          3700u
#define PRINT_LOCK_CYCLES_PER_LANE 450u

// The largest of the lanes'. Without the zeros at the ends of strings.
typedef struct PrintShape {
    uint32_t format_bytes, arguments;
    uint32_t strings, string_bytes;
} PrintShape;

SlowCost print_cost(const PrintShape *shape, uint32_t lanes);

#endif
