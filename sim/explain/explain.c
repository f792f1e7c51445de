// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/explain.h"

#include "isa/base/bits.h"
#include "sim/explain/show.h"
#include "sim/explain/show_tile.h"
#include "sim/explain/whatif_step.h"
#include "sim/report/array.h"

#include <inttypes.h>
#include <string.h>

// An explanation in the making.
typedef struct Explainer {
    const ReportLaunch *launch;
    const MachineProgram *program;
    const Recording *recording;
    const ExplainWish *wish;
    const char *source;
    Arena arena;
    Text *out;
} Explainer;

static void put_ptx_line(const Explainer *explainer, uint32_t line)
{
    const char *at = explainer->program->module->source;
    for (uint32_t i = 1; i < line && at != NULL; i++) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    if (at == NULL) {
        return;
    }
    at += strspn(at, " \t");
    Text text = {0};
    text_printf(&text, "line %u: ", line);
    text_add(&text, at, strcspn(at, "\r\n"));
    show_entry(explainer->out, "PTX", text_string(&text));
    text_destroy(&text);
}

static void put_block(const LaunchRecord *record, uint64_t index, Text *out)
{
    uint64_t x = index % record->grid[0], rest = index / record->grid[0];
    text_printf(out, "block (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", x, rest % record->grid[1],
                rest / record->grid[1]);
}

static void show_heading(const Explainer *explainer, const ExplainSite *site,
                         const ExplainStep *found)
{
    Text *out = explainer->out;
    const RecordedStep *step = &explainer->recording->steps[found->step];
    const RecordedWarp *warp = &explainer->recording->warps[step->warp];
    const Micro *micro = &explainer->program->code[step->pc];
    source_position_put(site->position, out);
    text_printf(out, ": %s", report_site_name(micro));
    Arena arena = {0};
    const char *array = array_name(explainer->program->module, site->variable, &arena);
    if (array != NULL) {
        text_printf(out, " of '%s'", array);
    }
    arena_clear(&arena);
    if (micro->kind != MICRO_BRANCH && micro->kind != MICRO_BRANCH_INDEX &&
        micro->width_bytes > 0) {
        text_printf(out, ", %u byte%s per lane", micro->width_bytes,
                    micro->width_bytes == 1 ? "" : "s");
    }
    text_put(out, "\n");
    if (explainer->source != NULL) {
        show_entry(out, "source", explainer->source + strspn(explainer->source, " \t"));
    }
    put_ptx_line(explainer, micro->ptx_line);
    Text text = {0};
    text_printf(&text, "%s%s on %s, ", explainer->launch->short_name, explainer->launch->tag,
                explainer->launch->record->gpu->name);
    put_block(explainer->launch->record, explainer->recording->blocks[warp->block].index, &text);
    text_printf(&text, ", warp %u, visit %u of %u", warp->number, explainer->wish->visit,
                found->visits);
    show_entry(out, "warp", text_string(&text));
    text_destroy(&text);
    text = (Text){0};
    if (explain_put_waits(explainer->program, explainer->recording, found->step, &text)) {
        show_entry(out, "waited", text_string(&text));
    }
    text_destroy(&text);
}

static void show_mask(const Explainer *explainer, const RecordedStep *step)
{
    Text text = {0};
    uint32_t off = step->active & ~step->on;
    show_lanes(&text, step->on, '-', off);
    text_printf(&text, "  %08x", step->on);
    if (off != 0) {
        text_printf(&text, " (-: %u predicated off)", bits_count(off));
    }
    show_entry(explainer->out, "lanes", text_string(&text));
    text_destroy(&text);
}

static void show_part_names(Explainer *explainer, const ExplainSite *site, uint32_t step,
                            AccessSpace space)
{
    const Recording *recording = explainer->recording;
    uint32_t steps[ELEMENT_WARPS_MAX];
    NamesWish wish = {.record = explainer->launch->record,
                      .steps = steps,
                      .array = site->variable,
                      .line = explainer->source,
                      .position = site->position};
    wish.step_count = names_peers(recording, site->pcs, site->pc_count, step, steps);
    AccessNames names;
    access_names(&wish, space, &names, &explainer->arena);
    show_names(&names, explainer->out);
}

