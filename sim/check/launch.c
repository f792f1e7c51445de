// SPDX-License-Identifier: Apache-2.0
// Races between units of one launch. Units are joined in the order of their indices, whenever they
// ran, so that what is found does not depend on threads. Between two units only releases and
// acquires order: a unit's accesses up to a fence come before those that follow, in another unit,
// on an atomic or volatile read of the place that the fence's unit wrote next.
#include "sim/check/between.h"
#include "sim/check/unit.h"

#include "isa/base/heap.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// One unit's last access to a word.
typedef struct UnitStamp {
    uint32_t unit; // plus 1; 0: none
    uint32_t value;
    Stamp stamp;
} UnitStamp;

typedef struct SharedPage {
    uint64_t number;
    uint32_t shift;
    UnitStamp *writers, *readers; // NULL: nobody
} SharedPage;

struct LaunchCheck {
    const Launch *launch;
    uint32_t id, checkers;
    pthread_mutex_t lock;
    uint64_t next;    // unit to be joined next
    UnitCheck *queue; // those that have ended before their turn, by index
    CheckFindings findings;
    SharedPage *pages;
    uint32_t page_count, page_room, *slots, slot_count;
    UnitOrder order;
};

LaunchCheck *launch_check_create(const Launch *launch, uint32_t id, uint32_t checkers)
{
    LaunchCheck *check = heap_allocate(1, sizeof *check);
    check->launch = launch;
    check->id = id;
    check->checkers = checkers;
    between_init(&check->order);
    pthread_mutex_init(&check->lock, NULL);
    return check;
}

static uint32_t hash(uint64_t key, uint32_t room)
{
    return (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (room - 1);
}

// --- what orders units

void launch_released(UnitCheck *unit, uint64_t address, uint32_t tick)
{
    LaunchCheck *check = unit->launch_check;
    if (tick == 0) {
        return;
    }
    order_advance(&unit->order); // the access itself has a tick of its own
    pthread_mutex_lock(&check->lock);
    between_release(&check->order, unit->index, address, tick, unit->order.tick);
    pthread_mutex_unlock(&check->lock);
}

void launch_acquired(UnitCheck *unit, uint64_t address)
{
    LaunchCheck *check = unit->launch_check;
    pthread_mutex_lock(&check->lock);
    between_acquire(&check->order, unit->index, address, &unit->order);
    pthread_mutex_unlock(&check->lock);
}

static bool are_ordered(const LaunchCheck *check, uint64_t a, Stamp at_a, uint64_t b, Stamp at_b)
{
    return between_knows(&check->order, a, at_a.when, b, at_b.when) ||
           between_knows(&check->order, b, at_b.when, a, at_a.when);
}

// --- joining

static SharedPage *page_of(LaunchCheck *check, uint64_t number)
{
    if (check->page_count * 2 >= check->slot_count) {
        free(check->slots);
        check->slot_count = check->slot_count == 0 ? 256 : check->slot_count * 2;
        check->slots = heap_allocate(check->slot_count, sizeof(uint32_t));
        check->page_room = check->slot_count / 2;
        check->pages = realloc(check->pages, check->page_room * sizeof(SharedPage));
        if (check->pages == NULL) {
            abort();
        }
        for (uint32_t i = 0; i < check->page_count; i++) {
            uint32_t at = hash(check->pages[i].number, check->slot_count);
            while (check->slots[at] != 0) {
                at = (at + 1) & (check->slot_count - 1);
            }
            check->slots[at] = i + 1;
        }
    }
    uint32_t at = hash(number, check->slot_count);
    while (check->slots[at] != 0 && check->pages[check->slots[at] - 1].number != number) {
        at = (at + 1) & (check->slot_count - 1);
    }
    if (check->slots[at] == 0) {
        check->pages[check->page_count] = (SharedPage){.number = number, .shift = 2};
        check->slots[at] = ++check->page_count;
    }
    return &check->pages[check->slots[at] - 1];
}

static void split(UnitStamp **stamps)
{
    if (*stamps == NULL) {
        return;
    }
    UnitStamp *bytes = heap_allocate(SHADOW_PAGE_BYTES, sizeof(UnitStamp));
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        bytes[i] = (*stamps)[i / 4];
    }
    free(*stamps);
    *stamps = bytes;
}

