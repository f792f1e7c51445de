// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs that the program adds one by one.
#include "sim/runtime/graph.h"

// Where a new node goes.
typedef struct NodePlace {
    cudaGraphNode_t *handle;
    cudaGraph_t graph;
    const cudaGraphNode_t *after;
    size_t after_count;
} NodePlace;

// Adds the operation, or releases it.
static cudaError_t add(Runtime *runtime, const NodePlace *place, Operation *operation,
                       cudaError_t error)
{
    struct CUgraph_st *graph = graph_find(runtime, place->graph);
    bool is_good =
        graph != NULL && place->handle != NULL &&
        (operation->kind != OPERATION_FREE || graph_may_free(graph, &operation->as.memory));
    error = error == cudaSuccess && !is_good ? cudaErrorInvalidValue : error;
    cudaGraphNode_t node =
        error == cudaSuccess ? graph_add(graph, operation, place->after, place->after_count) : NULL;
    if (node == NULL) {
        operation_release(operation);
        return error == cudaSuccess ? cudaErrorInvalidValue : error;
    }
    *place->handle = node;
    return cudaSuccess;
}

static cudaError_t add_of(NodePlace place, const struct cudaGraphNodeParams *parameters)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation;
    cudaError_t error = graph_operation(runtime, parameters, &operation);
    return runtime_leave(runtime, add(runtime, &place, &operation, error));
}

// Tells the program what the new node has made.
static void tell_results(cudaGraphNode_t node, struct cudaGraphNodeParams *parameters)
{
    const Operation *operation = &node->operation;
    if (operation->kind == OPERATION_ALLOCATE) {
        parameters->alloc.dptr = (void *)(uintptr_t)operation->as.memory.address;
    } else if (operation->kind == OPERATION_CONDITIONAL) {
        parameters->conditional.phGraph_out = operation->as.conditional.graphs;
    }
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                             const cudaGraphNode_t *pDependencies,
                             const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                             struct cudaGraphNodeParams *nodeParams)
{
    if (nodeParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    for (size_t i = 0; dependencyData != NULL && i < numDependencies; i++) {
        if (dependencyData[i].from_port != 0) {
            return runtime_fail(cudaErrorNotSupported);
        }
    }
    cudaError_t error =
        add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, nodeParams);
    if (error == cudaSuccess) {
        tell_results(*pGraphNode, nodeParams);
    }
    return error;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaKernelNodeParams *pNodeParams)
{
    if (pNodeParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeKernel, .kernel = *pNodeParams};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemcpy3DParms *pCopyParams)
{
    if (pCopyParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemcpy,
                                      .memcpy.copyParams = *pCopyParams};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                     void *dst, const void *src, size_t count,
                                     enum cudaMemcpyKind kind)
{
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemcpy,
                                      .memcpy.copyParams = graph_copy_1d(dst, src, count, kind)};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

static cudaError_t add_symbol(NodePlace place, const SymbolCopy *from)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation = {.kind = OPERATION_COPY};
    cudaError_t error = symbol_box(runtime, from, &operation.as.copy);
    return runtime_leave(runtime, add(runtime, &place, &operation, error));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies,
                                           size_t numDependencies, const void *symbol,
                                           const void *src, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind)
{
    SymbolCopy from = {symbol, src, count, offset, kind, true};
    return add_symbol((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &from);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t *pDependencies,
                                             size_t numDependencies, void *dst, const void *symbol,
                                             size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    SymbolCopy from = {symbol, dst, count, offset, kind, false};
    return add_symbol((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &from);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemsetParams *pMemsetParams)
{
    if (pMemsetParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemset, .memset = *pMemsetParams};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                 const struct cudaHostNodeParams *pNodeParams)
{
    if (pNodeParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeHost, .host = *pNodeParams};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph)
{
    if (childGraph == graph) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeGraph, .graph.graph = childGraph};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t *pDependencies, size_t numDependencies)
{
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeEmpty};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t *pDependencies,
                                        size_t numDependencies, cudaEvent_t event)
{
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeEventRecord,
                                      .eventRecord.event = event};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                      cudaEvent_t event)
{
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeWaitEvent, .eventWait.event = event};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                     struct cudaMemAllocNodeParams *nodeParams)
{
    if (nodeParams == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemAlloc, .alloc = *nodeParams};
    cudaError_t error =
        cudaGraphAddNode(pGraphNode, graph, pDependencies, NULL, numDependencies, &all);
    nodeParams->dptr = error == cudaSuccess ? all.alloc.dptr : nodeParams->dptr;
    return error;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                    void *dptr)
{
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemFree, .free.dptr = dptr};
    return add_of((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, &all);
}
