// SPDX-License-Identifier: Apache-2.0
// In a launch without clusters each block is a cluster by itself: its barrier holds all its warps,
// those that arrive without waiting and those that end.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void whole(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    cg::this_cluster().sync();
    atomicAdd(&sum, 1);
    cg::this_cluster().sync();
    out[blockIdx.x] = sum;
}

// Warps wait for one that only arrives, and late, and for one that ends.
__global__ void uneven(int *out)
{
    __shared__ volatile int sum;
    int warp = threadIdx.x / 32;
    if (warp == 1) {
        for (int i = 0; i < 100; i++)
            sum = i;
        asm volatile("barrier.cluster.arrive;" ::: "memory");
    } else if (warp != 2) {
        asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
        out[blockIdx.x] = sum;
    }
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 4096);
    for (int threads = 32; threads <= 256; threads += 32) {
        whole<<<3, threads>>>(out);
        printf("%d: %s", threads, cudaGetErrorName(cudaDeviceSynchronize()));
        printf(" %d %d %d\n", out[0], out[1], out[2]);
    }
    uneven<<<200, 160>>>(out);
    printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
    printf(" %d %d\n", out[0], out[199]);
    return 0;
}