static void show_part(Explainer *explainer, const ExplainSite *site, uint32_t step,
                      const Access *part)
{
    const Gpu *gpu = explainer->launch->record->gpu;
    Text *out = explainer->out;
    AccessArray array = {0};
    text_put(out, "\n");
    if (part->space == ACCESS_SHARED) {
        SharedMap map;
        access_shared_map(part, gpu, &map);
        array = explain_shared_array(explainer->program, part->address[bits_lowest(part->lanes)],
                                     &explainer->arena);
        show_shared(part, &map, out);
        FragmentRows rows;
        if (fragment_rows(part, &(StepTile){0}, &rows)) {
            show_rows(&rows, false, out);
        }
    } else {
        AccessMap map;
        access_map(part, gpu, &map);
        show_pieces(part, gpu, &map, out);
    }
    show_part_names(explainer, site, step, part->space);
    show_cost(part, gpu, &array, out);
    AccessCost cost = access_cost(part, gpu);
    if (cost.count > cost.ideal) {
        WhatIf found[WHATIF_KNOB_COUNT];
        Elements elements = elements_find(explainer->launch->record, &explainer->arena);
        uint32_t count = whatif_of_step(explainer->launch->record, &elements, site->variable, step,
                                        part, found, &explainer->arena);
        show_what_ifs(found, count, gpu, out);
    }
}

static void show_texture(const Explainer *explainer, const StepAccess *access)
{
    Text text = {0};
    text_printf(&text, "%u sectors found in the texture cache, %u fetched", access->texture_hits,
                access->texture_misses);
    Access part = {.space = ACCESS_TEXTURE};
    show_entry(explainer->out, "rule", access_rule(&part, explainer->launch->record->gpu));
    show_entry(explainer->out, "count", text_string(&text));
    text_destroy(&text);
}

// When the step ran and what served it; nothing without a clock.
static void show_time(const Explainer *explainer, const RecordedStep *step)
{
    const RecordedAccess *access = &explainer->recording->accesses[step->access];
    if (!explainer->recording->has_clock) {
        return;
    }
    Text text = {0};
    text_printf(&text, "issued in cycle %" PRIu64, step->issued);
    if (access->done > step->issued) {
        text_printf(&text, ", data after %" PRIu64 " cycles", access->done - step->issued);
    }
    if (access->l1_sectors + access->l2_sectors + access->dram_sectors > 0) {
        text_printf(&text, "; %u sectors from L1, %u from L2, %u from device memory",
                    access->l1_sectors, access->l2_sectors, access->dram_sectors);
    }
    show_entry(explainer->out, "time", text_string(&text));
    text_destroy(&text);
}

static void show_access(Explainer *explainer, const ExplainSite *site, uint32_t index)
{
    const RecordedStep *step = &explainer->recording->steps[index];
    const StepAccess *recorded = &explainer->recording->accesses[step->access].access;
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(&explainer->program->code[step->pc], recorded, parts);
    show_mask(explainer, step);
    show_time(explainer, step);
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].space == ACCESS_TEXTURE) {
            show_texture(explainer, recorded);
        } else {
            show_part(explainer, site, index, &parts[i]);
        }
    }
    if (recorded->remote_sectors > 0) {
        Text text = {0};
        text_printf(&text,
                    "%u sectors of 32 bytes to or from the shared memory of other blocks, which "
                    "use no bank of this block",
                    recorded->remote_sectors);
        show_entry(explainer->out, "cluster", text_string(&text));
        text_destroy(&text);
    }
    if (count == 0 && recorded->remote_sectors == 0 && recorded->tile.rank == 0) {
        show_entry(explainer->out, "count", "no lane touched memory");
    }
}

// Executions of a site in the whole launch.
static uint64_t executions_of(const Explainer *explainer, const ExplainSite *site)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < site->pc_count; i++) {
        count += explainer->launch->record->executed[site->pcs[i]].executed;
    }
    return count;
}

static const char *reason_of(Explainer *explainer, const ExplainSite *site,
                             const ExplainStep *found)
{
    uint64_t all = executions_of(explainer, site);
    if (explainer->launch->fault != NULL && found->visits == 0) {
        return explainer->launch->fault;
    }
    if (explainer->recording->warp_count == 0) {
        return "the launch has no such block or warp";
    }
    if (found->visits > 0) {
        return arena_printf(&explainer->arena,
                            "the warp reached this line %u time%s; there is no visit %u",
                            found->visits, found->visits == 1 ? "" : "s", explainer->wish->visit);
    }
    if (found->idle > 0) {
        return "the guard is false for all lanes of the recorded warps";
    }
    return all == 0
               ? "no warp of the launch reached this line"
               : arena_printf(&explainer->arena,
                              "the recorded warps did not reach this line; others did, %" PRIu64
                              " times: choose with --block or --warp BLOCK,WARP (or raise "
                              "--max-events)",
                              all);
}

