// SPDX-License-Identifier: Apache-2.0
// Nodes of the driver API's graphs: each is described as cuGraphAddNode does, and that in the form
// of the runtime. Contexts are not looked at.
#include "sim/runtime/driver.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct cudaMemAllocNodeParams) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS), "");

// The runtime's form of a node.
typedef struct NodeForm {
    struct cudaGraphNodeParams parameters;
    void **arguments; // owned: of a kernel whose parameters are in a buffer
} NodeForm;

static cudaError_t take_kernel(const CUDA_KERNEL_NODE_PARAMS *from, NodeForm *to)
{
    CUfunction function = from->func != NULL ? from->func : (CUfunction)from->kern;
    bool is_packed = from->kernelParams == NULL && from->extra != NULL;
    cudaError_t error =
        is_packed ? driver_unpack(function, NULL, from->extra, &to->arguments) : cudaSuccess;
    to->parameters.kernel = (struct cudaKernelNodeParams){
        .func = function,
        .gridDim = {from->gridDimX, from->gridDimY, from->gridDimZ},
        .blockDim = {from->blockDimX, from->blockDimY, from->blockDimZ},
        .sharedMemBytes = from->sharedMemBytes,
        .kernelParams = is_packed ? to->arguments : from->kernelParams};
    return error;
}

