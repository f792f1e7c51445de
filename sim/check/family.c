// SPDX-License-Identifier: Apache-2.0
#include "sim/check/family.h"

#include "isa/base/heap.h"
#include "sim/check/between.h"

#include <stdio.h>
#include <stdlib.h>

// A kernel that has launched others, until all of them have ended.
typedef struct CheckParent {
    TaskKernel kernel;
    UnitOrder order; // of its units
} CheckParent;

void family_keep(CheckFamily *family, const TaskKernel *kernel, const UnitOrder *order)
{
    family->parents =
        heap_room(family->parents, family->count, &family->room, sizeof *family->parents);
    CheckParent *parent = &family->parents[family->count++];
    *parent = (CheckParent){*kernel, *order};
}

static void forget_last(CheckFamily *family)
{
    CheckParent *parent = &family->parents[--family->count];
    task_kernel_clear(&parent->kernel);
    between_destroy(&parent->order);
}

void family_forget(CheckFamily *family, uint32_t launch)
{
    while (family->count > 0 && family->parents[family->count - 1].kernel.launch >= launch) {
        forget_last(family);
    }
    while (family->sibling_count > 0 &&
           family->siblings[family->sibling_count - 1].parent >= launch) {
        CheckSibling *last = &family->siblings[--family->sibling_count];
        family->sibling_pages -= history_page_count(&last->kernel.global);
        task_kernel_clear(&last->kernel);
    }
}

void family_destroy(CheckFamily *family)
{
    family_forget(family, 0);
    free(family->parents);
    free(family->siblings);
    *family = (CheckFamily){0};
}

// --- what the parent does beside the child

typedef struct Comparison {
    const CheckParent *parent;
    uint64_t unit; // of the parent, that launched the child at the tick
    uint32_t tick;
    const TaskKernel *child;
} Comparison;

static uint64_t unit_of(const TaskKernel *kernel, uint64_t block)
{
    uint64_t unit = 0, stride = 1;
    for (int axis = 0; axis < 3; axis++) {
        unit += block % kernel->grid[axis] / kernel->cluster[axis] * stride;
        block /= kernel->grid[axis];
        stride *= kernel->grid[axis] / kernel->cluster[axis];
    }
    return unit;
}

static bool is_beside(const Comparison *comparison, AccessRef ref)
{
    const Access *access = &comparison->parent->kernel.log.items[(ref >> 5) - 1];
    uint64_t unit = access->unit - 1u;
    return unit == comparison->unit ? access->when > comparison->tick
                                    : !between_knows(&comparison->parent->order, unit, access->when,
                                                     comparison->unit, comparison->tick);
}

static bool are_atomic(const Comparison *comparison, AccessRef here, AccessRef other)
{
    return access_stamp(&comparison->child->log, here).is_atomic &&
           access_stamp(&comparison->parent->kernel.log, other).is_atomic;
}

typedef struct Ways {
    Plane here, other;
} Ways;

static const Ways all_ways[] = {
    {PLANE_READER, PLANE_WRITER}, {PLANE_WRITER, PLANE_READER}, {PLANE_WRITER, PLANE_WRITER}};

// The first byte of two pages that both access, one of them writing.
static bool find_on_page(const Comparison *comparison, const PastPage *page, const PastPage *with,
                         Ways ways, TaskClash *clash)
{
    if (page->planes[ways.here].cells == NULL || with->planes[ways.other].cells == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        AccessRef x = past_access(page, ways.here, i), y = past_access(with, ways.other, i);
        if (x != 0 && y != 0 && is_beside(comparison, y) && !are_atomic(comparison, x, y)) {
            *clash = (TaskClash){x, y, page->number * SHADOW_PAGE_BYTES + i};
            return true;
        }
    }
    return false;
}

static void compare(const Comparison *comparison, Ways ways, CheckFindings *to)
{
    const TaskKernel *child = comparison->child, *parent = &comparison->parent->kernel;
    for (uint32_t i = 0; i < history_page_count(&child->global); i++) {
        const PastPage *page = history_page_at(&child->global, i);
        const PastPage *with = history_find(&parent->global, page->number);
        TaskClash clash;
        if (with != NULL && find_on_page(comparison, page, with, ways, &clash)) {
            CheckFinding finding =
                task_finding(CHECK_CHILD, child, clash.here, ways.here == PLANE_WRITER);
            finding.address = clash.address;
            task_describe(parent, clash.other, ways.other == PLANE_WRITER,
                          "the same bytes, after or beside the launch", finding.detail,
                          sizeof finding.detail);
            findings_add(to, &finding);
            return; // one finding for each way in which they clash
        }
    }
}

