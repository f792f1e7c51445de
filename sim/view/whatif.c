// SPDX-License-Identifier: Apache-2.0
// What would become of an access if a row were padded, the lanes farther apart, the block of
// another shape: choices of sim/explain/whatif.h, each a pattern of its own under all rules.
#include "sim/explain/whatif_step.h"

#include "isa/base/heap.h"
#include "sim/view/data.h"

#include <inttypes.h>
#include <stdio.h>

// A choice takes some 350 bytes of a page, so only the accesses of the first warp, and those like
// them, have any. Half of the room is for accesses that cost too much.
enum { CHOICE_BYTES_MAX = 120000 };

static uint32_t find_choice(ViewData *data, const char *what, const Access *access, uint64_t base)
{
    const Text *text = &data->part;
    access_put_pattern(data, what, access, base);
    uint32_t known = data->choices.count;
    uint32_t choice = intern_add(&data->choices, text->at, text->size_bytes, &data->arena);
    if (choice == known) {
        size_t map_bytes = data->map_bytes, rule_bytes = data->choice_rules.size_bytes;
        data->choice_bytes += text->size_bytes;
        maps_add(data, access, base, true, &data->choice_rules);
        data->choice_bytes +=
            data->map_bytes - map_bytes + data->choice_rules.size_bytes - rule_bytes;
        data->map_bytes = map_bytes; // of real accesses only
    }
    return choice;
}

// [[knob, own choice, [[value, source, choice], ...]], ...]
static int64_t add_what_if(ViewData *data, const ViewLaunch *launch, const ViewElements *elements,
                           uint32_t step, const ViewPattern *pattern)
{
    const LaunchRecord *record = launch->report->record;
    const Access *access = &pattern->access;
    uint32_t pc = launch->recording->steps[step].pc;
    WhatIf found[WHATIF_KNOB_COUNT];
    Arena scratch = {0};
    uint32_t count = whatif_of_step(record, &elements->found, elements->arrays[pc], step, access,
                                    found, &scratch);
    const char *what = report_site_name(&record->program->code[pc]);
    Text text = {0};
    Json json = {&text, false};
    json_open(&json, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_separate(&json);
        text_printf(&text, "[\"%s\",%" PRIu32 ",", whatif_name(found[i].knob), found[i].own);
        json_open(&json, '[');
        for (uint32_t k = 0; k < found[i].count; k++) {
            const WhatIfChoice *choice = &found[i].choices[k];
            uint32_t number = find_choice(data, what, &choice->access, pattern->base);
            json_separate(&json);
            text_printf(&text, "[%" PRId64 ",", choice->value);
            json_string(&json, choice->source);
            text_printf(&text, ",%" PRIu32 "]", number);
        }
        json_close(&json, ']');
        text_put(&text, "]");
    }
    json_close(&json, ']');
    int64_t number = count == 0 ? -1
                                : (int64_t)intern_add(&data->what_ifs, text_string(&text),
                                                      text.size_bytes, &data->arena);
    data->choice_bytes += text.size_bytes;
    text_destroy(&text);
    arena_clear(&scratch);
    return number;
}

int64_t whatifs_number(ViewData *data, const ViewLaunch *launch, const ViewElements *elements,
                       uint32_t step, const ViewPattern *pattern)
{
    AccessCost cost = access_cost(&pattern->access, data->view->gpu);
    size_t most = cost.count > cost.ideal ? CHOICE_BYTES_MAX : CHOICE_BYTES_MAX / 2;
    char key[96];
    int size = snprintf(key, sizeof key, "%p %" PRIu32 " %" PRIu32, (const void *)launch,
                        launch->recording->steps[step].pc, pattern->pattern);
    bool has_room = launch->recording->steps[step].warp == 0 && data->choice_bytes <= most;
    if (pattern->access.lanes == 0 ||
        (!has_room && !intern_has(&data->what_if_keys, key, (size_t)size))) {
        return -1;
    }
    uint32_t known = data->what_if_keys.count;
    uint32_t number = intern_add(&data->what_if_keys, key, (size_t)size, &data->arena);
    if (number == known) {
        data->what_if_of =
            heap_room(data->what_if_of, number, &data->what_if_room, sizeof *data->what_if_of);
        data->what_if_of[number] = add_what_if(data, launch, elements, step, pattern);
    }
    return data->what_if_of[number];
}

void whatifs_print(ViewData *data, Json *json)
{
    json_key(json, "what_ifs");
    intern_print(&data->what_ifs, json->out);
    json_key(json, "choices");
    intern_print(&data->choices, json->out);
    json_key(json, "choice_rules");
    text_put(json->out, "[");
    text_add(json->out, text_string(&data->choice_rules), data->choice_rules.size_bytes);
    text_put(json->out, "]");
}
