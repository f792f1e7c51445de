// SPDX-License-Identifier: Apache-2.0
// What a checked run found, as text, JSON and SARIF 2.1.0.
#include "sim/report/check_print.h"

#include "sim/report/json_writer.h"
#include "sim/report/print.h"

static uint32_t shown(const CheckReport *check, uint32_t max)
{
    return max > 0 && max < check->count ? max : check->count;
}

static const char *level_of(const CheckMessage *message)
{
    return message->is_error ? "error" : message->is_warning ? "warning" : "note";
}

static void print_text(const CheckReport *check, uint32_t max, bool is_colored, Text *out)
{
    uint32_t count = shown(check, max);
    for (uint32_t i = 0; i < count; i++) {
        const CheckMessage *message = &check->messages[i];
        print_diagnostic(message->position, level_of(message), message->text,
                         check_info[message->finding->kind].name, is_colored, out);
        for (uint32_t n = 0; n < message->note_count; n++) {
            print_diagnostic(message->notes[n].position, "note", message->notes[n].text, NULL,
                             is_colored, out);
        }
        if (message->finding->count > 1) {
            text_printf(out, "    found %llu times\n", (unsigned long long)message->finding->count);
        }
    }
    if (count < check->count || check->lost > 0) {
        text_printf(out, "%llu more findings are not shown (--max-findings)\n",
                    (unsigned long long)(check->count - count + check->lost));
    }
    text_printf(out, "lockstep check: %u error%s", check->error_count,
                check->error_count == 1 ? "" : "s");
    uint32_t notes = check->count - check->error_count;
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

void check_put_json(const CheckReport *check, uint32_t max, Json *json)
{
    json_open(json, '[');
    for (uint32_t i = 0; i < shown(check, max); i++) {
        const CheckMessage *message = &check->messages[i];
        const CheckFinding *finding = message->finding;
        json_separate(json);
        json_open(json, '{');
        json_text(json, "checker", checker_names[check_info[finding->kind].checker]);
        json_text(json, "kind", check_info[finding->kind].name);
        json_text(json, "level", level_of(message));
        json_text(json, "message", message->text);
        json_text(json, "kernel", message->kernel);
        put_position(json, message->position);
        if (finding->program != NULL) {
            json_number(json, "launch", finding->launch);
            put_side(json, "here", &finding->here, message->position);
            if (finding->has_other && message->note_count > 0) {
                put_side(json, "other", &finding->other, message->notes[0].position);
            }
        }
        json_number(json, "count", (double)finding->count);
        put_notes(json, message);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_json(const CheckReport *check, uint32_t max, Text *out)
{
    Json json = {.out = out};
    json_open(&json, '{');
    json_number(&json, "errors", check->error_count);
    json_number(&json, "notes", check->count - check->error_count);
    json_number(&json, "not_kept", (double)check->lost);
    json_key(&json, "findings");
    check_put_json(check, max, &json);
    json_close(&json, '}');
    text_put(out, "\n");
}

// --- SARIF

static void put_location(Json *json, SourcePosition position, const char *text)
{
    json_open(json, '{');
    json_key(json, "physicalLocation");
    json_open(json, '{');
    json_key(json, "artifactLocation");
    json_open(json, '{');
    json_text(json, "uri", position.file == NULL ? "" : position.file);
    json_close(json, '}');
    if (position.line > 0) {
        json_key(json, "region");
        json_open(json, '{');
        json_number(json, "startLine", position.line);
        if (position.column > 0) {
            json_number(json, "startColumn", position.column);
        }
        json_close(json, '}');
    }
    json_close(json, '}');
    if (text != NULL) {
        json_key(json, "message");
        json_open(json, '{');
        json_text(json, "text", text);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void put_rules(Json *json)
{
    json_key(json, "rules");
    json_open(json, '[');
    for (uint32_t i = 0; i < CHECK_KIND_COUNT; i++) {
        json_separate(json);
        json_open(json, '{');
        json_text(json, "id", check_info[i].name);
        json_key(json, "shortDescription");
        json_open(json, '{');
        json_text(json, "text", check_info[i].sentence);
        json_close(json, '}');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_result(Json *json, const CheckMessage *message)
{
    json_open(json, '{');
    json_text(json, "ruleId", check_info[message->finding->kind].name);
    json_number(json, "ruleIndex", message->finding->kind);
    json_text(json, "level", level_of(message));
    json_key(json, "message");
    json_open(json, '{');
    json_text(json, "text", message->text);
    json_close(json, '}');
    if (message->position.file != NULL) {
        json_key(json, "locations");
        json_open(json, '[');
        put_location(json, message->position, NULL);
        json_close(json, ']');
    }
    json_key(json, "relatedLocations");
    json_open(json, '[');
    for (uint32_t i = 0; i < message->note_count; i++) {
        if (message->notes[i].position.file != NULL) {
            json_separate(json);
            put_location(json, message->notes[i].position, message->notes[i].text);
        }
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void print_sarif(const CheckReport *check, uint32_t max, Text *out)
{
    Json json = {.out = out};
    json_open(&json, '{');
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_key(&json, "runs");
    json_open(&json, '[');
    json_open(&json, '{');
    json_key(&json, "tool");
    json_open(&json, '{');
    json_key(&json, "driver");
    json_open(&json, '{');
    json_text(&json, "name", "lockstep");
    json_text(&json, "version", check->version);
    put_rules(&json);
    json_close(&json, '}');
    json_close(&json, '}');
    json_key(&json, "results");
    json_open(&json, '[');
    for (uint32_t i = 0; i < shown(check, max); i++) {
        json_separate(&json);
        put_result(&json, &check->messages[i]);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, ']');
    json_close(&json, '}');
    text_put(out, "\n");
}

void check_print(const CheckReport *check, CheckFormat format, uint32_t max, bool is_colored,
                 Text *out)
{
    switch (format) {
    case CHECK_JSON: print_json(check, max, out); break;
    case CHECK_SARIF: print_sarif(check, max, out); break;
    case CHECK_SANITIZER: check_print_sanitizer(check, max, out); break;
    default: print_text(check, max, is_colored, out); break;
    }
}
