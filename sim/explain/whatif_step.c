// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/whatif_step.h"

#include "isa/base/bits.h"
#include "sim/explain/named.h"

// The same access by the warps of its block.
static uint32_t find_peers(const LaunchRecord *record, uint32_t step, AccessSpace space,
                           WhatIfPeer peers[ELEMENT_WARPS_MAX], Arena *arena)
{
    const Recording *recording = record->recording;
    uint32_t steps[ELEMENT_WARPS_MAX], pc = recording->steps[step].pc, count = 0;
    uint32_t found = names_peers(recording, &pc, 1, step, steps);
    Access *parts = arena_alloc(arena, (size_t)found * ACCESS_PARTS_MAX * sizeof *parts);
    for (uint32_t i = 0; i < found; i++) {
        const RecordedStep *at = &recording->steps[steps[i]];
        Access *own = &parts[(size_t)i * ACCESS_PARTS_MAX];
        uint32_t part_count = at->access == RECORDED_NONE
                                  ? 0
                                  : access_of_step(&record->program->code[pc],
                                                   &recording->accesses[at->access].access, own);
        for (uint32_t k = 0; k < part_count; k++) {
            if (own[k].space == space) {
                peers[count++] = (WhatIfPeer){&own[k], recording->warps[at->warp].number};
                break;
            }
        }
    }
    return count;
}

uint32_t whatif_of_step(const LaunchRecord *record, const Elements *elements,
                        const PtxVariable *variable, uint32_t step, const Access *part,
                        WhatIf found[WHATIF_KNOB_COUNT], Arena *arena)
{
    if (part->lanes == 0) {
        return 0;
    }
    const ElementArray *array = element_array(elements, variable, part, bits_lowest(part->lanes));
    WhatIfPeer peers[ELEMENT_WARPS_MAX];
    WhatIfPlace place = {.name = array == NULL ? NULL : &array->name,
                         .base = array == NULL ? 0 : array->base,
                         .block = record->block,
                         .peers = peers};
    place.peer_count = find_peers(record, step, part->space, peers, arena);
    return whatif_find(part, &place, found, arena);
}
