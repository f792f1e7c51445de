// SPDX-License-Identifier: Apache-2.0
// Parameters of nodes that are there already, asked for and changed: in a graph, or in an
// executable one, whose nodes the program names by those of the graph.
#include "sim/runtime/graph.h"

struct cudaMemcpy3DParms graph_copy_1d(void *dst, const void *src, size_t count,
                                       enum cudaMemcpyKind kind)
{
    return (struct cudaMemcpy3DParms){.srcPtr = {(void *)(uintptr_t)src, count, count, 1},
                                      .dstPtr = {dst, count, count, 1},
                                      .extent = {count, 1, 1},
                                      .kind = kind};
}

// The executable graph's own node for one of the graph's; NULL when there is none.
static cudaGraphNode_t node_in(Runtime *runtime, cudaGraphExec_t handle, cudaGraphNode_t node)
{
    const struct CUgraphExec_st *executable = graph_executable(runtime, handle);
    cudaGraphNode_t own = NULL;
    for (size_t i = 0; executable != NULL && i < executable->graph->count; i++) {
        cudaGraphNode_t at = executable->graph->nodes[i];
        own = at->origin == node ? at : own;
    }
    return own;
}

// Gives a node another operation of the same kind, or releases that.
static cudaError_t replace(cudaGraphNode_t node, bool is_executable, Operation *operation,
                           cudaError_t error)
{
    bool is_alike = node != NULL && node->operation.kind == operation->kind;
    error = error == cudaSuccess && !is_alike ? cudaErrorInvalidValue : error;
    if (error == cudaSuccess && is_executable && !graph_may_replace(&node->operation, operation)) {
        error = operation->kind == OPERATION_GRAPH ? cudaErrorGraphExecUpdateFailure
                                                   : cudaErrorInvalidValue;
    }
    if (error != cudaSuccess) {
        operation_release(operation);
        return error;
    }
    operation_release(&node->operation);
    node->operation = *operation;
    return cudaSuccess;
}

// executable NULL: the node of the graph itself.
static cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node,
                       const struct cudaGraphNodeParams *parameters)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation;
    cudaError_t error = graph_operation(runtime, parameters, &operation);
    cudaGraphNode_t own =
        executable == NULL ? graph_node(runtime, node) : node_in(runtime, executable, node);
    return runtime_leave(runtime, replace(own, executable != NULL, &operation, error));
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams)
{
    return nodeParams == NULL ? runtime_fail(cudaErrorInvalidValue) : set(NULL, node, nodeParams);
}

static cudaError_t set_executable(cudaGraphExec_t executable, cudaGraphNode_t node,
                                  const struct cudaGraphNodeParams *parameters)
{
    return executable == NULL ? runtime_fail(cudaErrorInvalidValue)
                              : set(executable, node, parameters);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *nodeParams)
{
    return nodeParams == NULL ? runtime_fail(cudaErrorInvalidValue)
                              : set_executable(graphExec, node, nodeParams);
}

// The functions for one kind of node: FORM(name, type of the parameters, node type, member)
#define FORM(name, parameters, node_type, member)                                                  \
    cudaError_t cudaGraph##name##NodeSetParams(cudaGraphNode_t node,                               \
                                               const parameters *pNodeParams)                      \
    {                                                                                              \
        if (pNodeParams == NULL) {                                                                 \
            return runtime_fail(cudaErrorInvalidValue);                                            \
        }                                                                                          \
        struct cudaGraphNodeParams all = {.type = node_type, .member = *pNodeParams};              \
        return set(NULL, node, &all);                                                              \
    }                                                                                              \
    cudaError_t cudaGraphExec##name##NodeSetParams(                                                \
        cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const parameters *pNodeParams)           \
    {                                                                                              \
        if (pNodeParams == NULL) {                                                                 \
            return runtime_fail(cudaErrorInvalidValue);                                            \
        }                                                                                          \
        struct cudaGraphNodeParams all = {.type = node_type, .member = *pNodeParams};              \
        return set_executable(hGraphExec, node, &all);                                             \
    }

FORM(Kernel, struct cudaKernelNodeParams, cudaGraphNodeTypeKernel, kernel)
FORM(Memcpy, struct cudaMemcpy3DParms, cudaGraphNodeTypeMemcpy, memcpy.copyParams)
FORM(Memset, struct cudaMemsetParams, cudaGraphNodeTypeMemset, memset)
FORM(Host, struct cudaHostNodeParams, cudaGraphNodeTypeHost, host)
#undef FORM