static UnitStamp *stamps_of(UnitStamp **stamps, uint32_t shift)
{
    if (*stamps == NULL) {
        *stamps = heap_allocate(SHADOW_PAGE_BYTES >> shift, sizeof(UnitStamp));
    }
    return *stamps;
}

// The block of this rank in a unit.
static void place_in_grid(const Launch *launch, uint64_t unit, uint32_t rank, uint32_t place[3])
{
    for (int axis = 0; axis < 3; axis++) {
        uint32_t clusters = launch->grid[axis] / launch->cluster[axis];
        place[axis] =
            (uint32_t)(unit % clusters) * launch->cluster[axis] + rank % launch->cluster[axis];
        unit /= clusters;
        rank /= launch->cluster[axis];
    }
}

static CheckSide side_elsewhere(const LaunchCheck *check, const UnitCheck *unit, UnitStamp other,
                                bool is_store)
{
    CheckSide side = side_of_stamp(unit, other.stamp, is_store);
    place_in_grid(check->launch, other.unit - 1, other.stamp.warp / unit->block_warps, side.block);
    return side;
}

static void report(LaunchCheck *check, const UnitCheck *unit, CheckKind kind, uint64_t address,
                   uint32_t width_bytes, UnitStamp here, UnitStamp other)
{
    bool is_store = kind != CHECK_RAW, is_other_store = kind != CHECK_WAR;
    CheckFinding finding = {.kind = kind,
                            .has_other = true,
                            .is_other_elsewhere = true,
                            .program = check->launch->program,
                            .here = side_of_stamp(unit, here.stamp, is_store),
                            .other = side_elsewhere(check, unit, other, is_other_store),
                            .space = PTX_SPACE_GLOBAL,
                            .address = address,
                            .width_bytes = width_bytes,
                            .count = 1};
    const Micro *code = check->launch->program->code;
    finding.is_benign = kind == CHECK_WAW && here.value == other.value &&
                        code[here.stamp.pc].kind == MICRO_STORE &&
                        code[other.stamp.pc].kind == MICRO_STORE;
    findings_add(&check->findings, &finding);
}

static bool conflicts(const LaunchCheck *check, UnitStamp here, UnitStamp other)
{
    return other.unit != 0 && other.unit != here.unit &&
           !(here.stamp.is_atomic && other.stamp.is_atomic) &&
           !are_ordered(check, other.unit - 1, other.stamp, here.unit - 1, here.stamp);
}

typedef struct Join {
    LaunchCheck *check;
    const UnitCheck *unit;
    uint64_t address;
    uint32_t width_bytes;
} Join;

static void join_write(const Join *join, UnitStamp write, UnitStamp *writer, UnitStamp *reader)
{
    LaunchCheck *check = join->check;
    if (conflicts(check, write, *writer)) {
        report(check, join->unit, CHECK_WAW, join->address, join->width_bytes, write, *writer);
    }
    if (reader != NULL && conflicts(check, write, *reader)) {
        report(check, join->unit, CHECK_WAR, join->address, join->width_bytes, write, *reader);
    }
    *writer = write;
}

static void join_cell(const Join *join, const Cell *cell, SharedPage *page, uint32_t index)
{
    uint32_t unit = (uint32_t)join->unit->index + 1;
    if (cell->reader.when != 0) {
        UnitStamp read = {.unit = unit, .stamp = cell->reader};
        const UnitStamp *writer = page->writers == NULL ? NULL : &page->writers[index];
        if (writer != NULL && conflicts(join->check, read, *writer)) {
            report(join->check, join->unit, CHECK_RAW, join->address, join->width_bytes, read,
                   *writer);
        }
        stamps_of(&page->readers, page->shift)[index] = read;
    }
    const Stamp writes[] = {cell->changer, cell->writer};
    for (uint32_t i = 0; i < 2; i++) {
        if (writes[i].when != 0) {
            UnitStamp write = {unit, cell->value, writes[i]};
            join_write(join, write, &stamps_of(&page->writers, page->shift)[index],
                       page->readers == NULL ? NULL : &page->readers[index]);
        }
    }
}

