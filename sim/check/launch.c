// SPDX-License-Identifier: Apache-2.0
// The checks of one launch's units: takes those that have ended in the order of their indices,
// whenever they ran, so that what is found does not depend on threads.
#include "sim/check/join.h"

#include "isa/base/heap.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct LaunchCheck {
    const Launch *launch;
    uint32_t id, checkers;
    pthread_mutex_t lock; // of all but what is joined, which belongs to the thread that joins
    pthread_cond_t joined_some;
    bool is_joining;
    uint64_t next;    // unit to be joined next
    UnitCheck *queue; // those that have ended and are not joined, by index
    uint32_t queued;
    Workspace *spare;       // of units whose blocks have ended
    UnitCheck *spare_units; // that were joined
    Joined joined;
    Objects objects;
};

LaunchCheck *launch_check_create(const Launch *launch, uint32_t id, uint32_t checkers)
{
    LaunchCheck *check = heap_allocate(1, sizeof *check);
    check->launch = launch;
    check->id = id;
    check->checkers = checkers;
    joined_init(&check->joined, launch);
    objects_init(&check->objects, launch);
    pthread_mutex_init(&check->lock, NULL);
    pthread_cond_init(&check->joined_some, NULL);
    return check;
}

// --- what orders units

void launch_released(UnitCheck *unit, uint64_t address, uint32_t tick)
{
    LaunchCheck *check = unit->launch_check;
    if (tick == 0) {
        return;
    }
    order_advance(&unit->order); // the access itself has a tick of its own
    pthread_mutex_lock(&check->joined.order_lock);
    between_release(&check->joined.order, unit->index, address, tick, unit->order.tick);
    pthread_mutex_unlock(&check->joined.order_lock);
}

void launch_acquired(UnitCheck *unit, uint64_t address)
{
    LaunchCheck *check = unit->launch_check;
    pthread_mutex_lock(&check->joined.order_lock);
    between_acquire(&check->joined.order, unit->index, address, &unit->order);
    pthread_mutex_unlock(&check->joined.order_lock);
}

// --- units

UnitCheck *unit_check_begin(LaunchCheck *check, uint64_t unit, Block *const *blocks, uint32_t count)
{
    pthread_mutex_lock(&check->lock);
    Workspace *work = check->spare;
    if (work != NULL) {
        check->spare = work->next;
    }
    UnitCheck *old = check->spare_units;
    if (old != NULL) {
        check->spare_units = old->next;
    }
    pthread_mutex_unlock(&check->lock);
    UnitShape shape = {check, check->launch, &check->objects, check->checkers, unit, blocks, count};
    return unit_begin_check(&shape, old, work);
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

#define QUEUED_MAX 64u

// Joins those whose turn has come. The lock is held, but not while a unit is joined.
static void join_queue(LaunchCheck *check)
{
    check->is_joining = true;
    while (check->queue != NULL && check->queue->index == check->next) {
        UnitCheck *first = check->queue;
        check->queue = first->next;
        check->queued--;
        check->next++;
        pthread_mutex_unlock(&check->lock);
        join_unit(&check->joined, first);
        bool is_reusable = unit_end_check(first);
        if (!is_reusable) {
            unit_destroy_check(first);
        }
        pthread_mutex_lock(&check->lock);
        if (is_reusable) {
            first->next = check->spare_units;
            check->spare_units = first;
        }
        if (check->queued == QUEUED_MAX / 2) {
            pthread_cond_broadcast(&check->joined_some);
        }
    }
    check->is_joining = false;
    pthread_cond_broadcast(&check->joined_some);
}

// Other threads run blocks while one joins. If it falls behind they wait, which saves memory.
void unit_check_end(UnitCheck *unit)
{
    LaunchCheck *check = unit->launch_check;
    Workspace *work = unit_leave_blocks(unit);
    pthread_mutex_lock(&check->lock);
    work->next = check->spare;
    check->spare = work;
    queue_insert(check, unit);
    check->queued++;
    if (!check->is_joining) {
        join_queue(check);
    }
    if (check->is_joining && check->queued > QUEUED_MAX) {
        pthread_cond_wait(&check->joined_some, &check->lock);
    }
    pthread_mutex_unlock(&check->lock);
}

static void launch_check_destroy(LaunchCheck *check)
{
    while (check->spare != NULL) {
        Workspace *work = check->spare;
        check->spare = work->next;
        workspace_destroy(work);
    }
    while (check->spare_units != NULL) {
        UnitCheck *unit = check->spare_units;
        check->spare_units = unit->next;
        unit_destroy_check(unit);
    }
    joined_destroy(&check->joined);
    objects_destroy(&check->objects);
    pthread_mutex_destroy(&check->lock);
    pthread_cond_destroy(&check->joined_some);
    free(check);
}

// What threads write after reading a place that others write depends on their order: that two of
// them wrote the same then proves nothing.
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

// What the launch did to memory is no longer the check's.
static TaskKernel take_kernel(LaunchCheck *check)
{
    const Launch *launch = check->launch;
    Joined *joined = &check->joined;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    TaskKernel kernel = {.program = launch->program,
                         .launch = check->id,
                         .block_warps = (threads + LANE_COUNT - 1) / LANE_COUNT,
                         .global = joined->global,
                         .log = joined->log};
    memcpy(kernel.grid, launch->grid, sizeof kernel.grid);
    memcpy(kernel.cluster, launch->cluster, sizeof kernel.cluster);
    memcpy(kernel.block, launch->block, sizeof kernel.block);
    history_init(&joined->global);
    joined->log = (AccessLog){0};
    return kernel;
}

// Compares it with what runs beside it, and keeps it for what will.
static void hand_over(LaunchCheck *check, const CheckKin *kin, CheckFindings *to)
{
    if (kin->tasks->current == 0 && !kin->has_children && !kin->runs_beside_parent) {
        return;
    }
    TaskKernel kernel = take_kernel(check);
    if (kin->runs_beside_parent) {
        family_compare(kin->family, &kin->launched, &kernel, to);
    }
    CheckSibling sibling = {kernel, kin->launched.launch, kin->after};
    bool has_siblings = kin->runs_beside_parent && !kin->has_waits;
    if (has_siblings) {
        family_compare_siblings(kin->family, &sibling, to);
    }
    if (kin->tasks->current != 0) {
        tasks_compare(kin->tasks, &kernel, to);
    }
    if (kin->has_children) {
        family_keep(kin->family, &kernel, &check->joined.order);
        check->joined.order = (UnitOrder){0};
    } else if (kin->tasks->current != 0) {
        tasks_keep(kin->tasks, &kernel);
    } else if (!has_siblings || !family_keep_sibling(kin->family, &sibling)) {
        task_kernel_clear(&kernel);
    }
}

void launch_check_finish(LaunchCheck *check, uint64_t last_unit, const CheckKin *kin,
                         CheckFindings *to)
{
    while (check->queue != NULL) {
        UnitCheck *first = check->queue;
        check->queue = first->next;
        if (first->index <= last_unit) {
            join_unit(&check->joined, first);
        }
        unit_destroy_check(first);
    }
    bool is_certain = are_values_certain(&check->joined.findings);
    for (uint32_t i = 0; i < check->joined.findings.count; i++) {
        CheckFinding finding = check->joined.findings.items[i];
        finding.launch = check->id;
        finding.is_benign &= is_certain;
        findings_add(to, &finding);
    }
    to->lost += check->joined.findings.lost;
    hand_over(check, kin, to);
    launch_check_destroy(check);
}
