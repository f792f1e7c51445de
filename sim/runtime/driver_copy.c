// SPDX-License-Identifier: Apache-2.0
// Copies of the driver API: bytes, and boxes whose ends are the host's, the device's or an array.
#include "sim/runtime/driver.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/texture.h"

#include <string.h>

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
    return DRIVER_CALL(
        true, cudaMemcpy(driver_pointer(dst), driver_pointer(src), ByteCount, cudaMemcpyDefault));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(driver_pointer(dst), driver_pointer(src), ByteCount,
                                             cudaMemcpyDefault, hStream));
}

CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount)
{
    return DRIVER_CALL(
        true, cudaMemcpy(driver_pointer(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
    return DRIVER_CALL(
        true, cudaMemcpy(dstHost, driver_pointer(srcDevice), ByteCount, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
    return DRIVER_CALL(true, cudaMemcpy(driver_pointer(dstDevice), driver_pointer(srcDevice),
                                        ByteCount, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
                           CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(driver_pointer(dstDevice), srcHost, ByteCount,
                                             cudaMemcpyHostToDevice, hStream));
}

CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(dstHost, driver_pointer(srcDevice), ByteCount,
                                             cudaMemcpyDeviceToHost, hStream));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream)
{
    return DRIVER_CALL(true, cudaMemcpyAsync(driver_pointer(dstDevice), driver_pointer(srcDevice),
                                             ByteCount, cudaMemcpyDeviceToDevice, hStream));
}

static bool are_known(CUcontext a, CUcontext b)
{
    return driver_context_device(a) >= 0 && driver_context_device(b) >= 0;
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                      CUcontext srcContext, size_t ByteCount)
{
    return DRIVER_CALL(true, are_known(dstContext, srcContext)
                                 ? cudaMemcpy(driver_pointer(dstDevice), driver_pointer(srcDevice),
                                              ByteCount, cudaMemcpyDeviceToDevice)
                                 : DRIVER_INVALID_CONTEXT);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                           CUcontext srcContext, size_t ByteCount, CUstream hStream)
{
    return DRIVER_CALL(true,
                       are_known(dstContext, srcContext)
                           ? cudaMemcpyAsync(driver_pointer(dstDevice), driver_pointer(srcDevice),
                                             ByteCount, cudaMemcpyDeviceToDevice, hStream)
                           : DRIVER_INVALID_CONTEXT);
}

// Arrays and linear memory, byte after byte

// These copies are of one-dimensional arrays (CUDA Driver API): they do not leave the first row.
static cudaError_t check_row(CUarray array, size_t offset, size_t count)
{
    struct cudaChannelFormatDesc channels = {0};
    struct cudaExtent extent = {0};
    cudaError_t error = cudaArrayGetInfo(&channels, &extent, NULL, array);
    size_t bits = (size_t)(channels.x + channels.y + channels.z + channels.w);
    size_t row = extent.width * bits / 8;
    bool is_inside = offset <= row && count <= row - offset;
    return error == cudaSuccess && !is_inside ? cudaErrorInvalidValue : error;
}

static cudaError_t copy_to_array(CUarray array, size_t offset, const void *from, size_t count,
                                 enum cudaMemcpyKind kind)
{
    cudaError_t error = check_row(array, offset, count);
    return error == cudaSuccess ? cudaMemcpyToArray(array, offset, 0, from, count, kind) : error;
}

static cudaError_t copy_from_array(void *to, CUarray array, size_t offset, size_t count,
                                   enum cudaMemcpyKind kind)
{
    cudaError_t error = check_row(array, offset, count);
    return error == cudaSuccess ? cudaMemcpyFromArray(to, array, offset, 0, count, kind) : error;
}

CUresult cuMemcpyHtoA(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount)
{
    return DRIVER_CALL(
        true, copy_to_array(dstArray, dstOffset, srcHost, ByteCount, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
    return DRIVER_CALL(
        true, copy_from_array(dstHost, srcArray, srcOffset, ByteCount, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoA(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount)
{
    return DRIVER_CALL(true, copy_to_array(dstArray, dstOffset, driver_pointer(srcDevice),
                                           ByteCount, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyAtoD(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
    return DRIVER_CALL(true, copy_from_array(driver_pointer(dstDevice), srcArray, srcOffset,
                                             ByteCount, cudaMemcpyDeviceToDevice));
}

static cudaError_t copy_array(CUarray to, size_t to_offset, CUarray from, size_t from_offset,
                              size_t count)
{
    cudaError_t error = check_row(to, to_offset, count);
    error = error == cudaSuccess ? check_row(from, from_offset, count) : error;
    return error == cudaSuccess ? cudaMemcpyArrayToArray(to, to_offset, 0, from, from_offset, 0,
                                                         count, cudaMemcpyDeviceToDevice)
                                : error;
}

CUresult cuMemcpyAtoA(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset,
                      size_t ByteCount)
{
    return DRIVER_CALL(true, copy_array(dstArray, dstOffset, srcArray, srcOffset, ByteCount));
}

static cudaError_t copy_to_array_async(CUarray array, size_t offset, const void *from, size_t count,
                                       CUstream stream)
{
    cudaError_t error = check_row(array, offset, count);
    return error == cudaSuccess ? cudaMemcpyToArrayAsync(array, offset, 0, from, count,
                                                         cudaMemcpyHostToDevice, stream)
                                : error;
}

CUresult cuMemcpyHtoAAsync(CUarray dstArray, size_t dstOffset, const void *srcHost,
                           size_t ByteCount, CUstream hStream)
{
    return DRIVER_CALL(true, copy_to_array_async(dstArray, dstOffset, srcHost, ByteCount, hStream));
}

static cudaError_t copy_from_array_async(void *to, CUarray array, size_t offset, size_t count,
                                         CUstream stream)
{
    cudaError_t error = check_row(array, offset, count);
    return error == cudaSuccess ? cudaMemcpyFromArrayAsync(to, array, offset, 0, count,
                                                           cudaMemcpyDeviceToHost, stream)
                                : error;
}

CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount,
                           CUstream hStream)
{
    return DRIVER_CALL(true,
                       copy_from_array_async(dstHost, srcArray, srcOffset, ByteCount, hStream));
}

// Boxes

// A pitch or height of 0 ends with the box (as an H200 does it, driver 580). Others have room for
// it.
static cudaError_t linear_end(const DriverEnd *end, const CopyBox *box, CopyEnd *to)
{
    if (end->type != CU_MEMORYTYPE_HOST && end->type != CU_MEMORYTYPE_DEVICE &&
        end->type != CU_MEMORYTYPE_UNIFIED) {
        return cudaErrorInvalidValue;
    }
    bool is_wide = end->pitch == 0 || end->pitch >= end->x_bytes + box->width_bytes;
    bool is_high = end->height == 0 || end->height >= end->y + box->height;
    if (!is_wide || (box->depth > 1 && !is_high)) {
        return cudaErrorInvalidValue;
    }
    uint64_t base = end->type == CU_MEMORYTYPE_HOST ? (uint64_t)(uintptr_t)end->host : end->address;
    uint64_t pitch = end->pitch == 0 ? end->x_bytes + box->width_bytes : end->pitch;
    uint64_t slice = pitch * (end->height == 0 ? end->y + box->height : end->height);
    *to = (CopyEnd){base + end->z * slice + end->y * pitch + end->x_bytes, pitch, slice};
    return cudaSuccess;
}

static cudaError_t fill_end(Runtime *runtime, const DriverEnd *end, const CopyBox *box, CopyEnd *to)
{
    if (end->type != CU_MEMORYTYPE_ARRAY) {
        return linear_end(end, box, to);
    }
    const struct cudaArray *array = array_find(runtime, end->array);
    if (array == NULL) {
        return end->array == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    }
    *to = array_end(array, end->x_bytes, end->y, end->z);
    ArrayPart part = {end->array, end->x_bytes, end->y, end->z};
    return array_holds(array, &part, box) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t driver_copy_box(Runtime *runtime, const DriverCopy *copy, CopyBox *box)
{
    *box = (CopyBox){.width_bytes = copy->width_bytes,
                     .height = copy->height,
                     .depth = copy->depth,
                     .kind = cudaMemcpyDefault};
    cudaError_t error = fill_end(runtime, &copy->from, box, &box->from);
    return error == cudaSuccess ? fill_end(runtime, &copy->to, box, &box->to) : error;
}

static cudaError_t issue(const DriverCopy *copy, CUstream stream, bool is_waiting)
{
    Runtime *runtime = runtime_enter(is_waiting ? CALL_SYNCHRONOUS : CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    CopyBox box;
    cudaError_t error = driver_copy_box(runtime, copy, &box);
    return runtime_leave(
        runtime, error == cudaSuccess ? copy_issue(runtime, &box, stream, is_waiting) : error);
}

static cudaError_t copy_rows(const CUDA_MEMCPY2D *from, CUstream stream, bool is_waiting)
{
    if (from == NULL) {
        return cudaErrorInvalidValue;
    }
    DriverCopy copy = {.from = {.type = from->srcMemoryType,
                                .host = from->srcHost,
                                .address = from->srcDevice,
                                .array = from->srcArray,
                                .x_bytes = from->srcXInBytes,
                                .y = from->srcY,
                                .pitch = from->srcPitch},
                       .to = {.type = from->dstMemoryType,
                              .host = from->dstHost,
                              .address = from->dstDevice,
                              .array = from->dstArray,
                              .x_bytes = from->dstXInBytes,
                              .y = from->dstY,
                              .pitch = from->dstPitch},
                       .width_bytes = from->WidthInBytes,
                       .height = from->Height,
                       .depth = 1};
    return issue(&copy, stream, is_waiting);
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

DriverCopy driver_copy(const CUDA_MEMCPY3D *from)
{
    return (DriverCopy){.from = {.type = from->srcMemoryType,
                                 .host = from->srcHost,
                                 .address = from->srcDevice,
                                 .array = from->srcArray,
                                 .x_bytes = from->srcXInBytes,
                                 .y = from->srcY,
                                 .z = from->srcZ,
                                 .pitch = from->srcPitch,
                                 .height = from->srcHeight},
                        .to = {.type = from->dstMemoryType,
                               .host = from->dstHost,
                               .address = from->dstDevice,
                               .array = from->dstArray,
                               .x_bytes = from->dstXInBytes,
                               .y = from->dstY,
                               .z = from->dstZ,
                               .pitch = from->dstPitch,
                               .height = from->dstHeight},
                        .width_bytes = from->WidthInBytes,
                        .height = from->Height,
                        .depth = from->Depth};
}

static cudaError_t copy_slices(const CUDA_MEMCPY3D *from, CUstream stream, bool is_waiting)
{
    if (from == NULL) {
        return cudaErrorInvalidValue;
    }
    DriverCopy copy = driver_copy(from);
    return issue(&copy, stream, is_waiting);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *pCopy)
{
    return DRIVER_CALL(true, copy_slices(pCopy, NULL, true));
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *pCopy, CUstream hStream)
{
    return DRIVER_CALL(true, copy_slices(pCopy, hStream, false));
}

// The structures differ in the contexts, which are where the other one has reserved members.
static cudaError_t copy_between(const CUDA_MEMCPY3D_PEER *from, CUstream stream, bool is_waiting)
{
    _Static_assert(sizeof(CUDA_MEMCPY3D_PEER) == sizeof(CUDA_MEMCPY3D), "");
    CUDA_MEMCPY3D same;
    if (from == NULL || !are_known(from->srcContext, from->dstContext)) {
        return from == NULL ? cudaErrorInvalidValue : DRIVER_INVALID_CONTEXT;
    }
    memcpy(&same, from, sizeof same);
    return copy_slices(&same, stream, is_waiting);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy)
{
    return DRIVER_CALL(true, copy_between(pCopy, NULL, true));
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream)
{
    return DRIVER_CALL(true, copy_between(pCopy, hStream, false));
}
