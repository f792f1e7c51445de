// SPDX-License-Identifier: Apache-2.0
#include "sim/check/tasks.h"

#include "isa/base/demangle.h"
#include "isa/base/heap.h"
#include "sim/check/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- slots

void task_kernel_clear(TaskKernel *kernel)
{
    history_destroy(&kernel->global);
    free(kernel->log.items);
    *kernel = (TaskKernel){0};
}

static void clear(Task *task)
{
    task_kernel_clear(&task->kernel);
    free(task->ranges);
    *task = (Task){0};
}

void tasks_begin(CheckTasks *tasks, uint32_t slot, uint64_t known, const char *name)
{
    clear(&tasks->slots[slot]);
    tasks->slots[slot].is_open = true;
    tasks->slots[slot].name = name;
    tasks->current = slot + 1;
    tasks->known = tasks->slots[slot].known = known | UINT64_C(1) << slot;
}

void tasks_end(CheckTasks *tasks)
{
    tasks->current = 0;
}

void tasks_forget(CheckTasks *tasks, uint64_t slots)
{
    for (uint32_t slot = 0; slot < TASK_SLOTS; slot++) {
        if ((slots >> slot & 1u) != 0) {
            clear(&tasks->slots[slot]);
        }
    }
}

static bool is_concurrent(const CheckTasks *tasks, uint32_t slot)
{
    return tasks->slots[slot].is_open && (tasks->known >> slot & 1u) == 0;
}

// --- what is told

#define ELSEWHERE "the same bytes in another stream or branch of a graph"

void task_describe(const TaskKernel *kernel, AccessRef ref, bool is_write, const char *what,
                   char *out, size_t room)
{
    Arena arena = {0};
    const MachineProgram *program = kernel->program;
    const Micro *micro = &program->code[access_stamp(&kernel->log, ref).pc];
    const char *name = demangle_in(&arena, program->entry->name, DEMANGLE_SHORT);
    uint32_t line =
        micro->location == 0 ? micro->ptx_line : program->module->locations[micro->location].line;
    snprintf(out, room, "kernel '%.80s' (line %u) %s %s", name, line, is_write ? "writes" : "reads",
             what);
    arena_clear(&arena);
}

CheckFinding task_finding(CheckKind kind, const TaskKernel *kernel, AccessRef ref, bool is_write)
{
    Stamp stamp = access_stamp(&kernel->log, ref);
    CheckFinding finding = {.kind = kind,
                            .program = kernel->program,
                            .launch = kernel->launch,
                            .space = PTX_SPACE_GLOBAL,
                            .count = 1};
    uint32_t rank = stamp.warp / kernel->block_warps;
    uint32_t thread = stamp.warp % kernel->block_warps * 32 + stamp.lane;
    finding.here = (CheckSide){.pc = stamp.pc, .warp = thread / LANE_COUNT, .is_store = is_write};
    place_in_grid(kernel->grid, kernel->cluster, kernel->log.items[(ref >> 5) - 1].unit - 1, rank,
                  finding.here.block);
    place_in_block(kernel->block, thread, finding.here.thread);
    finding.here.is_atomic = stamp.is_atomic;
    return finding;
}

// --- kernels

// The first byte that one plane of each page names, unless both accesses are atomic.
static bool find_clash(const TaskKernel *a, const PastPage *page_a, Plane plane_a,
                       const TaskKernel *b, const PastPage *page_b, Plane plane_b, TaskClash *clash)
{
    if (page_a->planes[plane_a].cells == NULL || page_b->planes[plane_b].cells == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        AccessRef x = past_access(page_a, plane_a, i), y = past_access(page_b, plane_b, i);
        if (x != 0 && y != 0 &&
            !(access_stamp(&a->log, x).is_atomic && access_stamp(&b->log, y).is_atomic)) {
            *clash = (TaskClash){x, y, page_a->number * SHADOW_PAGE_BYTES + i};
            return true;
        }
    }
    return false;
}

