// SPDX-License-Identifier: Apache-2.0
// What is reported besides the checkers' findings: the compiler's warnings and what costs time.
#include "sim/report/check.h"

#include <string.h>

static uint32_t rule_of_warning(const char *name)
{
    uint32_t rule = RULE_WARNING;
    while (rule < RULE_WARNING_OTHER &&
           (name == NULL || strcmp(check_rules[rule].name, name) != 0)) {
        rule++;
    }
    return rule;
}

// Notes belong to the warning before them.
static void add_note(CheckList *list, const Diagnostic *note)
{
    CheckMessage *last = list->count == 0 ? NULL : &list->items[list->count - 1];
    if (last != NULL && last->note_count < sizeof last->notes / sizeof *last->notes) {
        last->notes[last->note_count++] = (CheckNote){note->position, note->message};
    }
}

void check_add_warnings(CheckReport *check, const Report *report)
{
    const Diagnostics *warnings = report->warnings;
    CheckList *list = &check->groups[CHECK_COMPILED];
    uint32_t count = warnings == NULL ? 0 : warnings->count;
    list->items = arena_alloc(&check->arena, (count + 1) * sizeof *list->items);
    for (uint32_t i = 0; i < count; i++) {
        const Diagnostic *warning = &warnings->items[i];
        if (warning->level == DIAGNOSTIC_NOTE) {
            add_note(list, warning);
            continue;
        }
        size_t size;
        const char *name = report_warning_name(warning->message, &size, &check->arena);
        list->items[list->count++] =
            (CheckMessage){.rule = rule_of_warning(name),
                           .position = warning->position,
                           .level = CHECK_WARNING,
                           .text = arena_text(&check->arena, warning->message, size),
                           .count = 1};
    }
}

static bool is_same_place(SourcePosition a, SourcePosition b)
{
    return a.line == b.line && a.column == b.column &&
           (a.file == b.file || (a.file != NULL && b.file != NULL && strcmp(a.file, b.file) == 0));
}

// Launches of one kernel mostly cost the same at the same places: the first represents all.
static bool is_repeated(CheckList *list, const CheckMessage *message)
{
    for (uint32_t i = 0; i < list->count; i++) {
        CheckMessage *known = &list->items[i];
        if (known->rule == message->rule && strcmp(known->kernel, message->kernel) == 0 &&
            is_same_place(known->position, message->position)) {
            known->count++;
            return true;
        }
    }
    return false;
}

void check_add_costs(CheckReport *check, const Report *report)
{
    CheckList *list = &check->groups[CHECK_COSTS];
    uint32_t room = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        room += report->launches[i].finding_count;
    }
    list->items = arena_alloc(&check->arena, (room + 1) * sizeof *list->items);
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        for (uint32_t f = 0; f < launch->finding_count; f++) {
            const Finding *finding = &launch->findings[f];
            CheckMessage message = {.rule = RULE_COST + finding->kind,
                                    .launch = launch->record->id,
                                    .position = finding->position,
                                    .kernel = launch->short_name,
                                    .level = CHECK_NOTE,
                                    .text = finding->message,
                                    .count = 1,
                                    .notes = {{finding->position, finding->advice}},
                                    .note_count = 1};
            if (!is_repeated(list, &message)) {
                list->items[list->count++] = message;
            }
        }
    }
}
