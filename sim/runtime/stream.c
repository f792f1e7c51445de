// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/stream.h"

#include "isa/base/heap.h"
#include "sim/runtime/follow.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/leak.h"

#include <stdlib.h>

// Priorities of all GPUs since cc 3.5: 0 is least, -5 greatest (cudaDeviceGetStreamPriorityRange).
#define PRIORITY_LEAST    0
#define PRIORITY_GREATEST (-5)

static struct CUstream_st *create(Runtime *runtime, unsigned flags, int priority)
{
    struct CUstream_st *stream = heap_resize(NULL, 1, sizeof(*stream));
    priority = priority < PRIORITY_GREATEST ? PRIORITY_GREATEST : priority;
    priority = priority > PRIORITY_LEAST ? PRIORITY_LEAST : priority;
    *stream = (struct CUstream_st){.caller = leak_caller(runtime),
                                   .id = ++runtime->last_id,
                                   .home = runtime->current,
                                   .flags = flags,
                                   .priority = priority,
                                   .ready_seconds = runtime->host_seconds};
    return stream;
}

void streams_start(Runtime *runtime)
{
    runtime->current->legacy = create(runtime, cudaStreamDefault, 0);
    runtime->current->per_thread = create(runtime, cudaStreamDefault, 0);
}

static void destroy(struct CUstream_st *stream)
{
    if (stream != NULL) {
        free(stream->capture_after);
        stream_drop_attributes(stream);
        free(stream);
    }
}

void streams_stop(Runtime *runtime)
{
    for (struct CUstream_st **link = &runtime->streams; *link != NULL;) {
        struct CUstream_st *stream = *link;
        if (stream->home == runtime->current) {
            *link = stream->next;
            destroy(stream);
        } else {
            link = &stream->next;
        }
    }
    for (struct CUevent_st **link = &runtime->events; *link != NULL;) {
        struct CUevent_st *event = *link;
        if (event->home == runtime->current) {
            *link = event->next;
            free(event->capture_after);
            free(event);
        } else {
            link = &event->next;
        }
    }
    destroy(runtime->current->legacy);
    destroy(runtime->current->per_thread);
    runtime->current->legacy = runtime->current->per_thread = NULL;
}

void __lockstepDefaultStreamPerThread(void)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime != NULL) {
        runtime->is_default_per_thread = true;
        runtime_leave(runtime, cudaSuccess);
    }
}

struct CUstream_st *stream_find(Runtime *runtime, cudaStream_t handle)
{
    bool is_per_thread = handle == NULL && runtime->is_default_per_thread;
    if ((handle == NULL && !is_per_thread) || handle == cudaStreamLegacy) {
        return runtime->current->legacy;
    }
    if (is_per_thread || handle == cudaStreamPerThread) {
        return runtime->current->per_thread;
    }
    struct CUstream_st *stream = runtime->streams;
    while (stream != NULL && stream != handle) {
        stream = stream->next;
    }
    return stream;
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

static bool is_blocking(const struct CUstream_st *stream)
{
    return (stream->flags & cudaStreamNonBlocking) == 0;
}

// When work issued to the stream now can start.
static double earliest(const Runtime *runtime, const struct CUstream_st *stream)
{
    const RuntimeDevice *home = stream->home;
    double seconds = later(stream->ready_seconds, runtime->host_seconds);
    if (stream != home->legacy) {
        return is_blocking(stream) ? later(seconds, home->legacy->ready_seconds) : seconds;
    }
    seconds = later(seconds, home->per_thread->ready_seconds);
    seconds = later(seconds, home->destroyed_seconds[true]);
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        seconds = at->home == home && is_blocking(at) ? later(seconds, at->ready_seconds) : seconds;
    }
    return seconds;
}

static bool is_capturing_blocking(const Runtime *runtime)
{
    bool is_found = runtime->current->per_thread->capture != NULL;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        is_found =
            is_found || (at->capture != NULL && at->home == runtime->current && is_blocking(at));
    }
    return is_found;
}

bool stream_is_shut(const Runtime *runtime, const struct CUstream_st *stream)
{
    return stream == runtime->current->legacy && is_capturing_blocking(runtime);
}

void stream_turn(Runtime *runtime, cudaStream_t handle)
{
    const struct CUstream_st *stream = stream_find(runtime, handle);
    if (stream != NULL && stream->home != runtime->current) {
        runtime_turn(runtime, stream->home->number);
    }
}

cudaError_t stream_issue(Runtime *runtime, cudaStream_t handle, Operation *operation)
{
    struct CUstream_st *stream = stream_find(runtime, handle);
    cudaError_t error = stream == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess;
    if (error == cudaSuccess && stream_is_shut(runtime, stream)) {
        error = graph_spoil_all(runtime, true, cudaErrorStreamCaptureImplicit);
    }
    if (error == cudaSuccess && stream->capture != NULL) {
        return graph_capture(stream, operation);
    }
    if (error == cudaSuccess) {
        Span span;
        uint32_t device = runtime->current->number;
        runtime_turn(runtime, stream->home->number);
        uint64_t known = follow_begin(runtime, stream, operation);
        error = operation_run(runtime, operation, earliest(runtime, stream), &span);
        follow_end(runtime, stream, operation, known);
        runtime_turn(runtime, device);
        stream->ready_seconds = error == cudaSuccess ? span.end : stream->ready_seconds;
    }
    operation_release(operation);
    return error;
}

void host_wait(Runtime *runtime, double seconds)
{
    runtime->host_seconds = later(runtime->host_seconds, seconds);
}

