// SPDX-License-Identifier: Apache-2.0
// Batches of copies and prefetches: each is issued to the stream by itself, in order, so that the
// source is read when the stream comes to it, whatever access order allows.
#include "sim/runtime/allocate.h"
#include "sim/runtime/copy3d.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/texture.h"

cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes,
                                 size_t count, struct cudaMemcpyAttributes *attrs,
                                 size_t *attrsIdxs, size_t numAttrs, cudaStream_t stream)
{
    (void)attrs;
    (void)attrsIdxs;
    if (count == 0 || numAttrs == 0 || numAttrs > count || dsts == NULL || srcs == NULL ||
        sizes == NULL || stream == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        error = cudaMemcpyAsync(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault, stream);
    }
    return error;
}

// A row's length and a layer's height are in texels; 0: as the box.
static struct cudaPitchedPtr pitched(const struct cudaMemcpy3DOperand *from, size_t texel_bytes,
                                     const struct cudaExtent *extent)
{
    size_t row = from->op.ptr.rowLength == 0 ? extent->width : from->op.ptr.rowLength;
    size_t height = from->op.ptr.layerHeight == 0 ? extent->height : from->op.ptr.layerHeight;
    return (struct cudaPitchedPtr){from->op.ptr.ptr, row * texel_bytes, row * texel_bytes, height};
}

// Bytes of a texel of the array of an operand; 0: it is none.
static size_t texel_bytes_of(Runtime *runtime, const struct cudaMemcpy3DOperand *operand)
{
    const struct cudaArray *array = operand->type == cudaMemcpyOperandTypeArray
                                        ? array_find(runtime, operand->op.array.array)
                                        : NULL;
    return array == NULL ? 0 : (size_t)array->texel_bytes;
}

static cudaError_t copy_boxes(Runtime *runtime, const struct cudaMemcpy3DBatchOp *from,
                              cudaStream_t stream)
{
    size_t source = texel_bytes_of(runtime, &from->src),
           target = texel_bytes_of(runtime, &from->dst);
    size_t texel_bytes = source > 0 ? source : target > 0 ? target : 1;
    struct cudaMemcpy3DParms copy = {.extent = from->extent, .kind = cudaMemcpyDefault};
    if (from->src.type == cudaMemcpyOperandTypeArray) {
        struct cudaOffset3D at = from->src.op.array.offset;
        copy.srcArray = from->src.op.array.array;
        copy.srcPos = (struct cudaPos){at.x, at.y, at.z};
    } else {
        copy.srcPtr = pitched(&from->src, texel_bytes, &from->extent);
    }
    if (from->dst.type == cudaMemcpyOperandTypeArray) {
        struct cudaOffset3D at = from->dst.op.array.offset;
        copy.dstArray = from->dst.op.array.array;
        copy.dstPos = (struct cudaPos){at.x, at.y, at.z};
    } else {
        copy.dstPtr = pitched(&from->dst, texel_bytes, &from->extent);
    }
    Operation operation = {.kind = OPERATION_COPY};
    cudaError_t error = copy3d_box(runtime, &copy, &operation.as.copy);
    error = error == cudaSuccess ? operation_check(runtime, &operation) : error;
    return error == cudaSuccess ? stream_issue(runtime, stream, &operation) : error;
}

cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp *opList,
                                   unsigned long long flags, cudaStream_t stream)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    cudaError_t error =
        numOps == 0 || opList == NULL || flags != 0 ? cudaErrorInvalidValue : cudaSuccess;
    for (size_t i = 0; i < numOps && error == cudaSuccess; i++) {
        error = copy_boxes(runtime, &opList[i], stream);
    }
    return runtime_leave(runtime, error);
}

static int device_of(const struct cudaMemLocation *location)
{
    return location->type == cudaMemLocationTypeDevice ? location->id : cudaCpuDeviceId;
}

cudaError_t cudaMemPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                      struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                                      size_t numPrefetchLocs, unsigned long long flags,
                                      cudaStream_t stream)
{
    if (count == 0 || numPrefetchLocs == 0 || numPrefetchLocs > count || flags != 0 ||
        dptrs == NULL || sizes == NULL || prefetchLocs == NULL || prefetchLocIdxs == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    cudaError_t error = cudaSuccess;
    size_t location = 0;
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        while (location + 1 < numPrefetchLocs && prefetchLocIdxs[location + 1] <= i) {
            location++;
        }
        error =
            cudaMemPrefetchAsync(dptrs[i], sizes[i], device_of(&prefetchLocs[location]), stream);
    }
    return error;
}

// What is discarded may keep its contents, as here.
cudaError_t cudaMemDiscardBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream)
{
    (void)stream;
    cudaError_t error = count == 0 || flags != 0 || dptrs == NULL || sizes == NULL
                            ? runtime_fail(cudaErrorInvalidValue)
                            : cudaSuccess;
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        error = advice_check(dptrs[i], sizes[i]);
    }
    return error;
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                                struct cudaMemLocation *prefetchLocs,
                                                size_t *prefetchLocIdxs, size_t numPrefetchLocs,
                                                unsigned long long flags, cudaStream_t stream)
{
    return cudaMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs,
                                     numPrefetchLocs, flags, stream);
}
