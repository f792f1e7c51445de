// SPDX-License-Identifier: Apache-2.0
// A launch and what its kernel launched, down to the last descendant. A child runs when its
// parent's threads have ended, after those that the parent asked for before it; tail launches come
// after all others. So a grid's descendants run before whatever waits for the grid, and the order
// is one that every stream allows.
#include "isa/base/heap.h"
#include "sim/device/launch.h"
#include "sim/device/query.h"

#include <stdlib.h>
#include <string.h>

// A grid that has ended, and its children that are still to run.
typedef struct Parent {
    uint32_t id;
    ChildRequests requests;
    uint32_t *order; // of the children: indices
    uint32_t *after; // of each child: the index of the one before it in its stream, plus 1; or 0
    uint32_t *ids;   // of each child that has run: its launch
    uint32_t next;   // in `order`
} Parent;

typedef struct Family {
    LockstepDevice *device;
    LockstepModule *module;
    Parent *parents; // the last one's children run
    uint32_t count, room;
} Family;

// --- the order of children

static LaunchWay way_of(const Child *child)
{
    return child->stream <= STREAM_PER_THREAD        ? LAUNCH_IN_BLOCK_STREAM
           : child->stream == STREAM_TAIL            ? LAUNCH_TAIL
           : child->stream == STREAM_FIRE_AND_FORGET ? LAUNCH_FIRE_AND_FORGET
                                                     : LAUNCH_IN_STREAM;
}

typedef struct StreamPlace {
    uint64_t stream, block;
    uint32_t index;
} StreamPlace;

static int by_stream(const void *a, const void *b)
{
    const StreamPlace *x = a, *y = b;
    if (x->stream != y->stream) {
        return x->stream < y->stream ? -1 : 1;
    }
    if (x->block != y->block) {
        return x->block < y->block ? -1 : 1;
    }
    return x->index < y->index ? -1 : x->index > y->index;
}

// Which child each one follows. Launches to fire and forget follow none.
static void find_streams(Parent *parent)
{
    const ChildRequests *requests = &parent->requests;
    StreamPlace *places = heap_allocate(requests->count, sizeof *places);
    uint32_t count = 0;
    for (uint32_t i = 0; i < requests->count; i++) {
        const Child *child = &requests->children[i];
        if (child->kind == CHILD_KERNEL && child->stream != STREAM_FIRE_AND_FORGET) {
            bool is_own = child->stream <= STREAM_PER_THREAD;
            places[count++] = is_own ? (StreamPlace){STREAM_NULL, child->block, i}
                                     : (StreamPlace){child->stream, 0, i};
        }
    }
    qsort(places, count, sizeof *places, by_stream);
    for (uint32_t i = 1; i < count; i++) {
        if (places[i].stream == places[i - 1].stream && places[i].block == places[i - 1].block) {
            parent->after[places[i].index] = places[i - 1].index + 1;
        }
    }
    free(places);
}

// The order of blocks, which is the same with and without a clock.
static int by_block(const void *a, const void *b)
{
    const Child *x = a, *y = b;
    if (x->block != y->block) {
        return x->block < y->block ? -1 : 1;
    }
    return x->number < y->number ? -1 : x->number > y->number;
}

static void add_parent(Family *family, uint32_t id, ChildRequests *requests)
{
    if (requests->count == 0) {
        child_requests_destroy(requests);
        return;
    }
    uint32_t count = requests->count;
    Parent parent = {.id = id,
                     .requests = *requests,
                     .order = heap_allocate(count, sizeof(uint32_t)),
                     .after = heap_allocate(count, sizeof(uint32_t)),
                     .ids = heap_allocate(count, sizeof(uint32_t))};
    uint32_t first = 0, tail = 0;
    qsort(requests->children, count, sizeof(Child), by_block);
    for (uint32_t i = 0; i < count; i++) {
        tail += requests->children[i].stream != STREAM_TAIL;
    }
    for (uint32_t i = 0; i < count; i++) {
        parent.order[requests->children[i].stream == STREAM_TAIL ? tail++ : first++] = i;
    }
    find_streams(&parent);
    family->parents =
        heap_room(family->parents, family->count, &family->room, sizeof *family->parents);
    family->parents[family->count++] = parent;
}

