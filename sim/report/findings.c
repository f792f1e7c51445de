// SPDX-License-Identifier: Apache-2.0
// Findings: one pure function each, from a site or a launch to numbers, a sentence and advice. What
// counts as worth a warning is named at the top.
#include "sim/report/number.h"
#include "sim/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A smaller excess over the ideal is no finding: the edges of an array cost that much.
static const double EXCESS_WORTH_A_WARNING = 0.10;
// A branch that diverges in fewer warps than this is a boundary check doing its work.
static const double DIVERGENCE_WORTH_A_WARNING = 0.05;
// A branch that one thread of a block takes is not worth a finding either, as long as the kernel
// keeps all but this many lanes active.
static const double IDLE_LANES_WORTH_A_WARNING = 0.05;
static const double OCCUPANCY_WORTH_A_WARNING = 0.5;
// The rare 0 among operands costs little.
static const double SLOW_PATH_WORTH_A_WARNING = 0.05; // of the kernel's warp instructions

typedef struct Finder {
    ReportLaunch *launch;
    Arena *arena;
    uint32_t room;
} Finder;

static void add_finding(Finder *finder, Finding finding)
{
    ReportLaunch *launch = finder->launch;
    launch->findings = arena_room(finder->arena, launch->findings, launch->finding_count,
                                  &finder->room, sizeof finding);
    launch->findings[launch->finding_count++] = finding;
}

static double per(uint64_t above, uint64_t below)
{
    return below == 0 ? 0 : (double)above / (double)below;
}

static bool is_atomic(const ReportSite *site)
{
    return site->micro->kind == MICRO_ATOM;
}

static const char *percent_of(Finder *finder, double part, double whole)
{
    return arena_printf(finder->arena, "%.1f %%", whole > 0 ? 100 * part / whole : 0.0);
}

// "32-way" if all accesses are alike, "3.4-way on average" if they are not, "2-way to 32-way" if
// they are of several instructions.
static const char *ways(Finder *finder, const ReportSite *site, double degree)
{
    if (site->micro_count > 1 && site->most - site->least >= 0.5) {
        return arena_printf(finder->arena, "%.0f-way to %.0f-way", site->least, site->most);
    }
    bool is_whole = fabs(degree - floor(degree + 0.5)) < 0.005;
    return arena_printf(finder->arena, is_whole ? "%.0f-way" : "%.1f-way on average", degree);
}

// "shared load of 'tile'"
static const char *access_of(Finder *finder, const ReportSite *site)
{
    const char *name = report_site_name(site->micro);
    return site->array == NULL ? name
                               : arena_printf(finder->arena, "%s of '%s'", name, site->array);
}

static void find_bank_conflict(Finder *finder, const ReportSite *site)
{
    const AccessCount *a = &site->accesses;
    double wavefronts = (double)a->shared_wavefronts, ideal = (double)a->shared_ideal;
    if (wavefronts <= ideal * (1 + EXCESS_WORTH_A_WARNING)) {
        return;
    }
    char actual_text[NUMBER_MAX], ideal_text[NUMBER_MAX];
    double all = finder->launch->counters.value[COUNTER_shared_wavefronts];
    const char *share = percent_of(finder, wavefronts - ideal, all);
    number_grouped(wavefronts, actual_text);
    number_grouped(ideal, ideal_text);
    Finding finding = {.position = site->position,
                       .variable = site->variable,
                       .actual = wavefronts,
                       .ideal = ideal};
    if (is_atomic(site)) {
        finding.kind = FINDING_ATOMIC_CONTENTION;
        finding.message =
            arena_printf(finder->arena,
                         "lanes of a warp contend in a shared atomic: %s wavefronts where %s would "
                         "be enough for "
                         "words in different banks (%s of the kernel's shared wavefronts)",
                         actual_text, ideal_text, share);
        finding.advice =
            "give each warp or lane its own copy of the words and add the copies at the "
            "end, or combine equal keys within the warp first";
    } else {
        finding.kind = FINDING_BANK_CONFLICT;
        finding.message =
            arena_printf(finder->arena,
                         "%s bank conflict in a %s: %s wavefronts where %s %s enough (%s of the "
                         "kernel's shared "
                         "wavefronts)",
                         ways(finder, site, wavefronts / ideal), access_of(finder, site),
                         actual_text, ideal_text, ideal > 1 ? "are" : "is", share);
        finding.advice = "let neighboring lanes use neighboring words: pad the array's rows by one "
                         "word, swap its indices, or permute the column with the row (col ^ row)";
    }
    add_finding(finder, finding);
}