static void show_not_executed(Explainer *explainer, const ExplainSite *site,
                              const ExplainStep *found)
{
    source_position_put(site->position, explainer->out);
    text_printf(explainer->out, ": %s\n", report_site_name(site->micro));
    show_entry(explainer->out, "not run", reason_of(explainer, site, found));
}

static void show_step(Explainer *explainer, const ExplainSite *site, const ExplainStep *found)
{
    const RecordedStep *step = &explainer->recording->steps[found->step];
    show_heading(explainer, site, found);
    if (step->access != RECORDED_NONE) {
        show_access(explainer, site, found->step);
    } else {
        BranchFacts facts;
        AccessNames names;
        branch_names(explainer->launch->record, found->step, explainer->source, site->position,
                     &names, &explainer->arena);
        show_variables(&names, explainer->out);
        branch_facts(explainer->program, explainer->recording, found->step, &facts);
        show_branch(explainer->program, explainer->recording, found->step, &facts, explainer->out);
    }
}

// The most expensive part of the step's access; NULL without one.
static const Access *dearest_part(const Explainer *explainer, uint32_t step,
                                  Access parts[ACCESS_PARTS_MAX], uint32_t *cost)
{
    const Recording *recording = explainer->recording;
    const RecordedStep *at = &recording->steps[step];
    const Access *dearest = NULL;
    *cost = 0;
    if (at->access == RECORDED_NONE) {
        return NULL;
    }
    uint32_t count = access_of_step(&explainer->program->code[at->pc],
                                    &recording->accesses[at->access].access, parts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part_cost = parts[i].space == ACCESS_TEXTURE
                                 ? 0
                                 : access_cost(&parts[i], explainer->launch->record->gpu).count;
        if (part_cost > *cost) {
            *cost = part_cost;
            dearest = &parts[i];
        }
    }
    return dearest;
}

// A line may load twice (a[i] * b[j]), and a loop may use other addresses each time: names the
// visit of this warp that costs the most, if that is more than the one explained.
static void show_dearest_visit(const Explainer *explainer, const ExplainSite *site,
                               const ExplainStep *found)
{
    const Recording *recording = explainer->recording;
    const Gpu *gpu = explainer->launch->record->gpu;
    Access parts[ACCESS_PARTS_MAX];
    uint32_t most, cost, visit = 0, dearest = 0, dearest_line = 0;
    const char *unit = NULL;
    dearest_part(explainer, found->step, parts, &most);
    bool is_access = recording->steps[found->step].access != RECORDED_NONE;
    for (uint32_t i = 0; is_access && i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (step->warp != recording->steps[found->step].warp || step->access == RECORDED_NONE ||
            !explain_has_pc(site, step->pc)) {
            continue;
        }
        visit++;
        const Access *part = dearest_part(explainer, i, parts, &cost);
        if (cost > most) {
            most = cost;
            dearest = visit;
            dearest_line = explainer->program->code[step->pc].ptx_line;
            unit = access_unit(part, gpu);
        }
    }
    if (dearest == 0) {
        return;
    }
    Text text = {0};
    show_count(&text, most, unit);
    text_printf(&text, " in visit %u (PTX line %u), the most: --visit %u explains it", dearest,
                dearest_line, dearest);
    show_entry(explainer->out, "visits", text_string(&text));
    text_destroy(&text);
}

static bool explain_site(Explainer *explainer, const ExplainSite *site)
{
    ExplainStep found = explain_find_step(explainer->recording, site, explainer->wish->visit);
    if (found.step == RECORDED_NONE) {
        show_not_executed(explainer, site, &found);
        return false;
    }
    show_step(explainer, site, &found);
    show_dearest_visit(explainer, site, &found);
    return true;
}

