// SPDX-License-Identifier: Apache-2.0
// Memory of the driver API.
#include "sim/runtime/driver.h"
#include "sim/runtime/operation.h"

static void *pointer_of(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

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
    void *pointer = NULL;
    cudaError_t error = cudaMallocPitch(&pointer, pitch, width, height);
    *address = (uintptr_t)pointer;
    return error;
}

CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes)
{
    (void)ElementSizeBytes; // every pitch is a multiple of all of them
    return DRIVER_CALL(true, allocate_rows(dptr, pPitch, WidthInBytes, Height));
}

static cudaError_t allocate_managed(CUdeviceptr *address, size_t size_bytes, unsigned flags)
{
    void *pointer = NULL;
    cudaError_t error = cudaMallocManaged(&pointer, size_bytes, flags);
    *address = (uintptr_t)pointer;
    return error;
}

CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags)
{
    return DRIVER_CALL(true, allocate_managed(dptr, bytesize, flags));
}

CUresult cuMemFree(CUdeviceptr dptr)
{
    return DRIVER_CALL(true, dptr == 0 ? cudaErrorInvalidValue : cudaFree(pointer_of(dptr)));
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

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
    return DRIVER_CALL(true,
                       cudaMemcpy(pointer_of(dst), pointer_of(src), ByteCount, cudaMemcpyDefault));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(pointer_of(dst), pointer_of(src), ByteCount,
                                             cudaMemcpyDefault, hStream));
}

CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount)
{
    return DRIVER_CALL(
        true, cudaMemcpy(pointer_of(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
    return DRIVER_CALL(
        true, cudaMemcpy(dstHost, pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
    return DRIVER_CALL(true, cudaMemcpy(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount,
                                        cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
                           CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(pointer_of(dstDevice), srcHost, ByteCount,
                                             cudaMemcpyHostToDevice, hStream));
}

CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(dstHost, pointer_of(srcDevice), ByteCount,
                                             cudaMemcpyDeviceToHost, hStream));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(pointer_of(dstDevice), pointer_of(srcDevice),
                                             ByteCount, cudaMemcpyDeviceToDevice, hStream));
}

static uint64_t end_of_copy(CUmemorytype type, const void *host, CUdeviceptr device)
{
    return type == CU_MEMORYTYPE_HOST ? (uint64_t)(uintptr_t)host : device;
}

// A pitch of 0 is the width: rows without gaps. Arrays are not supported.
static cudaError_t copy_rows(const CUDA_MEMCPY2D *copy, CUstream stream, bool is_waiting)
{
    if (copy == NULL) {
        return cudaErrorInvalidValue;
    }
    if (copy->srcMemoryType == CU_MEMORYTYPE_ARRAY || copy->dstMemoryType == CU_MEMORYTYPE_ARRAY) {
        return cudaErrorNotSupported;
    }
    size_t to_pitch = copy->dstPitch == 0 ? copy->WidthInBytes : copy->dstPitch;
    size_t from_pitch = copy->srcPitch == 0 ? copy->WidthInBytes : copy->srcPitch;
    void *to = pointer_of(end_of_copy(copy->dstMemoryType, copy->dstHost, copy->dstDevice) +
                          copy->dstY * to_pitch + copy->dstXInBytes);
    const void *from = pointer_of(end_of_copy(copy->srcMemoryType, copy->srcHost, copy->srcDevice) +
                                  copy->srcY * from_pitch + copy->srcXInBytes);
    return is_waiting ? cudaMemcpy2D(to, to_pitch, from, from_pitch, copy->WidthInBytes,
                                     copy->Height, cudaMemcpyDefault)
                      : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, copy->WidthInBytes,
                                          copy->Height, cudaMemcpyDefault, stream);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *pCopy)
{
    return DRIVER_CALL(true, copy_rows(pCopy, NULL, true));
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *pCopy)
{
    return DRIVER_CALL(true, copy_rows(pCopy, NULL, true));
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *pCopy, CUstream hStream)
{
    return DRIVER_CALL(true, copy_rows(pCopy, hStream, false));
}

static FillBox filled(CUdeviceptr address, uint32_t value, uint32_t element_bytes, size_t count)
{
    uint64_t width = (uint64_t)count * element_bytes;
    return (FillBox){.to = {address, width, 0},
                     .width_bytes = width,
                     .height = 1,
                     .depth = 1,
                     .value = value,
                     .element_bytes = element_bytes};
}

static cudaError_t fill(FillBox box, CUstream stream, bool is_waiting)
{
    return fill_issue(&box, stream, is_waiting);
}

CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, uc, 1, N), NULL, true));
}

CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, us, 2, N), NULL, true));
}

CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned int ui, size_t N)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, ui, 4, N), NULL, true));
}

static FillBox filled_rows(CUdeviceptr address, size_t pitch, uint32_t value,
                           uint32_t element_bytes, size_t width, size_t height)
{
    FillBox box = filled(address, value, element_bytes, width);
    box.to.pitch_bytes = pitch;
    box.height = height;
    return box;
}

CUresult cuMemsetD2D8(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height)
{
    return DRIVER_CALL(true,
                       fill(filled_rows(dstDevice, dstPitch, uc, 1, Width, Height), NULL, true));
}

CUresult cuMemsetD2D16(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height)
{
    return DRIVER_CALL(true,
                       fill(filled_rows(dstDevice, dstPitch, us, 2, Width, Height), NULL, true));
}

CUresult cuMemsetD2D32(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                       size_t Height)
{
    return DRIVER_CALL(true,
                       fill(filled_rows(dstDevice, dstPitch, ui, 4, Width, Height), NULL, true));
}

CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, uc, 1, N), hStream, false));
}

CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream)
{
    return DRIVER_CALL(true, fill(filled(dstDevice, ui, 4, N), hStream, false));
}
