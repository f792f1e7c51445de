// SPDX-License-Identifier: Apache-2.0
// The choices of whatif.h for the access of a recorded step: with what the source calls the array,
// and what the other warps of the block do at the same place.
#ifndef LOCKSTEP_EXPLAIN_WHATIF_STEP_H
#define LOCKSTEP_EXPLAIN_WHATIF_STEP_H

#include "sim/explain/element.h"
#include "sim/explain/explain.h"
#include "sim/explain/whatif.h"

// As whatif_find(), for one part of the step's access. variable: that its address is computed from,
// or NULL.
uint32_t whatif_of_step(const LaunchRecord *record, const Elements *elements,
                        const PtxVariable *variable, uint32_t step, const Access *part,
                        WhatIf found[WHATIF_KNOB_COUNT], Arena *arena);

// The shared array whose rows a line's worst access is spread over.
typedef struct WhatIfArray {
    const ReportLaunch *launch;
    const char *name;       // in the arena
    uint64_t element_bytes; // as declared
    uint64_t word_bytes;    // that a padding of one adds to a row
    uint64_t access_bytes;  // of a lane
    uint64_t columns;       // elements in a row; 0: not known
} WhatIfArray;

// False: no access of the line that was recorded is to a shared array with a name.
bool whatif_array(const Report *report, const ExplainWish *wish, WhatIfArray *array, Arena *arena);

#endif
