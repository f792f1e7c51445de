// SPDX-License-Identifier: Apache-2.0
// A pattern of addresses under the rule of every generation, so that the page can switch between
// them: the banks and passes of a shared access, the transactions of a global one. All from
// sim/explain; equal maps are written once.
#include "sim/view/data.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_lanes(const uint8_t values[32], uint32_t lanes, Text *out)
{
    bool is_first = true;
    text_put(out, "[");
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((lanes >> lane & 1) != 0) {
            text_printf(out, is_first ? "%u" : ",%u", values[lane]);
            is_first = false;
        }
    }
    text_put(out, "]");
}

// {banks, bytes, wide, repeats, cost, phases: [[lanes, offset, passes, fullest bank, [bank of each
// lane], [pass of each lane]]]}
static void print_banks(const SharedMap *map, Text *out)
{
    text_printf(out,
                "{\"banks\":%" PRIu32 ",\"bytes\":%" PRIu32 ",\"wide\":%" PRIu32
                ",\"repeats\":%" PRIu32 ",\"phases\":[",
                map->banks, map->bank_bytes, map->lane_banks, map->repeats);
    for (uint32_t i = 0; i < map->phase_count; i++) {
        const SharedPhase *phase = &map->phases[i];
        text_printf(out, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", i > 0 ? "," : "",
                    phase->lanes, phase->offset_bytes, phase->wavefronts, phase->fullest_bank);
        print_lanes(phase->bank, phase->lanes, out);
        text_put(out, ",");
        print_lanes(phase->wavefront, phase->lanes, out);
        text_put(out, "]");
    }
    text_put(out, "]}");
}

// {lanes, requests, pieces: [[offset, bytes, used, lanes, request]]}
static void print_pieces(const AccessMap *map, uint64_t base, Text *out)
{
    text_printf(out, "{\"lanes\":%" PRIu32 ",\"requests\":%" PRIu32 ",\"pieces\":[",
                map->request_lanes, map->request_count);
    for (uint32_t i = 0; i < map->piece_count; i++) {
        const AccessPiece *piece = &map->pieces[i];
        text_printf(out, "%s[%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]",
                    i > 0 ? "," : "", (int64_t)(piece->address - base), piece->size_bytes,
                    piece->bytes_used, piece->lanes, piece->request);
    }
    text_put(out, "]}");
}

static uint32_t keep_map(ViewData *data, Intern *maps)
{
    const Text *text = &data->part;
    uint32_t known = maps->count;
    uint32_t map = intern_add(maps, text->at, text->size_bytes, &data->arena);
    data->map_bytes += map == known ? text->size_bytes : 0;
    return map;
}

static uint32_t find_map(ViewData *data, const Access *access, const Gpu *gpu, uint64_t base)
{
    Text *text = &data->part;
    text->size_bytes = 0;
    if (access->space == ACCESS_SHARED) {
        SharedMap map;
        access_shared_map(access, gpu, &map);
        print_banks(&map, text);
        return keep_map(data, &data->banks);
    }
    AccessMap *map = arena_alloc(&data->arena, sizeof *map);
    access_map(access, gpu, map);
    print_pieces(map, base, text);
    return keep_map(data, &data->segments);
}

// ["the rule in a sentence", "what its cost counts"]
static uint32_t find_text(ViewData *data, const Access *access, const Gpu *gpu)
{
    Text *text = &data->part;
    text->size_bytes = 0;
    Json json = {text, false};
    json_open(&json, '[');
    data_text(&json, access_rule(access, gpu));
    data_text(&json, access_unit(access, gpu));
    json_close(&json, ']');
    return intern_add(&data->texts, text->at, text->size_bytes, &data->arena);
}

// Which of the generations a GPU belongs to.
static uint32_t generation_of(const Gpu *gpu, const Generation *generations, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool is_same = true;
        for (uint32_t space = 0; space < ACCESS_SPACE_COUNT; space++) {
            is_same = is_same && generation_is_same((AccessSpace)space, gpu, generations[i].first);
        }
        if (is_same) {
            return i;
        }
    }
    return count - 1;
}

// [map, count, ideal, bytes moved, bytes used, text] for each generation.
void maps_add(ViewData *data, const Access *access, uint64_t base, bool is_own_only, Text *out)
{
    Generation generations[GENERATIONS_MAX];
    uint32_t count = generations_of(ACCESS_SPACE_COUNT, generations);
    uint32_t own = generation_of(data->view->gpu, generations, count);
    text_put(out, out->size_bytes > 0 ? ",\n[" : "[");
    for (uint32_t i = 0; i < count && access->space != ACCESS_TEXTURE; i++) {
        const Gpu *gpu = generations[i].first;
        int64_t map = is_own_only && i != own ? -1 : (int64_t)find_map(data, access, gpu, base);
        AccessCost cost = access_cost(access, gpu);
        text_printf(out,
                    "%s[%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]",
                    i > 0 ? "," : "", map, cost.count, cost.ideal, cost.bytes_moved,
                    cost.bytes_used, find_text(data, access, gpu));
    }
    text_put(out, "]");
}

void maps_print_generations(const Gpu *chosen, Json *json)
{
    Generation generations[GENERATIONS_MAX];
    uint32_t count = generations_of(ACCESS_SPACE_COUNT, generations);
    json_number(json, "own_rule", generation_of(chosen, generations, count));
    json_key(json, "generations");
    json_open(json, '[');
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        const Gpu *gpu = gpu_preset_at(i);
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", gpu->name);
        json_text(json, "title", gpu->title);
        json_number(json, "capability", gpu->compute_capability);
        json_number(json, "rule", generation_of(gpu, generations, count));
        json_close(json, '}');
    }
    json_close(json, ']');
}