cudaError_t stream_issue_and_wait(Runtime *runtime, Operation *operation)
{
    cudaError_t error = stream_issue(runtime, NULL, operation);
    host_wait(runtime, runtime->current->legacy->ready_seconds);
    follow_stream(runtime, runtime->current->legacy);
    return error;
}

static void wait_for_all(Runtime *runtime)
{
    const RuntimeDevice *device = runtime->current;
    follow_device(runtime);
    host_wait(runtime, device->legacy->ready_seconds);
    host_wait(runtime, device->per_thread->ready_seconds);
    host_wait(runtime, device->destroyed_seconds[false]);
    host_wait(runtime, device->destroyed_seconds[true]);
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        host_wait(runtime, at->home == runtime->current ? at->ready_seconds : 0);
    }
}

static bool is_capturing(const Runtime *runtime)
{
    return is_capturing_blocking(runtime) || graph_is_capturing(runtime);
}

cudaError_t cudaDeviceSynchronize(void)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (is_capturing(runtime)) {
        return runtime_leave(runtime,
                             graph_spoil_all(runtime, false, cudaErrorStreamCaptureUnsupported));
    }
    wait_for_all(runtime);
    cudaError_t error = runtime->untold;
    runtime->untold = cudaSuccess;
    runtime_leave(runtime, cudaSuccess); // the launch has noted the error
    if (error != cudaSuccess) {
        runtime_thread()->last_error = error;
    }
    return error;
}

static cudaError_t new_stream(cudaStream_t *handle, unsigned flags, int priority)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (handle == NULL || (flags & ~(unsigned)cudaStreamNonBlocking) != 0) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    struct CUstream_st *stream = create(runtime, flags, priority);
    stream->next = runtime->streams;
    runtime->streams = stream;
    *handle = stream;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaStreamCreate(cudaStream_t *pStream)
{
    return new_stream(pStream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags)
{
    return new_stream(pStream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority)
{
    return new_stream(pStream, flags, priority);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
    if (leastPriority != NULL) {
        *leastPriority = PRIORITY_LEAST;
    }
    if (greatestPriority != NULL) {
        *greatestPriority = PRIORITY_GREATEST;
    }
    return cudaSuccess;
}

// The work is done; what is left of it is the time, which the default stream and the host wait for.
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUstream_st **link = &runtime->streams;
    while (*link != NULL && *link != stream) {
        link = &(*link)->next;
    }
    if (stream == NULL || *link == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    *link = stream->next;
    follow_destroy(stream);
    double *seconds = &stream->home->destroyed_seconds[is_blocking(stream)];
    *seconds = later(*seconds, stream->ready_seconds);
    destroy(stream);
    return runtime_leave(runtime, cudaSuccess);
}

// Enters the runtime and finds the stream; NULL, and the error to return, when that fails.
static struct CUstream_st *enter_stream(RuntimeCall call, cudaStream_t handle, Runtime **runtime,
                                        cudaError_t *error)
{
    *runtime = runtime_enter(call);
    if (*runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    struct CUstream_st *stream = stream_find(*runtime, handle);
    if (stream == NULL) {
        *error = runtime_leave(*runtime, cudaErrorInvalidResourceHandle);
    }
    return stream;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUstream_st *stream = enter_stream(CALL_SYNCHRONOUS, handle, &runtime, &error);
    if (stream == NULL) {
        return error;
    }
    error = stream->capture != NULL
                ? graph_spoil(stream->capture, cudaErrorStreamCaptureUnsupported)
                : graph_guard(runtime);
    if (error != cudaSuccess) {
        return runtime_leave(runtime, error);
    }
    host_wait(runtime, earliest(runtime, stream));
    follow_stream(runtime, stream);
    return runtime_leave(runtime, cudaSuccess);
}

// A program polls until the answer is yes, so each query waits.
cudaError_t cudaStreamQuery(cudaStream_t handle)
{
    return cudaStreamSynchronize(handle);
}

// What is known of a stream now.
static cudaError_t read_stream(cudaStream_t handle, struct CUstream_st *copy)
{
    Runtime *runtime;
    cudaError_t error;
    const struct CUstream_st *stream = enter_stream(CALL_ASYNCHRONOUS, handle, &runtime, &error);
    if (stream == NULL) {
        return error;
    }
    *copy = *stream;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)
{
    if (priority == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct CUstream_st stream = {0};
    cudaError_t error = read_stream(hStream, &stream);
    if (error == cudaSuccess) {
        *priority = stream.priority;
    }
    return error;
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)
{
    if (flags == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct CUstream_st stream = {0};
    cudaError_t error = read_stream(hStream, &stream);
    if (error == cudaSuccess) {
        *flags = stream.flags;
    }
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
{
    if (streamId == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct CUstream_st stream = {0};
    cudaError_t error = read_stream(hStream, &stream);
    if (error == cudaSuccess) {
        *streamId = stream.id;
    }
    return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int *device)
{
    struct CUstream_st stream = {0};
    cudaError_t error = device == NULL ? cudaErrorInvalidValue : read_stream(hStream, &stream);
    if (error == cudaSuccess) {
        *device = (int)stream.home->number;
    }
    return device == NULL ? runtime_fail(error) : error;
}

static cudaError_t call_host(cudaStream_t stream, HostCall call)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation = {.kind = OPERATION_HOST, .as.host = call};
    return runtime_leave(runtime, stream_issue(runtime, stream, &operation));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
    return call_host(stream, (HostCall){.function = fn, .context = userData});
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags)
{
    if (flags != 0) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    return call_host(stream,
                     (HostCall){.callback = callback, .stream = stream, .context = userData});
}
