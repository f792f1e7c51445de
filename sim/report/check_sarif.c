// SPDX-License-Identifier: Apache-2.0
// What a checked run found as SARIF 2.1.0 (OASIS standard, errata 01), for code hosts and editors:
// the checkers' findings, the compiler's warnings and what costs time, each by its rule. Two sides
// of a finding are a code flow that can be stepped through; all notes are related locations.
#include "sim/report/check_print.h"

#include <ctype.h>
#include <string.h>

static void put_text_object(Json *json, const char *name, const char *text)
{
    json_key(json, name);
    json_open(json, '{');
    json_text(json, "text", text);
    json_close(json, '}');
}

// A path as a URI: relative ones stay relative, so that a code host finds them in its repository.
static void put_uri(Json *json, const char *path)
{
    Text uri = {0};
    text_put(&uri, path[0] == '/' ? "file://" : "");
    for (const char *at = path; *at != '\0'; at++) {
        bool is_plain = isalnum((unsigned char)*at) || strchr("/._-~+", *at) != NULL;
        text_printf(&uri, is_plain ? "%c" : "%%%02X", (unsigned char)*at);
    }
    json_text(json, "uri", text_string(&uri));
    text_destroy(&uri);
}

static void put_physical(Json *json, SourcePosition position)
{
    json_key(json, "physicalLocation");
    json_open(json, '{');
    json_key(json, "artifactLocation");
    json_open(json, '{');
    put_uri(json, position.file);
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
}

// text, kernel: NULL: without. id: of a related location, from 1; 0: none.
static void put_location(Json *json, SourcePosition position, const char *text, const char *kernel,
                         uint32_t id)
{
    json_open(json, '{');
    if (id > 0) {
        json_number(json, "id", id);
    }
    put_physical(json, position);
    if (kernel != NULL) {
        json_key(json, "logicalLocations");
        json_open(json, '[');
        json_open(json, '{');
        json_text(json, "name", kernel);
        json_text(json, "kind", "function");
        json_close(json, '}');
        json_close(json, ']');
    }
    if (text != NULL) {
        put_text_object(json, "message", text);
    }
    json_close(json, '}');
}

// What the checkers find is named as it is; the compiler and the lint have names of their own.
static void put_rule_id(Json *json, const char *key, uint32_t rule)
{
    Text id = {0};
    text_printf(&id, "%s%s%s", rule < RULE_WARNING ? "" : check_rules[rule].checker,
                rule < RULE_WARNING ? "" : "/", check_rules[rule].name);
    json_text(json, key, text_string(&id));
    text_destroy(&id);
}

static void put_rule(Json *json, uint32_t index)
{
    const CheckRule *rule = &check_rules[index];
    json_separate(json);
    json_open(json, '{');
    put_rule_id(json, "id", index);
    put_text_object(json, "shortDescription", rule->sentence);
    if (rule->advice[0] != '\0') {
        put_text_object(json, "help", rule->advice);
    }
    json_key(json, "defaultConfiguration");
    json_open(json, '{');
    json_text(json, "level", check_rule_level(index));
    json_close(json, '}');
    json_key(json, "properties");
    json_open(json, '{');
    json_key(json, "tags");
    json_open(json, '[');
    json_string(json, rule->checker);
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
}

static void put_flow_step(Json *json, SourcePosition position, const char *text)
{
    json_separate(json);
    json_open(json, '{');
    json_key(json, "location");
    put_location(json, position, text, NULL, 0);
    json_close(json, '}');
}

static void put_thread(Json *json, const CheckSide *side)
{
    Text id = {0};
    text_printf(&id, "block " TEXT_INDEX " thread " TEXT_INDEX, TEXT_XYZ(side->block),
                TEXT_XYZ(side->thread));
    json_text(json, "id", text_string(&id));
    text_destroy(&id);
}

// The other side, then this one: in one thread of the flow each when they are different threads.
static void put_flow(Json *json, const CheckMessage *message)
{
    const CheckFinding *finding = message->finding;
    const CheckNote *other = &message->notes[0];
    bool is_one_thread =
        memcmp(finding->here.block, finding->other.block, sizeof finding->here.block) == 0 &&
        memcmp(finding->here.thread, finding->other.thread, sizeof finding->here.thread) == 0;
    json_key(json, "codeFlows");
    json_open(json, '[');
    json_open(json, '{');
    json_key(json, "threadFlows");
    json_open(json, '[');
    json_open(json, '{');
    put_thread(json, &finding->other);
    json_key(json, "locations");
    json_open(json, '[');
    put_flow_step(json, other->position, other->text);
    if (!is_one_thread) {
        json_close(json, ']');
        json_close(json, '}');
        json_separate(json);
        json_open(json, '{');
        put_thread(json, &finding->here);
        json_key(json, "locations");
        json_open(json, '[');
    }
    put_flow_step(json, message->position, message->text);
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
}

static void put_related(Json *json, const CheckMessage *message)
{
    json_key(json, "relatedLocations");
    json_open(json, '[');
    for (uint32_t i = 0; i < message->note_count; i++) {
        if (message->notes[i].position.file != NULL) {
            json_separate(json);
            put_location(json, message->notes[i].position, message->notes[i].text, NULL, i + 1);
        }
    }
    json_close(json, ']');
}

static void put_result(const CheckReport *check, const CheckMessage *message, Json *json)
{
    const CheckFinding *finding = message->finding;
    SourcePosition position = message->position;
    position.file = position.file == NULL ? check->program : position.file;
    json_separate(json);
    json_open(json, '{');
    put_rule_id(json, "ruleId", message->rule);
    json_number(json, "ruleIndex", message->rule);
    json_text(json, "level", check_level_names[message->level]);
    put_text_object(json, "message", message->text);
    if (message->count > 0 && message->count <= INT32_MAX) {
        json_number(json, "occurrenceCount", (double)message->count);
    }
    if (position.file != NULL) {
        json_key(json, "locations");
        json_open(json, '[');
        put_location(json, position, NULL, message->kernel, 0);
        json_close(json, ']');
    }
    if (finding != NULL && finding->has_other && message->note_count > 0 &&
        message->position.file != NULL && message->notes[0].position.file != NULL) {
        put_flow(json, message);
    }
    put_related(json, message);
    json_close(json, '}');
}

static void put_tool(const CheckReport *check, Json *json)
{
    json_key(json, "tool");
    json_open(json, '{');
    json_key(json, "driver");
    json_open(json, '{');
    json_text(json, "name", "lockstep");
    json_text(json, "version", check->version);
    json_key(json, "rules");
    json_open(json, '[');
    for (uint32_t i = 0; i < RULE_COUNT; i++) {
        put_rule(json, i);
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
}

void check_print_sarif(const CheckReport *check, uint32_t max, Text *out)
{
    Json whole = {.out = out}, *json = &whole;
    json_open(json, '{');
    json_text(json, "$schema",
              "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
              "sarif-schema-2.1.0.json");
    json_text(json, "version", "2.1.0");
    json_key(json, "runs");
    json_open(json, '[');
    json_open(json, '{');
    put_tool(check, json);
    json_key(json, "results");
    json_open(json, '[');
    for (uint32_t group = 0; group < CHECK_GROUP_COUNT; group++) {
        for (uint32_t i = 0; i < check_shown(check, (CheckGroup)group, max); i++) {
            put_result(check, &check->groups[group].items[i], json);
        }
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    text_put(out, "\n");
}
