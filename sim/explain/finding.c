// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/finding.h"

#include "isa/base/bits.h"
#include "sim/explain/show.h"

#include <inttypes.h>

// Which memory a finding is about; ACCESS_SPACE_COUNT: none that has fixes.
static AccessSpace space_of(const Finding *finding, const Micro *micro)
{
    bool is_shared = micro->space == PTX_SPACE_SHARED || micro->space == PTX_SPACE_CLUSTER;
    switch (finding->kind) {
    case FINDING_BANK_CONFLICT: return ACCESS_SHARED;
    case FINDING_UNCOALESCED: return ACCESS_GLOBAL;
    case FINDING_ATOMIC_CONTENTION: return is_shared ? ACCESS_SHARED : ACCESS_GLOBAL;
    default: break;
    }
    return ACCESS_SPACE_COUNT;
}

static bool is_atomic_finding(const Finding *finding)
{
    return finding->kind == FINDING_ATOMIC_CONTENTION;
}

// Whether the finding is about this site.
static bool is_meant(const Finding *finding, const ExplainSite *site)
{
    bool is_atomic = site->micro->kind == MICRO_ATOM;
    return site->position.column == finding->position.column &&
           site->variable == finding->variable && is_atomic == is_atomic_finding(finding);
}

static uint32_t excess_of(AccessCost cost)
{
    return cost.count > cost.ideal ? cost.count - cost.ideal : 0;
}

// Keeps the step if it is further from its ideal than the previous ones.
static void consider(const ReportLaunch *launch, const Finding *finding, uint32_t step,
                     FindingFix *fix, uint32_t *worst)
{
    const Recording *recording = launch->record->recording;
    const RecordedStep *at = &recording->steps[step];
    const Micro *micro = &launch->record->program->code[at->pc];
    if (at->access == RECORDED_NONE) {
        return;
    }
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(micro, &recording->accesses[at->access].access, parts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t excess = parts[i].space != space_of(finding, micro)
                              ? 0
                              : excess_of(access_cost(&parts[i], launch->record->gpu));
        if (excess > *worst) {
            *worst = excess;
            fix->step = step;
            fix->access = parts[i];
        }
    }
}

static void search(const ReportLaunch *launch, const Finding *finding, const ExplainSite *site,
                   FindingFix *fix, uint32_t *worst)
{
    const Recording *recording = launch->record->recording;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        for (uint32_t j = 0; j < site->pc_count; j++) {
            if (recording->steps[i].pc == site->pcs[j]) {
                consider(launch, finding, i, fix, worst);
                break;
            }
        }
    }
}

bool explain_finding(const ReportLaunch *launch, const Finding *finding, FindingFix *fix)
{
    const LaunchRecord *record = launch->record;
    if (record->recording == NULL || record->program == NULL || finding->position.file == NULL) {
        return false;
    }
    ExplainWish wish = {.file = finding->position.file, .line = finding->position.line, .visit = 1};
    Arena arena = {0};
    uint32_t count, worst = 0;
    ExplainSite *sites = explain_sites(record->program, &wish, &count, &arena);
    for (uint32_t i = 0; i < count; i++) {
        if (is_meant(finding, &sites[i])) {
            search(launch, finding, &sites[i], fix, &worst);
        }
    }
    if (worst > 0) {
        AccessArray array = {0};
        if (fix->access.space == ACCESS_SHARED) {
            uint32_t lane = bits_lowest(fix->access.lanes);
            array = explain_shared_array(record->program, fix->access.address[lane], &arena);
        }
        fix->fixes = access_fixes(&fix->access, record->gpu, &array);
    }
    arena_clear(&arena);
    return worst > 0;
}

bool explain_finding_text(const ReportLaunch *launch, const Finding *finding, Text *out)
{
    FindingFix fix;
    if (!explain_finding(launch, finding, &fix) || fix.fixes.best < 0) {
        return false;
    }
    const Recording *recording = launch->record->recording;
    const RecordedWarp *warp = &recording->warps[recording->steps[fix.step].warp];
    const Fix *best = &fix.fixes.list[fix.fixes.best];
    text_printf(out, "recomputed for warp %u of block %" PRIu64 ": ", warp->number,
                recording->blocks[warp->block].index);
    show_count(out, best->cost.count, access_unit(&fix.access, launch->record->gpu));
    text_printf(out, " instead of %u: %s", fix.fixes.cost.count,
                fix_text(best->kind, fix.access.width_bytes));
    return true;
}
