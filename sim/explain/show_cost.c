// SPDX-License-Identifier: Apache-2.0
// What an access costs, what would make it cheaper, and what it costs on other generations.
#include "sim/explain/show.h"

#include <inttypes.h>

static void put_passes(const SharedMap *map, Text *out)
{
    if (map->phase_count < 2 || map->phase_count > 4) {
        text_printf(out, "%u", map->cost.wavefronts);
        return;
    }
    for (uint32_t i = 0; i < map->phase_count; i++) {
        text_printf(out, i == 0 ? "%u" : "+%u", map->phases[i].wavefronts * map->repeats);
    }
}

static void put_ways(const Access *access, const AccessCost *cost, Text *out)
{
    if (access->space == ACCESS_SHARED && cost->ideal > 0 && cost->count % cost->ideal == 0) {
        text_printf(out, " (%u-way conflict)", cost->count / cost->ideal);
    }
}

static void show_actual(const Access *access, const Gpu *gpu, const Fixes *fixes, Text *out)
{
    const AccessCost *cost = &fixes->cost;
    Text line = {0};
    show_count(&line, cost->count, access_unit(access, gpu));
    if (access->space == ACCESS_SHARED) {
        SharedMap map;
        access_shared_map(access, gpu, &map);
        if (map.phase_count > 1 && map.phase_count <= 4) {
            text_put(&line, " = ");
            put_passes(&map, &line);
        }
    }
    if (access->space != ACCESS_SHARED && access->space != ACCESS_CONSTANT) {
        text_printf(&line, ", %u bytes moved for %u used", cost->bytes_moved, cost->bytes_used);
    }
    if (cost->count > cost->ideal) {
        text_printf(&line, "; %u would be enough", cost->ideal);
        put_ways(access, cost, &line);
    } else if (!fixes->is_ideal) {
        text_put(&line, "; the same number with fewer bytes is possible");
    } else {
        text_put(&line, "; the minimum for these lanes");
    }
    show_entry(out, "count", text_string(&line));
    text_destroy(&line);
}

static void put_distance(const Pattern *pattern, Text *line)
{
    if (!pattern->is_regular) {
        text_put(line, "no regular distance between lanes");
    } else if (pattern->stride == 0 && pattern->run == LANE_COUNT) {
        text_put(line, "all lanes at one address");
    } else {
        text_printf(line, "%" PRId64 " byte%s from lane to lane", pattern->stride,
                    pattern->stride == 1 ? "" : "s");
    }
    if (pattern->is_regular && pattern->run < LANE_COUNT) {
        text_printf(line, ", %" PRId64 " from each %u lanes to the next", pattern->jump,
                    pattern->run);
    }
}

static void show_pattern(const Access *access, const AccessArray *array, const Fixes *fixes,
                         Text *out)
{
    Text line = {0};
    if ((access->lanes & (access->lanes - 1)) == 0) {
        return;
    }
    put_distance(&fixes->pattern, &line);
    if (array != NULL && array->name != NULL) {
        text_printf(&line, "; array %s, %" PRIu64 " bytes", array->name, array->size_bytes);
    }
    show_entry(out, "pattern", text_string(&line));
    text_destroy(&line);
}

static void show_fix(const Access *access, const Gpu *gpu, const Fixes *fixes, const Fix *fix,
                     Text *out)
{
    Text line = {0};
    show_count(&line, fix->cost.count, access_unit(access, gpu));
    if (fix->cost.count == fixes->cost.count && fix->cost.bytes_moved < fixes->cost.bytes_moved) {
        text_printf(&line, " of %u bytes", fix->cost.bytes_moved);
    }
    text_printf(&line, ": %s", fix_text(fix->kind, access->width_bytes));
    uint32_t width = access->width_bytes;
    bool is_pad = fix->kind == FIX_PAD_1 || fix->kind == FIX_PAD_2;
    if (is_pad && fixes->pitch_bytes % width == 0 && fixes->pad_bytes % width == 0) {
        uint64_t pad = (uint64_t)fixes->pad_bytes * (fix->kind == FIX_PAD_1 ? 1 : 2);
        text_printf(&line, ", %" PRIu64 " %s", (fixes->pitch_bytes + pad) / width,
                    width > 4 ? "" : "elements ");
        text_printf(&line, "instead of %" PRIu64, fixes->pitch_bytes / width);
    }
    if (fix->cost.count >= fixes->cost.count && fix->cost.bytes_moved >= fixes->cost.bytes_moved) {
        text_put(&line, " (does not help)");
    }
    show_entry(out, "", text_string(&line));
    text_destroy(&line);
}

static const char *no_fix_text(const Access *access, const Fixes *fixes)
{
    if (fixes->is_ideal && access->space != ACCESS_LOCAL) {
        return "none needed";
    }
    switch (access->space) {
    case ACCESS_CONSTANT:
        return "read this table from shared or global memory, or let all lanes of a warp "
               "read the same word: constant memory serves one word at a time";
    case ACCESS_LOCAL:
        return "index the array with constants (unroll the loop), so that it fits in registers and "
               "no memory is accessed at all";
    default: break;
    }
    return fixes->pattern.is_regular
               ? "padding, permuting or swapping indices do not apply to these lanes"
               : "the addresses have no regular rows that padding or swapping could fix: sort or "
                 "stage the data so that neighboring lanes use neighboring words";
}

