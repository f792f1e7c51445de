// SPDX-License-Identifier: Apache-2.0
// Assigns counters to lines: of the CUDA source by the PTX's .loc (an inlined instruction belongs
// to the line it was written on, as in ncu and nvcc -lineinfo), of the PTX by the micro-op's own
// line.
#include "sim/report/report.h"

#include <stdlib.h>
#include <string.h>

typedef struct LineKey {
    const char *file; // NULL: no source line
    uint32_t line, pc;
} LineKey;

static int compare_keys(const void *left, const void *right)
{
    const LineKey *a = left, *b = right;
    if (a->file != b->file) {
        int order = a->file == NULL ? 1 : b->file == NULL ? -1 : strcmp(a->file, b->file);
        if (order != 0) {
            return order;
        }
    }
    if (a->line != b->line) {
        return a->line < b->line ? -1 : 1;
    }
    return a->pc < b->pc ? -1 : a->pc > b->pc;
}

static bool is_same_line(const LineKey *a, const LineKey *b)
{
    bool is_same_file =
        a->file == b->file || (a->file != NULL && b->file != NULL && strcmp(a->file, b->file) == 0);
    return is_same_file && a->line == b->line;
}

static uint64_t requests_of(const AccessCount *accesses)
{
    return accesses->shared_requests + accesses->remote_requests + accesses->global_instructions +
           accesses->local_requests;
}

static bool has_same_guard(const LaunchRecord *record, uint32_t a, uint32_t b)
{
    const Micro *code = record->program->code;
    const ExecutionCount *executed = record->executed;
    return code[a].guard == code[b].guard &&
           ((code[a].flags ^ code[b].flags) & MICRO_GUARD_NEGATED) == 0 &&
           executed[a].executed == executed[b].executed &&
           executed[a].threads_on == executed[b].threads_on;
}

// Executions of micro-op pc in which some lane took part. They were counted for accesses, and what
// runs under the same guard took part in as many; of others only is known whether there were any.
static uint64_t executions_on(const LaunchRecord *record, uint32_t pc)
{
    const ExecutionCount *executed = &record->executed[pc];
    if (executed->threads_on == executed->threads || executed->threads_on == 0) {
        return executed->threads_on == 0 ? 0 : executed->executed;
    }
    if (record->program->code[pc].guard == PREDICATE_NONE) {
        return executed->executed;
    }
    for (uint32_t i = 0; i < record->program->code_count; i++) {
        uint64_t requests = requests_of(&record->accesses[i]);
        if (requests > 0 && requests <= executed->executed && has_same_guard(record, pc, i)) {
            return requests;
        }
    }
    return executed->executed;
}

typedef struct LaneSum {
    double lanes, executions;
} LaneSum;

static void add_lanes(LaneSum *sum, const LaunchRecord *record, uint32_t pc)
{
    const Micro *micro = &record->program->code[pc];
    const ExecutionCount *executed = &record->executed[pc];
    bool is_branch = micro_is_branch((MicroKind)micro->kind);
    uint64_t lanes = is_branch ? executed->threads : executed->threads_on;
    uint64_t times = is_branch ? executed->executed : executions_on(record, pc);
    const AccessCount *accesses = &record->accesses[pc];
    sum->lanes += (double)lanes * micro->issues + (double)(int64_t)accesses->slow_threads;
    sum->executions += (double)times * micro->issues + (double)(int64_t)accesses->slow_issues;
}

static ReportLine *sum_lines(const LaunchRecord *record, LineKey *keys, uint32_t *line_count,
                             Arena *arena)
{
    uint32_t key_count = record->program->code_count, count = 0;
    qsort(keys, key_count, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < key_count; i++) {
        count += i == 0 || !is_same_line(&keys[i - 1], &keys[i]);
    }
    ReportLine *lines = arena_alloc(arena, (count + 1) * sizeof *lines), *line = lines - 1;
    LaneSum sum = {0};
    for (uint32_t i = 0; i < key_count; i++) {
        if (i == 0 || !is_same_line(&keys[i - 1], &keys[i])) {
            line++;
            line->file = keys[i].file;
            line->line = keys[i].line;
            sum = (LaneSum){0};
        }
        uint32_t pc = keys[i].pc;
        counter_add(&line->counters, &record->program->code[pc], &record->executed[pc],
                    &record->accesses[pc]);
        add_lanes(&sum, record, pc);
        line->lanes = sum.executions > 0 ? sum.lanes / sum.executions : -1;
        if (record->time != NULL) {
            counter_add_waiting(&line->counters, &record->time->stalls[pc]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        counter_finish(&lines[i].counters, record->gpu, false);
    }
    *line_count = count;
    return lines;
}

static bool fill_source_keys(const MachineProgram *program, LineKey *keys)
{
    bool has_source = false;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        keys[pc] = (LineKey){.pc = pc};
        if (micro->location > 0) {
            SourcePosition position = report_position(program, micro);
            bool is_source = position.file != program->module->file;
            keys[pc].file = is_source ? position.file : NULL;
            keys[pc].line = is_source ? position.line : 0;
            has_source = has_source || is_source;
        }
    }
    return has_source;
}

static void fill_ptx_keys(const MachineProgram *program, LineKey *keys)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        keys[pc] = (LineKey){program->module->file, program->code[pc].ptx_line, pc};
    }
}

void report_add_lines(ReportLaunch *launch, Arena *arena)
{
    const MachineProgram *program = launch->record->program;
    LineKey *keys = arena_alloc(arena, (program->code_count + 1) * sizeof *keys);
    if (fill_source_keys(program, keys)) {
        launch->source_lines = sum_lines(launch->record, keys, &launch->source_line_count, arena);
    }
    fill_ptx_keys(program, keys);
    launch->ptx_lines = sum_lines(launch->record, keys, &launch->ptx_line_count, arena);
}
