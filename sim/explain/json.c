// SPDX-License-Identifier: Apache-2.0
// An explanation for programs to read (docs/explain.md): the same accesses and branches as the
// text, in the same order, with the values of each lane.
#include "isa/base/bits.h"
#include "sim/explain/explain.h"
#include "sim/explain/fragment.h"
#include "sim/explain/named.h"
#include "sim/explain/show_tile.h"
#include "sim/explain/whatif_step.h"
#include "sim/report/array.h"
#include "sim/report/json_writer.h"

#include <inttypes.h>

// What is written.
typedef struct JsonExplainer {
    const ReportLaunch *launch;
    const ExplainWish *wish;
    const char *source;
    Json json;
    Arena arena;
} JsonExplainer;

static void put_lanes(Json *json, const char *key, const char *const lane[LANE_COUNT],
                      bool are_numbers)
{
    json_key(json, key);
    json_open(json, '[');
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        json_separate(json);
        if (lane[i] == NULL) {
            text_put(json->out, "null");
        } else if (are_numbers) {
            text_put(json->out, lane[i]);
        } else {
            json_string(json, lane[i]);
        }
    }
    json_close(json, ']');
}

static bool is_number(const Named *named)
{
    bool is_any = false;
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        is_any |= named->lane[i] != NULL;
    }
    return named->is_value && is_any;
}

static void put_named(Json *json, const Named *named)
{
    json_open(json, '{');
    if (named->name != NULL) {
        json_text(json, "name", named->name);
    }
    json_text(json, "formula", named->formula);
    put_lanes(json, "lanes", named->lane, is_number(named));
    json_close(json, '}');
}

static void put_variables(Json *json, const AccessNames *names)
{
    json_key(json, "variables");
    json_open(json, '[');
    for (uint32_t i = 0; i < names->variable_count; i++) {
        json_separate(json);
        put_named(json, &names->variables[i]);
    }
    json_close(json, ']');
}

static void put_names(JsonExplainer *explainer, const ExplainSite *site, uint32_t step,
                      AccessSpace space)
{
    Json *json = &explainer->json;
    uint32_t steps[ELEMENT_WARPS_MAX];
    NamesWish wish = {.record = explainer->launch->record,
                      .steps = steps,
                      .array = site->variable,
                      .line = explainer->source,
                      .position = site->position};
    wish.step_count = names_peers(wish.record->recording, site->pcs, site->pc_count, step, steps);
    AccessNames names;
    access_names(&wish, space, &names, &explainer->arena);
    json_key(json, "elements");
    put_named(json, &names.elements);
    put_variables(json, &names);
}

static void put_addresses(Json *json, const Access *access)
{
    json_key(json, "addresses");
    json_open(json, '[');
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        json_separate(json);
        if ((access->lanes >> lane & 1) != 0) {
            text_printf(json->out, "\"0x%" PRIx64 "\"", access->address[lane]);
        } else {
            text_put(json->out, "null");
        }
    }
    json_close(json, ']');
}

