// SPDX-License-Identifier: Apache-2.0
// Accesses as patterns: what a rule sees of the addresses is the same when all of them move by a
// multiple of 256 bytes, so that a pattern is drawn and counted once however often it occurs.
#include "sim/view/data.h"

#include <inttypes.h>

enum { BASE_BYTES = 256 };

static uint64_t base_of(const Access *access)
{
    uint64_t lowest = UINT64_MAX;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((access->lanes >> lane & 1) != 0 && access->address[lane] < lowest) {
            lowest = access->address[lane];
        }
    }
    return lowest == UINT64_MAX ? 0 : lowest / BASE_BYTES * BASE_BYTES;
}

// ["what", space, bytes a lane, lanes, offset of each lane that is set, ...]
static uint32_t find_pattern(ViewData *data, const MachineProgram *program, uint32_t pc,
                             const Access *access, uint64_t base)
{
    Text *text = &data->part;
    text->size_bytes = 0;
    text_printf(text, "[\"%s\",%d,%" PRIu32 ",%" PRIu32, report_site_name(&program->code[pc]),
                (int)access->space, access->width_bytes, access->lanes);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((access->lanes >> lane & 1) != 0) {
            text_printf(text, ",%" PRIu64, access->address[lane] - base);
        }
    }
    text_put(text, "]");
    uint32_t known = data->patterns.count;
    uint32_t pattern = intern_add(&data->patterns, text->at, text->size_bytes, &data->arena);
    if (pattern == known) {
        maps_add(data, access, base);
        fixes_add(data, program, access);
    }
    return pattern;
}

uint32_t access_patterns(ViewData *data, const MachineProgram *program, uint32_t pc,
                         const StepAccess *recorded, uint32_t patterns[ACCESS_PARTS_MAX],
                         uint64_t bases[ACCESS_PARTS_MAX])
{
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(&program->code[pc], recorded, parts);
    for (uint32_t i = 0; i < count; i++) {
        bases[i] = base_of(&parts[i]);
        patterns[i] = find_pattern(data, program, pc, &parts[i], bases[i]);
    }
    return count;
}
