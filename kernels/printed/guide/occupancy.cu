// SPDX-License-Identifier: Apache-2.0
// GUIDE's examples of occupancy on compute capability 10.0: testKernel<<<512, 768>>>(),
// testKernel<<<512, 32>>>(), and 100 KB of shared memory a block.
#include "../../lecture.h"

__global__ void testKernel()
{
}

static int resident_blocks(int threads, size_t shared_bytes)
{
    int blocks = 0;
    CUDA(cudaFuncSetAttribute(testKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, testKernel, threads, shared_bytes));
    return blocks;
}

int main()
{
    cudaDeviceProp device;
    CUDA(cudaGetDeviceProperties(&device, 0));
    for (int threads : {768, 32}) {
        testKernel<<<512, threads>>>();
        printf("%d-threads  %.4g percent\n", threads,
               100.0 * threads * resident_blocks(threads, 0) / device.maxThreadsPerMultiProcessor);
    }
    printf("100-KB      %d blocks\n", resident_blocks(512, 100 * 1024));
    CUDA(cudaDeviceSynchronize());
    return 0;
}
