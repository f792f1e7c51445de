// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy3D: boxes in pitched memory and in arrays.
#include "sim/runtime/copy3d.h"

#include "sim/runtime/stream.h"
#include "sim/runtime/texture.h"

// Where a box starts in pitched memory; positions along x are bytes there.
static CopyEnd pitched_end(const struct cudaPitchedPtr *pointer, struct cudaPos at)
{
    uint64_t slice = pointer->pitch * pointer->ysize;
    return (CopyEnd){(uint64_t)(uintptr_t)pointer->ptr + at.z * slice + at.y * pointer->pitch +
                         at.x,
                     pointer->pitch, slice};
}

// Whether an array holds the box.
static bool holds(const struct cudaArray *array, struct cudaPos at, struct cudaExtent extent)
{
    size_t height = array->extent.height > 0 ? array->extent.height : 1;
    size_t depth = array->extent.depth > 0 ? array->extent.depth : 1;
    return at.x <= array->extent.width && extent.width <= array->extent.width - at.x &&
           at.y <= height && extent.height <= height - at.y && at.z <= depth &&
           extent.depth <= depth - at.z;
}

static cudaError_t fill_end(Runtime *runtime, cudaArray_t handle, struct cudaPos at,
                            const struct cudaPitchedPtr *pointer, struct cudaExtent extent,
                            CopyEnd *end, uint64_t *texel_bytes)
{
    if ((handle == NULL) == (pointer->ptr == NULL)) {
        return cudaErrorInvalidValue;
    }
    if (handle == NULL) {
        *end = pitched_end(pointer, at);
        bool is_high = extent.depth <= 1 || pointer->ysize >= at.y + extent.height;
        return is_high ? cudaSuccess : cudaErrorInvalidPitchValue;
    }
    const struct cudaArray *array = array_find(runtime, handle);
    if (array == NULL || !holds(array, at, extent)) {
        return array == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    }
    *end = array_end(array, at.x * array->texel_bytes, at.y, at.z);
    *texel_bytes = array->texel_bytes;
    return cudaSuccess;
}

// Whether rows of pitched memory are long enough.
static bool has_room(cudaArray_t array, struct cudaPos at, const struct cudaPitchedPtr *pointer,
                     const CopyBox *box)
{
    bool has_rows = box->height > 1 || box->depth > 1;
    bool is_empty = box->width_bytes == 0 || box->height == 0 || box->depth == 0;
    return array != NULL || !has_rows || is_empty || pointer->pitch >= at.x + box->width_bytes;
}

// The extent's width counts texels when an array takes part, else bytes.
cudaError_t copy3d_box(Runtime *runtime, const struct cudaMemcpy3DParms *from, CopyBox *box)
{
    uint64_t texel_bytes = 1;
    *box =
        (CopyBox){.height = from->extent.height, .depth = from->extent.depth, .kind = from->kind};
    cudaError_t error = fill_end(runtime, from->srcArray, from->srcPos, &from->srcPtr, from->extent,
                                 &box->from, &texel_bytes);
    if (error == cudaSuccess) {
        error = fill_end(runtime, from->dstArray, from->dstPos, &from->dstPtr, from->extent,
                         &box->to, &texel_bytes);
    }
    box->width_bytes = from->extent.width * texel_bytes;
    if (error == cudaSuccess && (!has_room(from->srcArray, from->srcPos, &from->srcPtr, box) ||
                                 !has_room(from->dstArray, from->dstPos, &from->dstPtr, box))) {
        return cudaErrorInvalidPitchValue;
    }
    return error;
}

static cudaError_t issue(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream,
                         bool is_waiting)
{
    Runtime *runtime = runtime_enter(is_waiting ? CALL_SYNCHRONOUS : CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    CopyBox box;
    cudaError_t error =
        parameters == NULL ? cudaErrorInvalidValue : copy3d_box(runtime, parameters, &box);
    return runtime_leave(
        runtime, error == cudaSuccess ? copy_issue(runtime, &box, stream, is_waiting) : error);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    return issue(p, NULL, true);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    return issue(p, stream, false);
}

static cudaError_t issue_peer(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream,
                              bool is_waiting)
{
    if (p == NULL || !runtime_has_device(p->srcDevice) || !runtime_has_device(p->dstDevice)) {
        return runtime_fail(p == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    struct cudaMemcpy3DParms parameters = {.srcArray = p->srcArray,
                                           .srcPos = p->srcPos,
                                           .srcPtr = p->srcPtr,
                                           .dstArray = p->dstArray,
                                           .dstPos = p->dstPos,
                                           .dstPtr = p->dstPtr,
                                           .extent = p->extent,
                                           .kind = cudaMemcpyDeviceToDevice};
    return issue(&parameters, stream, is_waiting);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    return issue_peer(p, NULL, true);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    return issue_peer(p, stream, false);
}
