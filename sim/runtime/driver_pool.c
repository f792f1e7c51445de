// SPDX-License-Identifier: Apache-2.0
// Memory in stream order and the pools that it comes from: those of the runtime.
#include "sim/runtime/driver.h"

#include <string.h>

static cudaError_t allocate(CUdeviceptr *address, size_t size_bytes, CUmemoryPool pool,
                            CUstream stream)
{
    void *pointer = NULL;
    cudaError_t error = address == NULL || size_bytes == 0
                            ? cudaErrorInvalidValue
                            : cudaMallocFromPoolAsync(&pointer, size_bytes, pool, stream);
    if (error == cudaSuccess) {
        *address = (uintptr_t)pointer;
    }
    return error;
}

CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream)
{
    return DRIVER_CALL(true, allocate(dptr, bytesize, NULL, hStream));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool,
                                 CUstream hStream)
{
    return DRIVER_CALL(true, pool == NULL ? cudaErrorInvalidValue
                                          : allocate(dptr, bytesize, pool, hStream));
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)
{
    return DRIVER_CALL(true, dptr == 0 ? cudaErrorInvalidValue
                                       : cudaFreeAsync(driver_pointer(dptr), hStream));
}

static cudaError_t create(CUmemoryPool *pool, const CUmemPoolProps *properties)
{
    struct cudaMemPoolProps same;
    _Static_assert(sizeof same == sizeof *properties, "");
    if (properties == NULL) {
        return cudaErrorInvalidValue;
    }
    memcpy(&same, properties, sizeof same);
    return cudaMemPoolCreate(pool, &same);
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps)
{
    return DRIVER_CALL(false, create(pool, poolProps));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    return DRIVER_CALL(false, cudaMemPoolDestroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep)
{
    return DRIVER_CALL(false, cudaMemPoolTrimTo(pool, minBytesToKeep));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
    return DRIVER_CALL(false, cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
    return DRIVER_CALL(false, cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

static cudaError_t set_access(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    struct cudaMemAccessDesc same;
    cudaError_t error = map == NULL ? cudaErrorInvalidValue : cudaSuccess;
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        _Static_assert(sizeof same == sizeof *map, "");
        memcpy(&same, &map[i], sizeof same);
        error = cudaMemPoolSetAccess(pool, &same, 1);
    }
    return error;
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    return DRIVER_CALL(false, set_access(pool, map, count));
}

static cudaError_t get_access(CUmemAccess_flags *flags, CUmemoryPool pool,
                              const CUmemLocation *location)
{
    struct cudaMemLocation same;
    _Static_assert(sizeof same == sizeof *location, "");
    if (flags == NULL || location == NULL) {
        return cudaErrorInvalidValue;
    }
    memcpy(&same, location, sizeof same);
    return cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, pool, &same);
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location)
{
    return DRIVER_CALL(false, get_access(flags, memPool, location));
}

// Pools of the host and of managed memory are not modeled.
static cudaError_t find_device(const CUmemLocation *location, CUmemAllocationType type, int *device)
{
    if (location == NULL) {
        return cudaErrorInvalidValue;
    }
    *device = location->id;
    bool is_device = location->type == CU_MEM_LOCATION_TYPE_DEVICE;
    return is_device && type == CU_MEM_ALLOCATION_TYPE_PINNED ? cudaSuccess : cudaErrorNotSupported;
}

static cudaError_t get(CUmemoryPool *pool, const CUmemLocation *location, CUmemAllocationType type,
                       bool is_default)
{
    int device = 0;
    cudaError_t error = find_device(location, type, &device);
    return error != cudaSuccess ? error
           : is_default         ? cudaDeviceGetDefaultMemPool(pool, device)
                                : cudaDeviceGetMemPool(pool, device);
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location,
                                CUmemAllocationType type)
{
    return DRIVER_CALL(false, get(pool_out, location, type, true));
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    return DRIVER_CALL(false, get(pool, location, type, false));
}

static cudaError_t set(const CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    int device = 0;
    cudaError_t error = find_device(location, type, &device);
    return error == cudaSuccess ? cudaDeviceSetMemPool(device, pool) : error;
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    return DRIVER_CALL(false, set(location, type, pool));
}
