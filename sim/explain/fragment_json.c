// SPDX-License-Identifier: Apache-2.0
// Fragments and rows for programs to read: explain --json and the page.
#include "sim/explain/fragment.h"

#include <inttypes.h>

static void put_places(const Fragment *fragment, uint32_t matrix, uint32_t columns_most, Json *json)
{
    const FragmentMatrix *it = &fragment->matrices[matrix];
    json_key(json, "lanes");
    if (it->registers == 0) {
        text_put(json->out, "null");
        return;
    }
    json_open(json, '[');
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        json_separate(json);
        text_put(json->out, "[");
        for (uint32_t element = 0; element < it->elements; element++) {
            FragmentPlace place = fragment_place(fragment, matrix, lane, element);
            if (place.column < columns_most) {
                text_printf(json->out, "%s%" PRIu32 ",%" PRIu32, element > 0 ? "," : "", place.row,
                            place.column);
            }
        }
        text_put(json->out, "]");
    }
    json_close(json, ']');
}

static void put_descriptors(const Fragment *fragment, const LaunchRecord *record, Json *json)
{
    FragmentRows rows;
    for (TileMatrix matrix = TILE_A; matrix <= TILE_B; matrix++) {
        if (fragment_descriptor_rows(record, fragment->micro->ptx_line, matrix, &rows)) {
            json_key(json, matrix == TILE_A ? "descriptor_a" : "descriptor_b");
            json_open(json, '{');
            json_number(json, "swizzle", swizzle_mode_bytes(rows.own));
            fragment_put_rows_json(&rows, json);
            json_close(json, '}');
        }
    }
}

void fragment_put_json(const Fragment *fragment, uint32_t columns_most, const LaunchRecord *record,
                       Json *json)
{
    Text name = {0};
    fragment_name(fragment, &name);
    json_open(json, '{');
    json_text(json, "name", text_string(&name));
    json_number(json, "is_sparse", fragment->tile != NULL && fragment->tile->is_sparse);
    json_key(json, "matrices");
    json_open(json, '[');
    for (uint32_t i = 0; i < fragment->count; i++) {
        const FragmentMatrix *matrix = &fragment->matrices[i];
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", matrix->name);
        json_text(json, "type", ptx_suffix_name((PtxSuffix)matrix->type));
        json_number(json, "rows", matrix->rows);
        json_number(json, "columns", matrix->columns);
        json_number(json, "bits", matrix->bits);
        json_number(json, "registers", matrix->registers);
        put_places(fragment, i, i == 2 || fragment->count == 1 ? columns_most : UINT32_MAX, json);
        json_close(json, '}');
    }
    json_close(json, ']');
    if (record != NULL) {
        put_descriptors(fragment, record, json);
    }
    json_close(json, '}');
    text_destroy(&name);
}

void fragment_put_rows_json(const FragmentRows *rows, Json *json)
{
    json_key(json, "swizzles");
    json_open(json, '[');
    for (uint32_t mode = 0; mode < SWIZZLE_MODES; mode++) {
        json_separate(json);
        json_open(json, '{');
        json_number(json, "bytes", swizzle_mode_bytes(mode));
        json_number(json, "wavefronts", rows->passes[mode]);
        json_key(json, "banks");
        json_open(json, '[');
        for (uint32_t i = 0; i < rows->count; i++) {
            json_separate(json);
            text_printf(json->out, "%u", rows->bank[mode][i]);
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}
