// SPDX-License-Identifier: Apache-2.0
// CUB's allocator, which here keeps no memory.
#pragma once
#include <cub/util.cuh>

namespace cub
{
#ifndef __CUDA_ARCH__
struct CachingDeviceAllocator {
    CachingDeviceAllocator(unsigned = 8, unsigned = 3, unsigned = 7, size_t = 0, bool = false, bool = false) {}
    explicit CachingDeviceAllocator(bool) {}
    cudaError_t DeviceAllocate(void **memory, size_t bytes, cudaStream_t = 0)
    {
        return cudaMalloc(memory, bytes > 0 ? bytes : 1);
    }
    cudaError_t DeviceAllocate(int device, void **memory, size_t bytes, cudaStream_t = 0)
    {
        int before;
        cudaGetDevice(&before);
        cudaSetDevice(device);
        cudaError_t error = cudaMalloc(memory, bytes > 0 ? bytes : 1);
        cudaSetDevice(before);
        return error;
    }
    cudaError_t DeviceFree(void *memory) { return cudaFree(memory); }
    cudaError_t DeviceFree(int, void *memory) { return cudaFree(memory); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};
#endif
} // namespace cub