// One finding for each way in which two kernels clash.
static void compare_kernels(const TaskKernel *here, const TaskKernel *other, CheckFindings *to)
{
    static const Plane ways[][2] = {
        {PLANE_READER, PLANE_WRITER}, {PLANE_WRITER, PLANE_READER}, {PLANE_WRITER, PLANE_WRITER}};
    for (uint32_t way = 0; way < 3; way++) {
        TaskClash clash = {0};
        bool is_found = false;
        for (uint32_t i = 0; i < history_page_count(&here->global) && !is_found; i++) {
            const PastPage *page = history_page_at(&here->global, i);
            const PastPage *with = history_find(&other->global, page->number);
            is_found = with != NULL &&
                       find_clash(here, page, ways[way][0], other, with, ways[way][1], &clash);
        }
        if (is_found) {
            CheckFinding finding =
                task_finding(CHECK_STREAM, here, clash.here, ways[way][0] == PLANE_WRITER);
            finding.address = clash.address;
            task_describe(other, clash.other, ways[way][1] == PLANE_WRITER, ELSEWHERE,
                          finding.detail, sizeof finding.detail);
            findings_add(to, &finding);
        }
    }
}

// --- ranges

// A word of the range that the kernel has accessed, one of the two writing.
static AccessRef find_in_range(const TaskKernel *kernel, const TaskRange *range, bool *is_write)
{
    for (uint64_t at = range->begin; at < range->end;
         at = (at / SHADOW_PAGE_BYTES + 1) * SHADOW_PAGE_BYTES) {
        const PastPage *page = history_find(&kernel->global, at / SHADOW_PAGE_BYTES);
        uint64_t left = SHADOW_PAGE_BYTES - at % SHADOW_PAGE_BYTES;
        uint64_t end = range->end - at < left ? range->end : at + left;
        for (uint64_t byte = at; page != NULL && byte < end; byte++) {
            uint32_t offset = (uint32_t)(byte % SHADOW_PAGE_BYTES);
            AccessRef writer = past_access(page, PLANE_WRITER, offset);
            AccessRef reader = range->is_write ? past_access(page, PLANE_READER, offset) : 0;
            *is_write = writer != 0;
            if (writer != 0 || reader != 0) {
                return writer != 0 ? writer : reader;
            }
        }
    }
    return 0;
}

static bool compare_range(const TaskKernel *kernel, const TaskRange *range, const char *name,
                          CheckFindings *to)
{
    bool is_write;
    AccessRef ref = kernel->program == NULL ? 0 : find_in_range(kernel, range, &is_write);
    if (ref == 0) {
        return false;
    }
    CheckFinding finding = task_finding(CHECK_STREAM, kernel, ref, is_write);
    finding.address = range->begin;
    snprintf(finding.detail, sizeof finding.detail, "%s %s " ELSEWHERE, name,
             range->is_write ? "writes" : "reads");
    findings_add(to, &finding);
    return true;
}

static bool compare_ranges(const Task *task, const TaskRange *range, const char *name,
                           CheckFindings *to)
{
    for (uint32_t i = 0; i < task->range_count; i++) {
        const TaskRange *other = &task->ranges[i];
        if (other->begin < range->end && range->begin < other->end &&
            (other->is_write || range->is_write)) {
            CheckFinding finding = {.kind = CHECK_STREAM, .count = 1};
            snprintf(finding.detail, sizeof finding.detail,
                     "%s %s bytes that %s %s in another stream or branch of a graph", name,
                     range->is_write ? "writes" : "reads", task->name,
                     other->is_write ? "writes" : "reads");
            findings_add(to, &finding);
            return true;
        }
    }
    return false;
}

static void add_range(Task *task, TaskRange range)
{
    if (task->range_count > 0 && task->ranges[task->range_count - 1].end == range.begin &&
        task->ranges[task->range_count - 1].is_write == range.is_write) {
        task->ranges[task->range_count - 1].end = range.end;
        return;
    }
    task->ranges =
        heap_room(task->ranges, task->range_count, &task->range_room, sizeof *task->ranges);
    task->ranges[task->range_count++] = range;
}