void family_compare(const CheckFamily *family, const LaunchMoment *moment, const TaskKernel *child,
                    CheckFindings *to)
{
    Comparison comparison = {.tick = moment->tick, .child = child};
    for (uint32_t i = 0; i < family->count; i++) {
        if (family->parents[i].kernel.launch == moment->launch) {
            comparison.parent = &family->parents[i];
            comparison.unit = unit_of(&comparison.parent->kernel, moment->block);
        }
    }
    for (uint32_t i = 0; i < sizeof all_ways / sizeof *all_ways && comparison.parent != NULL; i++) {
        compare(&comparison, all_ways[i], to);
    }
}

// --- children of one parent

bool family_keep_sibling(CheckFamily *family, const CheckSibling *child)
{
    enum { SIBLINGS_MAX = 64, PAGES_MAX = 1 << 20 };
    uint64_t pages = family->sibling_pages + history_page_count(&child->kernel.global);
    if (family->sibling_count == SIBLINGS_MAX || pages > PAGES_MAX) {
        return false;
    }
    family->siblings = heap_room(family->siblings, family->sibling_count, &family->sibling_room,
                                 sizeof *family->siblings);
    family->siblings[family->sibling_count++] = *child;
    family->sibling_pages = pages;
    return true;
}

static const CheckSibling *find_sibling(const CheckFamily *family, uint32_t launch)
{
    for (uint32_t i = 0; i < family->sibling_count; i++) {
        if (family->siblings[i].kernel.launch == launch) {
            return &family->siblings[i];
        }
    }
    return NULL;
}

// Whether the child comes after the other in its stream, or after one that is not known.
static bool follows(const CheckFamily *family, const CheckSibling *child, const CheckSibling *other)
{
    uint32_t before = child->after;
    while (before != child->parent && before != other->kernel.launch) {
        const CheckSibling *sibling = find_sibling(family, before);
        if (sibling == NULL) {
            return true;
        }
        before = sibling->after;
    }
    return before == other->kernel.launch;
}

// Both store the same value there.
static bool is_equal_write(const TaskKernel *a, const TaskKernel *b, const PastPage *page_a,
                           const PastPage *page_b, const TaskClash *clash)
{
    uint32_t byte = (uint32_t)(clash->address % SHADOW_PAGE_BYTES);
    uint32_t pc_a = access_stamp(&a->log, clash->here).pc;
    uint32_t pc_b = access_stamp(&b->log, clash->other).pc;
    return a->program->code[pc_a].kind == MICRO_STORE &&
           b->program->code[pc_b].kind == MICRO_STORE && past_has_equal(page_a, page_b, byte);
}

static bool find_between(const TaskKernel *a, const PastPage *page_a, const TaskKernel *b,
                         const PastPage *page_b, Ways ways, TaskClash *clash)
{
    if (page_a->planes[ways.here].cells == NULL || page_b->planes[ways.other].cells == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        AccessRef x = past_access(page_a, ways.here, i), y = past_access(page_b, ways.other, i);
        *clash = (TaskClash){x, y, page_a->number * SHADOW_PAGE_BYTES + i};
        bool are_writes = ways.here == PLANE_WRITER && ways.other == PLANE_WRITER;
        if (x != 0 && y != 0 &&
            !(access_stamp(&a->log, x).is_atomic && access_stamp(&b->log, y).is_atomic) &&
            !(are_writes && is_equal_write(a, b, page_a, page_b, clash))) {
            return true;
        }
    }
    return false;
}

static void compare_sibling(const TaskKernel *child, const TaskKernel *other, Ways ways,
                            CheckFindings *to)
{
    for (uint32_t i = 0; i < history_page_count(&child->global); i++) {
        const PastPage *page = history_page_at(&child->global, i);
        const PastPage *with = history_find(&other->global, page->number);
        TaskClash clash;
        if (with != NULL && find_between(child, page, other, with, ways, &clash)) {
            CheckFinding finding =
                task_finding(CHECK_SIBLING, child, clash.here, ways.here == PLANE_WRITER);
            finding.address = clash.address;
            task_describe(other, clash.other, ways.other == PLANE_WRITER,
                          "the same bytes; nothing orders the two", finding.detail,
                          sizeof finding.detail);
            findings_add(to, &finding);
            return;
        }
    }
}

void family_compare_siblings(const CheckFamily *family, const CheckSibling *child,
                             CheckFindings *to)
{
    for (uint32_t i = 0; i < family->sibling_count; i++) {
        const CheckSibling *other = &family->siblings[i];
        bool is_beside = other->parent == child->parent && !follows(family, child, other);
        for (uint32_t way = 0; way < sizeof all_ways / sizeof *all_ways && is_beside; way++) {
            compare_sibling(&child->kernel, &other->kernel, all_ways[way], to);
        }
    }
}
