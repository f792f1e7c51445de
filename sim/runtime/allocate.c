// SPDX-License-Identifier: Apache-2.0
// Memory: of the device, managed, pinned and registered. Managed and pinned memory is the host's
// own and kernels reach it at the host's address; so is registered memory.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS, MAP_NORESERVE

#include "sim/runtime/allocate.h"

#include "isa/base/heap.h"
#include "sim/runtime/error.h"
#include "sim/runtime/follow.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/host_access.h"
#include "sim/runtime/host_memory.h"
#include "sim/runtime/leak.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Hint where mappings of managed and pinned memory go, so that addresses are the same in every run.
// Nothing of a process lies there by itself (see DEVICE_BASE in runtime.c).
#define HOST_BASE       ((uintptr_t)0x0000200000000000)
#define PITCH_ALIGNMENT 512u // what cudaMallocPitch rounds rows to on all GPUs since cc 3.0

Allocation *allocation_find(Runtime *runtime, uint64_t address)
{
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        Allocation *at = &runtime->allocations[i];
        if (address - at->address < (at->size_bytes > 0 ? at->size_bytes : 1)) {
            return at;
        }
    }
    return NULL;
}

static void *map_host(Runtime *runtime, uint64_t size_bytes)
{
    void *bytes = mmap((void *)(HOST_BASE + runtime->mapped_bytes), (size_t)size_bytes,
                       PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        return NULL;
    }
    runtime->mapped_bytes += (uintptr_t)size_bytes + (1u << 16);
    return bytes;
}

static cudaError_t map_memory(Runtime *runtime, Allocation *allocation)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (allocation->size_bytes > UINT64_MAX / 2) {
        return cudaErrorMemoryAllocation;
    }
    allocation->mapped_bytes = (allocation->size_bytes + page) / page * page;
    void *bytes = map_host(runtime, allocation->mapped_bytes);
    if (bytes == NULL) {
        return cudaErrorMemoryAllocation;
    }
    LockstepStatus (*map)(LockstepDevice *, void *, uint64_t, const char *) =
        allocation->kind == ALLOCATION_MANAGED ? lockstep_map : lockstep_map_remote;
    LockstepStatus status = map(runtime->device, bytes, allocation->size_bytes, "");
    if (status != LOCKSTEP_OK) {
        munmap(bytes, (size_t)allocation->mapped_bytes);
        return error_of_status(status);
    }
    allocation->address = (uint64_t)(uintptr_t)bytes;
    if (allocation->kind == ALLOCATION_MANAGED) {
        device_watch(runtime->device, allocation->address);
    }
    return cudaSuccess;
}

static void note(Runtime *runtime, const Allocation *allocation)
{
    runtime->allocations = heap_room(runtime->allocations, runtime->allocation_count,
                                     &runtime->allocation_room, sizeof(Allocation));
    runtime->allocations[runtime->allocation_count] = *allocation;
    runtime->allocations[runtime->allocation_count++].caller = leak_caller(runtime);
    host_access_watch(runtime);
}

cudaError_t allocation_create(Runtime *runtime, AllocationKind kind, uint64_t size_bytes,
                              uint64_t *address)
{
    Allocation allocation = {.size_bytes = size_bytes, .kind = kind};
    cudaError_t error = cudaSuccess;
    if (kind == ALLOCATION_DEVICE || kind == ALLOCATION_ARRAY) {
        error = error_of_status(
            lockstep_malloc(runtime->device, size_bytes, NULL, &allocation.address));
    } else {
        error = map_memory(runtime, &allocation);
    }
    if (error == cudaSuccess) {
        note(runtime, &allocation);
        *address = allocation.address;
    }
    return error;
}

cudaError_t allocation_release(Runtime *runtime, Allocation *allocation)
{
    LockstepStatus status = lockstep_free(runtime->device, allocation->address);
    if (allocation->mapped_bytes > 0) {
        munmap((void *)(uintptr_t)allocation->address, (size_t)allocation->mapped_bytes);
    }
    free(allocation->advice);
    *allocation = runtime->allocations[--runtime->allocation_count];
    host_access_watch(runtime);
    return error_of_status(status);
}

void allocations_stop(Runtime *runtime)
{
    while (runtime->allocation_count > 0) {
        allocation_release(runtime, &runtime->allocations[runtime->allocation_count - 1]);
    }
    free(runtime->allocations);
    runtime->allocations = NULL;
    runtime->allocation_room = 0;
}

void allocations_stop_here(Runtime *runtime)
{
    for (uint32_t i = runtime->allocation_count; i-- > 0;) {
        Allocation *at = &runtime->allocations[i];
        const MemoryRegion *region = device_region(runtime->device, at->address);
        if (region != NULL && region->home == runtime->current->number) {
            allocation_release(runtime, at); // the last one takes its place
        }
    }
}

bool memory_reach(Runtime *runtime, uint64_t address, uint64_t size_bytes, uint8_t **bytes,
                  bool *is_device, bool *is_host)
{
    const MemoryRegion *region = device_region(runtime->device, address);
    *is_device = region != NULL;
    *is_host = region == NULL || region->is_mapped;
    if (region == NULL) {
        *bytes = (uint8_t *)(uintptr_t)address;
        return is_host_range(address, size_bytes);
    }
    *bytes = region->bytes + (address - region->base);
    return size_bytes <= region->base + region->size_bytes - address;
}

static cudaError_t give(Runtime *runtime, AllocationKind kind, void **pointer, size_t size_bytes,
                        unsigned flags)
{
    uint64_t address = 0;
    if (pointer == NULL) {
        return cudaErrorInvalidValue;
    }
    *pointer = NULL;
    cudaError_t error = graph_guard(runtime);
    if (error != cudaSuccess || size_bytes == 0) {
        return error;
    }
    error = allocation_create(runtime, kind, size_bytes, &address);
    if (error == cudaSuccess) {
        allocation_find(runtime, address)->flags = flags;
        *pointer = (void *)(uintptr_t)address;
    }
    return error;
}

