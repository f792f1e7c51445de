// SPDX-License-Identifier: Apache-2.0
// Events: marks in a stream's modeled time.
#include "isa/base/heap.h"
#include "sim/runtime/follow.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/leak.h"
#include "sim/runtime/stream.h"

#include <stdlib.h>

struct CUevent_st *event_find(Runtime *runtime, cudaEvent_t handle)
{
    struct CUevent_st *event = runtime->events;
    while (event != NULL && event != handle) {
        event = event->next;
    }
    return event;
}

void event_set(cudaEvent_t event, double seconds)
{
    event->is_recorded = true;
    event->seconds = seconds;
}

double event_seconds(cudaEvent_t event)
{
    return event->is_recorded ? event->seconds : 0;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_timed = (flags & cudaEventDisableTiming) == 0;
    if (event == NULL || flags > 7 || ((flags & cudaEventInterprocess) != 0 && is_timed)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    struct CUevent_st *created = heap_resize(NULL, 1, sizeof(*created));
    *created = (struct CUevent_st){.next = runtime->events,
                                   .caller = leak_caller(runtime),
                                   .home = runtime->current,
                                   .flags = flags};
    runtime->events = created;
    *event = created;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUevent_st **link = &runtime->events;
    while (*link != NULL && *link != event) {
        link = &(*link)->next;
    }
    if (event == NULL || *link == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    *link = event->next;
    free(event->capture_after);
    free(event);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t event_record(Runtime *runtime, cudaEvent_t handle, cudaStream_t stream, bool is_node)
{
    struct CUevent_st *event = event_find(runtime, handle);
    struct CUstream_st *in = stream_find(runtime, stream);
    if (event == NULL || in == NULL || event->home != in->home) {
        return cudaErrorInvalidResourceHandle;
    }
    if (in->capture == NULL && is_node) {
        return cudaErrorIllegalState;
    }
    if (in->capture != NULL && !is_node) {
        graph_record(in, event);
        return cudaSuccess;
    }
    event->capture = NULL;
    event->is_of_ended_capture = false;
    Operation operation = {.kind = OPERATION_RECORD, .as.event = event};
    return stream_issue(runtime, stream, &operation);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    return runtime_leave(
        runtime, flags > cudaEventRecordExternal
                     ? cudaErrorInvalidValue
                     : event_record(runtime, event, stream, flags == cudaEventRecordExternal));
}

cudaError_t event_wait(Runtime *runtime, cudaStream_t stream, cudaEvent_t handle, bool is_node)
{
    struct CUevent_st *event = event_find(runtime, handle);
    struct CUstream_st *in = stream_find(runtime, stream);
    if (event == NULL || in == NULL) {
        return cudaErrorInvalidResourceHandle;
    }
    if (event->is_of_ended_capture) {
        return cudaErrorInvalidValue;
    }
    if (event->capture != NULL && !is_node) {
        return graph_wait(in, event);
    }
    if (in->capture != NULL && !is_node) {
        return graph_spoil(in->capture, cudaErrorStreamCaptureIsolation);
    }
    Operation operation = {.kind = OPERATION_WAIT, .as.event = event};
    return stream_issue(runtime, stream, &operation);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    return runtime_leave(runtime,
                         flags > cudaEventWaitExternal
                             ? cudaErrorInvalidValue
                             : event_wait(runtime, stream, event, flags == cudaEventWaitExternal));
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUevent_st *event = event_find(runtime, handle);
    if (event == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    cudaError_t error = event->capture != NULL ? graph_spoil(event->capture, cudaErrorCapturedEvent)
                        : event->is_of_ended_capture ? cudaErrorInvalidValue
                                                     : graph_guard(runtime);
    if (error != cudaSuccess) {
        return runtime_leave(runtime, error);
    }
    host_wait(runtime, event_seconds(event));
    follow_host(runtime, event->known);
    return runtime_leave(runtime, cudaSuccess);
}

// A program polls until the answer is yes, so each query waits.
cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return cudaEventSynchronize(event);
}

static cudaError_t elapsed(Runtime *runtime, float *milliseconds, cudaEvent_t start,
                           cudaEvent_t end)
{
    const struct CUevent_st *first = event_find(runtime, start), *last = event_find(runtime, end);
    if (milliseconds == NULL) {
        return cudaErrorInvalidValue;
    }
    if (first == NULL || last == NULL || !first->is_recorded || !last->is_recorded ||
        first->home != last->home || ((first->flags | last->flags) & cudaEventDisableTiming) != 0) {
        return cudaErrorInvalidResourceHandle;
    }
    *milliseconds = (float)((last->seconds - first->seconds) * 1e3);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, elapsed(runtime, ms, start, end));
}
