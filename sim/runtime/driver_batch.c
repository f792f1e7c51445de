// SPDX-License-Identifier: Apache-2.0
// Copies and prefetches of the driver API that are given many at once. Their structures have the
// members of the runtime's.
#include "sim/runtime/driver.h"

_Static_assert(sizeof(CUmemcpyAttributes) == sizeof(struct cudaMemcpyAttributes), "");
_Static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(struct cudaMemcpy3DBatchOp), "");
_Static_assert(sizeof(CUdeviceptr) == sizeof(void *), "");

CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                            CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                            CUstream hStream)
{
    return DRIVER_CALL(true,
                       cudaMemcpyBatchAsync((void *const *)dsts, (const void *const *)srcs, sizes,
                                            count, (struct cudaMemcpyAttributes *)attrs, attrsIdxs,
                                            numAttrs, hStream));
}

CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList,
                              unsigned long long flags, CUstream hStream)
{
    return DRIVER_CALL(
        true, cudaMemcpy3DBatchAsync(numOps, (struct cudaMemcpy3DBatchOp *)opList, flags, hStream));
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count,
                                 CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                                 size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
    return DRIVER_CALL(true,
                       cudaMemPrefetchBatchAsync((void **)dptrs, sizes, count,
                                                 (struct cudaMemLocation *)prefetchLocs,
                                                 prefetchLocIdxs, numPrefetchLocs, flags, hStream));
}

CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count,
                                unsigned long long flags, CUstream hStream)
{
    return DRIVER_CALL(true,
                       cudaMemDiscardBatchAsync((void **)dptrs, sizes, count, flags, hStream));
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count,
                                           CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                                           size_t numPrefetchLocs, unsigned long long flags,
                                           CUstream hStream)
{
    return DRIVER_CALL(true,
                       cudaMemDiscardAndPrefetchBatchAsync(
                           (void **)dptrs, sizes, count, (struct cudaMemLocation *)prefetchLocs,
                           prefetchLocIdxs, numPrefetchLocs, flags, hStream));
}
