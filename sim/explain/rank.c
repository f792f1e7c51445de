// SPDX-License-Identifier: Apache-2.0
// Which access of a line costs most, and which launch: what a reader looks for comes first.
#include "sim/explain/explain.h"

static uint64_t excess_of(const AccessCount *count)
{
    return report_access_excess(count) + count->branch_diverged;
}

static uint64_t site_excess(const LaunchRecord *record, const ExplainSite *site)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < site->pc_count && record->accesses != NULL; i++) {
        sum += excess_of(&record->accesses[site->pcs[i]]);
    }
    return sum;
}

uint64_t explain_line_excess(const LaunchRecord *record, const ExplainWish *wish)
{
    Arena arena = {0};
    uint32_t count;
    const ExplainSite *sites = explain_sites(record->program, wish, &count, &arena);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += site_excess(record, &sites[i]);
    }
    arena_clear(&arena);
    return sum;
}

// Of the site's micro-ops, those that have an excess stay, and the others are returned. Those that
// were not executed, such as unused copies of a loop, tell nothing: they go with the ones that
// stay.
static ExplainSite take_clean(const LaunchRecord *record, ExplainSite *site, Arena *arena)
{
    ExplainSite clean = *site;
    clean.pcs = arena_alloc(arena, (site->pc_count + 1) * sizeof *clean.pcs);
    clean.pc_count = 0;
    uint32_t kept = 0;
    bool has_excess = false;
    for (uint32_t i = 0; i < site->pc_count; i++) {
        has_excess |= report_access_excess(&record->accesses[site->pcs[i]]) > 0;
    }
    for (uint32_t i = 0; i < site->pc_count; i++) {
        uint32_t pc = site->pcs[i];
        bool is_told = record->executed == NULL || record->executed[pc].executed > 0;
        bool is_clean =
            report_access_excess(&record->accesses[pc]) == 0 && (is_told || !has_excess);
        uint32_t *to = is_clean ? &clean.pcs[clean.pc_count++] : &site->pcs[kept++];
        *to = pc;
    }
    site->pc_count = kept;
    return clean;
}

ExplainSite *explain_part(const LaunchRecord *record, const ExplainSite *sites, uint32_t *count,
                          Arena *arena)
{
    ExplainSite *parts = arena_alloc(arena, (2 * (size_t)*count + 1) * sizeof *parts);
    uint32_t made = 0;
    for (uint32_t i = 0; i < *count; i++) {
        ExplainSite site = sites[i];
        ExplainSite clean =
            record->accesses == NULL ? (ExplainSite){0} : take_clean(record, &site, arena);
        for (uint32_t part = 0; part < 2; part++) {
            ExplainSite *made_of = part == 0 ? &site : &clean;
            if (made_of->pc_count > 0) {
                made_of->micro = &record->program->code[made_of->pcs[0]];
                parts[made++] = *made_of;
            }
        }
    }
    *count = made;
    return parts;
}

// By insertion, so that equal ones keep their order; a line has few.
void explain_rank(const LaunchRecord *record, ExplainSite *sites, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        ExplainSite site = sites[i];
        uint64_t excess = site_excess(record, &site);
        uint32_t at = i;
        for (; at > 0 && site_excess(record, &sites[at - 1]) < excess; at--) {
            sites[at] = sites[at - 1];
        }
        sites[at] = site;
    }
}