// --- tasks

void tasks_keep(CheckTasks *tasks, const TaskKernel *kernel)
{
    TaskKernel *own = &tasks->slots[tasks->current - 1].kernel;
    task_kernel_clear(own);
    *own = *kernel;
}

void tasks_compare(const CheckTasks *tasks, const TaskKernel *kernel, CheckFindings *to)
{
    for (uint32_t slot = 0; slot < TASK_SLOTS; slot++) {
        const Task *other = &tasks->slots[slot];
        if (is_concurrent(tasks, slot)) {
            if (other->kernel.program != NULL) {
                compare_kernels(kernel, &other->kernel, to);
            }
            for (uint32_t i = 0; i < other->range_count; i++) {
                compare_range(kernel, &other->ranges[i], other->name, to);
            }
        }
    }
}

bool tasks_range(CheckTasks *tasks, uint64_t address, uint64_t size_bytes, bool is_write,
                 CheckFindings *to)
{
    if (tasks->current == 0 || size_bytes == 0) {
        return false;
    }
    Task *own = &tasks->slots[tasks->current - 1];
    TaskRange range = {address, address + size_bytes, is_write};
    bool is_found = false;
    for (uint32_t slot = 0; slot < TASK_SLOTS; slot++) {
        const Task *other = &tasks->slots[slot];
        if (is_concurrent(tasks, slot)) {
            compare_range(&other->kernel, &range, own->name, to);
            is_found |= compare_ranges(other, &range, own->name, to);
        }
    }
    add_range(own, range);
    return is_found;
}

// --- the host's own accesses

static void add_host_race(const Task *task, const TaskRange *range, AccessRef ref, bool is_write,
                          const char *place, CheckFindings *to)
{
    bool is_kernel = ref != 0;
    CheckFinding finding = {.count = 1};
    if (is_kernel) {
        finding = task_finding(CHECK_HOST_RACE, &task->kernel, ref, is_write);
        finding.address = range->begin;
    } else {
        snprintf(finding.what, sizeof finding.what, "%s", place);
    }
    finding.kind = CHECK_HOST_RACE;
    snprintf(finding.detail, sizeof finding.detail, "%s%s %s what %s %s, without waiting for it",
             is_kernel && place[0] != '\0' ? "host code at " : "host code", is_kernel ? place : "",
             range->is_write ? "writes" : "reads", task->name, is_write ? "writes" : "reads");
    findings_add(to, &finding);
}

static bool host_beside_kernel(const Task *task, const TaskRange *range, const char *place,
                               bool *is_seen, CheckFindings *to)
{
    bool is_write = false;
    AccessRef ref =
        task->kernel.program == NULL ? 0 : find_in_range(&task->kernel, range, &is_write);
    if (ref != 0 && access_stamp(&task->kernel.log, ref).is_atomic) {
        *is_seen = is_write && !range->is_write;
        return false;
    }
    if (ref != 0 && place != NULL) {
        add_host_race(task, range, ref, is_write, place, to);
    }
    return ref != 0;
}

bool tasks_host(const CheckTasks *tasks, const TaskRange *range, const char *place, uint64_t *seen,
                CheckFindings *to)
{
    bool is_found = false;
    for (uint32_t slot = 0; slot < TASK_SLOTS; slot++) {
        const Task *task = &tasks->slots[slot];
        bool is_seen = false;
        is_found |= task->is_open && host_beside_kernel(task, range, place, &is_seen, to);
        *seen |= is_seen ? task->known : 0;
        for (uint32_t i = 0; i < task->range_count && task->is_open; i++) {
            const TaskRange *other = &task->ranges[i];
            if (other->begin < range->end && range->begin < other->end &&
                (other->is_write || range->is_write)) {
                is_found = true;
                if (place != NULL) {
                    add_host_race(task, range, 0, other->is_write, place, to);
                }
            }
        }
    }
    return is_found;
}
