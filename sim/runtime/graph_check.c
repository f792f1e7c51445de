// SPDX-License-Identifier: Apache-2.0
// What a graph must be like to be instantiated, and to update an executable one with. The answers
// are those of an H200 (driver 580; tests/program/graph_rules.cu).
#include "isa/base/heap.h"
#include "sim/runtime/graph.h"

#include <stdlib.h>

static size_t index_of(const struct CUgraph_st *graph, const struct CUgraphNode_st *node)
{
    size_t at = 0;
    while (at < graph->count && graph->nodes[at] != node) {
        at++;
    }
    return at;
}

// Whether every node comes after nodes that are done when it may start.
static bool has_order(const struct CUgraph_st *graph)
{
    bool *are_done = heap_resize(NULL, graph->count + 1, sizeof(*are_done));
    size_t done = 0, before = SIZE_MAX;
    for (size_t i = 0; i < graph->count; i++) {
        are_done[i] = false;
    }
    while (done != before) {
        before = done;
        for (size_t i = 0; i < graph->count; i++) {
            bool is_ready = !are_done[i];
            for (size_t k = 0; k < graph->nodes[i]->after_count; k++) {
                is_ready = is_ready && are_done[index_of(graph, graph->nodes[i]->after[k])];
            }
            are_done[i] |= is_ready;
            done += is_ready;
        }
    }
    free(are_done);
    return done == graph->count;
}

// Types of nodes that the graphs of a conditional node may have.
static bool is_conditional_kind(OperationKind kind)
{
    return kind == OPERATION_KERNEL || kind == OPERATION_EMPTY || kind == OPERATION_GRAPH ||
           kind == OPERATION_COPY || kind == OPERATION_FILL || kind == OPERATION_CONDITIONAL;
}

static bool is_good(const struct CUgraph_st *graph, bool is_inside)
{
    if (!has_order(graph)) {
        return false;
    }
    for (size_t i = 0; i < graph->count; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        if (is_inside && !is_conditional_kind(operation->kind)) {
            return false;
        }
        if (operation->kind == OPERATION_GRAPH && !is_good(operation->as.graph, is_inside)) {
            return false;
        }
        for (uint32_t k = 0;
             operation->kind == OPERATION_CONDITIONAL && k < operation->as.conditional.count; k++) {
            if (!is_good(operation->as.conditional.graphs[k], true)) {
                return false;
            }
        }
    }
    return true;
}

bool graph_is_launchable(Runtime *runtime, const struct CUgraph_st *graph)
{
    return is_good(graph, false) && conditionals_are_used(runtime, graph);
}

bool graph_has_kind(const struct CUgraph_st *graph, OperationKind kind)
{
    for (size_t i = 0; i < graph->count; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        if (operation->kind == kind ||
            (operation->kind == OPERATION_GRAPH && graph_has_kind(operation->as.graph, kind))) {
            return true;
        }
    }
    return false;
}

// Whether the nodes come after the same nodes of their graphs.
static bool are_ordered_alike(const struct CUgraph_st *graph, const struct CUgraphNode_st *node,
                              const struct CUgraph_st *other, const struct CUgraphNode_st *twin)
{
    for (size_t i = 0; i < node->after_count; i++) {
        bool is_found = false;
        for (size_t k = 0; k < twin->after_count; k++) {
            is_found |= index_of(other, twin->after[k]) == index_of(graph, node->after[i]);
        }
        if (!is_found) {
            return false;
        }
    }
    return node->after_count == twin->after_count;
}

bool graph_may_replace(const Operation *own, const Operation *new)
{
    cudaGraphNode_t node;
    switch (own->kind) {
    case OPERATION_COPY:
        return own->as.copy.kind == new->as.copy.kind || own->as.copy.kind == cudaMemcpyDefault ||
               new->as.copy.kind == cudaMemcpyDefault;
    case OPERATION_FILL: return own->as.fill.height <= 1 && new->as.fill.height <= 1;
    case OPERATION_KERNEL: return own->as.kernel.is_cooperative == new->as.kernel.is_cooperative;
    case OPERATION_GRAPH:
        return graph_compare(own->as.graph, new->as.graph, &node) == cudaGraphExecUpdateSuccess;
    default: return true;
    }
}

// The error of two nodes of one kind that cannot replace each other.
static enum cudaGraphExecUpdateResult refusal_of(const Operation *own, const Operation *new)
{
    cudaGraphNode_t node;
    switch (own->kind) {
    case OPERATION_KERNEL: return cudaGraphExecUpdateErrorAttributesChanged;
    case OPERATION_GRAPH: return graph_compare(own->as.graph, new->as.graph, &node);
    default: return cudaGraphExecUpdateErrorParametersChanged;
    }
}

enum cudaGraphExecUpdateResult graph_compare(const struct CUgraph_st *own,
                                             const struct CUgraph_st *new, cudaGraphNode_t *node)
{
    *node = NULL;
    if (own->count != new->count) {
        return cudaGraphExecUpdateErrorTopologyChanged;
    }
    for (size_t i = 0; i < own->count; i++) {
        *node = new->nodes[i];
        const Operation *before = &own->nodes[i]->operation, *after = &new->nodes[i]->operation;
        if (before->kind != after->kind) {
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        }
        if (!are_ordered_alike(own, own->nodes[i], new, new->nodes[i])) {
            return cudaGraphExecUpdateErrorTopologyChanged;
        }
        if (!graph_may_replace(before, after)) {
            return refusal_of(before, after);
        }
    }
    *node = NULL;
    return cudaGraphExecUpdateSuccess;
}
