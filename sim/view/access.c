// SPDX-License-Identifier: Apache-2.0
// Accesses as patterns: what a rule sees of the addresses is the same when all of them move by a
// multiple of 256 bytes, so that a pattern is drawn and counted once however often it occurs.
#include "isa/base/bits.h"
#include "sim/view/data.h"

#include <inttypes.h>

// A pattern takes a kilobyte or two of the page, with its maps of all generations, and addresses
// that come from data make one of every access.
enum { BASE_BYTES = 256, MAP_BYTES_MAX = 1250000 };

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

void access_put_pattern(ViewData *data, const char *what, const Access *access, uint64_t base)
{
    Text *text = &data->part;
    text->size_bytes = 0;
    text_printf(text, "[\"%s\",%d,%" PRIu32 ",%" PRIu32, what, (int)access->space,
                access->width_bytes, access->lanes);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        text_printf(text, ",%" PRId64, (int64_t)(access->address[bits_lowest(rest)] - base));
    }
    text_put(text, "]");
}

// The pattern's number; UINT32_MAX: left out.
static uint32_t find_pattern(ViewData *data, const MachineProgram *program, uint32_t pc,
                             const Access *access, uint64_t base)
{
    const Text *text = &data->part;
    access_put_pattern(data, report_site_name(&program->code[pc]), access, base);
    uint32_t known = data->patterns.count;
    if (data->map_bytes >= MAP_BYTES_MAX &&
        !intern_has(&data->patterns, text->at, text->size_bytes)) {
        data->maps_left_out++;
        return UINT32_MAX;
    }
    uint32_t pattern = intern_add(&data->patterns, text->at, text->size_bytes, &data->arena);
    if (pattern == known) {
        size_t rules = data->rules.size_bytes + data->fixes.size_bytes;
        data->map_bytes += text->size_bytes;
        maps_add(data, access, base, false, &data->rules);
        fixes_add(data, program, access);
        data->map_bytes += data->rules.size_bytes + data->fixes.size_bytes - rules;
    }
    return pattern;
}

uint32_t access_patterns(ViewData *data, const MachineProgram *program, uint32_t pc,
                         const StepAccess *recorded, ViewPattern patterns[ACCESS_PARTS_MAX])
{
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(&program->code[pc], recorded, parts);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        ViewPattern *pattern = &patterns[kept];
        pattern->access = parts[i];
        pattern->base = base_of(&parts[i]);
        pattern->pattern = find_pattern(data, program, pc, &parts[i], pattern->base);
        kept += pattern->pattern != UINT32_MAX;
    }
    return kept;
}
