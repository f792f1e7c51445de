// SPDX-License-Identifier: Apache-2.0
// The functions that make, ask, instantiate and launch graphs; their nodes are added in
// graph_node.c, edges in graph_edge.c.
#include "isa/base/heap.h"
#include "sim/runtime/graph.h"

#include <stdlib.h>
#include <string.h>

// Calls back for the graph and all graphs inside of it until one returns something.
static void *visit(struct CUgraph_st *graph, const void *handle,
                   void *(*look)(struct CUgraph_st *, const void *))
{
    void *found = look(graph, handle);
    for (size_t i = 0; i < graph->count && found == NULL; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        if (operation->kind == OPERATION_GRAPH) {
            found = visit(operation->as.graph, handle, look);
        }
        bool is_conditional = operation->kind == OPERATION_CONDITIONAL;
        uint32_t count = is_conditional ? operation->as.conditional.count : 0;
        for (uint32_t k = 0; k < count && found == NULL; k++) {
            found = visit(operation->as.conditional.graphs[k], handle, look);
        }
    }
    return found;
}

static void *look_for_graph(struct CUgraph_st *graph, const void *handle)
{
    return graph == handle ? graph : NULL;
}

static void *look_for_node(struct CUgraph_st *graph, const void *handle)
{
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i] == handle) {
            return graph->nodes[i];
        }
    }
    return NULL;
}

struct CUgraph_st *graph_find(Runtime *runtime, cudaGraph_t handle)
{
    struct CUgraph_st *found = NULL;
    for (struct CUgraph_st *at = runtime->graphs; at != NULL && found == NULL; at = at->next) {
        found = visit(at, handle, look_for_graph);
    }
    for (struct CUstream_st *at = runtime->streams; at != NULL && found == NULL; at = at->next) {
        found = at->capture != NULL && at->capture == handle ? at->capture : NULL;
    }
    return found;
}

struct CUgraphExec_st *graph_executable(Runtime *runtime, cudaGraphExec_t handle)
{
    struct CUgraphExec_st *executable = runtime->executables;
    while (executable != NULL && executable != handle) {
        executable = executable->next;
    }
    return executable;
}

cudaGraphNode_t graph_node(Runtime *runtime, cudaGraphNode_t handle)
{
    cudaGraphNode_t found = NULL;
    for (struct CUgraph_st *at = runtime->graphs; at != NULL && found == NULL; at = at->next) {
        found = visit(at, handle, look_for_node);
    }
    for (struct CUstream_st *at = runtime->streams; at != NULL && found == NULL; at = at->next) {
        found = at->capture == NULL ? NULL : visit(at->capture, handle, look_for_node);
    }
    return found;
}

static cudaError_t keep_graph(Runtime *runtime, struct CUgraph_st *graph, cudaGraph_t *handle)
{
    graph->next = runtime->graphs;
    runtime->graphs = graph;
    *handle = graph;
    return cudaSuccess;
}

cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    return runtime_leave(runtime, pGraph == NULL || flags != 0
                                      ? cudaErrorInvalidValue
                                      : keep_graph(runtime, graph_create(), pGraph));
}

cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *graph = graph_find(runtime, originalGraph);
    bool is_whole =
        graph != NULL && !graph_has_kind(graph, OPERATION_CONDITIONAL) && !graph_has_memory(graph);
    return runtime_leave(runtime, graph == NULL || pGraphClone == NULL ? cudaErrorInvalidValue
                                  : !is_whole
                                      ? cudaErrorNotSupported // handles and memory have one node
                                      : keep_graph(runtime, graph_copy(graph), pGraphClone));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUgraph_st **link = &runtime->graphs;
    while (*link != NULL && *link != graph) {
        link = &(*link)->next;
    }
    bool is_captured = graph != NULL && graph_has_capture(runtime, graph);
    if (*link == NULL || is_captured) {
        return runtime_leave(runtime, is_captured ? cudaErrorIllegalState : cudaErrorInvalidValue);
    }
    *link = graph->next;
    for (struct CUgraphExec_st *at = runtime->executables; at != NULL; at = at->next) {
        at->source = at->source == graph ? NULL : at->source;
    }
    conditionals_forget(runtime, graph);
    graph_release(graph);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType)
{
    static const enum cudaGraphNodeType types[] = {
        [OPERATION_EMPTY] = cudaGraphNodeTypeEmpty,
        [OPERATION_KERNEL] = cudaGraphNodeTypeKernel,
        [OPERATION_COPY] = cudaGraphNodeTypeMemcpy,
        [OPERATION_FILL] = cudaGraphNodeTypeMemset,
        [OPERATION_HOST] = cudaGraphNodeTypeHost,
        [OPERATION_RECORD] = cudaGraphNodeTypeEventRecord,
        [OPERATION_WAIT] = cudaGraphNodeTypeWaitEvent,
        [OPERATION_GRAPH] = cudaGraphNodeTypeGraph,
        [OPERATION_ALLOCATE] = cudaGraphNodeTypeMemAlloc,
        [OPERATION_FREE] = cudaGraphNodeTypeMemFree,
        [OPERATION_CONDITIONAL] = cudaGraphNodeTypeConditional};
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraphNode_st *found = graph_node(runtime, node);
    if (found == NULL || pType == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *pType = types[found->operation.kind];
    return runtime_leave(runtime, cudaSuccess);
}

// Lists nodes: all, or those without dependencies. nodes NULL: only counts.
static cudaError_t list(cudaGraph_t handle, bool is_roots, cudaGraphNode_t *nodes, size_t *count)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *graph = graph_find(runtime, handle);
    if (graph == NULL || count == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    size_t room = nodes == NULL ? 0 : *count, found = 0;
    for (size_t i = 0; i < graph->count; i++) {
        if (is_roots && graph->nodes[i]->after_count > 0) {
            continue;
        }
        if (found < room) {
            nodes[found] = graph->nodes[i];
        }
        found++;
    }
    *count = nodes == NULL || found < room ? found : room; // those that were told
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)
{
    return list(graph, false, nodes, numNodes);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes,
                                  size_t *pNumRootNodes)
{
    return list(graph, true, pRootNodes, pNumRootNodes);
}

static bool has_executable(const Runtime *runtime, const struct CUgraph_st *graph)
{
    const struct CUgraphExec_st *at = runtime->executables;
    while (at != NULL && at->source != graph) {
        at = at->next;
    }
    return at != NULL;
}

static cudaError_t instantiate(Runtime *runtime, cudaGraphExec_t *handle, cudaGraph_t graph,
                               unsigned long long flags)
{
    struct CUgraph_st *found = graph_find(runtime, graph);
    bool is_for_device = (flags & cudaGraphInstantiateFlagDeviceLaunch) != 0;
    if (found == NULL || handle == NULL || !graph_is_launchable(runtime, found) ||
        (is_for_device && graph_has_kind(found, OPERATION_CONDITIONAL))) {
        return cudaErrorInvalidValue;
    }
    if (graph_has_memory(found) && has_executable(runtime, found)) {
        return cudaErrorNotSupported; // one at a time (CUDA C++ Programming Guide, "Graph Memory
                                      // Nodes")
    }
    found->was_instantiated = true;
    struct CUgraphExec_st *executable = heap_resize(NULL, 1, sizeof(*executable));
    *executable = (struct CUgraphExec_st){
        .next = runtime->executables, .graph = graph_copy(found), .source = found, .flags = flags};
    runtime->executables = executable;
    *handle = executable;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, instantiate(runtime, pGraphExec, graph, flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    return cudaGraphInstantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *instantiateParams)
{
    if (instantiateParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    instantiateParams->errNode_out = NULL;
    instantiateParams->result_out = cudaGraphInstantiateSuccess;
    return cudaGraphInstantiate(pGraphExec, graph, instantiateParams->flags);
}

// Nodes correspond in the order in which they were added; the shape must be the same.
static cudaGraphExecUpdateResultInfo update(struct CUgraphExec_st *executable,
                                            const struct CUgraph_st *graph)
{
    cudaGraphExecUpdateResultInfo info = {0};
    info.result = graph_compare(executable->graph, graph, &info.errorNode);
    if (info.result != cudaGraphExecUpdateSuccess) {
        return info;
    }
    struct CUgraph_st *copy = graph_copy(graph);
    for (size_t i = 0; i < copy->count; i++) { // the program knows the nodes that it instantiated
        copy->nodes[i]->origin = executable->graph->nodes[i]->origin;
        copy->nodes[i]->is_disabled = executable->graph->nodes[i]->is_disabled;
    }
    graph_release(executable->graph);
    executable->graph = copy;
    return info;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo *resultInfo)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUgraphExec_st *executable = graph_executable(runtime, hGraphExec);
    const struct CUgraph_st *graph = graph_find(runtime, hGraph);
    if (executable == NULL || graph == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    cudaGraphExecUpdateResultInfo info = update(executable, graph);
    if (resultInfo != NULL) {
        *resultInfo = info;
    }
    return runtime_leave(runtime, info.result == cudaGraphExecUpdateSuccess
                                      ? cudaSuccess
                                      : cudaErrorGraphExecUpdateFailure);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_good =
        graph_executable(runtime, graphExec) != NULL && stream_find(runtime, stream) != NULL;
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUgraphExec_st *executable = graph_executable(runtime, graphExec);
    if (executable == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    bool is_freeing = (executable->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
    if (!graph_memory_is_free(runtime, executable->graph, is_freeing)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    Operation operation = {.kind = OPERATION_GRAPH, .as.graph = graph_copy(executable->graph)};
    return runtime_leave(runtime, stream_issue(runtime, stream, &operation));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUgraphExec_st **link = &runtime->executables;
    while (*link != NULL && *link != graphExec) {
        link = &(*link)->next;
    }
    if (*link == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *link = graphExec->next;
    graph_release(graphExec->graph);
    free(graphExec);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraphExec_st *executable = graph_executable(runtime, graphExec);
    if (executable == NULL || flags == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *flags = executable->flags;
    return runtime_leave(runtime, cudaSuccess);
}
