// SPDX-License-Identifier: Apache-2.0
// The context: its reset, limits and preferences, versions, the memory that is left,
// and what a pointer is.
#include "sim/runtime/allocate.h"
#include "sim/runtime/api_error.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/leak.h"
#include "sim/runtime/pool.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/texture.h"
#include "sim/warp/print_fifo.h"

#include <string.h>

static void set_launch_sizes(Runtime *runtime)
{
    device_set_print_bytes(runtime->device, runtime->limits[cudaLimitPrintfFifoSize]);
    device_set_stack_bytes(runtime->device, runtime->limits[cudaLimitStackSize]);
    device_set_pending_launches(runtime->device,
                                (uint32_t)runtime->limits[cudaLimitDevRuntimePendingLaunchCount]);
}

static void set_sizes(Runtime *runtime)
{
    set_launch_sizes(runtime);
    device_set_heap_bytes(runtime->device, runtime->limits[cudaLimitMallocHeapSize]);
}

#define LIMIT_LAST           9u   // CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED (cuda.h of CUDA 13)
#define L2_FETCH_BYTES_MAX   128u // CUDA Runtime API, cudaLimitMaxL2FetchGranularity: 0 to 128
#define PENDING_LAUNCHES_MIN 32u  // to which an H200 raises the limit
#define HEAP_BYTES_MIN       ((size_t)4 << 20) // likewise
#define L2_PERSISTING_PARTS  16u               // of L2, of which an H200 sets whole ones aside
#define LIMIT_SHARED         7u                // CU_LIMIT_SHMEM_SIZE, which is only read
#define LIMIT_CIG            8u                // CU_LIMIT_CIG_ENABLED, likewise: 0

// From CUDA 12 on kernels cannot wait for each other: an H200 has no such limit.
static bool is_limit(enum cudaLimit limit)
{
    return (unsigned)limit <= cudaLimitPersistingL2CacheSize &&
           limit != cudaLimitDevRuntimeSyncDepth;
}

static cudaError_t no_limit(enum cudaLimit limit)
{
    return (unsigned)limit > LIMIT_LAST ? cudaErrorInvalidValue : cudaErrorUnsupportedLimit;
}

// Defaults of CUDA 12 (CUDA Runtime API, cudaDeviceSetLimit; read with cudaDeviceGetLimit).
void limits_start(Runtime *runtime)
{
    static const size_t limits[8] = {[cudaLimitStackSize] = 1024,
                                     [cudaLimitMallocHeapSize] = DEVICE_HEAP_BYTES,
                                     [cudaLimitDevRuntimePendingLaunchCount] = 2048,
                                     [cudaLimitMaxL2FetchGranularity] = 64};
    memcpy(runtime->limits, limits, sizeof(limits));
    runtime->limits[cudaLimitPrintfFifoSize] = (size_t)print_fifo_default_bytes(runtime->gpu);
    set_sizes(runtime);
    runtime->shared_config = cudaSharedMemBankSizeFourByte;
    runtime->cache_config = cudaFuncCachePreferNone;
    runtime->device_flags = 0;
}

// What several devices have in common stays until the program ends.
static void reset_common(Runtime *runtime)
{
    leaks_find(runtime, false);
    graphs_stop(runtime);
    textures_stop(runtime);
    pools_stop(runtime);
    allocations_stop(runtime);
    device_reset_heap(runtime->device);
    limits_start(runtime);
}

// A process whose kernel faulted gets no new context: on an H200 every call that needs one fails
// (tests/corpus/reset_after_fault.cu). Checked programs go on, so that one run finds more.
static cudaError_t fault_after_reset(const Runtime *runtime)
{
    bool goes_on = runtime->fault == cudaSuccess || device_is_checked(runtime->device);
    return goes_on ? cudaSuccess : cudaErrorDevicesUnavailable;
}