// One end of a copy. Positions and extents count texels where there is an array.
static cudaError_t take_end(const DriverEnd *end, const DriverCopy *copy, cudaArray_t *array,
                            struct cudaPos *at, struct cudaPitchedPtr *pointer, size_t *texel_bytes)
{
    *at = (struct cudaPos){end->x_bytes, end->y, end->z};
    if (end->type != CU_MEMORYTYPE_ARRAY) {
        size_t pitch = end->pitch == 0 ? copy->width_bytes : end->pitch;
        size_t height = end->height == 0 ? copy->height : end->height;
        void *base = end->type == CU_MEMORYTYPE_HOST ? (void *)(uintptr_t)end->host
                                                     : driver_pointer(end->address);
        *pointer = (struct cudaPitchedPtr){base, pitch, copy->width_bytes, height};
        return cudaSuccess;
    }
    struct cudaChannelFormatDesc channels;
    cudaError_t error = cudaGetChannelDesc(&channels, end->array);
    if (error != cudaSuccess) {
        return error;
    }
    *array = end->array;
    *texel_bytes = (size_t)(channels.x + channels.y + channels.z + channels.w) / 8;
    at->x /= *texel_bytes;
    return end->x_bytes % *texel_bytes == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t take_copy(const CUDA_MEMCPY3D *from, struct cudaMemcpy3DParms *to)
{
    DriverCopy copy = driver_copy(from);
    size_t texel_bytes = 1;
    *to = (struct cudaMemcpy3DParms){.kind = cudaMemcpyDefault};
    cudaError_t error =
        take_end(&copy.from, &copy, &to->srcArray, &to->srcPos, &to->srcPtr, &texel_bytes);
    error = error == cudaSuccess
                ? take_end(&copy.to, &copy, &to->dstArray, &to->dstPos, &to->dstPtr, &texel_bytes)
                : error;
    to->extent = (struct cudaExtent){copy.width_bytes / texel_bytes, copy.height, copy.depth};
    bool is_even = copy.width_bytes % texel_bytes == 0;
    return error == cudaSuccess && !is_even ? cudaErrorInvalidValue : error;
}

static void take_fill(const CUDA_MEMSET_NODE_PARAMS_v2 *from, struct cudaMemsetParams *to)
{
    *to = (struct cudaMemsetParams){.dst = driver_pointer(from->dst),
                                    .pitch = from->pitch,
                                    .value = from->value,
                                    .elementSize = from->elementSize,
                                    .width = from->width,
                                    .height = from->height};
}

static cudaError_t take(const CUgraphNodeParams *from, NodeForm *to)
{
    *to = (NodeForm){.parameters = {.type = (enum cudaGraphNodeType)from->type}};
    struct cudaGraphNodeParams *form = &to->parameters;
    switch (from->type) {
    case CU_GRAPH_NODE_TYPE_EMPTY: break;
    case CU_GRAPH_NODE_TYPE_KERNEL: return take_kernel(&from->kernel, to);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return take_copy(&from->memcpy.copyParams, &form->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET: take_fill(&from->memset, &form->memset); break;
    case CU_GRAPH_NODE_TYPE_HOST:
        form->host = (struct cudaHostNodeParams){from->host.fn, from->host.userData};
        break;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        form->graph = (struct cudaChildGraphNodeParams){
            from->graph.graph, (enum cudaGraphChildGraphNodeOwnership)from->graph.ownership};
        break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: form->eventWait.event = from->eventWait.event; break;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: form->eventRecord.event = from->eventRecord.event; break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        memcpy(&form->alloc, &from->alloc, sizeof form->alloc);
        break;
    case CU_GRAPH_NODE_TYPE_MEM_FREE: form->free.dptr = driver_pointer(from->free.dptr); break;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        form->conditional = (struct cudaConditionalNodeParams){
            .handle = from->conditional.handle,
            .type = (enum cudaGraphConditionalNodeType)from->conditional.type,
            .size = from->conditional.size};
        break;
    default: return cudaErrorNotSupported; // semaphores of other APIs, values of streams
    }
    return cudaSuccess;
}

// What the runtime tells of the new node.
static void give_back(const NodeForm *from, CUgraphNodeParams *to)
{
    if (to->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC) {
        to->alloc.dptr = (uintptr_t)from->parameters.alloc.dptr;
    } else if (to->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
        to->conditional.phGraph_out = from->parameters.conditional.phGraph_out;
    }
}

// No edge has ports here.
static cudaError_t add(CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                       const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *parameters)
{
    NodeForm form = {0};
    cudaError_t error = parameters == NULL ? cudaErrorInvalidValue
                        : edges != NULL    ? cudaErrorNotSupported
                                           : take(parameters, &form);
    error = error == cudaSuccess
                ? cudaGraphAddNode(node, graph, after, NULL, count, &form.parameters)
                : error;
    if (error == cudaSuccess) {
        give_back(&form, parameters);
    }
    free(form.arguments);
    return error;
}

// executable NULL: the node of the graph itself.
static cudaError_t change(CUgraphExec executable, CUgraphNode node,
                          const CUgraphNodeParams *parameters, bool is_executable)
{
    NodeForm form = {0};
    cudaError_t error = parameters == NULL ? cudaErrorInvalidValue : take(parameters, &form);
    if (error == cudaSuccess) {
        error = is_executable ? cudaGraphExecNodeSetParams(executable, node, &form.parameters)
                              : cudaGraphNodeSetParams(node, &form.parameters);
    }
    free(form.arguments);
    return error;
}

CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                        const CUgraphEdgeData *dependencyData, size_t numDependencies,
                        CUgraphNodeParams *nodeParams)
{
    return DRIVER_CALL(
        true, add(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams));
}

CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    return DRIVER_CALL(true, change(NULL, hNode, nodeParams, false));
}

CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                  CUgraphNodeParams *nodeParams)
{
    return DRIVER_CALL(true, change(hGraphExec, hNode, nodeParams, true));
}

// Nodes of one type each. NULL in place of what describes them has no type that there is.

static CUgraphNodeParams none(void)
{
    return (CUgraphNodeParams){.type = (CUgraphNodeType)-1};
}

static CUgraphNodeParams kernel_node(const CUDA_KERNEL_NODE_PARAMS *from)
{
    return from == NULL ? none()
                        : (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_KERNEL, .kernel = *from};
}

static CUgraphNodeParams copy_node(const CUDA_MEMCPY3D *from)
{
    return from == NULL ? none()
                        : (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_MEMCPY,
                                              .memcpy = {.copyParams = *from}};
}

static CUgraphNodeParams fill_node(const CUDA_MEMSET_NODE_PARAMS *from)
{
    CUgraphNodeParams parameters = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    if (from == NULL) {
        return none();
    }
    memcpy(&parameters.memset, from, sizeof *from); // the other form has a context as well
    return parameters;
}

static CUgraphNodeParams host_node(const CUDA_HOST_NODE_PARAMS *from)
{
    return from == NULL ? none()
                        : (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_HOST, .host = *from};
}