#define EVENT_FORM(name, node_type, member)                                                        \
    cudaError_t cudaGraphEvent##name##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)        \
    {                                                                                              \
        struct cudaGraphNodeParams all = {.type = node_type, .member.event = event};               \
        return set(NULL, node, &all);                                                              \
    }                                                                                              \
    cudaError_t cudaGraphExecEvent##name##NodeSetEvent(cudaGraphExec_t hGraphExec,                 \
                                                       cudaGraphNode_t hNode, cudaEvent_t event)   \
    {                                                                                              \
        struct cudaGraphNodeParams all = {.type = node_type, .member.event = event};               \
        return set_executable(hGraphExec, hNode, &all);                                            \
    }

EVENT_FORM(Record, cudaGraphNodeTypeEventRecord, eventRecord)
EVENT_FORM(Wait, cudaGraphNodeTypeWaitEvent, eventWait)
#undef EVENT_FORM

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src,
                                           size_t count, enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy = graph_copy_1d(dst, src, count, kind);
    return cudaGraphMemcpyNodeSetParams(node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy = graph_copy_1d(dst, src, count, kind);
    return cudaGraphExecMemcpyNodeSetParams(hGraphExec, node, &copy);
}

static cudaError_t set_symbol(bool is_executable, cudaGraphExec_t executable, cudaGraphNode_t node,
                              const SymbolCopy *from)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation = {.kind = OPERATION_COPY};
    cudaError_t error = symbol_box(runtime, from, &operation.as.copy);
    cudaGraphNode_t own =
        is_executable ? node_in(runtime, executable, node) : graph_node(runtime, node);
    return runtime_leave(runtime, replace(own, is_executable, &operation, error));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t count, size_t offset,
                                                 enum cudaMemcpyKind kind)
{
    SymbolCopy from = {symbol, src, count, offset, kind, true};
    return set_symbol(false, NULL, node, &from);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t count, size_t offset,
                                                   enum cudaMemcpyKind kind)
{
    SymbolCopy from = {symbol, dst, count, offset, kind, false};
    return set_symbol(false, NULL, node, &from);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                     cudaGraphNode_t node, const void *symbol,
                                                     const void *src, size_t count, size_t offset,
                                                     enum cudaMemcpyKind kind)
{
    SymbolCopy from = {symbol, src, count, offset, kind, true};
    return set_symbol(true, hGraphExec, node, &from);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                       cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count,
                                                       size_t offset, enum cudaMemcpyKind kind)
{
    SymbolCopy from = {symbol, dst, count, offset, kind, false};
    return set_symbol(true, hGraphExec, node, &from);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph)
{
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeGraph, .graph.graph = childGraph};
    return set_executable(hGraphExec, node, &all);
}

// --- asked for

// Enters the runtime and finds the operation of a node of this kind; NULL, and the error to return,
// when that fails.
static Operation *enter(cudaGraphNode_t node, OperationKind kind, const void *result,
                        Runtime **runtime, cudaError_t *error)
{
    *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (*runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    struct CUgraphNode_st *found = graph_node(*runtime, node);
    if (found == NULL || found->operation.kind != kind || result == NULL) {
        *error = runtime_leave(*runtime, cudaErrorInvalidValue);
        return NULL;
    }
    return &found->operation;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *pNodeParams)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_KERNEL, pNodeParams, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    const KernelCall *call = &operation->as.kernel;
    *pNodeParams =
        (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)call->function->pointer,
                                      .gridDim = call->configuration.grid,
                                      .blockDim = call->configuration.block,
                                      .sharedMemBytes = (unsigned)call->configuration.shared_bytes,
                                      .kernelParams = call->pointers};
    return runtime_leave(runtime, cudaSuccess);
}

static struct cudaPitchedPtr pitched(const CopyEnd *end, const CopyBox *box)
{
    size_t pitch = end->pitch_bytes;
    return (struct cudaPitchedPtr){(void *)(uintptr_t)end->address, pitch, box->width_bytes,
                                   pitch == 0 || end->slice_bytes == 0 ? box->height
                                                                       : end->slice_bytes / pitch};
}

