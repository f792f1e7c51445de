// SPDX-License-Identifier: Apache-2.0
// Launches that touch managed memory first, again, after cudaMemPrefetchAsync, and memory of the device.
#include <cuda_runtime.h>

__global__ void add(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i] += 1;
    }
}

int main()
{
    constexpr int N = 1 << 18; // 1 MB: 16 blocks of 64 KB, or parts of 17
    float *managed, *prefetched, *plain;
    cudaMallocManaged(&managed, N * sizeof(float));
    cudaMallocManaged(&prefetched, N * sizeof(float));
    cudaMalloc(&plain, N * sizeof(float));
    cudaMemPrefetchAsync(prefetched, N * sizeof(float), cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0);
    add<<<N / 256, 256>>>(managed, N);
    add<<<N / 256, 256>>>(managed, N);
    add<<<N / 256, 256>>>(prefetched, N);
    add<<<N / 256, 256>>>(plain, N);
    return cudaDeviceSynchronize() != cudaSuccess;
}