cudaError_t cudaMalloc(void **devPtr, size_t size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL
               ? runtime_refusal()
               : runtime_leave(runtime, give(runtime, ALLOCATION_DEVICE, devPtr, size, 0));
}

cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_good = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    return runtime_leave(runtime, is_good ? give(runtime, ALLOCATION_MANAGED, devPtr, size, flags)
                                          : cudaErrorInvalidValue);
}

cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    return runtime_leave(runtime, (flags & ~known) == 0
                                      ? give(runtime, ALLOCATION_PINNED, pHost, size, flags)
                                      : cudaErrorInvalidValue);
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
    return cudaHostAlloc(ptr, size, cudaHostAllocDefault);
}

// Ends an allocation of one of two kinds that starts at the pointer; `refusal` when there is none,
// `null` for a null pointer.
static cudaError_t take_back(const void *pointer, AllocationKind kind, AllocationKind other,
                             cudaError_t refusal, cudaError_t null)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    cudaError_t forbidden = graph_guard(runtime);
    if (forbidden != cudaSuccess || address == 0) {
        return runtime_leave(runtime, forbidden != cudaSuccess ? forbidden : null);
    }
    Allocation *allocation = allocation_find(runtime, address);
    bool is_ours = allocation != NULL && allocation->address == address &&
                   (allocation->kind == kind || allocation->kind == other);
    if (!is_ours) {
        leak_find_call(runtime, CHECK_HOST_FREE, address);
    }
    bool is_inside = allocation != NULL && allocation->address != address;
    refusal = is_inside ? cudaErrorInvalidValue : refusal;
    follow_all(runtime); // it waits for the device
    if (is_ours && allocation->is_of_graph) {
        return runtime_leave(runtime, graph_memory_free(allocation));
    }
    return runtime_leave(runtime, is_ours ? allocation_release(runtime, allocation) : refusal);
}

cudaError_t cudaFree(void *devPtr)
{
    return take_back(devPtr, ALLOCATION_DEVICE, ALLOCATION_MANAGED, cudaErrorInvalidValue,
                     cudaSuccess);
}

cudaError_t cudaFreeHost(void *ptr)
{
    return take_back(ptr, ALLOCATION_PINNED, ALLOCATION_PINNED, cudaErrorInvalidValue, cudaSuccess);
}

cudaError_t cudaHostUnregister(void *ptr)
{
    return take_back(ptr, ALLOCATION_REGISTERED, ALLOCATION_REGISTERED,
                     cudaErrorHostMemoryNotRegistered, cudaErrorInvalidValue);
}

static cudaError_t register_host(Runtime *runtime, void *pointer, size_t size_bytes, unsigned flags)
{
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (pointer == NULL || size_bytes == 0 || flags > 15) {
        return cudaErrorInvalidValue;
    }
    if (allocation_find(runtime, address) != NULL ||
        allocation_find(runtime, address + size_bytes - 1) != NULL) {
        return cudaErrorHostMemoryAlreadyRegistered;
    }
    LockstepStatus status = lockstep_map_remote(runtime->device, pointer, size_bytes, "");
    Allocation allocation = {.address = address,
                             .size_bytes = size_bytes,
                             .kind = ALLOCATION_REGISTERED,
                             .flags = flags};
    if (status == LOCKSTEP_OK) {
        device_set_foreign(runtime->device, address);
        note(runtime, &allocation);
    }
    return error_of_status(status);
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, register_host(runtime, ptr, size, flags));
}

// The pinned or registered memory that holds a pointer, or NULL.
static Allocation *pinned(Runtime *runtime, const void *pointer)
{
    Allocation *allocation = allocation_find(runtime, (uint64_t)(uintptr_t)pointer);
    bool is_pinned = allocation != NULL && (allocation->kind == ALLOCATION_PINNED ||
                                            allocation->kind == ALLOCATION_REGISTERED);
    return is_pinned ? allocation : NULL;
}

cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (pDevice == NULL || flags != 0 || pinned(runtime, pHost) == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *pDevice = pHost;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const Allocation *allocation = pinned(runtime, pHost);
    if (pFlags == NULL || allocation == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *pFlags = allocation->flags | cudaHostAllocMapped; // under unified addressing always
    return runtime_leave(runtime, cudaSuccess);
}

static cudaError_t give_rows(Runtime *runtime, struct cudaPitchedPtr *rows,
                             struct cudaExtent extent)
{
    if (rows == NULL || extent.width > SIZE_MAX / 2) {
        return cudaErrorInvalidValue;
    }
    size_t pitch = (extent.width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    size_t size_bytes = 0;
    if (__builtin_mul_overflow(pitch, extent.height, &size_bytes) ||
        __builtin_mul_overflow(size_bytes, extent.depth, &size_bytes)) {
        return cudaErrorMemoryAllocation;
    }
    *rows = (struct cudaPitchedPtr){NULL, pitch, extent.width, extent.height};
    return give(runtime, ALLOCATION_DEVICE, &rows->ptr, size_bytes, 0);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, give_rows(runtime, pitchedDevPtr, extent));
}

cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)
{
    struct cudaPitchedPtr rows = {0};
    if (devPtr == NULL || pitch == NULL) {
        return cudaMalloc(NULL, 0);
    }
    cudaError_t error = cudaMalloc3D(&rows, (struct cudaExtent){width, height, 1});
    *devPtr = rows.ptr;
    *pitch = rows.pitch;
    return error;
}
