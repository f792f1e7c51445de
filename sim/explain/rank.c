// SPDX-License-Identifier: Apache-2.0
// Which access of a line costs most, and which launch: what a reader looks for comes first.
#include "sim/explain/explain.h"

static uint64_t excess_of(const AccessCount *count)
{
    uint64_t shared = count->shared_wavefronts - count->shared_ideal;
    uint64_t global = count->global_sectors - count->global_ideal_sectors;
    return (count->shared_wavefronts > count->shared_ideal ? shared : 0) +
           (count->global_sectors > count->global_ideal_sectors ? global : 0) +
           count->branch_diverged;
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
