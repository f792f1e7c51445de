// SPDX-License-Identifier: Apache-2.0
// CUDA arrays and the copies to and from them.
#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/texture.h"

#include <stdlib.h>

struct cudaArray *array_find(Runtime *runtime, cudaArray_const_t handle)
{
    struct cudaArray *array = runtime->arrays;
    while (array != NULL && array != handle) {
        array = array->next;
    }
    return array;
}

static uint64_t at_least_one(size_t extent)
{
    return extent > 0 ? extent : 1;
}

CopyEnd array_end(const struct cudaArray *array, uint64_t x_bytes, uint64_t y, uint64_t z)
{
    uint64_t pitch = array->extent.width * array->texel_bytes;
    uint64_t slice = pitch * at_least_one(array->extent.height);
    return (CopyEnd){array->address + z * slice + y * pitch + x_bytes, pitch, slice};
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

uint64_t channel_bits(const struct cudaChannelFormatDesc *description)
{
    return (uint64_t)description->x + (uint64_t)description->y + (uint64_t)description->z +
           (uint64_t)description->w;
}

// Faces are squares, six of them or, in layers, of each; layers are counted; slices have rows.
static bool is_shape(struct cudaExtent extent, unsigned flags)
{
    enum { FACES = 6 };
    bool is_layered = (flags & cudaArrayLayered) != 0;
    if ((flags & cudaArrayCubemap) != 0) {
        bool are_faces =
            is_layered ? extent.depth > 0 && extent.depth % FACES == 0 : extent.depth == FACES;
        return extent.width > 0 && extent.width == extent.height && are_faces;
    }
    bool is_volume = extent.depth > 0 && !is_layered;
    return extent.width > 0 && (!is_layered || extent.depth > 0) &&
           (!is_volume || extent.height > 0);
}

cudaError_t array_plan(const struct cudaChannelFormatDesc *description, struct cudaExtent extent,
                       unsigned flags, struct cudaArray *array, uint64_t *size_bytes)
{
    LockstepTexture texture = {0};
    if (description == NULL || !is_shape(extent, flags)) {
        return cudaErrorInvalidValue;
    }
    if (!texture_channel(description, &texture)) {
        return cudaErrorInvalidChannelDescriptor;
    }
    *array = (struct cudaArray){.description = *description,
                                .extent = extent,
                                .flags = flags,
                                .texel_bytes = channel_bits(description) / 8};
    *size_bytes = array->texel_bytes;
    bool is_too_large =
        __builtin_mul_overflow(*size_bytes, extent.width, size_bytes) ||
        __builtin_mul_overflow(*size_bytes, at_least_one(extent.height), size_bytes) ||
        __builtin_mul_overflow(*size_bytes, at_least_one(extent.depth), size_bytes);
    return is_too_large ? cudaErrorMemoryAllocation : cudaSuccess;
}

struct cudaArray *array_add(Runtime *runtime, const struct cudaArray *array)
{
    struct cudaArray *added = heap_resize(NULL, 1, sizeof(*added));
    *added = *array;
    added->next = runtime->arrays;
    runtime->arrays = added;
    return added;
}

static cudaError_t create(Runtime *runtime, cudaArray_t *handle,
                          const struct cudaChannelFormatDesc *description, struct cudaExtent extent,
                          unsigned flags)
{
    struct cudaArray made;
    uint64_t size_bytes;
    if (handle == NULL) {
        return cudaErrorInvalidValue;
    }
    cudaError_t error = array_plan(description, extent, flags, &made, &size_bytes);
    if (error == cudaSuccess) {
        error = allocation_create(runtime, ALLOCATION_ARRAY, size_bytes, &made.address);
    }
    if (error == cudaSuccess) {
        *handle = array_add(runtime, &made);
    }
    return error;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, create(runtime, array, desc, extent, flags));
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags)
{
    return cudaMalloc3DArray(array, desc, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct cudaArray **link = &runtime->arrays;
    while (*link != NULL && (*link != array || array->is_level)) {
        link = &(*link)->next;
    }
    if (array == NULL || *link == NULL) {
        return runtime_leave(runtime, array == NULL ? cudaSuccess : cudaErrorInvalidValue);
    }
    *link = array->next;
    cudaError_t error = allocation_release(runtime, allocation_find(runtime, array->address));
    free(array);
    return runtime_leave(runtime, error);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct cudaArray *found = array_find(runtime, array);
    if (found == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    if (desc != NULL) {
        *desc = found->description;
    }
    if (extent != NULL) {
        *extent = found->extent;
    }
    if (flags != NULL) {
        *flags = found->flags;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    return cudaArrayGetInfo(desc, NULL, NULL, (cudaArray_t)(uintptr_t)array);
}

bool array_holds(const struct cudaArray *array, const ArrayPart *part, const CopyBox *box)
{
    uint64_t pitch = array->extent.width * array->texel_bytes;
    uint64_t rows = at_least_one(array->extent.height), slices = at_least_one(array->extent.depth);
    return part->x_bytes <= pitch && box->width_bytes <= pitch - part->x_bytes && part->y <= rows &&
           box->height <= rows - part->y && part->z <= slices && box->depth <= slices - part->z;
}

// Fills in the ends of a copy that are arrays, and issues it.
static cudaError_t copy_rows(CopyBox box, const ArrayPart *to, const ArrayPart *from,
                             cudaStream_t stream, bool is_waiting)
{
    Runtime *runtime = runtime_enter(is_waiting ? CALL_SYNCHRONOUS : CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const ArrayPart *parts[] = {to, from};
    CopyEnd *ends[] = {&box.to, &box.from};
    for (int i = 0; i < 2; i++) {
        const struct cudaArray *array =
            parts[i] == NULL ? NULL : array_find(runtime, parts[i]->array);
        if (parts[i] != NULL && array == NULL) {
            return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
        }
        if (array != NULL && !array_holds(array, parts[i], &box)) {
            return runtime_leave(runtime, cudaErrorInvalidValue);
        }
        *ends[i] = array == NULL ? *ends[i] : array_end(array, parts[i]->x_bytes, parts[i]->y, 0);
    }
    return runtime_leave(runtime, copy_issue(runtime, &box, stream, is_waiting));
}

static CopyBox box_of(const void *to, size_t to_pitch, const void *from, size_t from_pitch,
                      struct cudaExtent extent, enum cudaMemcpyKind kind)
{
    return (CopyBox){.to = {(uint64_t)(uintptr_t)to, to_pitch, 0},
                     .from = {(uint64_t)(uintptr_t)from, from_pitch, 0},
                     .width_bytes = extent.width,
                     .height = extent.height,
                     .depth = 1,
                     .kind = kind};
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void *src, size_t spitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ArrayPart to = {dst, wOffset, hOffset, 0};
    struct cudaExtent extent = {width, height, 1};
    return copy_rows(box_of(NULL, 0, src, spitch, extent, kind), &to, NULL, stream, false);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                size_t spitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind)
{
    ArrayPart to = {dst, wOffset, hOffset, 0};
    struct cudaExtent extent = {width, height, 1};
    return copy_rows(box_of(NULL, 0, src, spitch, extent, kind), &to, NULL, NULL, true);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ArrayPart from = {src, wOffset, hOffset, 0};
    struct cudaExtent extent = {width, height, 1};
    return copy_rows(box_of(dst, dpitch, NULL, 0, extent, kind), NULL, &from, stream, false);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  enum cudaMemcpyKind kind)
{
    ArrayPart from = {src, wOffset, hOffset, 0};
    struct cudaExtent extent = {width, height, 1};
    return copy_rows(box_of(dst, dpitch, NULL, 0, extent, kind), NULL, &from, NULL, true);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, enum cudaMemcpyKind kind)
{
    ArrayPart to = {dst, wOffsetDst, hOffsetDst, 0}, from = {src, wOffsetSrc, hOffsetSrc, 0};
    struct cudaExtent extent = {width, height, 1};
    return copy_rows(box_of(NULL, 0, NULL, 0, extent, kind), &to, &from, NULL, true);
}

// The copies of CUDA 1: `count` bytes, row after row of the array. They are split into a first row,
// whole rows and a last row.
static cudaError_t copy_run_of_bytes(cudaArray_const_t handle, size_t x, size_t y, uint64_t linear,
                                     size_t count, enum cudaMemcpyKind kind, bool is_to_array,
                                     cudaStream_t stream, bool is_waiting)
{
    struct cudaChannelFormatDesc description = {0};
    struct cudaExtent extent = {0};
    cudaError_t error =
        cudaArrayGetInfo(&description, &extent, NULL, (cudaArray_t)(uintptr_t)handle);
    uint64_t pitch = error == cudaSuccess ? extent.width * channel_bits(&description) / 8 : 0;
    if (error == cudaSuccess && x >= pitch) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    while (error == cudaSuccess && count > 0) {
        bool is_whole = x == 0 && count >= pitch;
        uint64_t width = is_whole ? pitch : count < pitch - x ? count : pitch - x;
        uint64_t height = is_whole ? count / pitch : 1;
        ArrayPart part = {handle, x, y, 0};
        struct cudaExtent box = {width, height, 1};
        const void *pointer = (const void *)(uintptr_t)linear;
        error =
            copy_rows(box_of(pointer, pitch, pointer, pitch, box, kind), is_to_array ? &part : NULL,
                      is_to_array ? NULL : &part, stream, is_waiting);
        linear += width * height;
        count -= width * height;
        x = 0;
        y += height;
    }
    return error;
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                              size_t count, enum cudaMemcpyKind kind)
{
    return copy_run_of_bytes(dst, wOffset, hOffset, (uint64_t)(uintptr_t)src, count, kind, true,
                             NULL, true);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                   size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_run_of_bytes(dst, wOffset, hOffset, (uint64_t)(uintptr_t)src, count, kind, true,
                             stream, false);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, enum cudaMemcpyKind kind)
{
    return copy_run_of_bytes(src, wOffset, hOffset, (uint64_t)(uintptr_t)dst, count, kind, false,
                             NULL, true);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    return copy_run_of_bytes(src, wOffset, hOffset, (uint64_t)(uintptr_t)dst, count, kind, false,
                             stream, false);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                   size_t count, enum cudaMemcpyKind kind)
{
    struct cudaExtent extent = {0};
    struct cudaChannelFormatDesc description = {0};
    cudaError_t error = cudaArrayGetInfo(&description, &extent, NULL, dst);
    size_t pitch = extent.width * (size_t)channel_bits(&description) / 8;
    if (error != cudaSuccess || count <= pitch) {
        return error != cudaSuccess
                   ? error
                   : cudaMemcpy2DArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc,
                                              hOffsetSrc, count, 1, kind);
    }
    if (wOffsetDst != 0 || wOffsetSrc != 0 || count % pitch != 0) {
        return runtime_refuse(__func__);
    }
    return cudaMemcpy2DArrayToArray(dst, 0, hOffsetDst, src, 0, hOffsetSrc, pitch, count / pitch,
                                    kind);
}
