// SPDX-License-Identifier: Apache-2.0
// Memory that graphs allocate. It is there from the node's making on, at one address in all
// launches, and nobody frees it before the device's end: what a node or the program frees may be
// there again in the next launch. What the program may free, and which launches must wait for that,
// follows the answers of an H200 (driver 580; tests/program/graph_nodes.cu).
#include "sim/runtime/allocate.h"
#include "sim/runtime/graph.h"

cudaError_t graph_memory_prepare(Runtime *runtime, const struct cudaMemAllocNodeParams *from,
                                 Operation *operation)
{
    GraphMemory memory = {.size_bytes = from->bytesize};
    const struct cudaMemLocation *location = &from->poolProps.location;
    if (from->bytesize == 0 || from->poolProps.allocType != cudaMemAllocationTypePinned ||
        (location->type == cudaMemLocationTypeDevice && !runtime_has_device(location->id))) {
        return cudaErrorInvalidValue;
    }
    cudaError_t error =
        allocation_create(runtime, ALLOCATION_DEVICE, memory.size_bytes, &memory.address);
    if (error == cudaSuccess) {
        allocation_find(runtime, memory.address)->is_of_graph = true;
        *operation = (Operation){.kind = OPERATION_ALLOCATE, .as.memory = memory};
    }
    return error;
}

cudaError_t graph_memory_find(Runtime *runtime, const void *pointer, Operation *operation)
{
    const Allocation *allocation = allocation_find(runtime, (uint64_t)(uintptr_t)pointer);
    if (allocation == NULL || !allocation->is_of_graph) {
        return cudaErrorInvalidValue;
    }
    GraphMemory memory = {allocation->address, allocation->size_bytes};
    *operation = (Operation){.kind = OPERATION_FREE, .as.memory = memory};
    return cudaSuccess;
}

bool graph_has_memory(const struct CUgraph_st *graph)
{
    return graph_has_kind(graph, OPERATION_ALLOCATE) || graph_has_kind(graph, OPERATION_FREE);
}

bool graph_may_free(const struct CUgraph_st *graph, const GraphMemory *memory)
{
    for (size_t i = 0; i < graph->count; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        bool is_same = operation->as.memory.address == memory->address;
        if ((operation->kind == OPERATION_FREE && is_same) ||
            (operation->kind == OPERATION_ALLOCATE && is_same && graph->was_instantiated)) {
            return false;
        }
    }
    return true;
}

cudaError_t graph_memory_free(Allocation *allocation)
{
    cudaError_t error = allocation->is_graph_live ? cudaSuccess : cudaErrorInvalidValue;
    allocation->is_graph_live = false;
    return error;
}

void graph_memory_set(Runtime *runtime, const GraphMemory *memory, bool is_live)
{
    Allocation *allocation = allocation_find(runtime, memory->address);
    if (allocation != NULL) {
        allocation->is_graph_live = is_live;
    }
}

bool graph_memory_is_free(Runtime *runtime, const struct CUgraph_st *graph, bool is_freeing)
{
    for (size_t i = 0; i < graph->count; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        if (operation->kind == OPERATION_ALLOCATE && is_freeing) {
            graph_memory_set(runtime, &operation->as.memory, false);
        } else if (operation->kind == OPERATION_ALLOCATE) {
            const Allocation *at = allocation_find(runtime, operation->as.memory.address);
            if (at != NULL && at->is_graph_live) {
                return false;
            }
        }
    }
    return true;
}

static cudaError_t count_bytes(int device, const void *value, uint64_t *bytes)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (value == NULL || !runtime_has_device(device)) {
        return runtime_leave(runtime,
                             value == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        const Allocation *at = &runtime->allocations[i];
        *bytes += at->is_of_graph ? at->size_bytes : 0;
    }
    return runtime_leave(runtime, cudaSuccess);
}

// All that graphs have allocated counts as used and reserved.
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    uint64_t bytes = 0;
    cudaError_t error = (unsigned)attr > cudaGraphMemAttrReservedMemHigh
                            ? runtime_fail(cudaErrorInvalidValue)
                            : count_bytes(device, value, &bytes);
    if (error == cudaSuccess) {
        *(uint64_t *)value = bytes;
    }
    return error;
}

// Only resets the high marks, which are the current bytes here.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    uint64_t bytes = 0;
    bool is_high = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;
    bool is_reset = is_high && value != NULL && *(const uint64_t *)value == 0;
    return is_reset ? count_bytes(device, value, &bytes) : runtime_fail(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    uint64_t bytes = 0;
    return count_bytes(device, &bytes, &bytes);
}
