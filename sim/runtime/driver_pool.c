// SPDX-License-Identifier: Apache-2.0
// Memory in stream order and the pools that it comes from: those of the runtime.
#include "sim/runtime/driver.h"

#include <string.h>

static cudaError_t allocate(CUdeviceptr *address, size_t size_bytes, CUmemoryPool pool,
                            CUstream stream)
{
    void *pointer = NULL;
    cudaError_t error = address == NULL
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

// The structures of a place have the same members.
static struct cudaMemLocation *place(CUmemLocation *location)
{
    _Static_assert(sizeof(struct cudaMemLocation) == sizeof *location, "");
    return (struct cudaMemLocation *)location;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location,
                                CUmemAllocationType type)
{
    return DRIVER_CALL(false, cudaMemGetDefaultMemPool(pool_out, place(location),
                                                       (enum cudaMemAllocationType)type));
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    return DRIVER_CALL(false,
                       cudaMemGetMemPool(pool, place(location), (enum cudaMemAllocationType)type));
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    return DRIVER_CALL(false,
                       cudaMemSetMemPool(place(location), (enum cudaMemAllocationType)type, pool));
}
