// SPDX-License-Identifier: Apache-2.0
// Capture of streams into graphs: what is issued to them becomes nodes.
#include "isa/base/heap.h"
#include "sim/runtime/graph.h"

#include <stdlib.h>
#include <string.h>

static void set_after(cudaGraphNode_t **after, size_t *count, const cudaGraphNode_t *nodes,
                      size_t node_count)
{
    cudaGraphNode_t *copy = heap_resize(NULL, node_count + 1, sizeof(*copy));
    if (node_count > 0) {
        memcpy(copy, nodes, node_count * sizeof(*copy));
    }
    free(*after);
    *after = copy;
    *count = node_count;
}

cudaError_t graph_spoil(struct CUgraph_st *graph, cudaError_t error)
{
    if (graph != NULL) {
        graph->is_spoiled = true;
    }
    return error;
}

cudaError_t graph_spoil_all(Runtime *runtime, bool is_blocking_only, cudaError_t error)
{
    graph_spoil(runtime->current->per_thread->capture, error);
    for (struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        bool is_blocking = (at->flags & cudaStreamNonBlocking) == 0;
        graph_spoil(is_blocking || !is_blocking_only ? at->capture : NULL, error);
    }
    return error;
}

// The rule of cudaThreadExchangeStreamCaptureMode.
static bool does_forbid(const struct CUgraph_st *graph, const RuntimeThread *thread)
{
    bool is_heeded = graph != NULL && graph->capture_mode != cudaStreamCaptureModeRelaxed &&
                     thread->capture_mode != cudaStreamCaptureModeRelaxed;
    return is_heeded &&
           (graph->capturer == thread || (graph->capture_mode == cudaStreamCaptureModeGlobal &&
                                          thread->capture_mode == cudaStreamCaptureModeGlobal));
}

cudaError_t graph_guard(Runtime *runtime)
{
    const RuntimeThread *thread = runtime_thread();
    struct CUgraph_st *own = runtime->current->per_thread->capture;
    cudaError_t error = cudaSuccess;
    if (does_forbid(own, thread)) {
        error = graph_spoil(own, cudaErrorStreamCaptureUnsupported);
    }
    for (struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        if (does_forbid(at->capture, thread)) {
            error = graph_spoil(at->capture, cudaErrorStreamCaptureUnsupported);
        }
    }
    return error;
}

cudaError_t graph_capture(struct CUstream_st *stream, Operation *operation)
{
    if (stream->capture->is_spoiled) {
        operation_release(operation);
        return cudaErrorStreamCaptureInvalidated;
    }
    cudaGraphNode_t node =
        graph_add(stream->capture, operation, stream->capture_after, stream->capture_after_count);
    if (node == NULL) {
        operation_release(operation);
        return cudaErrorStreamCaptureInvalidated;
    }
    set_after(&stream->capture_after, &stream->capture_after_count, &node, 1);
    return cudaSuccess;
}

void graph_record(const struct CUstream_st *stream, struct CUevent_st *event)
{
    event->capture = stream->capture;
    event->is_of_ended_capture = false;
    set_after(&event->capture_after, &event->capture_after_count, stream->capture_after,
              stream->capture_after_count);
}

// The stream's next work comes after these nodes too.
static void add_after(struct CUstream_st *stream, const cudaGraphNode_t *nodes, size_t count)
{
    size_t own = stream->capture_after_count;
    stream->capture_after =
        heap_resize(stream->capture_after, own + count + 1, sizeof(*stream->capture_after));
    if (count > 0) {
        memcpy(stream->capture_after + own, nodes, count * sizeof(*nodes));
    }
    stream->capture_after_count = own + count;
}

cudaError_t graph_wait(struct CUstream_st *stream, const struct CUevent_st *event)
{
    if (stream->capture != NULL && stream->capture != event->capture) {
        graph_spoil(stream->capture, cudaErrorStreamCaptureMerge);
        return graph_spoil(event->capture, cudaErrorStreamCaptureMerge);
    }
    stream->capture = event->capture;
    add_after(stream, event->capture_after, event->capture_after_count);
    return cudaSuccess;
}