static CUgraphNodeParams child_node(CUgraph child)
{
    return (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = child}};
}

static CUgraphNodeParams record_node(CUevent event)
{
    return (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .eventRecord = {event}};
}

static CUgraphNodeParams wait_node(CUevent event)
{
    return (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .eventWait = {event}};
}

static CUresult add_one(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                        CUgraphNodeParams parameters)
{
    return (int)parameters.type == -1
               ? CUDA_ERROR_INVALID_VALUE
               : DRIVER_CALL(true, add(node, graph, after, NULL, count, &parameters));
}

static CUresult change_one(CUgraphNode node, CUgraphNodeParams parameters)
{
    return (int)parameters.type == -1 ? CUDA_ERROR_INVALID_VALUE
                                      : DRIVER_CALL(true, change(NULL, node, &parameters, false));
}

static CUresult change_executable(CUgraphExec executable, CUgraphNode node,
                                  CUgraphNodeParams parameters)
{
    return (int)parameters.type == -1
               ? CUDA_ERROR_INVALID_VALUE
               : DRIVER_CALL(true, change(executable, node, &parameters, true));
}

CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                              const CUgraphNode *dependencies, size_t numDependencies,
                              const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, kernel_node(nodeParams));
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    return change_one(hNode, kernel_node(nodeParams));
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    return change_executable(hGraphExec, hNode, kernel_node(nodeParams));
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                              const CUgraphNode *dependencies, size_t numDependencies,
                              const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
    (void)ctx;
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, copy_node(copyParams));
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams)
{
    return change_one(hNode, copy_node(nodeParams));
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
    (void)ctx;
    return change_executable(hGraphExec, hNode, copy_node(copyParams));
}

CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                              const CUgraphNode *dependencies, size_t numDependencies,
                              const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
    (void)ctx;
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, fill_node(memsetParams));
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
    return change_one(hNode, fill_node(nodeParams));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
    (void)ctx;
    return change_executable(hGraphExec, hNode, fill_node(memsetParams));
}

CUresult cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                            const CUgraphNode *dependencies, size_t numDependencies,
                            const CUDA_HOST_NODE_PARAMS *nodeParams)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, host_node(nodeParams));
}

CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
    return change_one(hNode, host_node(nodeParams));
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                      const CUDA_HOST_NODE_PARAMS *nodeParams)
{
    return change_executable(hGraphExec, hNode, host_node(nodeParams));
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                  const CUgraphNode *dependencies, size_t numDependencies,
                                  CUgraph childGraph)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, child_node(childGraph));
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            CUgraph childGraph)
{
    return change_executable(hGraphExec, hNode, child_node(childGraph));
}

CUresult cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                             const CUgraphNode *dependencies, size_t numDependencies)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies,
                   (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_EMPTY});
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                   const CUgraphNode *dependencies, size_t numDependencies,
                                   CUevent event)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, record_node(event));
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event)
{
    return change_one(hNode, record_node(event));
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            CUevent event)
{
    return change_executable(hGraphExec, hNode, record_node(event));
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                 const CUgraphNode *dependencies, size_t numDependencies,
                                 CUevent event)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies, wait_node(event));
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event)
{
    return change_one(hNode, wait_node(event));
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
    return change_executable(hGraphExec, hNode, wait_node(event));
}

static cudaError_t add_memory(CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                              size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *memory)
{
    if (memory == NULL) {
        return cudaErrorInvalidValue;
    }
    CUgraphNodeParams parameters = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC, .alloc = *memory};
    cudaError_t error = add(node, graph, after, NULL, count, &parameters);
    memory->dptr = parameters.alloc.dptr;
    return error;
}

CUresult cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                const CUgraphNode *dependencies, size_t numDependencies,
                                CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams)
{
    return DRIVER_CALL(true,
                       add_memory(phGraphNode, hGraph, dependencies, numDependencies, nodeParams));
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                               const CUgraphNode *dependencies, size_t numDependencies,
                               CUdeviceptr dptr)
{
    return add_one(phGraphNode, hGraph, dependencies, numDependencies,
                   (CUgraphNodeParams){.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = {dptr}});
}