// All sites of the line in one launch. Returns how many were explained.
static uint32_t explain_launch(Explainer *explainer, uint32_t *site_count)
{
    ExplainSite *sites =
        explain_sites(explainer->program, explainer->wish, site_count, &explainer->arena);
    const LaunchRecord *record = explainer->launch->record;
    uint32_t done = 0;
    sites = explain_part(record, sites, site_count, &explainer->arena);
    explain_rank(record, sites, *site_count);
    for (uint32_t i = 0; i < *site_count; i++) {
        text_put(explainer->out, i == 0 ? "" : "\n");
        done += explain_site(explainer, &sites[i]);
    }
    return done;
}

const ReportLaunch *explain_worst_launch(const Report *report, const ExplainWish *wish,
                                         bool needs_site, uint32_t *more)
{
    const ReportLaunch *worst = NULL;
    uint64_t most = 0;
    *more = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        Arena arena = {0};
        uint32_t count = 0;
        if (launch->record->program == NULL || launch->record->recording == NULL) {
            continue;
        }
        explain_sites(launch->record->program, wish, &count, &arena);
        arena_clear(&arena);
        if (count > 0 || (!needs_site && explain_has_line(launch->record->program, wish))) {
            uint64_t excess = explain_line_excess(launch->record, wish);
            *more += worst != NULL;
            worst = worst == NULL || excess > most ? launch : worst;
            most = excess > most ? excess : most;
        }
    }
    return worst;
}

ExplainResult explain_line(const Report *report, const ExplainWish *wish, const char *source,
                           Text *out)
{
    uint32_t more, site_count;
    const ReportLaunch *launch = explain_worst_launch(report, wish, true, &more);
    if (launch == NULL) {
        launch = explain_worst_launch(report, wish, false, &more);
        bool has_guards = launch != NULL && show_guards(launch, wish, source, out);
        bool is_done = launch != NULL &&
                       (show_sequences(launch, wish, !has_guards, source, out) || has_guards);
        is_done =
            (launch != NULL && show_fragments(launch, wish, !is_done, source, out)) || is_done;
        is_done = (launch != NULL && show_tiles(launch, wish, !is_done, source, out)) || is_done;
        is_done = (launch != NULL && show_waits(launch, wish, !is_done, source, out)) || is_done;
        if (!is_done) {
            show_nothing(report, wish, out);
        }
        return is_done ? EXPLAIN_DONE : EXPLAIN_NOTHING_THERE;
    }
    Explainer explainer = {.launch = launch,
                           .program = launch->record->program,
                           .recording = launch->record->recording,
                           .wish = wish,
                           .source = source,
                           .out = out};
    uint32_t done = explain_launch(&explainer, &site_count);
    show_sequences(launch, wish, false, source, out);
    show_fragments(launch, wish, false, source, out);
    show_tiles(launch, wish, false, source, out);
    show_waits(launch, wish, false, source, out);
    if (more > 0) {
        text_printf(out,
                    "\n  %u more recorded launch%s ha%s this line: -k chooses by kernel, -s "
                    "and -c by number.\n",
                    more, more == 1 ? "" : "es", more == 1 ? "s" : "ve");
    }
    arena_clear(&explainer.arena);
    return done > 0 ? EXPLAIN_DONE : EXPLAIN_NOT_EXECUTED;
}

bool explain_step(const ReportLaunch *launch, uint32_t step, const char *source, Text *out)
{
    const Recording *recording = launch->record->recording;
    const RecordedStep *at = &recording->steps[step];
    const Micro *micro = &launch->record->program->code[at->pc];
    bool is_branch = micro_is_branch((MicroKind)micro->kind);
    ExplainWish wish = {0};
    ExplainStep found = {.step = step};
    if (!explain_is_shown(micro) || (!is_branch && at->access == RECORDED_NONE)) {
        return false;
    }
    for (uint32_t i = 0; i < recording->step_count; i++) {
        found.visits += recording->steps[i].warp == at->warp && recording->steps[i].pc == at->pc;
        wish.visit = i == step ? found.visits : wish.visit;
    }
    Explainer explainer = {.launch = launch,
                           .program = launch->record->program,
                           .recording = recording,
                           .wish = &wish,
                           .source = source,
                           .out = out};
    const PtxVariable **arrays = arrays_find(explainer.program, &explainer.arena);
    ExplainSite site = {.position = report_position(explainer.program, micro),
                        .variable = arrays[at->pc],
                        .micro = micro,
                        .pcs = (uint32_t[]){at->pc},
                        .pc_count = 1};
    show_step(&explainer, &site, &found);
    arena_clear(&explainer.arena);
    return true;
}
