// SPDX-License-Identifier: Apache-2.0
// Edges between the nodes of a graph: made, listed and taken away, with nodes or alone.
#include "isa/base/heap.h"
#include "sim/runtime/graph.h"

#include <stdlib.h>

// The place of a dependency among those of a node; their number when it has none on `first`.
static size_t dependency_at(const struct CUgraphNode_st *node, const struct CUgraphNode_st *first)
{
    size_t at = 0;
    while (at < node->after_count && node->after[at] != first) {
        at++;
    }
    return at;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t numDependencies)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    for (size_t i = 0; i < numDependencies; i++) {
        cudaGraphNode_t first = graph_node(runtime, from[i]), second = graph_node(runtime, to[i]);
        bool is_good = first != NULL && second != NULL && first != second &&
                       first->graph == graph && second->graph == graph &&
                       dependency_at(second, first) == second->after_count;
        if (!is_good) {
            return runtime_leave(runtime, cudaErrorInvalidValue);
        }
        second->after = heap_resize(second->after, second->after_count + 1, sizeof(*second->after));
        second->after[second->after_count++] = first;
    }
    return runtime_leave(runtime, cudaSuccess);
}

static bool remove_dependency(struct CUgraphNode_st *node, const struct CUgraphNode_st *first)
{
    size_t at = dependency_at(node, first);
    if (at == node->after_count) {
        return false;
    }
    for (node->after_count--; at < node->after_count; at++) {
        node->after[at] = node->after[at + 1];
    }
    return true;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, size_t numDependencies)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *found = graph_find(runtime, graph);
    if (found != NULL && graph_has_memory(found)) {
        return runtime_leave(runtime, cudaErrorNotSupported);
    }
    for (size_t i = 0; i < numDependencies; i++) {
        cudaGraphNode_t second = graph_node(runtime, to[i]);
        if (second == NULL || second->graph != graph || !remove_dependency(second, from[i])) {
            return runtime_leave(runtime, cudaErrorInvalidValue);
        }
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              size_t *numEdges)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *found = graph_find(runtime, graph);
    size_t room = from == NULL || to == NULL || numEdges == NULL ? 0 : *numEdges, count = 0;
    for (size_t i = 0; found != NULL && i < found->count; i++) {
        for (size_t k = 0; k < found->nodes[i]->after_count; k++, count++) {
            if (count < room) {
                from[count] = found->nodes[i]->after[k];
                to[count] = found->nodes[i];
            }
        }
    }
    if (numEdges != NULL) {
        *numEdges = from == NULL || to == NULL || count < room ? count : room;
    }
    return runtime_leave(runtime,
                         found == NULL || numEdges == NULL ? cudaErrorInvalidValue : cudaSuccess);
}

// Lists the nodes that this one comes directly after, or those that come directly after it; nodes
// NULL: only counts.
static cudaError_t list_neighbors(cudaGraphNode_t handle, bool is_before, cudaGraphNode_t *nodes,
                                  size_t *count)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraphNode_st *node = graph_node(runtime, handle);
    if (node == NULL || count == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    size_t room = nodes == NULL ? 0 : *count, found = 0;
    size_t end = is_before ? node->after_count : node->graph->count;
    for (size_t i = 0; i < end; i++) {
        cudaGraphNode_t other = is_before ? node->after[i] : node->graph->nodes[i];
        if (!is_before && dependency_at(other, node) == other->after_count) {
            continue;
        }
        if (found < room) {
            nodes[found] = other;
        }
        found++;
    }
    *count = nodes == NULL || found < room ? found : room; // those that were told
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                         size_t *pNumDependencies)
{
    return list_neighbors(node, true, pDependencies, pNumDependencies);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                           size_t *pNumDependentNodes)
{
    return list_neighbors(node, false, pDependentNodes, pNumDependentNodes);
}

// Copies of a node outlive it.
static void forget_origin(struct CUgraph_st *graph, const struct CUgraphNode_st *origin)
{
    for (size_t i = 0; i < graph->count; i++) {
        bool is_copy = graph->nodes[i]->origin == origin;
        graph->nodes[i]->origin = is_copy ? NULL : graph->nodes[i]->origin;
    }
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (graph_node(runtime, node) == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    struct CUgraph_st *graph = node->graph;
    if (graph_has_memory(graph)) {
        return runtime_leave(runtime, cudaErrorNotSupported);
    }
    size_t kept = 0;
    for (size_t i = 0; i < graph->count; i++) {
        remove_dependency(graph->nodes[i], node);
        graph->nodes[kept] = graph->nodes[i];
        kept += graph->nodes[i] != node;
    }
    graph->count = kept;
    for (struct CUgraph_st *at = runtime->graphs; at != NULL; at = at->next) {
        forget_origin(at, node);
    }
    for (struct CUgraphExec_st *at = runtime->executables; at != NULL; at = at->next) {
        forget_origin(at->graph, node);
    }
    operation_release(&node->operation);
    free(node->after);
    free(node);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode,
                                     cudaGraph_t clonedGraph)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *clone = graph_find(runtime, clonedGraph);
    for (size_t i = 0; clone != NULL && pNode != NULL && i < clone->count; i++) {
        if (clone->nodes[i]->origin == originalNode && originalNode != NULL) {
            *pNode = clone->nodes[i];
            return runtime_leave(runtime, cudaSuccess);
        }
    }
    return runtime_leave(runtime, cudaErrorInvalidValue);
}
