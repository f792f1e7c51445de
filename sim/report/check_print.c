// SPDX-License-Identifier: Apache-2.0
// What a checked run found, as text and JSON.
#include "sim/report/check_print.h"

#include "sim/report/json_writer.h"
#include "sim/report/print.h"

uint32_t check_shown(const CheckReport *check, CheckGroup group, uint32_t max)
{
    uint32_t count = check->groups[group].count;
    return max > 0 && max < count ? max : count;
}

static void print_message(const CheckMessage *message, bool is_colored, Text *out)
{
    print_diagnostic(message->position, check_level_names[message->level], message->text,
                     check_rules[message->rule].name, is_colored, out);
    for (uint32_t n = 0; n < message->note_count; n++) {
        print_diagnostic(message->notes[n].position, "note", message->notes[n].text, NULL,
                         is_colored, out);
    }
    if (message->count > 1) {
        text_printf(out, "    found %llu times\n", (unsigned long long)message->count);
    }
}

static void print_text(const CheckReport *check, uint32_t max, bool is_colored, Text *out)
{
    const CheckList *found = &check->groups[CHECK_FOUND];
    uint32_t count = check_shown(check, CHECK_FOUND, max);
    for (uint32_t i = 0; i < count; i++) {
        print_message(&found->items[i], is_colored, out);
    }
    if (count < found->count || check->lost > 0) {
        text_printf(out, "findings not shown (--max-findings): %llu\n",
                    (unsigned long long)(found->count - count + check->lost));
    }
    text_printf(out, "lockstep check: %u error%s", check->error_count,
                check->error_count == 1 ? "" : "s");
    uint32_t notes = found->count - check->error_count;
    if (notes > 0) {
        text_printf(out, ", %u warning%s or note%s", notes, notes == 1 ? "" : "s",
                    notes == 1 ? "" : "s");
    }
    text_put(out, "\n");
}

static void put_position(Json *json, SourcePosition position)
{
    json_text(json, "file", position.file);
    json_number(json, "line", position.line);
    json_number(json, "column", position.column);
}

static void put_side(Json *json, const char *name, const CheckSide *side, SourcePosition position)
{
    json_key(json, name);
    json_open(json, '{');
    put_position(json, position);
    json_triple(json, "block", side->block);
    json_triple(json, "thread", side->thread);
    json_text(json, "access", side->is_atomic ? "atomic" : side->is_store ? "write" : "read");
    json_close(json, '}');
}

static void put_notes(Json *json, const CheckMessage *message)
{
    json_key(json, "notes");
    json_open(json, '[');
    for (uint32_t i = 0; i < message->note_count; i++) {
        json_separate(json);
        json_open(json, '{');
        put_position(json, message->notes[i].position);
        json_text(json, "text", message->notes[i].text);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_message(const CheckMessage *message, Json *json)
{
    const CheckFinding *finding = message->finding;
    json_separate(json);
    json_open(json, '{');
    json_text(json, "checker", check_rules[message->rule].checker);
    json_text(json, "kind", check_rules[message->rule].name);
    json_text(json, "level", check_level_names[message->level]);
    json_text(json, "message", message->text);
    json_text(json, "kernel", message->kernel);
    json_text(json, "variable", message->variable);
    put_position(json, message->position);
    if (message->kernel != NULL) {
        json_number(json, "launch", message->launch);
    }
    if (finding != NULL && finding->program != NULL) {
        put_side(json, "here", &finding->here, message->position);
        if (finding->has_other && message->note_count > 0) {
            put_side(json, "other", &finding->other, message->notes[0].position);
        }
    }
    json_number(json, "count", (double)message->count);
    put_notes(json, message);
    json_close(json, '}');
}

static void put_group(const CheckReport *check, CheckGroup group, uint32_t max, Json *json)
{
    static const char *const names[CHECK_GROUP_COUNT] = {"findings", "warnings", "performance"};
    json_key(json, names[group]);
    json_open(json, '[');
    for (uint32_t i = 0; i < check_shown(check, group, max); i++) {
        put_message(&check->groups[group].items[i], json);
    }
    json_close(json, ']');
}

void check_put_found(const CheckReport *check, uint32_t max, Json *json)
{
    json_number(json, "errors", check->error_count);
    json_number(json, "notes", check->groups[CHECK_FOUND].count - check->error_count);
    json_number(json, "not_kept", (double)check->lost);
    put_group(check, CHECK_FOUND, max, json);
}

static void print_json(const CheckReport *check, uint32_t max, Text *out)
{
    Json json = {.out = out};
    json_open(&json, '{');
    check_put_found(check, max, &json);
    put_group(check, CHECK_COMPILED, max, &json);
    put_group(check, CHECK_COSTS, max, &json);
    json_close(&json, '}');
    text_put(out, "\n");
}

void check_print(const CheckReport *check, CheckFormat format, uint32_t max, bool is_colored,
                 Text *out)
{
    switch (format) {
    case CHECK_JSON: print_json(check, max, out); break;
    case CHECK_SARIF: check_print_sarif(check, max, out); break;
    case CHECK_SANITIZER: check_print_sanitizer(check, max, out); break;
    default: print_text(check, max, is_colored, out); break;
    }
}