bool graph_has_capture(const Runtime *runtime, cudaGraph_t graph)
{
    bool is_found = runtime->current->per_thread->capture == graph;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        is_found = is_found || at->capture == graph;
    }
    return is_found;
}

bool graph_is_capturing(const Runtime *runtime)
{
    bool is_found = runtime->current->per_thread->capture != NULL;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        is_found = is_found || at->capture != NULL;
    }
    return is_found;
}

// graph: what the stream's work is added to behind the nodes `after`; NULL: a new one.
static cudaError_t begin_capture(Runtime *runtime, cudaStream_t handle, struct CUgraph_st *graph,
                                 const cudaGraphNode_t *after, size_t after_count,
                                 enum cudaStreamCaptureMode mode)
{
    struct CUstream_st *stream = stream_find(runtime, handle);
    if (stream == NULL || (unsigned)mode > cudaStreamCaptureModeRelaxed) {
        return stream == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    }
    if (stream == runtime->current->legacy || stream->capture != NULL) {
        return stream == runtime->current->legacy ? cudaErrorStreamCaptureUnsupported
                                                  : cudaErrorIllegalState;
    }
    stream->capture = graph == NULL ? graph_create() : graph;
    stream->is_capture_origin = true;
    stream->is_capture_to_graph = graph != NULL;
    stream->capture->capture_mode = mode;
    stream->capture->capturer = runtime_thread();
    stream->capture->is_spoiled = false;
    stream->capture_id = ++runtime->last_id;
    set_after(&stream->capture_after, &stream->capture_after_count, after, after_count);
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    return runtime == NULL
               ? runtime_refusal()
               : runtime_leave(runtime, begin_capture(runtime, handle, NULL, NULL, 0, mode));
}

