// SPDX-License-Identifier: Apache-2.0
// Graphs as structures: nodes, copies, runs.
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
    user_objects_drop(graph);
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
    user_objects_forget(runtime);
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
    conditionals_stop(runtime);
    user_objects_stop(runtime);
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
        for (size_t k = 0; k < i; k++) {
            if (after[k] == after[i]) {
                return NULL;
            }
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
        to->is_disabled = from->is_disabled;
        for (size_t k = 0; k < to->after_count; k++) {
            for (size_t n = 0; n < graph->count; n++) {
                to->after[k] = graph->nodes[n] == from->after[k] ? copy->nodes[n] : to->after[k];
            }
        }
    }
    user_objects_copy(copy, graph);
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
        Operation nothing = {.kind = OPERATION_EMPTY};
        cudaError_t error = operation_run(runtime, node->is_disabled ? &nothing : &node->operation,
                                          span.start, &span);
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
