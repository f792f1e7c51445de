// SPDX-License-Identifier: Apache-2.0
// wgmma by one warp of four, a mistake.
#include <cstdio>

__global__ void multiply(float *sums)
{
    __shared__ __align__(1024) char tiles[4096];
    float d[4] = {};
    unsigned long long matrix = (unsigned long long)(__cvta_generic_to_shared(tiles) & 0x3ffff) >> 4;
    if (threadIdx.x < 32) {
        asm volatile("wgmma.fence.sync.aligned;\n\t"
                     "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, 0, 1, 1, 0, 0;\n\t"
                     "wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "l"(matrix));
    }
    __syncthreads();
    sums[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main()
{
    float *sums;
    cudaMalloc(&sums, 128 * sizeof *sums);
    multiply<<<1, 128>>>(sums);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
