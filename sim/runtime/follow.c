// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/follow.h"

#include "isa/base/bits.h"
#include "sim/device/query.h"
#include "sim/runtime/graph.h"

static bool is_blocking(const struct CUstream_st *stream)
{
    return (stream->flags & cudaStreamNonBlocking) == 0;
}

// What work issued to the stream now follows (compare when it can start, stream.c).
static uint64_t known_before(const Runtime *runtime, const struct CUstream_st *stream)
{
    const RuntimeDevice *home = stream->home;
    uint64_t known = stream->known;
    if (stream != home->legacy) {
        return is_blocking(stream) ? known | home->legacy->known : known;
    }
    known |= home->per_thread->known;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        known |= at->home == home && is_blocking(at) ? at->known : 0;
    }
    return known;
}

void follow_host(Runtime *runtime, uint64_t known)
{
    if (runtime->open_tasks == 0) {
        return;
    }
    device_task_forget(runtime->device, known);
    runtime->open_tasks &= ~known;
    for (uint32_t i = 0; i < runtime->device_count; i++) {
        runtime->devices[i].legacy->known &= ~known;
        runtime->devices[i].per_thread->known &= ~known;
    }
    for (struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        at->known &= ~known;
    }
    for (struct CUevent_st *at = runtime->events; at != NULL; at = at->next) {
        at->known &= ~known;
    }
}

void follow_all(Runtime *runtime)
{
    follow_host(runtime, UINT64_MAX);
}

void follow_device(Runtime *runtime)
{
    uint64_t known = runtime->current->legacy->known | runtime->current->per_thread->known;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        known |= at->home == runtime->current ? at->known : 0;
    }
    follow_host(runtime, runtime->device_count == 1 ? UINT64_MAX : known);
}

void follow_stream(Runtime *runtime, const struct CUstream_st *stream)
{
    follow_host(runtime, known_before(runtime, stream));
}

void follow_destroy(const struct CUstream_st *stream)
{
    if (is_blocking(stream)) {
        stream->home->legacy->known |= stream->known;
    }
}

static const char *task_name(const Operation *operation)
{
    switch (operation->kind) {
    case OPERATION_KERNEL: return "a kernel";
    case OPERATION_COPY: return "a copy";
    case OPERATION_FILL: return "a memset";
    default: return NULL;
    }
}

// With one stream and device only the host runs beside kernels: it need not know of many.
#define SLOTS_OF_ONE_STREAM UINT64_C(0xff)

// Which the host's own code can access.
static bool has_mapped_memory(const Runtime *runtime)
{
    bool has = false;
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        AllocationKind kind = runtime->allocations[i].kind;
        has |= kind != ALLOCATION_DEVICE && kind != ALLOCATION_ARRAY;
    }
    return has;
}

// slots: those that the operation may take.
static void make_room(Runtime *runtime, const Operation *operation, uint64_t slots)
{
    if (task_name(operation) != NULL && (~runtime->open_tasks & slots) == 0) {
        follow_all(runtime);
    }
}

// Returns what comes before the operation's end.
static uint64_t begin(Runtime *runtime, const Operation *operation, uint64_t known)
{
    const char *name = task_name(operation);
    if (operation->kind == OPERATION_GRAPH) {
        operation->as.graph->known = known;
        operation->as.graph->is_followed = true;
    }
    if (name == NULL) {
        return known;
    }
    uint32_t slot = bits_lowest_64(~runtime->open_tasks);
    device_task_begin(runtime->device, slot, known, name);
    runtime->open_tasks |= UINT64_C(1) << slot;
    return known | UINT64_C(1) << slot;
}

static uint64_t end(Runtime *runtime, const Operation *operation, uint64_t known)
{
    device_task_end(runtime->device);
    switch (operation->kind) {
    case OPERATION_RECORD: operation->as.event->known = known; return known;
    case OPERATION_WAIT: return known | operation->as.event->known;
    case OPERATION_GRAPH: return known | operation->as.graph->known;
    default: return known;
    }
}

uint64_t follow_begin(Runtime *runtime, const struct CUstream_st *stream,
                      const Operation *operation)
{
    bool has_streams = runtime->streams != NULL || runtime->device_count > 1;
    bool is_graph = operation->kind == OPERATION_GRAPH;
    if (is_graph) {
        operation->as.graph->is_followed = false;
        operation->as.graph->known = 0;
        has_streams |= graph_has_branches(operation->as.graph);
    }
    if ((!has_streams && !has_mapped_memory(runtime)) ||
        !device_checks(runtime->device, CHECKER_RACE)) {
        return 0;
    }
    make_room(runtime, operation, has_streams ? UINT64_MAX : SLOTS_OF_ONE_STREAM);
    return begin(runtime, operation, known_before(runtime, stream));
}

void follow_end(Runtime *runtime, struct CUstream_st *stream, const Operation *operation,
                uint64_t known)
{
    stream->known |= end(runtime, operation, known);
}

uint64_t follow_begin_node(Runtime *runtime, const Operation *operation, uint64_t known)
{
    make_room(runtime, operation, UINT64_MAX); // `known` may then name too much: less is found
    return begin(runtime, operation, known);
}

uint64_t follow_end_node(Runtime *runtime, const Operation *operation, uint64_t known)
{
    return end(runtime, operation, known);
}
