// SPDX-License-Identifier: Apache-2.0
#include "sim/report/family.h"

#include <string.h>

#define TREE_LINES  60u // longer trees are cut
#define DEPTH_SHOWN 20u // deeper launches are not indented any further

typedef struct WayName {
    const char *word, *text;
} WayName;

static const WayName ways[] = {[LAUNCH_BY_HOST] = {"host", "by the host"},
                               [LAUNCH_IN_BLOCK_STREAM] = {"block", "in its block's stream"},
                               [LAUNCH_IN_STREAM] = {"stream", "in a stream"},
                               [LAUNCH_FIRE_AND_FORGET] = {"fire_and_forget", "fire and forget"},
                               [LAUNCH_TAIL] = {"tail", "tail launch"}};

static bool has_children(const Report *report)
{
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->launches[i].record->origin.way != LAUNCH_BY_HOST) {
            return true;
        }
    }
    return false;
}

// Launches follow their parents in the report already.
void family_print(const Report *report, bool is_colored, Text *out)
{
    if (!has_children(report)) {
        return;
    }
    text_printf(out, "%sLaunches from kernels%s\n", is_colored ? "\033[1m" : "",
                is_colored ? "\033[0m" : "");
    for (uint32_t i = 0; i < report->count && i < TREE_LINES; i++) {
        const ReportLaunch *launch = &report->launches[i];
        const LaunchRecord *record = launch->record;
        uint32_t depth = record->origin.depth;
        text_printf(out, "  %*s%u %s <<<%u, %u>>> %s\n",
                    2 * (int)(depth < DEPTH_SHOWN ? depth : DEPTH_SHOWN), "", record->id,
                    launch->short_name, record->grid[0] * record->grid[1] * record->grid[2],
                    record->block[0] * record->block[1] * record->block[2],
                    ways[record->origin.way].text);
    }
    if (report->count > TREE_LINES) {
        text_printf(out, "  and %u more\n", report->count - TREE_LINES);
    }
    text_put(out, "\n");
}

void family_print_json(const LaunchRecord *record, Json *json)
{
    if (record->origin.device != 0) {
        json_number(json, "device", record->origin.device);
    }
    if (record->origin.way != LAUNCH_BY_HOST) {
        json_number(json, "parent", record->origin.parent);
        json_number(json, "depth", record->origin.depth);
        json_text(json, "launched", ways[record->origin.way].word);
    }
}

void family_read_json(const JsonValue *launch, LaunchOrigin *origin)
{
    const JsonValue *device = json_field(launch, "device"), *parent = json_field(launch, "parent");
    const JsonValue *depth = json_field(launch, "depth");
    const char *launched = json_field_text(launch, "launched");
    *origin = (LaunchOrigin){.parent = UINT32_MAX};
    origin->device = device == NULL ? 0 : (uint32_t)device->number;
    for (size_t i = 0; launched != NULL && i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].word, launched) == 0 && parent != NULL && depth != NULL) {
            origin->way = (LaunchWay)i;
            origin->parent = (uint32_t)parent->number;
            origin->depth = (uint32_t)depth->number;
        }
    }
}