// Adjacent lanes that start off a sector boundary touch one sector more than their bytes need, and
// no order of lanes avoids that.
static const char *coalescing_advice(bool is_off_by_a_sector)
{
    if (is_off_by_a_sector) {
        return "start rows and ranges at multiples of 32 bytes (pad the pitch of a 2-D array), or "
               "take data that lanes share from shared memory";
    }
    return "let neighboring lanes access neighboring addresses: swap the indices, turn an array "
           "of structures into arrays, or pass through shared memory";
}

static void find_uncoalesced(Finder *finder, const ReportSite *site)
{
    const AccessCount *a = &site->accesses;
    double sectors = (double)a->global_sectors, ideal = (double)a->global_ideal_sectors;
    if (sectors <= ideal * (1 + EXCESS_WORTH_A_WARNING)) {
        return;
    }
    char actual_text[NUMBER_MAX], ideal_text[NUMBER_MAX];
    number_grouped(sectors, actual_text);
    number_grouped(ideal, ideal_text);
    double requests = (double)a->global_instructions;
    double rate = requests > 0 ? sectors / requests : 0;
    Finding finding = {
        .position = site->position, .variable = site->variable, .actual = sectors, .ideal = ideal};
    if (is_atomic(site)) {
        finding.kind = FINDING_ATOMIC_CONTENTION;
        finding.message = arena_printf(
            finder->arena,
            "lanes of a warp update scattered or equal words in a %s: %s sector accesses (%.1f an "
            "instruction); side by side, the words fill %s",
            access_of(finder, site), actual_text, rate, ideal_text);
        finding.advice =
            "reduce within the warp (shuffle) and the block (shared memory) first, then "
            "update memory once";
    } else {
        finding.kind = FINDING_UNCOALESCED;
        finding.message = arena_printf(
            finder->arena,
            "uncoalesced %s: %s sectors of 32 bytes where %s hold the bytes used (%.1f an "
            "instruction; %.1f of 32 bytes used of each)",
            access_of(finder, site), actual_text, ideal_text, rate,
            per(a->global_bytes, a->global_sectors));
        finding.advice = coalescing_advice(sectors - ideal <= requests);
    }
    add_finding(finder, finding);
}

static void find_divergence(Finder *finder, const ReportSite *site)
{
    double parted = (double)site->accesses.branch_diverged;
    double executed = (double)site->executed.executed;
    double busy = finder->launch->counters.value[COUNTER_threads_per_inst] / LANE_COUNT;
    if (parted <= executed * DIVERGENCE_WORTH_A_WARNING || busy > 1 - IDLE_LANES_WORTH_A_WARNING) {
        return;
    }
    char parted_text[NUMBER_MAX], executed_text[NUMBER_MAX];
    Finding finding = {
        .kind = FINDING_DIVERGENT_BRANCH, .position = site->position, .actual = parted, .ideal = 0};
    finding.message = arena_printf(
        finder->arena,
        "divergent branch: in %s of %s executions the threads of a warp went both ways (%s)",
        number_grouped(parted, parted_text), number_grouped(executed, executed_text),
        percent_of(finder, parted, executed));
    finding.advice = "make the condition the same for all 32 threads of a warp: let it depend on "
                     "threadIdx.x / 32, or sort the work by the side it takes";
    add_finding(finder, finding);
}

static bool is_same_place(SourcePosition a, SourcePosition b)
{
    bool has_file = a.file != NULL && b.file != NULL;
    return a.line == b.line && (has_file ? strcmp(a.file, b.file) == 0 : a.file == b.file);
}

// Adds up what the divisions and roots of the place of micro-op `first` took beyond their short
// sequences; false: an earlier one stands at the same place.
static bool add_slow_paths(const LaunchRecord *record, uint32_t first, AccessCount *sum,
                           uint64_t *executed)
{
    SourcePosition position = report_position(record->program, &record->program->code[first]);
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        const AccessCount *count = &record->accesses[pc];
        if (count->slow_executions == 0 ||
            !is_same_place(report_position(record->program, &record->program->code[pc]),
                           position)) {
            continue;
        }
        if (pc < first) {
            return false;
        }
        sum->slow_executions += count->slow_executions;
        sum->slow_lanes += count->slow_lanes;
        sum->slow_issues += count->slow_issues;
        *executed += record->executed[pc].executed;
    }
    return true;
}

