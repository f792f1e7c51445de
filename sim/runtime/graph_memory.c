// SPDX-License-Identifier: Apache-2.0
// Memory that graphs allocate. It is there from the node's making on, at one address in all
// launches, and nobody frees it before the device's end: what a node or the program frees may be
// there again in the next launch.
#include "sim/runtime/allocate.h"
#include "sim/runtime/graph.h"

cudaError_t graph_memory_prepare(Runtime *runtime, const struct cudaMemAllocNodeParams *from,
                                 Operation *operation)
{
    GraphMemory memory = {.size_bytes = from->bytesize};
    if (from->bytesize == 0 || from->poolProps.allocType != cudaMemAllocationTypePinned) {
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
    return is_high ? count_bytes(device, value, &bytes) : runtime_fail(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    uint64_t bytes = 0;
    return count_bytes(device, &bytes, &bytes);
}
