// SPDX-License-Identifier: Apache-2.0
// Gathers the micro-ops of one access or branch: unrolled and inlined copies at one place of the
// source, and accesses of one line to one array, such as to the members of an element.
#include "sim/report/array.h"
#include "sim/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t report_access_excess(const AccessCount *count)
{
    uint64_t shared = count->shared_wavefronts, shared_ideal = count->shared_ideal;
    uint64_t global = count->global_sectors, global_ideal = count->global_ideal_sectors;
    return (shared > shared_ideal ? shared - shared_ideal : 0) +
           (global > global_ideal ? global - global_ideal : 0);
}

// Wavefronts and sectors of the ideal; 1 if there is none.
static double times_of(const AccessCount *count)
{
    double ideal = (double)count->shared_ideal + (double)count->global_ideal_sectors;
    return ideal > 0 ? 1 + (double)report_access_excess(count) / ideal : 1;
}

bool report_is_site(const Micro *micro)
{
    MicroKind kind = (MicroKind)micro->kind;
    return micro_is_branch(kind) || micro_is_access(kind);
}

static bool is_same_site(const ReportSite *site, const ReportSite *wanted)
{
    const Micro *other = site->micro, *micro = wanted->micro;
    SourcePosition position = wanted->position;
    return site->variable == wanted->variable && position.line == site->position.line &&
           (position.column == site->position.column || site->variable != NULL) &&
           other->kind == micro->kind && other->space == micro->space &&
           other->width_bytes == micro->width_bytes &&
           (other->d == ROW_NONE) == (micro->d == ROW_NONE) &&
           (site->most > 1) == (wanted->most > 1) &&
           strcmp(position.file, site->position.file) == 0;
}

// The site that is wanted: one that was seen before, or a new one.
static ReportSite *find_site(ReportLaunch *launch, const ReportSite *wanted, Arena *arena)
{
    for (uint32_t i = launch->site_count; i > 0; i--) {
        if (is_same_site(&launch->sites[i - 1], wanted)) {
            return &launch->sites[i - 1];
        }
    }
    ReportSite *site = &launch->sites[launch->site_count++];
    *site = *wanted;
    site->least = INFINITY;
    site->array = array_name(launch->record->program->module, wanted->variable, arena);
    return site;
}

// Both structures hold nothing but 64-bit sums.
static void add_sums(void *to, const void *from, size_t size_bytes)
{
    uint64_t *sums = to;
    const uint64_t *addends = from;
    for (size_t i = 0; i < size_bytes / sizeof *sums; i++) {
        sums[i] += addends[i];
    }
}

static int compare_sites(const void *left, const void *right)
{
    const ReportSite *a = left, *b = right;
    int order = strcmp(a->position.file, b->position.file);
    if (order != 0) {
        return order;
    }
    if (a->position.line != b->position.line) {
        return a->position.line < b->position.line ? -1 : 1;
    }
    if (a->position.column != b->position.column) {
        return a->position.column < b->position.column ? -1 : 1;
    }
    return a->micro < b->micro ? -1 : a->micro > b->micro;
}

static void add_micro(ReportSite *site, const ExecutionCount *executed, const AccessCount *count)
{
    double times = times_of(count);
    add_sums(&site->executed, executed, sizeof site->executed);
    add_sums(&site->accesses, count, sizeof site->accesses);
    if (executed->executed > 0) {
        site->micro_count++;
        site->least = fmin(site->least, times);
        site->most = fmax(site->most, times);
    }
}

void report_add_sites(ReportLaunch *launch, Arena *arena)
{
    const LaunchRecord *record = launch->record;
    const MachineProgram *program = record->program;
    launch->sites = arena_alloc(arena, (program->code_count + 1) * sizeof *launch->sites);
    const PtxVariable **arrays = arrays_find(program, arena);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (!report_is_site(micro)) {
            continue;
        }
        SourcePosition position = report_position(program, micro);
        position.file = position.file == NULL ? "" : position.file;
        ReportSite wanted = {.position = position,
                             .ptx_line = micro->ptx_line,
                             .micro = micro,
                             .most = times_of(&record->accesses[pc]),
                             .variable = arrays[pc]};
        add_micro(find_site(launch, &wanted, arena), &record->executed[pc], &record->accesses[pc]);
    }
    qsort(launch->sites, launch->site_count, sizeof *launch->sites, compare_sites);
}

static const char *access_name(const Micro *micro, const char *load, const char *store,
                               const char *atomic)
{
    return micro->kind == MICRO_LOAD ? load : micro->kind == MICRO_STORE ? store : atomic;
}

const char *report_site_name(const Micro *micro)
{
    switch (micro->kind) {
    case MICRO_BRANCH: return "branch";
    case MICRO_BRANCH_INDEX: return "indexed branch";
    case MICRO_COPY_ASYNC: return "asynchronous copy";
    case MICRO_COPY_BULK: return "bulk copy";
    case MICRO_COPY_TENSOR: return "copy by tensor map";
    case MICRO_MATRIX_LOAD: return "shared matrix load";
    case MICRO_GROUP_FETCH: return "shared matrix of a descriptor";
    case MICRO_MATRIX_STORE: return "shared matrix store";
    case MICRO_TEXTURE: return "texture fetch";
    case MICRO_SURFACE: return "surface access";
    default: break;
    }
    switch (micro->space) {
    case PTX_SPACE_SHARED:
        return access_name(micro, "shared load", "shared store", "shared atomic");
    case PTX_SPACE_CLUSTER:
        return access_name(micro, "cluster load", "cluster store", "cluster atomic");
    case PTX_SPACE_LOCAL: return access_name(micro, "local load", "local store", "local atomic");
    case PTX_SPACE_CONST: return "constant load";
    case PTX_SPACE_PARAM: return access_name(micro, "parameter load", "parameter store", "");
    case PTX_SPACE_GENERIC:
        return access_name(micro, "generic load", "generic store", "generic atomic");
    default: return access_name(micro, "global load", "global store", "global atomic");
    }
}
