// SPDX-License-Identifier: Apache-2.0
// What is wrong with a launch: its fault and what the checkers found in it, each with its sides
// (the places, threads and micro-ops that it is about), so that the page can step to them.
#include "sim/view/data.h"

#include <string.h>

static uint32_t linear(const uint32_t index[3], const uint32_t size[3])
{
    return index[0] + size[0] * (index[1] + size[1] * index[2]);
}

static void put_side(const View *view, const LaunchRecord *record, const CheckSide *side,
                     SourcePosition position, const char *text, Json *json)
{
    uint32_t source = data_source(view, position.file);
    uint32_t thread = linear(side->thread, record->block);
    json_separate(json);
    json_open(json, '{');
    json_number(json, "pc", side->pc);
    json_number(json, "block", linear(side->block, record->grid));
    json_number(json, "warp", thread / LANE_COUNT);
    json_number(json, "lane", thread % LANE_COUNT);
    json_triple(json, "thread", side->thread);
    json_number(json, "source", source == UINT32_MAX ? -1 : (double)source);
    json_number(json, "line", position.line);
    json_text(json, "text", text);
    json_close(json, '}');
}

static void put_sides(const View *view, const LaunchRecord *record, const CheckMessage *message,
                      Json *json)
{
    const CheckFinding *finding = message->finding;
    json_key(json, "sides");
    json_open(json, '[');
    put_side(view, record, &finding->here, message->position, message->text, json);
    if (finding->has_other && message->note_count > 0) {
        put_side(view, record, &finding->other, message->notes[0].position, message->notes[0].text,
                 json);
    }
    json_close(json, ']');
}

static void put_problem(const View *view, const LaunchRecord *record, const CheckMessage *message,
                        Json *json)
{
    const CheckNote *advice =
        message->note_count > 0 ? &message->notes[message->note_count - 1] : NULL;
    json_separate(json);
    json_open(json, '{');
    json_text(json, "name", check_rules[message->rule].name);
    json_text(json, "level", check_level_names[message->level]);
    json_text(json, "file", message->position.file);
    json_number(json, "line", message->position.line);
    json_text(json, "message", message->text);
    json_text(json, "advice", advice == NULL ? "" : advice->text);
    if (record != NULL) {
        put_sides(view, record, message, json);
    }
    json_close(json, '}');
}

// The launch of the page that shows a message: its own, or else the first one of its kernel, whose
// recording looks the same. NULL: it is the host's doing, or no such launch is shown.
static const ReportLaunch *shown_launch(const View *view, const CheckMessage *message)
{
    const ReportLaunch *found = NULL;
    for (uint32_t i = 0; i < view->launch_count && message->kernel != NULL; i++) {
        const ReportLaunch *launch = view->launches[i].report;
        if (launch->record->id == message->launch) {
            return launch;
        }
        if (found == NULL && strcmp(launch->short_name, message->kernel) == 0) {
            found = launch;
        }
    }
    return found;
}

void problems_print(const View *view, const ReportLaunch *launch, Json *json)
{
    const CheckList *found = view->check == NULL ? NULL : &view->check->groups[CHECK_FOUND];
    json_key(json, "problems");
    json_open(json, '[');
    for (uint32_t i = 0; found != NULL && i < found->count; i++) {
        if (shown_launch(view, &found->items[i]) == launch) {
            put_problem(view, launch == NULL ? NULL : launch->record, &found->items[i], json);
        }
    }
    json_close(json, ']');
}
