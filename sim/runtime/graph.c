// SPDX-License-Identifier: Apache-2.0
// Graphs as structures: nodes, copies, runs, and capture of streams into them.
#include "sim/runtime/graph.h"

#include "isa/base/heap.h"
#include "sim/runtime/follow.h"

#include <stdlib.h>
#include <string.h>

struct CUgraph_st *graph_create(void)
{
    struct CUgraph_st *graph = heap_resize(NULL, 1, sizeof(*graph));
    *graph = (struct CUgraph_st){0};
    return graph;
}

void graph_release(struct CUgraph_st *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        operation_release(&graph->nodes[i]->operation);
        free(graph->nodes[i]->after);
        free(graph->nodes[i]);
    }
    free(graph->nodes);
    free(graph);
}

void graphs_stop(Runtime *runtime)
{
    while (runtime->graphs != NULL) {
        struct CUgraph_st *graph = runtime->graphs;
        runtime->graphs = graph->next;
        graph_release(graph);
    }
    while (runtime->executables != NULL) {
        struct CUgraphExec_st *executable = runtime->executables;
        runtime->executables = executable->next;
        graph_release(executable->graph);
        free(executable);
    }
}

static bool has_node(const struct CUgraph_st *graph, cudaGraphNode_t node)
{
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i] == node) {
            return true;
        }
    }
    return false;
}

static cudaGraphNode_t *copy_nodes(const cudaGraphNode_t *nodes, size_t count)
{
    cudaGraphNode_t *copy = heap_resize(NULL, count + 1, sizeof(*copy));
    if (count > 0) {
        memcpy(copy, nodes, count * sizeof(*copy));
    }
    return copy;
}

cudaGraphNode_t graph_add(struct CUgraph_st *graph, const Operation *operation,
                          const cudaGraphNode_t *after, size_t after_count)
{
    for (size_t i = 0; i < after_count; i++) {
        if (after == NULL || !has_node(graph, after[i])) {
            return NULL;
        }
    }
    graph->nodes = heap_room(graph->nodes, graph->count, &graph->room, sizeof(*graph->nodes));
    cudaGraphNode_t node = heap_resize(NULL, 1, sizeof(*node));
    *node = (struct CUgraphNode_st){.graph = graph,
                                    .operation = *operation,
                                    .after = copy_nodes(after, after_count),
                                    .after_count = after_count};
    graph->nodes[graph->count++] = node;
    return node;
}

struct CUgraph_st *graph_copy(const struct CUgraph_st *graph)
{
    struct CUgraph_st *copy = graph_create();
    for (size_t i = 0; i < graph->count; i++) {
        Operation operation = operation_copy(&graph->nodes[i]->operation);
        graph_add(copy, &operation, NULL, 0)->origin = graph->nodes[i];
    }
    for (size_t i = 0; i < graph->count; i++) {
        const struct CUgraphNode_st *from = graph->nodes[i];
        struct CUgraphNode_st *to = copy->nodes[i];
        free(to->after);
        to->after = copy_nodes(from->after, from->after_count);
        to->after_count = from->after_count;
        for (size_t k = 0; k < to->after_count; k++) {
            for (size_t n = 0; n < graph->count; n++) {
                to->after[k] = graph->nodes[n] == from->after[k] ? copy->nodes[n] : to->after[k];
            }
        }
    }
    return copy;
}

bool graph_has_branches(struct CUgraph_st *graph)
{
    size_t first_count = 0;
    for (size_t i = 0; i < graph->count; i++) {
        graph->nodes[i]->is_awaited = false;
    }
    for (size_t i = 0; i < graph->count; i++) {
        const struct CUgraphNode_st *node = graph->nodes[i];
        first_count += node->after_count == 0;
        for (size_t k = 0; k < node->after_count; k++) {
            if (node->after[k]->is_awaited) {
                return true;
            }
            node->after[k]->is_awaited = true;
        }
    }
    return first_count > 1;
}

static bool is_ready(const struct CUgraphNode_st *node, double *earliest)
{
    for (size_t i = 0; i < node->after_count; i++) {
        if (!node->after[i]->is_done) {
            return false;
        }
        double end = node->after[i]->end_seconds;
        *earliest = end > *earliest ? end : *earliest;
    }
    return true;
}

static uint64_t known_before(const struct CUgraph_st *graph, const struct CUgraphNode_st *node)
{
    uint64_t known = graph->known;
    for (size_t i = 0; i < node->after_count; i++) {
        known |= node->after[i]->known;
    }
    return known;
}

