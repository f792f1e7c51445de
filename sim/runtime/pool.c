// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/pool.h"

#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/stream.h"

#include <stdlib.h>

#define POOL_ATTRIBUTES 9 // cudaMemPoolAttr counts from 1

struct CUmemPoolHandle_st {
    struct CUmemPoolHandle_st *next;
    uint64_t attributes[POOL_ATTRIBUTES];
    uint32_t guests; // bit: device that cudaMemPoolSetAccess lets in
    bool is_default;
};

void pools_stop(Runtime *runtime)
{
    while (runtime->pools != NULL) {
        struct CUmemPoolHandle_st *pool = runtime->pools;
        runtime->pools = pool->next;
        free(pool);
    }
    runtime->current_pool = NULL;
}

static struct CUmemPoolHandle_st *add_pool(Runtime *runtime, bool is_default)
{
    struct CUmemPoolHandle_st *pool = heap_resize(NULL, 1, sizeof(*pool));
    *pool = (struct CUmemPoolHandle_st){.next = runtime->pools, .is_default = is_default};
    pool->attributes[cudaMemPoolReuseFollowEventDependencies] = 1;
    pool->attributes[cudaMemPoolReuseAllowOpportunistic] = 1;
    pool->attributes[cudaMemPoolReuseAllowInternalDependencies] = 1;
    runtime->pools = pool;
    return pool;
}

static struct CUmemPoolHandle_st *default_pool(Runtime *runtime)
{
    struct CUmemPoolHandle_st *pool = runtime->pools;
    while (pool != NULL && !pool->is_default) {
        pool = pool->next;
    }
    return pool == NULL ? add_pool(runtime, true) : pool;
}

static struct CUmemPoolHandle_st *find_pool(Runtime *runtime, cudaMemPool_t handle)
{
    struct CUmemPoolHandle_st *pool = runtime->pools;
    while (pool != NULL && pool != handle) {
        pool = pool->next;
    }
    return pool;
}

static uint64_t used_bytes(const Runtime *runtime, const struct CUmemPoolHandle_st *pool)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        sum += runtime->allocations[i].pool == pool ? runtime->allocations[i].size_bytes : 0;
    }
    return sum;
}

// Brings the statistics up to date: a pool keeps what is freed up to its release threshold.
static void count_bytes(const Runtime *runtime, struct CUmemPoolHandle_st *pool)
{
    uint64_t *at = pool->attributes, used = used_bytes(runtime, pool);
    uint64_t *reserved = &at[cudaMemPoolAttrReservedMemCurrent];
    uint64_t threshold = at[cudaMemPoolAttrReleaseThreshold];
    *reserved = *reserved < threshold ? *reserved : threshold;
    *reserved = *reserved > used ? *reserved : used;
    at[cudaMemPoolAttrUsedMemCurrent] = used;
    if (at[cudaMemPoolAttrUsedMemHigh] < used) {
        at[cudaMemPoolAttrUsedMemHigh] = used;
    }
    if (at[cudaMemPoolAttrReservedMemHigh] < *reserved) {
        at[cudaMemPoolAttrReservedMemHigh] = *reserved;
    }
}

// Adds a node to the graph that the stream is captured into, if it is: the memory is there for all
// launches.
static cudaError_t capture_memory(Runtime *runtime, cudaStream_t stream, OperationKind kind,
                                  Allocation *allocation)
{
    if (allocation == NULL || stream_find(runtime, stream)->capture == NULL) {
        return cudaSuccess;
    }
    // What was allocated before the capture is there until the graph frees it.
    allocation->is_graph_live = !allocation->is_of_graph && kind == OPERATION_FREE;
    allocation->is_of_graph = true;
    Operation operation = {.kind = kind,
                           .as.memory = {allocation->address, allocation->size_bytes}};
    return stream_issue(runtime, stream, &operation);
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                    cudaStream_t stream)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (ptr == NULL || stream_find(runtime, stream) == NULL ||
        (memPool != NULL && find_pool(runtime, memPool) == NULL)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    uint64_t address = 0;
    cudaError_t error =
        size == 0 ? cudaSuccess : allocation_create(runtime, ALLOCATION_DEVICE, size, &address);
    if (address != 0) {
        struct CUmemPoolHandle_st *pool = memPool != NULL                 ? memPool
                                          : runtime->current_pool != NULL ? runtime->current_pool
                                                                          : default_pool(runtime);
        allocation_find(runtime, address)->pool = pool;
        count_bytes(runtime, pool);
        device_share(runtime->device, address, pool->guests);
    }
    *ptr = (void *)(uintptr_t)address;
    if (error == cudaSuccess) {
        error =
            capture_memory(runtime, stream, OPERATION_ALLOCATE, allocation_find(runtime, address));
    }
    return runtime_leave(runtime, error);
}

cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)
{
    return cudaMallocFromPoolAsync(devPtr, size, NULL, hStream);
}

cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Allocation *allocation = allocation_find(runtime, (uint64_t)(uintptr_t)devPtr);
    bool is_good = stream_find(runtime, hStream) != NULL && allocation != NULL &&
                   allocation->kind == ALLOCATION_DEVICE &&
                   allocation->address == (uint64_t)(uintptr_t)devPtr;
    if (!is_good) {
        return runtime_leave(runtime, devPtr == NULL ? cudaSuccess : cudaErrorInvalidValue);
    }
    if (stream_find(runtime, hStream)->capture != NULL) {
        return runtime_leave(runtime, capture_memory(runtime, hStream, OPERATION_FREE, allocation));
    }
    return runtime_leave(runtime, allocation->is_of_graph
                                      ? graph_memory_free(allocation)
                                      : allocation_release(runtime, allocation));
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (memPool == NULL || poolProps == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *memPool = add_pool(runtime, false);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUmemPoolHandle_st **link = &runtime->pools;
    while (*link != NULL && *link != memPool) {
        link = &(*link)->next;
    }
    if (*link == NULL || memPool->is_default) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *link = memPool->next;
    runtime->current_pool = runtime->current_pool == memPool ? NULL : runtime->current_pool;
    free(memPool);
    return runtime_leave(runtime, cudaSuccess);
}

