// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/whatif_step.h"

#include <stdlib.h>

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

// The number in the last brackets of the shape.
static uint64_t columns_of(const SourceName *name)
{
    uint64_t columns = 0;
    for (uint32_t i = 0; i < name->shape_bytes; i++) {
        columns = name->shape[i] == '[' ? strtoull(name->shape + i + 1, NULL, 10) : columns;
    }
    return columns;
}

static bool array_of_site(const ReportLaunch *launch, const ExplainSite *site, WhatIfArray *array,
                          Arena *arena)
{
    const LaunchRecord *record = launch->record;
    ExplainStep found = explain_find_step(record->recording, site, 1);
    if (found.step == RECORDED_NONE ||
        record->recording->steps[found.step].access == RECORDED_NONE) {
        return false;
    }
    const RecordedStep *at = &record->recording->steps[found.step];
    Elements elements = elements_find(record, arena);
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(&record->program->code[at->pc],
                                    &record->recording->accesses[at->access].access, parts);
    for (uint32_t i = 0; i < count; i++) {
        const ElementArray *in =
            parts[i].space == ACCESS_SHARED && parts[i].lanes != 0
                ? element_array(&elements, site->variable, &parts[i], bits_lowest(parts[i].lanes))
                : NULL;
        if (in != NULL) {
            uint64_t word = in->name.element_bytes > 4 ? in->name.element_bytes : 4;
            *array = (WhatIfArray){launch,
                                   arena_text(arena, in->name.name, in->name.name_bytes),
                                   in->name.element_bytes,
                                   parts[i].width_bytes > word ? parts[i].width_bytes : word,
                                   parts[i].width_bytes,
                                   columns_of(&in->name)};
            return true;
        }
    }
    return false;
}

bool whatif_array(const Report *report, const ExplainWish *wish, WhatIfArray *array, Arena *arena)
{
    uint32_t more, count;
    const ReportLaunch *launch = explain_worst_launch(report, wish, true, &more);
    if (launch == NULL) {
        return false;
    }
    ExplainSite *sites = explain_sites(launch->record->program, wish, &count, arena);
    explain_rank(launch->record, sites, count);
    for (uint32_t i = 0; i < count; i++) {
        if (array_of_site(launch, &sites[i], array, arena)) {
            return true;
        }
    }
    return false;
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