static void put_fixes(JsonExplainer *explainer, const Access *access)
{
    Json *json = &explainer->json;
    const LaunchRecord *record = explainer->launch->record;
    AccessArray array = {0};
    if (access->space == ACCESS_SHARED) {
        array = explain_shared_array(record->program, access->address[bits_lowest(access->lanes)],
                                     &explainer->arena);
    }
    Fixes fixes = access_fixes(access, record->gpu, &array);
    json_key(json, "fixes");
    json_open(json, '[');
    for (uint32_t i = 0; i < fixes.count && !fixes.is_ideal; i++) {
        json_separate(json);
        json_open(json, '{');
        json_text(json, "advice", fix_text(fixes.list[i].kind, access->width_bytes));
        json_number(json, "count", fixes.list[i].cost.count);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_what_ifs(JsonExplainer *explainer, const ExplainSite *site, uint32_t step,
                         const Access *access)
{
    Json *json = &explainer->json;
    const LaunchRecord *record = explainer->launch->record;
    WhatIf found[WHATIF_KNOB_COUNT];
    Elements elements = elements_find(record, &explainer->arena);
    uint32_t count =
        whatif_of_step(record, &elements, site->variable, step, access, found, &explainer->arena);
    json_key(json, "what_if");
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_separate(json);
        json_open(json, '{');
        json_text(json, "knob", whatif_name(found[i].knob));
        json_number(json, "own", (double)found[i].choices[found[i].own].value);
        json_key(json, "choices");
        json_open(json, '[');
        for (uint32_t k = 0; k < found[i].count; k++) {
            const WhatIfChoice *choice = &found[i].choices[k];
            json_separate(json);
            json_open(json, '{');
            json_number(json, "value", (double)choice->value);
            json_text(json, "source", choice->source);
            json_number(json, "count", access_cost(&choice->access, record->gpu).count);
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_part(JsonExplainer *explainer, const ExplainSite *site, uint32_t step,
                     const Access *access)
{
    static const char *const spaces[] = {"shared", "global", "local", "constant", "texture"};
    Json *json = &explainer->json;
    const Gpu *gpu = explainer->launch->record->gpu;
    json_separate(json);
    json_open(json, '{');
    json_text(json, "space", spaces[access->space]);
    json_number(json, "bytes_per_lane", access->width_bytes);
    json_number(json, "lanes", access->lanes);
    json_text(json, "rule", access_rule(access, gpu));
    if (access->space != ACCESS_TEXTURE) {
        AccessCost cost = access_cost(access, gpu);
        json_text(json, "unit", access_unit(access, gpu));
        json_number(json, "count", cost.count);
        json_number(json, "ideal", cost.ideal);
        json_number(json, "bytes_moved", cost.bytes_moved);
        json_number(json, "bytes_used", cost.bytes_used);
        put_addresses(json, access);
        put_names(explainer, site, step, access->space);
        put_fixes(explainer, access);
        put_what_ifs(explainer, site, step, access);
        FragmentRows rows;
        if (fragment_rows(access, &(StepTile){0}, &rows)) {
            fragment_put_rows_json(&rows, json);
        }
    }
    json_close(json, '}');
}

static void put_accesses(JsonExplainer *explainer, const ExplainSite *site, uint32_t index)
{
    const LaunchRecord *record = explainer->launch->record;
    const RecordedStep *step = &record->recording->steps[index];
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(&record->program->code[step->pc],
                                    &record->recording->accesses[step->access].access, parts);
    json_key(&explainer->json, "accesses");
    json_open(&explainer->json, '[');
    for (uint32_t i = 0; i < count; i++) {
        put_part(explainer, site, index, &parts[i]);
    }
    json_close(&explainer->json, ']');
}

static void put_branch(JsonExplainer *explainer, const ExplainSite *site, uint32_t index)
{
    Json *json = &explainer->json;
    const LaunchRecord *record = explainer->launch->record;
    BranchFacts facts;
    AccessNames names;
    branch_names(record, index, explainer->source, site->position, &names, &explainer->arena);
    branch_facts(record->program, record->recording, index, &facts);
    json_key(json, "branch");
    json_open(json, '{');
    json_number(json, "active", facts.active);
    put_variables(json, &names);
    json_key(json, "sides");
    json_open(json, '[');
    for (uint32_t i = 0; i < facts.side_count; i++) {
        json_separate(json);
        json_open(json, '{');
        json_number(json, "lanes", facts.sides[i].lanes);
        json_number(json, "ptx_line", record->program->code[facts.sides[i].pc].ptx_line);
        json_number(json, "instructions", facts.sides[i].issued);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

// What the step waited for before it issued; nothing without a clock.
static void put_waits(Json *json, const LaunchRecord *record, const RecordedStep *step)
{
    const Recording *recording = record->recording;
    if (!recording->has_clock) {
        return;
    }
    json_key(json, "waits");
    json_open(json, '[');
    for (uint32_t i = step->wait; i < step->wait + step->wait_count; i++) {
        const RecordedWait *wait = &recording->waits[i];
        if (wait->from >= step->issued) {
            continue;
        }
        json_separate(json);
        json_open(json, '{');
        json_text(json, "stall", stall_info[wait->stall].name);
        json_number(json, "cycles", (double)(wait->until - wait->from));
        if (wait->producer != RECORDED_NONE) {
            uint32_t pc = recording->steps[wait->producer].pc;
            json_number(json, "for_ptx_line", record->program->code[pc].ptx_line);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_step(JsonExplainer *explainer, const ExplainSite *site, const ExplainStep *found)
{
    Json *json = &explainer->json;
    const LaunchRecord *record = explainer->launch->record;
    const RecordedStep *step = &record->recording->steps[found->step];
    const RecordedWarp *warp = &record->recording->warps[step->warp];
    json_number(json, "ptx_line", record->program->code[step->pc].ptx_line);
    json_number(json, "block", (double)record->recording->blocks[warp->block].index);
    json_number(json, "warp", warp->number);
    json_number(json, "visit", explainer->wish->visit);
    json_number(json, "visits", found->visits);
    put_waits(json, record, step);
    if (step->access != RECORDED_NONE) {
        put_accesses(explainer, site, found->step);
    } else {
        put_branch(explainer, site, found->step);
    }
}

// Returns whether the recorded warps executed the site.
static bool put_site(JsonExplainer *explainer, const ExplainSite *site)
{
    Json *json = &explainer->json;
    const LaunchRecord *record = explainer->launch->record;
    ExplainStep found = explain_find_step(record->recording, site, explainer->wish->visit);
    json_separate(json);
    json_open(json, '{');
    json_text(json, "what", report_site_name(site->micro));
    json_text(json, "array",
              array_name(record->program->module, site->variable, &explainer->arena));
    json_text(json, "file", site->position.file);
    json_number(json, "line", site->position.line);
    json_number(json, "column", site->position.column);
    if (found.step != RECORDED_NONE) {
        put_step(explainer, site, &found);
    }
    json_close(json, '}');
    return found.step != RECORDED_NONE;
}

static uint32_t put_sites(JsonExplainer *explainer)
{
    const LaunchRecord *record = explainer->launch->record;
    uint32_t count, done = 0;
    ExplainSite *sites = explain_sites(record->program, explainer->wish, &count, &explainer->arena);
    sites = explain_part(record, sites, &count, &explainer->arena);
    explain_rank(record, sites, count);
    for (uint32_t i = 0; i < count; i++) {
        done += put_site(explainer, &sites[i]);
    }
    return done;
}

// "fragments" of the line's matrix instructions and its "tiles", of a launch with or without an
// access there. Returns whether there are any.
static bool put_fragments(const Report *report, JsonExplainer *explainer)
{
    uint32_t more;
    Json *json = &explainer->json;
    const ReportLaunch *launch = explainer->launch != NULL
                                     ? explainer->launch
                                     : explain_worst_launch(report, explainer->wish, false, &more);
    const MachineProgram *program = launch == NULL ? NULL : launch->record->program;
    bool has_any = false;
    for (uint32_t pc = 0; program != NULL && pc < program->code_count; pc++) {
        Fragment fragment;
        if (!fragment_of_line(program, pc, explainer->wish, &fragment)) {
            continue;
        }
        if (!has_any) {
            json_key(json, "fragments");
            json_open(json, '[');
        }
        json_separate(json);
        fragment_put_json(&fragment, UINT32_MAX, launch->record, json);
        has_any = true;
    }
    if (has_any) {
        json_close(json, ']');
    }
    return (program != NULL && tiles_put_json(launch, explainer->wish, json)) || has_any;
}

ExplainResult explain_line_json(const Report *report, const ExplainWish *wish, const char *source,
                                const char *version, Text *out)
{
    uint32_t more, done = 0;
    JsonExplainer explainer = {.wish = wish, .source = source, .json = {out, false}};
    Json *json = &explainer.json;
    explainer.launch = explain_worst_launch(report, wish, true, &more);
    json_open(json, '{');
    json_text(json, "schema", "lockstep-explain");
    json_number(json, "schema_version", 1);
    json_text(json, "lockstep", version);
    json_text(json, "file", wish->file);
    json_number(json, "line", wish->line);
    json_text(json, "source", source);
    if (explainer.launch != NULL) {
        json_number(json, "launch", explainer.launch->record->id);
        json_text(json, "kernel", explainer.launch->short_name);
        json_text(json, "tag", explainer.launch->tag);
        json_text(json, "gpu", explainer.launch->record->gpu->name);
    }
    json_key(json, "sites");
    json_open(json, '[');
    done = explainer.launch == NULL ? 0 : put_sites(&explainer);
    json_close(json, ']');
    bool has_fragments = put_fragments(report, &explainer);
    json_close(json, '}');
    text_put(out, "\n");
    arena_clear(&explainer.arena);
    return done > 0 || has_fragments  ? EXPLAIN_DONE
           : explainer.launch == NULL ? EXPLAIN_NOTHING_THERE
                                      : EXPLAIN_NOT_EXECUTED;
}