static void show_fixes(const Access *access, const Gpu *gpu, const Fixes *fixes, Text *out)
{
    if (fixes->is_ideal || fixes->count == 0) {
        show_entry(out, "fixes", no_fix_text(access, fixes));
        return;
    }
    Text line = {0};
    text_put(&line, "recomputed for these lanes");
    if (fixes->pitch_bytes != 0) {
        text_printf(&line, ", assuming rows of %" PRIu64 " bytes", fixes->pitch_bytes);
    }
    text_put(&line, ":");
    show_entry(out, "fixes", text_string(&line));
    text_destroy(&line);
    for (uint32_t i = 0; i < fixes->count; i++) {
        show_fix(access, gpu, fixes, &fixes->list[i], out);
    }
}

static void put_elsewhere(const Access *access, const Generation *generation, Text *line)
{
    const Gpu *gpu = generation->first;
    text_put(line, gpu->name);
    if (generation->last != gpu) {
        text_printf(line, "..%s", generation->last->name);
    }
    text_put(line, " ");
    if (access->space == ACCESS_SHARED) {
        SharedMap map;
        access_shared_map(access, gpu, &map);
        put_passes(&map, line);
        return;
    }
    AccessCost cost = access_cost(access, gpu);
    text_printf(line, "%u", cost.count);
    if (access->space != ACCESS_CONSTANT) {
        text_printf(line, " (%uB)", cost.bytes_moved);
    }
}

// The first compute capability with such an access: global atomics came with 1.1 (g80 has none),
// shared atomics with 1.2 (CUDA C Programming Guide, atomic functions).
static uint32_t first_with_it(const Access *access)
{
    if (access->space == ACCESS_SHARED && access->shared_kind >= SHARED_ATOMIC) {
        return 12;
    }
    return access->space == ACCESS_GLOBAL && access->global_kind >= GLOBAL_ATOMIC ? 11 : 10;
}

// Narrows the generation to the presets that have such an access. Returns whether any has.
static bool leave_those_with_it(const Access *access, Generation *generation)
{
    const Gpu *last = generation->last;
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        const Gpu *gpu = gpu_preset_at(i);
        if (gpu->compute_capability >= first_with_it(access) &&
            generation_is_same(access->space, gpu, last)) {
            generation->first = gpu;
            return true;
        }
    }
    return false;
}

static void show_elsewhere(const Access *access, Text *out)
{
    Generation generations[GENERATIONS_MAX];
    uint32_t count = generations_of(access->space, generations);
    Text line = {0};
    for (uint32_t i = 0; i < count && access->matrices == 0; i++) {
        if (leave_those_with_it(access, &generations[i])) {
            text_put(&line, line.size_bytes == 0 ? "" : " | ");
            put_elsewhere(access, &generations[i], &line);
        }
    }
    if (access->matrices == 0) {
        show_entry(out, "elsewhere", text_string(&line));
    }
    text_destroy(&line);
}

// "padding 0: 32, 1: 1, 2: 2; best tile[32][33]"
static void show_what_if(const WhatIf *what_if, const char *label, const Gpu *gpu, Text *out)
{
    Text line = {0};
    uint32_t best = what_if->own, least = UINT32_MAX;
    text_printf(&line, "%s ", whatif_name(what_if->knob));
    for (uint32_t i = 0; i < what_if->count; i++) {
        uint32_t count = access_cost(&what_if->choices[i].access, gpu).count;
        bool is_better = count < least || (count == least && i == what_if->own);
        text_printf(&line, "%s%" PRId64 ": %" PRIu32, i > 0 ? ", " : "", what_if->choices[i].value,
                    count);
        // All lanes on one word is no layout of their data.
        if (is_better && (what_if->knob != WHATIF_STRIDE || what_if->choices[i].value != 0)) {
            best = i;
            least = count;
        }
    }
    if (best != what_if->own) {
        text_printf(&line, "; least with %s", what_if->choices[best].source);
    }
    show_entry(out, label, text_string(&line));
    text_destroy(&line);
}

void show_what_ifs(const WhatIf *what_ifs, uint32_t count, const Gpu *gpu, Text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        show_what_if(&what_ifs[i], i == 0 ? "what if" : "", gpu, out);
    }
}

void show_cost(const Access *access, const Gpu *gpu, const AccessArray *array, Text *out)
{
    Fixes fixes = access_fixes(access, gpu, array);
    show_entry(out, "rule", access_rule(access, gpu));
    show_actual(access, gpu, &fixes, out);
    show_pattern(access, array, &fixes, out);
    show_fixes(access, gpu, &fixes, out);
    show_elsewhere(access, out);
}