// Ends in arrays are given as memory.
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *pNodeParams)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_COPY, pNodeParams, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    const CopyBox *box = &operation->as.copy;
    *pNodeParams = (struct cudaMemcpy3DParms){.srcPtr = pitched(&box->from, box),
                                              .dstPtr = pitched(&box->to, box),
                                              .extent = {box->width_bytes, box->height, box->depth},
                                              .kind = box->kind};
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *pNodeParams)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_FILL, pNodeParams, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    const FillBox *box = &operation->as.fill;
    *pNodeParams = (struct cudaMemsetParams){.dst = (void *)(uintptr_t)box->to.address,
                                             .pitch = box->to.pitch_bytes,
                                             .value = box->value,
                                             .elementSize = box->element_bytes,
                                             .width = box->width_bytes / box->element_bytes,
                                             .height = box->height};
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *pNodeParams)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_HOST, pNodeParams, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    *pNodeParams =
        (struct cudaHostNodeParams){operation->as.host.function, operation->as.host.context};
    return runtime_leave(runtime, cudaSuccess);
}

static cudaError_t get_event(cudaGraphNode_t node, OperationKind kind, cudaEvent_t *event)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, kind, event, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    *event = operation->as.event;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out)
{
    return get_event(node, OPERATION_RECORD, event_out);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out)
{
    return get_event(node, OPERATION_WAIT, event_out);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *pGraph)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_GRAPH, pGraph, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    *pGraph = operation->as.graph;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *params_out)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_ALLOCATE, params_out, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    *params_out =
        (struct cudaMemAllocNodeParams){.poolProps = {.allocType = cudaMemAllocationTypePinned,
                                                      .location = {cudaMemLocationTypeDevice, 0}},
                                        .bytesize = operation->as.memory.size_bytes,
                                        .dptr = (void *)(uintptr_t)operation->as.memory.address};
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(node, OPERATION_FREE, dptr_out, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    *(void **)dptr_out = (void *)(uintptr_t)operation->as.memory.address;
    return runtime_leave(runtime, cudaSuccess);
}

// --- attributes of kernel nodes: those that change how it runs; the others are hints

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            const cudaKernelNodeAttrValue *value)
{
    Runtime *runtime;
    cudaError_t error;
    Operation *operation = enter(hNode, OPERATION_KERNEL, value, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    KernelCall *call = &operation->as.kernel;
    if (attr == cudaLaunchAttributeCooperative) {
        call->is_cooperative = value->cooperative != 0;
    } else if (attr == cudaLaunchAttributeClusterDimension) {
        call->cluster[0] = value->clusterDim.x;
        call->cluster[1] = value->clusterDim.y;
        call->cluster[2] = value->clusterDim.z;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            cudaKernelNodeAttrValue *value_out)
{
    Runtime *runtime;
    cudaError_t error;
    const Operation *operation = enter(hNode, OPERATION_KERNEL, value_out, &runtime, &error);
    if (operation == NULL) {
        return error;
    }
    const KernelCall *call = &operation->as.kernel;
    *value_out = (cudaKernelNodeAttrValue){.pad = {0}};
    if (attr == cudaLaunchAttributeCooperative) {
        value_out->cooperative = call->is_cooperative;
    } else if (attr == cudaLaunchAttributeClusterDimension) {
        value_out->clusterDim.x = call->cluster[0];
        value_out->clusterDim.y = call->cluster[1];
        value_out->clusterDim.z = call->cluster[2];
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc)
{
    static const cudaLaunchAttributeID kept[] = {cudaLaunchAttributeCooperative,
                                                 cudaLaunchAttributeClusterDimension};
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < 2 && error == cudaSuccess; i++) {
        cudaKernelNodeAttrValue value = {.pad = {0}};
        error = cudaGraphKernelNodeGetAttribute(hSrc, kept[i], &value);
        error =
            error == cudaSuccess ? cudaGraphKernelNodeSetAttribute(hDst, kept[i], &value) : error;
    }
    return error;
}

// --- nodes that are switched off

static cudaError_t switch_node(cudaGraphExec_t executable, cudaGraphNode_t handle,
                               const unsigned *wanted, unsigned *is_enabled)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    cudaGraphNode_t node = node_in(runtime, executable, handle);
    OperationKind kind = node == NULL ? OPERATION_EMPTY : node->operation.kind;
    if (kind != OPERATION_KERNEL && kind != OPERATION_COPY && kind != OPERATION_FILL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (wanted != NULL) {
        node->is_disabled = *wanted == 0;
    }
    if (is_enabled != NULL) {
        *is_enabled = !node->is_disabled;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int isEnabled)
{
    return switch_node(hGraphExec, hNode, &isEnabled, NULL);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int *isEnabled)
{
    return isEnabled == NULL ? runtime_fail(cudaErrorInvalidValue)
                             : switch_node(hGraphExec, hNode, NULL, isEnabled);
}
