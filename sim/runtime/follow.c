// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/follow.h"

#include "isa/base/bits.h"
#include "sim/device/query.h"

static bool is_blocking(const struct CUstream_st *stream)
{
    return (stream->flags & cudaStreamNonBlocking) == 0;
}

// What work issued to the stream now follows (compare when it can start, stream.c).
static uint64_t known_before(const Runtime *runtime, const struct CUstream_st *stream)
{
    uint64_t known = stream->known;
    if (stream != runtime->legacy) {
        return is_blocking(stream) ? known | runtime->legacy->known : known;
    }
    known |= runtime->per_thread->known;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        known |= is_blocking(at) ? at->known : 0;
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
    runtime->legacy->known &= ~known;
    runtime->per_thread->known &= ~known;
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

void follow_stream(Runtime *runtime, const struct CUstream_st *stream)
{
    follow_host(runtime, known_before(runtime, stream));
}

void follow_destroy(Runtime *runtime, const struct CUstream_st *stream)
{
    if (is_blocking(stream)) {
        runtime->legacy->known |= stream->known;
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

// With one stream only the host runs beside kernels: it need not know of many.
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

uint64_t follow_begin(Runtime *runtime, const struct CUstream_st *stream,
                      const Operation *operation)
{
    bool has_others = runtime->streams != NULL || has_mapped_memory(runtime);
    if (!has_others || !device_checks(runtime->device, CHECKER_RACE)) {
        return 0;
    }
    const char *name = task_name(operation);
    uint64_t slots = runtime->streams != NULL ? UINT64_MAX : SLOTS_OF_ONE_STREAM;
    if (name != NULL && (~runtime->open_tasks & slots) == 0) {
        follow_all(runtime); // no slot is left
    }
    uint64_t known = known_before(runtime, stream);
    if (name != NULL) {
        uint32_t slot = bits_lowest_64(~runtime->open_tasks);
        device_task_begin(runtime->device, slot, known, name);
        runtime->open_tasks |= UINT64_C(1) << slot;
        known |= UINT64_C(1) << slot;
    }
    return known;
}

void follow_end(Runtime *runtime, struct CUstream_st *stream, const Operation *operation,
                uint64_t known)
{
    stream->known |= known;
    if (operation->kind == OPERATION_RECORD) {
        operation->as.event->known = known;
    } else if (operation->kind == OPERATION_WAIT) {
        stream->known |= operation->as.event->known;
    }
    device_task_end(runtime->device);
}
