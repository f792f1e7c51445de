// SPDX-License-Identifier: Apache-2.0
// What a node does, from the parameters that the API describes it with.
#include "sim/runtime/copy3d.h"
#include "sim/runtime/graph.h"

static cudaError_t prepare_kernel(Runtime *runtime, const struct cudaKernelNodeParams *from,
                                  Operation *operation)
{
    if (from->kernelParams == NULL && from->extra != NULL) {
        return cudaErrorNotSupported;
    }
    CallConfiguration configuration = {from->gridDim, from->blockDim, from->sharedMemBytes, NULL};
    *operation = (Operation){.kind = OPERATION_KERNEL};
    cudaError_t error = call_prepare(runtime, from->func, &configuration, from->kernelParams,
                                     &operation->as.kernel);
    error = error == cudaSuccess ? call_check(runtime, &operation->as.kernel) : error;
    return error == cudaErrorInvalidConfiguration ? cudaErrorInvalidValue : error;
}

static cudaError_t prepare_fill(const struct cudaMemsetParams *from, Operation *operation)
{
    bool is_element = from->elementSize == 1 || from->elementSize == 2 || from->elementSize == 4;
    bool is_pitch = from->height <= 1 || from->pitch >= from->width * from->elementSize;
    if (!is_element || !is_pitch || from->dst == NULL || from->width == 0 || from->height == 0) {
        return cudaErrorInvalidValue;
    }
    FillBox box = {.to = {(uint64_t)(uintptr_t)from->dst, from->pitch, 0},
                   .width_bytes = from->width * from->elementSize,
                   .height = from->height,
                   .depth = 1,
                   .value = from->value,
                   .element_bytes = from->elementSize};
    *operation = (Operation){.kind = OPERATION_FILL, .as.fill = box};
    return cudaSuccess;
}

static cudaError_t prepare_graph(Runtime *runtime, const struct cudaChildGraphNodeParams *from,
                                 Operation *operation)
{
    const struct CUgraph_st *child = graph_find(runtime, from->graph);
    if (child == NULL || graph_has_kind(child, OPERATION_CONDITIONAL) || graph_has_memory(child)) {
        return child == NULL ? cudaErrorInvalidValue : cudaErrorNotSupported;
    }
    *operation = (Operation){.kind = OPERATION_GRAPH, .as.graph = graph_copy(child)};
    return cudaSuccess;
}

static cudaError_t prepare_event(Runtime *runtime, OperationKind kind, cudaEvent_t event,
                                 Operation *operation)
{
    struct CUevent_st *found = event_find(runtime, event);
    *operation = (Operation){.kind = found == NULL ? OPERATION_EMPTY : kind, .as.event = found};
    return found == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess;
}

static cudaError_t prepare_copy(Runtime *runtime, const struct cudaMemcpy3DParms *from,
                                Operation *operation)
{
    *operation = (Operation){.kind = OPERATION_COPY};
    return copy3d_box(runtime, from, &operation->as.copy);
}

cudaError_t graph_operation(Runtime *runtime, const struct cudaGraphNodeParams *from,
                            Operation *operation)
{
    *operation = (Operation){.kind = OPERATION_EMPTY};
    switch ((int)from->type) {
    case cudaGraphNodeTypeEmpty: return cudaSuccess;
    case cudaGraphNodeTypeKernel: return prepare_kernel(runtime, &from->kernel, operation);
    case cudaGraphNodeTypeMemcpy: return prepare_copy(runtime, &from->memcpy.copyParams, operation);
    case cudaGraphNodeTypeMemset: return prepare_fill(&from->memset, operation);
    case cudaGraphNodeTypeHost:
        operation->kind = OPERATION_HOST;
        operation->as.host = (HostCall){.function = from->host.fn, .context = from->host.userData};
        return from->host.fn == NULL ? cudaErrorInvalidValue : cudaSuccess;
    case cudaGraphNodeTypeGraph: return prepare_graph(runtime, &from->graph, operation);
    case cudaGraphNodeTypeWaitEvent:
        return prepare_event(runtime, OPERATION_WAIT, from->eventWait.event, operation);
    case cudaGraphNodeTypeEventRecord:
        return prepare_event(runtime, OPERATION_RECORD, from->eventRecord.event, operation);
    case cudaGraphNodeTypeMemAlloc: return graph_memory_prepare(runtime, &from->alloc, operation);
    case cudaGraphNodeTypeMemFree: return graph_memory_find(runtime, from->free.dptr, operation);
    case cudaGraphNodeTypeConditional:
        return conditional_prepare(runtime, &from->conditional, operation);
    default: return cudaErrorNotSupported; // semaphores of other APIs
    }
}
