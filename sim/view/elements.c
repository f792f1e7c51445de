// SPDX-License-Identifier: Apache-2.0
// What the source calls the memory that accesses touch, and the names that their indices are made
// of. The page fills in what the variables of these names hold.
#include "sim/explain/index.h"
#include "sim/report/array.h"
#include "sim/view/data.h"

#include <string.h>

// That names of elements take of a page; names lane by lane, as addresses from data have, end
// first.
enum { BYTES_MAX = 150000, LANES_BYTES_MAX = 50000 };

void elements_prepare(ViewData *data, const ViewLaunch *launch, ViewElements *elements)
{
    const LaunchRecord *record = launch->report->record;
    *elements = (ViewElements){.found = elements_find(record, &data->arena),
                               .arrays = arrays_find(record->program, &data->arena)};
}

// ["tile[3][0]",null,...]; false: no lane's element has a name.
static bool put_lanes(const ViewElements *elements, uint32_t pc, const Access *access, Text *out)
{
    bool has_name = false;
    Json json = {out, false};
    json_open(&json, '[');
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        Text name = {0};
        bool is_named = (access->lanes >> lane & 1) != 0 &&
                        element_put(&elements->found, elements->arrays[pc], access, lane, &name);
        if (is_named) {
            data_text(&json, text_string(&name));
        } else {
            json_separate(&json);
            text_put(out, "null");
        }
        has_name |= is_named;
        text_destroy(&name);
    }
    json_close(&json, ']');
    return has_name;
}

uint32_t elements_number(ViewData *data, ViewElements *elements, uint32_t pc, const Access *access)
{
    Text *text = &data->part, formula = {0};
    ElementAccess one = {access, 0};
    bool has_warp, is_named = true;
    text->size_bytes = 0;
    if (access->lanes == 0 || access->space == ACCESS_TEXTURE || data->element_bytes > BYTES_MAX) {
        return UINT32_MAX;
    }
    if (element_put_all(&elements->found, elements->arrays[pc], &one, 1, &formula, &has_warp)) {
        Json json = {text, false};
        data_text(&json, text_string(&formula));
    } else {
        is_named = data->element_bytes < LANES_BYTES_MAX && put_lanes(elements, pc, access, text);
    }
    text_destroy(&formula);
    if (!is_named) {
        return UINT32_MAX;
    }
    uint32_t before = elements->names.count;
    uint32_t number = intern_add(&elements->names, text->at, text->size_bytes, &data->arena);
    data->element_bytes += elements->names.count > before ? text->size_bytes : 0;
    return number;
}

// --- names of indices

static const char *line_of(const View *view, SourcePosition position, Arena *arena)
{
    uint32_t source = data_source(view, position.file);
    const char *at = source == UINT32_MAX ? NULL : view->sources[source].text;
    for (uint32_t line = 1; line < position.line && at != NULL; line++) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    return at == NULL ? NULL : arena_text(arena, at, strcspn(at, "\r\n"));
}

// [[pc, name, ...], ...]
void elements_print_index(const View *view, const MachineProgram *program, Json *json, Arena *arena)
{
    const PtxVariable **arrays = arrays_find(program, arena);
    json_key(json, "index");
    json_open(json, '[');
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        const char *line = micro_is_access((MicroKind)micro->kind)
                               ? line_of(view, report_position(program, micro), arena)
                               : NULL;
        IndexName names[INDEX_NAMES_MAX];
        uint32_t count =
            line == NULL ? 0
                         : index_names(line, array_name(program->module, arrays[pc], arena), names);
        if (count == 0) {
            continue;
        }
        json_separate(json);
        json_open(json, '[');
        json_separate(json);
        text_printf(json->out, "%u", pc);
        for (uint32_t i = 0; i < count; i++) {
            data_text(json, arena_text(arena, names[i].at, names[i].size_bytes));
        }
        json_close(json, ']');
    }
    json_close(json, ']');
}