// Enters the runtime and finds the pool; NULL, and the error to return, when that fails.
static struct CUmemPoolHandle_st *enter(cudaMemPool_t handle, Runtime **runtime, cudaError_t *error)
{
    *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (*runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    struct CUmemPoolHandle_st *pool = find_pool(*runtime, handle);
    if (pool == NULL) {
        *error = runtime_leave(*runtime, cudaErrorInvalidValue);
    }
    return pool;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUmemPoolHandle_st *pool = enter(memPool, &runtime, &error);
    if (pool == NULL) {
        return error;
    }
    uint64_t *reserved = &pool->attributes[cudaMemPoolAttrReservedMemCurrent];
    *reserved = *reserved < minBytesToKeep ? *reserved : minBytesToKeep;
    count_bytes(runtime, pool);
    return runtime_leave(runtime, cudaSuccess);
}

// The first three attributes are ints, the others 64 bits.
static bool is_int(enum cudaMemPoolAttr attribute)
{
    return attribute < cudaMemPoolAttrReleaseThreshold;
}

// As enter, for an attribute that a call sets from or reads into `value`.
static uint64_t *enter_attribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute,
                                 const void *value, Runtime **runtime, cudaError_t *error)
{
    struct CUmemPoolHandle_st *pool = enter(handle, runtime, error);
    if (pool == NULL) {
        return NULL;
    }
    if (value == NULL || (unsigned)attribute - 1 >= POOL_ATTRIBUTES - 1) {
        *error = runtime_leave(*runtime, cudaErrorInvalidValue);
        return NULL;
    }
    count_bytes(*runtime, pool);
    return &pool->attributes[attribute];
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
    Runtime *runtime;
    cudaError_t error;
    uint64_t *attribute = enter_attribute(memPool, attr, value, &runtime, &error);
    if (attribute == NULL) {
        return error;
    }
    *attribute = is_int(attr) ? (uint64_t) * (int *)value : *(uint64_t *)value;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
    Runtime *runtime;
    cudaError_t error;
    const uint64_t *attribute = enter_attribute(memPool, attr, value, &runtime, &error);
    if (attribute == NULL) {
        return error;
    }
    if (is_int(attr)) {
        *(int *)value = (int)*attribute;
    } else {
        *(uint64_t *)value = *attribute;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList,
                                 size_t count)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUmemPoolHandle_st *pool = enter(memPool, &runtime, &error);
    if (pool == NULL) {
        return error;
    }
    for (size_t i = 0; i < count; i++) {
        if (!runtime_has_device(descList[i].location.id)) {
            return runtime_leave(runtime, cudaErrorInvalidDevice);
        }
        uint32_t bit = 1u << descList[i].location.id;
        bool is_open = descList[i].flags != cudaMemAccessFlagsProtNone;
        pool->guests = is_open ? pool->guests | bit : pool->guests & ~bit;
    }
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        if (runtime->allocations[i].pool == pool) {
            device_share(runtime->device, runtime->allocations[i].address, pool->guests);
        }
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
                                 struct cudaMemLocation *location)
{
    if (flags == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    (void)location;
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaMemPoolTrimTo(memPool, SIZE_MAX);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (memPool == NULL || !runtime_has_device(device)) {
        return runtime_leave(runtime,
                             memPool == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    *memPool = default_pool(runtime);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUmemPoolHandle_st *pool = enter(memPool, &runtime, &error);
    if (pool == NULL) {
        return error;
    }
    runtime->current_pool = runtime_has_device(device) ? pool : runtime->current_pool;
    return runtime_leave(runtime,
                         runtime_has_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)
{
    cudaError_t error = cudaDeviceGetDefaultMemPool(memPool, device);
    Runtime *runtime = error == cudaSuccess ? runtime_enter(CALL_ASYNCHRONOUS) : NULL;
    if (runtime != NULL) {
        *memPool = runtime->current_pool == NULL ? *memPool : runtime->current_pool;
        runtime_leave(runtime, cudaSuccess);
    }
    return error;
}

// --- pools of a location, which is always a device here

static cudaError_t device_of(const struct cudaMemLocation *location, int *device)
{
    bool is_device = location != NULL && location->type == cudaMemLocationTypeDevice;
    *device = is_device ? location->id : 0;
    return is_device ? cudaSuccess : cudaErrorNotSupported;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type)
{
    (void)type;
    int device;
    cudaError_t error = device_of(location, &device);
    return error == cudaSuccess ? cudaDeviceGetDefaultMemPool(memPool, device)
                                : runtime_fail(error);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type)
{
    (void)type;
    int device;
    cudaError_t error = device_of(location, &device);
    return error == cudaSuccess ? cudaDeviceGetMemPool(memPool, device) : runtime_fail(error);
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t memPool)
{
    (void)type;
    int device;
    cudaError_t error = device_of(location, &device);
    return error == cudaSuccess ? cudaDeviceSetMemPool(device, memPool) : runtime_fail(error);
}