static void join_page(LaunchCheck *check, const UnitCheck *unit, const Page *from)
{
    SharedPage *page = page_of(check, from->number);
    if (from->shift == 0 && page->shift != 0) {
        split(&page->writers);
        split(&page->readers);
        page->shift = 0;
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES >> page->shift; i++) {
        const Cell *cell = &from->cells[i << page->shift >> from->shift];
        Join join = {check, unit, from->number * SHADOW_PAGE_BYTES + (i << page->shift),
                     1u << page->shift};
        if (cell->reader.when != 0 || cell->writer.when != 0 || cell->changer.when != 0) {
            join_cell(&join, cell, page, i);
        }
    }
}

static void join_unit(LaunchCheck *check, UnitCheck *unit)
{
    for (uint32_t i = 0; i < unit->findings.count; i++) {
        findings_add(&check->findings, &unit->findings.items[i]);
    }
    for (uint32_t i = 0; i < unit->global.count; i++) {
        join_page(check, unit, &unit->global.pages[i]);
    }
    unit_destroy_check(unit);
}

UnitCheck *unit_check_begin(LaunchCheck *check, uint64_t unit, Block *const *blocks, uint32_t count)
{
    return unit_create_check(check, check->launch, check->checkers, unit, blocks, count);
}

static void queue_insert(LaunchCheck *check, UnitCheck *unit)
{
    UnitCheck **at = &check->queue;
    while (*at != NULL && (*at)->index < unit->index) {
        at = &(*at)->next;
    }
    unit->next = *at;
    *at = unit;
}

void unit_check_end(UnitCheck *unit)
{
    LaunchCheck *check = unit->launch_check;
    unit_leave_blocks(unit);
    pthread_mutex_lock(&check->lock);
    queue_insert(check, unit);
    while (check->queue != NULL && check->queue->index == check->next) {
        UnitCheck *first = check->queue;
        check->queue = first->next;
        check->next++;
        join_unit(check, first);
    }
    pthread_mutex_unlock(&check->lock);
}

static void launch_check_destroy(LaunchCheck *check)
{
    for (uint32_t i = 0; i < check->page_count; i++) {
        free(check->pages[i].writers);
        free(check->pages[i].readers);
    }
    findings_clear(&check->findings);
    free(check->pages);
    free(check->slots);
    between_destroy(&check->order);
    pthread_mutex_destroy(&check->lock);
    free(check);
}

// What threads write after reading where others write depends on who came first: that two of them
// wrote the same says nothing then.
static bool are_values_certain(const CheckFindings *findings)
{
    for (uint32_t i = 0; i < findings->count; i++) {
        const CheckFinding *finding = &findings->items[i];
        if (finding->space == PTX_SPACE_GLOBAL &&
            (finding->kind == CHECK_RAW || finding->kind == CHECK_WAR)) {
            return false;
        }
    }
    return true;
}

void launch_check_finish(LaunchCheck *check, uint64_t last_unit, CheckFindings *to)
{
    while (check->queue != NULL) {
        UnitCheck *first = check->queue;
        check->queue = first->next;
        if (first->index <= last_unit) {
            join_unit(check, first);
        } else {
            unit_destroy_check(first);
        }
    }
    bool is_certain = are_values_certain(&check->findings);
    for (uint32_t i = 0; i < check->findings.count; i++) {
        CheckFinding finding = check->findings.items[i];
        finding.launch = check->id;
        finding.is_benign &= is_certain;
        findings_add(to, &finding);
    }
    to->lost += check->findings.lost;
    launch_check_destroy(check);
}