// Runs what is ready, in the order in which nodes were added; *is_moving: something was.
static cudaError_t run_ready(Runtime *runtime, struct CUgraph_st *graph, double earliest,
                             double *end, bool *is_moving)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct CUgraphNode_st *node = graph->nodes[i];
        Span span = {earliest, earliest};
        if (node->is_done || !is_ready(node, &span.start)) {
            continue;
        }
        uint64_t known = graph->is_followed ? follow_begin_node(runtime, &node->operation,
                                                                known_before(graph, node))
                                            : 0;
        cudaError_t error = operation_run(runtime, &node->operation, span.start, &span);
        node->known = graph->is_followed ? follow_end_node(runtime, &node->operation, known) : 0;
        if (error != cudaSuccess) {
            return error;
        }
        node->is_done = *is_moving = true;
        node->end_seconds = span.end;
        *end = span.end > *end ? span.end : *end;
    }
    return cudaSuccess;
}

cudaError_t graph_run(Runtime *runtime, struct CUgraph_st *graph, double earliest, double *end)
{
    cudaError_t error = cudaSuccess;
    bool is_moving = true;
    *end = earliest;
    for (size_t i = 0; i < graph->count; i++) {
        graph->nodes[i]->is_done = false;
    }
    while (error == cudaSuccess && is_moving) {
        is_moving = false;
        error = run_ready(runtime, graph, earliest, end, &is_moving);
    }
    for (size_t i = 0; error == cudaSuccess && i < graph->count; i++) {
        error = graph->nodes[i]->is_done ? cudaSuccess : cudaErrorInvalidValue;
        graph->known |= graph->nodes[i]->known;
    }
    return error;
}

static void set_after(cudaGraphNode_t **after, size_t *count, const cudaGraphNode_t *nodes,
                      size_t node_count)
{
    cudaGraphNode_t *copy = copy_nodes(nodes, node_count);
    free(*after);
    *after = copy;
    *count = node_count;
}

cudaError_t graph_capture(struct CUstream_st *stream, Operation *operation)
{
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
    set_after(&event->capture_after, &event->capture_after_count, stream->capture_after,
              stream->capture_after_count);
}

cudaError_t graph_wait(struct CUstream_st *stream, const struct CUevent_st *event)
{
    if (stream->capture != NULL && stream->capture != event->capture) {
        return cudaErrorStreamCaptureMerge;
    }
    stream->capture = event->capture;
    size_t own = stream->capture_after_count, count = own + event->capture_after_count;
    cudaGraphNode_t *both = heap_resize(NULL, count + 1, sizeof(*both));
    if (own > 0) {
        memcpy(both, stream->capture_after, own * sizeof(*both));
    }
    if (event->capture_after_count > 0) {
        memcpy(both + own, event->capture_after, event->capture_after_count * sizeof(*both));
    }
    free(stream->capture_after);
    stream->capture_after = both;
    stream->capture_after_count = count;
    return cudaSuccess;
}

bool graph_is_capturing(const Runtime *runtime)
{
    bool is_found = runtime->current->per_thread->capture != NULL;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        is_found = is_found || at->capture != NULL;
    }
    return is_found;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUstream_st *stream = stream_find(runtime, handle);
    if (stream == NULL || (unsigned)mode > cudaStreamCaptureModeRelaxed) {
        return runtime_leave(runtime, stream == NULL ? cudaErrorInvalidResourceHandle
                                                     : cudaErrorInvalidValue);
    }
    if (stream == runtime->current->legacy || stream->capture != NULL) {
        return runtime_leave(runtime, stream == runtime->current->legacy
                                          ? cudaErrorStreamCaptureUnsupported
                                          : cudaErrorIllegalState);
    }
    stream->capture = graph_create();
    stream->is_capture_origin = true;
    set_after(&stream->capture_after, &stream->capture_after_count, NULL, 0);
    return runtime_leave(runtime, cudaSuccess);
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
    cudaError_t error = cudaSuccess;
    for (struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
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
        return runtime_leave(runtime, stream->capture == NULL ? cudaErrorIllegalState
                                                              : cudaErrorStreamCaptureUnmatched);
    }
    struct CUgraph_st *graph = stream->capture;
    cudaError_t error = end_capture(runtime, stream);
    *pGraph = NULL;
    if (error != cudaSuccess) {
        graph_release(graph);
        return runtime_leave(runtime, error);
    }
    graph->next = runtime->graphs;
    runtime->graphs = graph;
    *pGraph = graph;
    return runtime_leave(runtime, cudaSuccess);
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
    *status = stream->capture == NULL ? cudaStreamCaptureStatusNone : cudaStreamCaptureStatusActive;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    RuntimeThread *thread = runtime_thread();
    enum cudaStreamCaptureMode before = thread->capture_mode;
    thread->capture_mode = *mode;
    *mode = before;
    return cudaSuccess;
}
