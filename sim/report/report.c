// SPDX-License-Identifier: Apache-2.0
// Builds the report of a device's launches: names, facts and totals here, the rest by its steps.
#include "sim/report/report.h"

#include "isa/base/demangle.h"
#include "isa/machine/position.h"
#include "sim/device/fault.h"
#include "sim/report/twins.h"

#include <stdlib.h>
#include <string.h>

const FindingInfo finding_info[FINDING_COUNT] = {
#define FINDING(id, name, section, doc) {name, section, doc},
#include "sim/report/finding.def"
#undef FINDING
};

const BottleneckInfo bottleneck_info[BOTTLENECK_COUNT] = {
#define BOTTLENECK(id, name, doc) {name, doc},
#include "sim/report/bottleneck.def"
#undef BOTTLENECK
};

CounterLaunch report_launch_facts(const LaunchRecord *record)
{
    CounterLaunch facts = {.gpu = record->gpu,
                           .occupancy = record->occupancy,
                           .blocks = 1,
                           .block_threads = 1,
                           .static_shared_bytes = record->static_shared_bytes,
                           .dynamic_shared_bytes = record->dynamic_shared_bytes};
    bool has_cluster = false;
    for (int i = 0; i < 3; i++) {
        facts.grid[i] = record->grid[i];
        facts.block[i] = record->block[i];
        facts.blocks *= record->grid[i];
        facts.block_threads *= record->block[i];
        has_cluster = has_cluster || record->cluster[i] > 1;
    }
    for (int i = 0; i < 3; i++) {
        facts.cluster[i] = has_cluster ? record->cluster[i] : 0;
    }
    facts.threads = facts.blocks * facts.block_threads;
    facts.warps = (facts.blocks - record->blocks_canceled) *
                  ((facts.block_threads + LANE_COUNT - 1) / LANE_COUNT);
    facts.registers = record->program == NULL ? 0 : record->program->registers_per_thread;
    return facts;
}

SourcePosition report_position(const MachineProgram *program, const Micro *micro)
{
    return micro_position(program, (uint32_t)(micro - program->code));
}

static const char *limiter_name(uint32_t limited_by, Arena *arena)
{
    Text text = {0};
    occupancy_put_limits(limited_by, " and ", &text);
    const char *name = arena_text(arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return name;
}

// The first micro-op of the entry that has a place.
static SourcePosition kernel_position(const MachineProgram *program)
{
    for (uint32_t pc = 0; pc < program->functions[0].end_pc; pc++) {
        if (program->code[pc].location > 0) {
            return report_position(program, &program->code[pc]);
        }
    }
    return program->entry->position;
}

static void add_totals(ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        counter_add(&launch->counters, &record->program->code[pc], &record->executed[pc],
                    &record->accesses[pc]);
        if (record->time != NULL) {
            counter_add_waiting(&launch->counters, &record->time->stalls[pc]);
        }
    }
    CounterLaunch facts = report_launch_facts(record);
    counter_add_launch(&launch->counters, &facts);
    if (record->time != NULL) {
        counter_add_time(&launch->counters, &facts, record->time);
    }
    counter_finish(&launch->counters, record->gpu, true);
}

static void add_launch(ReportLaunch *launch, const LaunchRecord *record, Arena *arena)
{
    launch->record = record;
    launch->name = demangle_in(arena, record->kernel, DEMANGLE_FULL);
    launch->short_name = demangle_in(arena, record->kernel, DEMANGLE_SHORT);
    launch->base_name = demangle_in(arena, record->kernel, DEMANGLE_BASE);
    launch->limiter = limiter_name(record->occupancy.limited_by, arena);
    launch->has_run = record->program != NULL && record->executed != NULL &&
                      record->accesses != NULL &&
                      (record->status == LOCKSTEP_OK || record->status == LOCKSTEP_ERROR_FAULT ||
                       record->status == LOCKSTEP_ERROR_LIMIT);
    if (!launch->has_run) {
        report_add_verdict(launch, arena);
        return;
    }
    launch->position = kernel_position(record->program);
    add_totals(launch);
    report_add_lines(launch, arena);
    report_add_sites(launch, arena);
    report_add_fault(launch, arena);
    if (record->status == LOCKSTEP_OK) {
        report_add_findings(launch, arena);
        report_add_bottleneck(launch, arena);
    }
    report_add_verdict(launch, arena);
}

Report *report_create(const LockstepReport *records)
{
    Report *report = calloc(1, sizeof *report);
    if (report == NULL) {
        abort();
    }
    report->count = records == NULL ? 0 : records->count;
    report->findings = records == NULL ? NULL : records->findings;
    report->launches = arena_alloc(&report->arena, (report->count + 1) * sizeof *report->launches);
    for (uint32_t i = 0; i < report->count; i++) {
        add_launch(&report->launches[i], records->records[i], &report->arena);
        report->gpu = records->records[i]->gpu;
    }
    report_add_tags(report);
    return report;
}

void report_list_kernels(Report *report)
{
    const char **kernels = arena_alloc(&report->arena, (report->count + 1) * sizeof *kernels);
    report->kernel_count = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        uint32_t at = 0;
        while (at < report->kernel_count &&
               strcmp(kernels[at], report->launches[i].base_name) != 0) {
            at++;
        }
        kernels[at] = report->launches[i].base_name;
        report->kernel_count += at == report->kernel_count;
    }
    report->kernels = kernels;
}

void report_keep(Report *report, const bool *are_wanted)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        if (are_wanted[i]) {
            report->launches[kept++] = report->launches[i];
        }
    }
    report->count = kept;
}

void report_destroy(Report *report)
{
    if (report != NULL) {
        arena_clear(&report->arena);
        free(report);
    }
}