static void find_slow_paths(Finder *finder)
{
    const LaunchRecord *record = finder->launch->record;
    double all = finder->launch->counters.value[COUNTER_inst_executed];
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        AccessCount sum = {0};
        uint64_t executed = 0;
        if (record->accesses[pc].slow_executions == 0 ||
            !add_slow_paths(record, pc, &sum, &executed)) {
            continue;
        }
        double issues = (double)(int64_t)sum.slow_issues;
        if (issues <= all * SLOW_PATH_WORTH_A_WARNING) {
            continue;
        }
        char more[NUMBER_MAX], slow[NUMBER_MAX], of[NUMBER_MAX];
        Finding finding = {.kind = FINDING_SLOW_PATH,
                           .position = report_position(record->program, &record->program->code[pc]),
                           .actual = issues,
                           .ideal = 0};
        finding.message = arena_printf(
            finder->arena,
            "slow path of a division or root: in %s of %s executions, %.1f lanes on average have "
            "an operand that is 0, subnormal, infinite, NaN or near the ends of its range; %s more "
            "warp instructions (%s)",
            number_grouped((double)sum.slow_executions, slow), number_grouped((double)executed, of),
            per(sum.slow_lanes, sum.slow_executions), number_grouped(issues, more),
            percent_of(finder, issues, all));
        finding.advice = "skip what need not be divided (x == 0 ? 0 : x / y), multiply by a "
                         "reciprocal that all share, or use __fdividef or -use_fast_math where "
                         "their error is allowed";
        add_finding(finder, finding);
    }
}

// Whether the line calls printf or assert, whose arguments always pass through local memory.
static bool has_system_call(const Finder *finder, SourcePosition position)
{
    const MachineProgram *program = finder->launch->record->program;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        SourcePosition other = report_position(program, micro);
        if (micro->kind == MICRO_SYSTEM_CALL && micro->function != SYSTEM_INDEX &&
            is_same_place(other, position)) {
            return true;
        }
    }
    return false;
}

static void find_local(Finder *finder, const ReportSite *site)
{
    const AccessCount *a = &site->accesses;
    if (a->local_requests == 0 || has_system_call(finder, site->position)) {
        return;
    }
    char requests[NUMBER_MAX], sectors[NUMBER_MAX];
    Finding finding = {.kind = FINDING_LOCAL_MEMORY,
                       .position = site->position,
                       .actual = (double)a->local_requests,
                       .ideal = 0};
    finding.message = arena_printf(finder->arena,
                                   "local memory: %s requests and %s sectors of a %s go to device "
                                   "memory and its caches",
                                   number_grouped((double)a->local_requests, requests),
                                   number_grouped((double)a->local_sectors, sectors),
                                   report_site_name(site->micro));
    finding.advice = "index the thread's array with constants (unroll the loop) so that it fits in "
                     "registers, or use fewer registers so that none spills";
    add_finding(finder, finding);
}

static void find_partial_warps(Finder *finder)
{
    const LaunchRecord *record = finder->launch->record;
    uint32_t threads = record->block[0] * record->block[1] * record->block[2];
    uint32_t lanes = (threads + LANE_COUNT - 1) / LANE_COUNT * LANE_COUNT;
    if (threads == lanes) {
        return;
    }
    Finding finding = {.kind = FINDING_PARTIAL_WARPS,
                       .position = finder->launch->position,
                       .actual = threads,
                       .ideal = lanes};
    finding.message = arena_printf(
        finder->arena, "blocks of %u threads leave %u of the %u lanes of their warps empty",
        threads, lanes - threads, lanes);
    finding.advice =
        arena_printf(finder->arena, "use a multiple of 32 threads, for example %u", lanes);
    add_finding(finder, finding);
}

