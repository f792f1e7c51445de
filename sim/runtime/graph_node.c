// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs that the program adds one by one, and kernel nodes that it changes.
#include "sim/runtime/copy3d.h"
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
    error = error == cudaSuccess && (graph == NULL || place->handle == NULL) ? cudaErrorInvalidValue
                                                                             : error;
    cudaGraphNode_t node =
        error == cudaSuccess ? graph_add(graph, operation, place->after, place->after_count) : NULL;
    if (node == NULL) {
        operation_release(operation);
        return error == cudaSuccess ? cudaErrorInvalidValue : error;
    }
    *place->handle = node;
    return cudaSuccess;
}

static cudaError_t add_simple(NodePlace place, Operation operation)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, add(runtime, &place, &operation, cudaSuccess));
}

static cudaError_t prepare_kernel(Runtime *runtime, const struct cudaKernelNodeParams *from,
                                  Operation *operation)
{
    *operation = (Operation){.kind = OPERATION_KERNEL};
    if (from == NULL || (from->kernelParams == NULL && from->extra != NULL)) {
        operation->kind = OPERATION_EMPTY;
        return from == NULL ? cudaErrorInvalidValue : cudaErrorNotSupported;
    }
    CallConfiguration configuration = {from->gridDim, from->blockDim, from->sharedMemBytes, NULL};
    return call_prepare(runtime, from->func, &configuration, from->kernelParams,
                        &operation->as.kernel);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaKernelNodeParams *pNodeParams)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    NodePlace place = {pGraphNode, graph, pDependencies, numDependencies};
    Operation operation;
    cudaError_t error = prepare_kernel(runtime, pNodeParams, &operation);
    return runtime_leave(runtime, add(runtime, &place, &operation, error));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *pNodeParams)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraphNode_st *found = graph_node(runtime, node);
    if (found == NULL || found->operation.kind != OPERATION_KERNEL || pNodeParams == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    const KernelCall *call = &found->operation.as.kernel;
    *pNodeParams =
        (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)call->function->pointer,
                                      .gridDim = call->configuration.grid,
                                      .blockDim = call->configuration.block,
                                      .sharedMemBytes = (unsigned)call->configuration.shared_bytes,
                                      .kernelParams = call->pointers};
    return runtime_leave(runtime, cudaSuccess);
}

// Gives a kernel node another operation.
static cudaError_t replace(Runtime *runtime, cudaGraphNode_t node,
                           const struct cudaKernelNodeParams *parameters)
{
    Operation operation;
    if (node == NULL || node->operation.kind != OPERATION_KERNEL) {
        return cudaErrorInvalidValue;
    }
    cudaError_t error = prepare_kernel(runtime, parameters, &operation);
    if (error != cudaSuccess) {
        operation_release(&operation);
        return error;
    }
    operation_release(&node->operation);
    node->operation = operation;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *pNodeParams)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    return runtime == NULL
               ? runtime_refusal()
               : runtime_leave(runtime, replace(runtime, graph_node(runtime, node), pNodeParams));
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *pNodeParams)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraphExec_st *executable = graph_executable(runtime, hGraphExec);
    cudaGraphNode_t own = NULL;
    for (size_t i = 0; executable != NULL && i < executable->graph->count; i++) {
        cudaGraphNode_t at = executable->graph->nodes[i];
        own = at->origin == node ? at : own;
    }
    return runtime_leave(runtime, replace(runtime, own, pNodeParams));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemcpy3DParms *pCopyParams)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    NodePlace place = {pGraphNode, graph, pDependencies, numDependencies};
    Operation operation = {.kind = OPERATION_COPY};
    cudaError_t error = pCopyParams == NULL ? cudaErrorInvalidValue
                                            : copy3d_box(runtime, pCopyParams, &operation.as.copy);
    return runtime_leave(runtime, add(runtime, &place, &operation, error));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                     void *dst, const void *src, size_t count,
                                     enum cudaMemcpyKind kind)
{
    CopyBox box = {.to = {(uint64_t)(uintptr_t)dst, count, 0},
                   .from = {(uint64_t)(uintptr_t)src, count, 0},
                   .width_bytes = count,
                   .height = 1,
                   .depth = 1,
                   .kind = kind};
    return add_simple((NodePlace){pGraphNode, graph, pDependencies, numDependencies},
                      (Operation){.kind = OPERATION_COPY, .as.copy = box});
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemsetParams *pMemsetParams)
{
    const struct cudaMemsetParams *from = pMemsetParams;
    if (from == NULL ||
        (from->elementSize != 1 && from->elementSize != 2 && from->elementSize != 4)) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    FillBox box = {.to = {(uint64_t)(uintptr_t)from->dst, from->pitch, 0},
                   .width_bytes = from->width * from->elementSize,
                   .height = from->height,
                   .depth = 1,
                   .value = from->value,
                   .element_bytes = from->elementSize};
    return add_simple((NodePlace){pGraphNode, graph, pDependencies, numDependencies},
                      (Operation){.kind = OPERATION_FILL, .as.fill = box});
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                 const struct cudaHostNodeParams *pNodeParams)
{
    if (pNodeParams == NULL || pNodeParams->fn == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    HostCall call = {.function = pNodeParams->fn, .context = pNodeParams->userData};
    return add_simple((NodePlace){pGraphNode, graph, pDependencies, numDependencies},
                      (Operation){.kind = OPERATION_HOST, .as.host = call});
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    NodePlace place = {pGraphNode, graph, pDependencies, numDependencies};
    const struct CUgraph_st *child = graph_find(runtime, childGraph);
    Operation operation = {0};
    if (child != NULL && childGraph != graph) {
        operation = (Operation){.kind = OPERATION_GRAPH, .as.graph = graph_copy(child)};
    }
    cudaError_t error = operation.kind == OPERATION_GRAPH ? cudaSuccess : cudaErrorInvalidValue;
    return runtime_leave(runtime, add(runtime, &place, &operation, error));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t *pDependencies, size_t numDependencies)
{
    return add_simple((NodePlace){pGraphNode, graph, pDependencies, numDependencies},
                      (Operation){.kind = OPERATION_EMPTY});
}

static cudaError_t add_event(NodePlace place, OperationKind kind, cudaEvent_t event)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation = {.kind = kind, .as.event = event_find(runtime, event)};
    cudaError_t error = operation.as.event == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess;
    return runtime_leave(runtime, add(runtime, &place, &operation, error));
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t *pDependencies,
                                        size_t numDependencies, cudaEvent_t event)
{
    return add_event((NodePlace){pGraphNode, graph, pDependencies, numDependencies},
                     OPERATION_RECORD, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                      cudaEvent_t event)
{
    return add_event((NodePlace){pGraphNode, graph, pDependencies, numDependencies}, OPERATION_WAIT,
                     event);
}