static void remove_parent(Family *family)
{
    Parent *parent = &family->parents[--family->count];
    family_forget(&family->device->family, parent->id);
    child_requests_destroy(&parent->requests);
    free(parent->order);
    free(parent->after);
    free(parent->ids);
}

// --- running

static void run_copy(LockstepDevice *device, const Child *child)
{
    uint8_t *bytes = heap_resize(NULL, child->size_bytes + 1, 1);
    if (child->kind == CHILD_FILL) {
        memset(bytes, child->value, child->size_bytes);
    }
    for (uint64_t row = 0; row < (child->rows == 0 ? 1 : child->rows); row++) {
        if (child->kind == CHILD_COPY) {
            device_memory_read(device->memory, child->from + row * child->from_pitch, bytes,
                               child->size_bytes);
        }
        device_memory_write(device->memory, child->to + row * child->to_pitch, bytes,
                            child->size_bytes);
    }
    free(bytes);
}

static LockstepStatus run_kernel(Family *family, uint32_t index)
{
    LockstepDevice *device = family->device;
    Parent *parent = &family->parents[family->count - 1];
    const Child *child = &parent->requests.children[index];
    uint32_t before = parent->after[index];
    LockstepLaunch wanted = {.kernel = family->module->ptx->functions[child->function]->name,
                             .dynamic_shared_bytes = child->shared_bytes,
                             .parameters = child->parameters,
                             .parameter_bytes = child->parameter_bytes};
    LaunchOrigin origin = {.way = way_of(child),
                           .parent = parent->id,
                           .after = before > 0 ? parent->ids[before - 1] : parent->id,
                           .depth = parent->requests.depth + 1,
                           .block = child->block,
                           .moment = child->moment,
                           .has_waits = parent->requests.has_waits};
    ChildRequests requests = {.depth = origin.depth};
    memcpy(wanted.grid, child->grid, sizeof wanted.grid);
    memcpy(wanted.block, child->threads, sizeof wanted.block);
    parent->ids[index] = device->launch_count;
    LockstepStatus status = launch_run(device, family->module, &wanted, &origin, &requests);
    add_parent(family, device->launch_count - 1, &requests);
    return status;
}

static LockstepStatus run_children(Family *family)
{
    LockstepStatus status = LOCKSTEP_OK;
    while (family->count > 0 && status == LOCKSTEP_OK) {
        Parent *parent = &family->parents[family->count - 1];
        if (parent->next == parent->requests.count) {
            remove_parent(family);
            continue;
        }
        uint32_t index = parent->order[parent->next++];
        const Child *child = &parent->requests.children[index];
        if (child->kind == CHILD_KERNEL) {
            status = run_kernel(family, index);
        } else {
            run_copy(family->device, child);
        }
    }
    return status;
}

LockstepStatus lockstep_launch(LockstepDevice *device, LockstepModule *module,
                               const LockstepLaunch *wanted)
{
    if (!device_enter(device) || !device_has_module(device, module)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    if (wanted->kernel == NULL || (wanted->parameters == NULL && wanted->parameter_bytes > 0)) {
        return device_fail(device, LOCKSTEP_ERROR_INPUT, "a launch without a %s",
                           wanted->kernel == NULL ? "kernel's name" : "parameter block");
    }
    if (wanted->parameter_bytes > UINT32_MAX) {
        return device_fail(device, LOCKSTEP_ERROR_INPUT, "%zu bytes of parameters are too many",
                           wanted->parameter_bytes);
    }
    Family family = {.device = device, .module = module};
    LaunchOrigin origin = {.way = LAUNCH_BY_HOST, .parent = UINT32_MAX, .after = UINT32_MAX};
    ChildRequests requests = {0};
    uint32_t home = device_memory_home(device->memory);
    device_memory_turn(device->memory, home, ~(device->peers | 1u << home) & MEMORY_HOME_BITS);
    LockstepStatus status = launch_run(device, module, wanted, &origin, &requests);
    add_parent(&family, device->launch_count - 1, &requests);
    if (status == LOCKSTEP_OK) {
        status = run_children(&family);
    }
    while (family.count > 0) {
        remove_parent(&family);
    }
    free(family.parents);
    device_memory_turn(device->memory, home, 0);
    return status;
}