static void find_small_grid(Finder *finder)
{
    const LaunchRecord *record = finder->launch->record;
    CounterLaunch facts = report_launch_facts(record);
    if (facts.blocks >= record->gpu->sm_count) {
        return;
    }
    Finding finding = {.kind = FINDING_SMALL_GRID,
                       .position = finder->launch->position,
                       .actual = (double)facts.blocks,
                       .ideal = record->gpu->sm_count};
    finding.message =
        arena_printf(finder->arena, "%.0f block%s for %u multiprocessors: %.0f of them are idle",
                     (double)facts.blocks, facts.blocks == 1 ? "" : "s", record->gpu->sm_count,
                     (double)record->gpu->sm_count - (double)facts.blocks);
    finding.advice = "launch more and smaller blocks, or run more work at the same time";
    add_finding(finder, finding);
}

// The largest value below `from` for which one more block fits; 0 when none does.
static uint32_t largest_that_fits(const LaunchRecord *record, uint32_t from, bool is_registers)
{
    CounterLaunch facts = report_launch_facts(record);
    uint32_t shared = record->static_shared_bytes + record->dynamic_shared_bytes;
    uint32_t step = is_registers ? 1 : 64;
    for (uint32_t value = from; value > step;) {
        value = (value - 1) / step * step;
        Occupancy o = is_registers
                          ? occupancy(record->gpu, facts.block_threads, value, shared)
                          : occupancy(record->gpu, facts.block_threads, facts.registers, value);
        if (o.blocks_per_sm > record->occupancy.blocks_per_sm) {
            return value;
        }
    }
    return 0;
}

static const char *occupancy_advice(Finder *finder)
{
    const LaunchRecord *record = finder->launch->record;
    uint32_t limit = record->occupancy.limited_by;
    uint32_t registers = record->program->registers_per_thread;
    uint32_t shared = record->static_shared_bytes + record->dynamic_shared_bytes;
    uint32_t value;
    if (limit == OCCUPANCY_REGISTERS && (value = largest_that_fits(record, registers, true)) > 0) {
        return arena_printf(finder->arena,
                            "one more block fits with %u registers a thread instead of %u "
                            "(__launch_bounds__, -maxrregcount), or use smaller blocks",
                            value, registers);
    }
    if (limit == OCCUPANCY_SHARED && (value = largest_that_fits(record, shared, false)) > 0) {
        return arena_printf(
            finder->arena,
            "one more block fits with %u bytes of shared memory a block instead of %u", value,
            shared);
    }
    if ((limit & OCCUPANCY_BLOCKS) != 0) {
        return "use larger blocks: the limit on blocks is reached before the limit on warps";
    }
    return "try other block sizes (lockstep occupancy lists them)";
}

static void find_low_occupancy(Finder *finder)
{
    const LaunchRecord *record = finder->launch->record;
    const Occupancy *o = &record->occupancy;
    if (o->fraction >= OCCUPANCY_WORTH_A_WARNING || o->blocks_per_sm == 0) {
        return;
    }
    Finding finding = {.kind = FINDING_LOW_OCCUPANCY,
                       .position = finder->launch->position,
                       .actual = o->warps_per_sm,
                       .ideal = record->gpu->warps_per_sm};
    finding.message = arena_printf(
        finder->arena,
        "theoretical occupancy %.0f %%: %u of %u warps an SM (%u block%s), limited by %s",
        100 * o->fraction, o->warps_per_sm, record->gpu->warps_per_sm, o->blocks_per_sm,
        o->blocks_per_sm == 1 ? "" : "s", finder->launch->limiter);
    finding.advice = occupancy_advice(finder);
    add_finding(finder, finding);
}

static int compare_findings(const void *left, const void *right)
{
    const Finding *a = left, *b = right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    double a_cost = a->actual - a->ideal, b_cost = b->actual - b->ideal;
    if (a_cost != b_cost) {
        return a_cost > b_cost ? -1 : 1;
    }
    return a->position.line < b->position.line ? -1 : a->position.line > b->position.line;
}

void report_add_findings(ReportLaunch *launch, Arena *arena)
{
    Finder finder = {.launch = launch, .arena = arena};
    for (uint32_t i = 0; i < launch->site_count; i++) {
        const ReportSite *site = &launch->sites[i];
        find_bank_conflict(&finder, site);
        find_uncoalesced(&finder, site);
        find_divergence(&finder, site);
        find_local(&finder, site);
    }
    find_slow_paths(&finder);
    find_partial_warps(&finder);
    find_small_grid(&finder);
    find_low_occupancy(&finder);
    if (launch->finding_count > 0) {
        qsort(launch->findings, launch->finding_count, sizeof *launch->findings, compare_findings);
    }
}
