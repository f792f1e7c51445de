// SPDX-License-Identifier: Apache-2.0
// Memory of the driver API: allocated, registered, and advised about. Copies are in driver_copy.c,
// memsets in driver_fill.c, pools in driver_pool.c.
#include "sim/runtime/driver.h"

// An allocation of no bytes is an error here, not in the runtime API.
static cudaError_t allocate(CUdeviceptr *address, size_t size_bytes)
{
    void *pointer = NULL;
    cudaError_t error = address == NULL || size_bytes == 0 ? cudaErrorInvalidValue
                                                           : cudaMalloc(&pointer, size_bytes);
    if (error == cudaSuccess) {
        *address = (uintptr_t)pointer;
    }
    return error;
}

CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytesize)
{
    return DRIVER_CALL(true, allocate(dptr, bytesize));
}

static cudaError_t allocate_rows(CUdeviceptr *address, size_t *pitch, size_t width, size_t height)
{
    if (address == NULL) {
        return cudaErrorInvalidValue;
    }
    void *pointer = NULL;
    cudaError_t error = cudaMallocPitch(&pointer, pitch, width, height);
    *address = (uintptr_t)pointer;
    return error;
}

CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes)
{
    bool is_element = ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16;
    bool is_good = is_element && WidthInBytes > 0 && Height > 0; // every pitch suits all elements
    return DRIVER_CALL(true, is_good ? allocate_rows(dptr, pPitch, WidthInBytes, Height)
                                     : cudaErrorInvalidValue);
}

static cudaError_t allocate_managed(CUdeviceptr *address, size_t size_bytes, unsigned flags)
{
    if (address == NULL) {
        return cudaErrorInvalidValue;
    }
    void *pointer = NULL;
    cudaError_t error =
        size_bytes == 0 ? cudaErrorInvalidValue : cudaMallocManaged(&pointer, size_bytes, flags);
    *address = (uintptr_t)pointer;
    return error;
}

CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags)
{
    return DRIVER_CALL(true, allocate_managed(dptr, bytesize, flags));
}

CUresult cuMemFree(CUdeviceptr dptr)
{
    return DRIVER_CALL(true, cudaFree(driver_pointer(dptr)));
}

CUresult cuMemAllocHost(void **pp, size_t bytesize)
{
    return DRIVER_CALL(true, cudaMallocHost(pp, bytesize));
}

CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags)
{
    return DRIVER_CALL(true, cudaHostAlloc(pp, bytesize, Flags));
}

CUresult cuMemFreeHost(void *p)
{
    return DRIVER_CALL(true, cudaFreeHost(p));
}

static cudaError_t device_pointer(CUdeviceptr *address, void *host, unsigned flags)
{
    if (address == NULL) {
        return cudaErrorInvalidValue;
    }
    void *pointer = NULL;
    cudaError_t error = cudaHostGetDevicePointer(&pointer, host, flags);
    *address = (uintptr_t)pointer;
    return error;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *pdptr, void *p, unsigned int Flags)
{
    return DRIVER_CALL(true, device_pointer(pdptr, p, Flags));
}

static cudaError_t address_range(CUdeviceptr *base, size_t *size_bytes, CUdeviceptr address)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const MemoryRegion *region = device_region(runtime->device, address);
    if (base == NULL && size_bytes == NULL) {
        return runtime_leave(runtime, cudaSuccess); // nothing was asked, as on an H200
    }
    if (region == NULL) {
        return runtime_leave(runtime, cudaErrorSymbolNotFound); // CUDA_ERROR_NOT_FOUND
    }
    if (base != NULL) {
        *base = region->base;
    }
    if (size_bytes != NULL) {
        *size_bytes = region->size_bytes;
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemGetAddressRange(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr)
{
    return DRIVER_CALL(true, address_range(pbase, psize, dptr));
}

CUresult cuMemGetInfo(size_t *free, size_t *total)
{
    return DRIVER_CALL(true, cudaMemGetInfo(free, total));
}

CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags)
{
    return DRIVER_CALL(true, cudaHostRegister(p, bytesize, Flags));
}

CUresult cuMemHostUnregister(void *p)
{
    return DRIVER_CALL(true, cudaHostUnregister(p));
}

CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p)
{
    return DRIVER_CALL(true, cudaHostGetFlags(pFlags, p));
}

// The device of a place, as the runtime numbers it; all of the host is one place.
static int device_of(CUmemLocation location)
{
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id
           : location.type >= CU_MEM_LOCATION_TYPE_HOST ? cudaCpuDeviceId
                                                        : cudaInvalidDeviceId;
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location)
{
    return DRIVER_CALL(true, cudaMemAdvise(driver_pointer(devPtr), count,
                                           (enum cudaMemoryAdvise)advice, device_of(location)));
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUmemLocation location,
                            unsigned int flags, CUstream hStream)
{
    return DRIVER_CALL(true, flags != 0 ? cudaErrorInvalidValue
                                        : cudaMemPrefetchAsync(driver_pointer(devPtr), count,
                                                               device_of(location), hStream));
}

CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute,
                                CUdeviceptr devPtr, size_t count)
{
    return DRIVER_CALL(true, cudaMemRangeGetAttribute(data, dataSize,
                                                      (enum cudaMemRangeAttribute)attribute,
                                                      driver_pointer(devPtr), count));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes,
                                 size_t numAttributes, CUdeviceptr devPtr, size_t count)
{
    return DRIVER_CALL(
        true, cudaMemRangeGetAttributes(data, dataSizes, (enum cudaMemRangeAttribute *)attributes,
                                        numAttributes, driver_pointer(devPtr), count));
}