// Records of past launches are kept; everything else is as at the start.
cudaError_t cudaDeviceReset(void)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    runtime_show_output(runtime);
    if (runtime->device_count == 1) {
        reset_common(runtime);
    } else {
        allocations_stop_here(runtime);
    }
    api_error_discard(runtime, "cudaDeviceReset");
    streams_stop(runtime);
    units_unload(runtime);
    runtime->current->peers = 0;
    runtime_turn(runtime, runtime->current->number);
    runtime->fault = fault_after_reset(runtime);
    runtime->untold = cudaSuccess;
    runtime->is_fault_told = runtime->fault != cudaSuccess;
    streams_start(runtime);
    runtime_thread()->last_error = cudaSuccess;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (!is_limit(limit)) {
        return runtime_leave(runtime, no_limit(limit));
    }
    // CUDA Runtime API, cudaDeviceSetLimit: sizes are fixed once kernels have used what they
    // limit.
    if (limit == cudaLimitMallocHeapSize) {
        value = value < HEAP_BYTES_MIN ? HEAP_BYTES_MIN : value;
        if (!device_set_heap_bytes(runtime->device, value)) {
            return runtime_leave(runtime, cudaErrorInvalidValue);
        }
    }
    if (limit == cudaLimitStackSize && value > runtime->gpu->local_bytes_per_thread) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (limit == cudaLimitMaxL2FetchGranularity && value > L2_FETCH_BYTES_MAX) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (limit == cudaLimitPersistingL2CacheSize) {
        uint64_t part = runtime->gpu->l2_bytes / L2_PERSISTING_PARTS;
        value = part == 0 ? 0 : (value + (size_t)part - 1) / (size_t)part * (size_t)part;
    }
    if (limit == cudaLimitDevRuntimePendingLaunchCount) {
        value = value < PENDING_LAUNCHES_MIN ? PENDING_LAUNCHES_MIN : value;
        value = value > UINT32_MAX ? UINT32_MAX : value;
    }
    runtime->limits[limit] = value;
    set_launch_sizes(runtime);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (pValue != NULL && (limit == LIMIT_SHARED || limit == LIMIT_CIG) &&
        runtime->gpu->compute_capability >= 90) { // read on an H200
        *pValue = limit == LIMIT_SHARED ? runtime->gpu->shared_bytes_per_block_optin : 0;
        return runtime_leave(runtime, cudaSuccess);
    }
    if (pValue == NULL || !is_limit(limit)) {
        return runtime_leave(runtime, pValue == NULL ? cudaErrorInvalidValue : no_limit(limit));
    }
    *pValue = runtime->limits[limit];
    return runtime_leave(runtime, cudaSuccess);
}

// Preferences of the context, set and read; on GPUs before Maxwell launches follow them.

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    runtime->cache_config = cacheConfig;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig)
{
    if (pCacheConfig == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    *pCacheConfig = runtime->cache_config;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    // Only Kepler has a choice; everywhere else the setting is accepted and has no effect.
    bool is_kepler = runtime->gpu->compute_capability / 10 == 3;
    runtime->shared_config = is_kepler && config != cudaSharedMemBankSizeDefault
                                 ? config
                                 : cudaSharedMemBankSizeFourByte;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig)
{
    if (pConfig == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    *pConfig = runtime->shared_config;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_known = (flags & ~(unsigned)cudaDeviceMask) == 0;
    runtime->device_flags = is_known ? flags : runtime->device_flags;
    return runtime_leave(runtime, is_known ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    if (flags == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    *flags = runtime->device_flags | cudaDeviceMapHost;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *driverVersion)
{
    if (driverVersion == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    *driverVersion = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)
{
    if (runtimeVersion == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    *runtimeVersion = CUDART_VERSION;
    return cudaSuccess;
}

// Lockstep always profiles.
cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    uint64_t room = runtime->gpu->memory_bytes, used = device_used_bytes(runtime->device);
    if (free != NULL) {
        *free = (size_t)(used < room ? room - used : 0);
    }
    if (total != NULL) {
        *total = (size_t)room;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL || attributes == NULL) {
        return runtime == NULL ? runtime_refusal() : runtime_leave(runtime, cudaErrorInvalidValue);
    }
    void *pointer = (void *)(uintptr_t)ptr;
    const Allocation *found = allocation_find(runtime, (uint64_t)(uintptr_t)ptr);
    const MemoryRegion *region = device_region(runtime->device, (uint64_t)(uintptr_t)ptr);
    *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered, .device = -2};
    if (region != NULL) {
        bool is_device_alone = !region->is_mapped;
        bool is_host = found != NULL &&
                       (found->kind == ALLOCATION_PINNED || found->kind == ALLOCATION_REGISTERED);
        attributes->type = is_device_alone ? cudaMemoryTypeDevice
                           : is_host       ? cudaMemoryTypeHost
                                           : cudaMemoryTypeManaged;
        attributes->device =
            region->home < MEMORY_HOMES ? region->home : (int)runtime->current->number;
        attributes->devicePointer = pointer;
        attributes->hostPointer = is_device_alone ? NULL : pointer;
    } else {
        attributes->hostPointer = pointer;
    }
    return runtime_leave(runtime, cudaSuccess);
}