// Whether all are nodes of the graph.
static bool are_nodes(const struct CUgraph_st *graph, const cudaGraphNode_t *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_found = false;
        for (size_t k = 0; k < graph->count; k++) {
            is_found |= nodes != NULL && graph->nodes[k] == nodes[i];
        }
        if (!is_found) {
            return false;
        }
    }
    return true;
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *dependencyData,
                                          size_t numDependencies, enum cudaStreamCaptureMode mode)
{
    (void)dependencyData;
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUgraph_st *found = graph_find(runtime, graph);
    if (found == NULL || !are_nodes(found, dependencies, numDependencies)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    return runtime_leave(
        runtime, begin_capture(runtime, stream, found, dependencies, numDependencies, mode));
}

// Whether a node is among those that the last nodes of the capture wait for.
static bool is_joined(const struct CUstream_st *origin, cudaGraphNode_t node)
{
    for (size_t i = 0; i < origin->capture_after_count; i++) {
        if (origin->capture_after[i] == node) {
            return true;
        }
    }
    for (size_t i = 0; i < origin->capture->count; i++) {
        const struct CUgraphNode_st *later = origin->capture->nodes[i];
        for (size_t k = 0; k < later->after_count; k++) {
            if (later->after[k] == node) {
                return true;
            }
        }
    }
    return false;
}

static void leave_capture(struct CUstream_st *stream)
{
    stream->capture = NULL;
    stream->is_capture_origin = false;
    set_after(&stream->capture_after, &stream->capture_after_count, NULL, 0);
}

// Ends the capture in all streams that took part; an error when one has work nobody waits for.
static cudaError_t end_capture(Runtime *runtime, struct CUstream_st *origin)
{
    struct CUgraph_st *graph = origin->capture;
    cudaError_t error = graph->is_spoiled ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
    for (struct CUstream_st *at = runtime->streams; at != NULL && error == cudaSuccess;
         at = at->next) {
        for (size_t i = 0; at != origin && at->capture == graph && i < at->capture_after_count;
             i++) {
            error =
                is_joined(origin, at->capture_after[i]) ? error : cudaErrorStreamCaptureUnjoined;
        }
    }
    for (struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        if (at->capture == graph) {
            leave_capture(at);
        }
    }
    if (runtime->current->per_thread->capture == graph) {
        leave_capture(runtime->current->per_thread);
    }
    for (struct CUevent_st *at = runtime->events; at != NULL; at = at->next) {
        at->is_of_ended_capture |= at->capture == graph;
        at->capture = at->capture == graph ? NULL : at->capture;
    }
    return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *pGraph)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUstream_st *stream = stream_find(runtime, handle);
    if (stream == NULL || pGraph == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (stream->capture == NULL || !stream->is_capture_origin) {
        return runtime_leave(runtime,
                             stream->capture == NULL
                                 ? cudaErrorIllegalState
                                 : graph_spoil(stream->capture, cudaErrorStreamCaptureUnmatched));
    }
    struct CUgraph_st *graph = stream->capture;
    bool is_own = !stream->is_capture_to_graph;
    cudaError_t error = end_capture(runtime, stream);
    *pGraph = NULL;
    if (!is_own) {
        *pGraph = error == cudaSuccess ? graph : NULL;
        return runtime_leave(runtime, error);
    }
    if (error != cudaSuccess) {
        graph_release(graph);
        return runtime_leave(runtime, error);
    }
    graph->next = runtime->graphs;
    runtime->graphs = graph;
    *pGraph = graph;
    return runtime_leave(runtime, cudaSuccess);
}

static enum cudaStreamCaptureStatus capture_status(const struct CUstream_st *stream)
{
    return stream->capture == NULL       ? cudaStreamCaptureStatusNone
           : stream->capture->is_spoiled ? cudaStreamCaptureStatusInvalidated
                                         : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUstream_st *stream = stream_find(runtime, handle);
    if (stream == NULL || status == NULL) {
        return runtime_leave(runtime, stream == NULL ? cudaErrorInvalidResourceHandle
                                                     : cudaErrorInvalidValue);
    }
    if (stream_is_shut(runtime, stream)) {
        return runtime_leave(runtime, cudaErrorStreamCaptureImplicit);
    }
    *status = capture_status(stream);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    if (mode == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    RuntimeThread *thread = runtime_thread();
    enum cudaStreamCaptureMode before = thread->capture_mode;
    thread->capture_mode = *mode;
    *mode = before;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     enum cudaStreamCaptureStatus *captureStatus_out,
                                     unsigned long long *id_out, cudaGraph_t *graph_out,
                                     const cudaGraphNode_t **dependencies_out,
                                     const cudaGraphEdgeData **edgeData_out,
                                     size_t *numDependencies_out)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUstream_st *found = stream_find(runtime, stream);
    if (found == NULL || captureStatus_out == NULL) {
        return runtime_leave(runtime, found == NULL ? cudaErrorInvalidResourceHandle
                                                    : cudaErrorInvalidValue);
    }
    if (stream_is_shut(runtime, found)) {
        return runtime_leave(runtime, cudaErrorStreamCaptureImplicit);
    }
    *captureStatus_out = capture_status(found);
    if (id_out != NULL) {
        *id_out = found->capture_id;
    }
    if (graph_out != NULL) {
        *graph_out = found->capture;
    }
    if (dependencies_out != NULL) {
        *dependencies_out = found->capture_after;
    }
    if (edgeData_out != NULL) {
        *edgeData_out = NULL; // no edge has any
    }
    if (numDependencies_out != NULL) {
        *numDependencies_out = found->capture_after_count;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *dependencyData,
                                                size_t numDependencies, unsigned int flags)
{
    (void)dependencyData;
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUstream_st *found = stream_find(runtime, stream);
    if (found == NULL || found->capture == NULL) {
        return runtime_leave(runtime, found == NULL ? cudaErrorInvalidResourceHandle
                                                    : cudaErrorIllegalState);
    }
    if (!are_nodes(found->capture, dependencies, numDependencies) ||
        flags > cudaStreamSetCaptureDependencies) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (flags == cudaStreamSetCaptureDependencies) {
        set_after(&found->capture_after, &found->capture_after_count, dependencies,
                  numDependencies);
    } else {
        add_after(found, dependencies, numDependencies);
    }
    return runtime_leave(runtime, cudaSuccess);
}
