// SPDX-License-Identifier: Apache-2.0
// What an access would cost if one thing were otherwise: the padding or permutation of its array's
// rows, the distance between its lanes, the shape of the block. Each choice gives new addresses,
// which the same rules judge as those of the program. Leaves out: atomics, and whether the program
// would still compute the same. Pure.
#ifndef LOCKSTEP_EXPLAIN_WHATIF_H
#define LOCKSTEP_EXPLAIN_WHATIF_H

#include "isa/base/arena.h"
#include "isa/base/source_name.h"
#include "sim/explain/access.h"

typedef enum WhatIfKnob {
    WHATIF_PADDING, // words that a row is longer; or elements, if those are wider
    WHATIF_SWIZZLE, // 1: the column is permuted by the row (col ^ row)
    WHATIF_STRIDE,  // elements from lane to lane
    WHATIF_BLOCK,   // threads of a block in x; the block keeps its size
    WHATIF_KNOB_COUNT
} WhatIfKnob;

// "padding", "swizzle", "stride", "block"
const char *whatif_name(WhatIfKnob knob);

typedef struct WhatIfChoice {
    int64_t value;
    const char *source; // how the program would say it: "tile[32][33]"
    Access access;      // as it would be
} WhatIfChoice;

typedef struct WhatIf {
    WhatIfKnob knob;
    const WhatIfChoice *choices; // by value, ascending
    uint32_t count;
    uint32_t own; // the choice that is the program's own
} WhatIf;

// The same access by another warp of the block.
typedef struct WhatIfPeer {
    const Access *access;
    uint32_t warp; // its number in the block
} WhatIfPeer;

// What is known of an access besides its addresses.
typedef struct WhatIfPlace {
    const SourceName *name; // of the array; NULL: none, rows are taken from the addresses
    uint64_t base;          // where the array begins
    const uint32_t *block;  // threads in x, y, z; NULL: not known
    const WhatIfPeer *peers;
    uint32_t peer_count; // the access itself is the first
} WhatIfPlace;

// The knobs that the access has; texts and choices are in the arena. Padding and swizzle: shared
// memory whose lanes spread over rows. Stride: lanes at one distance. Block: a block of several
// rows of threads, and addresses that are a sum of multiples of x and y.
uint32_t whatif_find(const Access *access, const WhatIfPlace *place,
                     WhatIf found[WHATIF_KNOB_COUNT], Arena *arena);

#endif
