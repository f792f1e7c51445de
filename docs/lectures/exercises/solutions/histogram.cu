// SPDX-License-Identifier: Apache-2.0
// Each block counts in shared memory and adds its 64 bins once, with two warps.
#include <cstdio>
#include <vector>

const int COUNT = 1 << 16, BINS = 64, BLOCKS = 64, THREADS = 256;

__global__ void histogram(const unsigned *in, unsigned *bins)
{
    __shared__ unsigned own[BINS];
    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < COUNT; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i] % BINS], 1u);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main()
{
    std::vector<unsigned> in(COUNT), expected(BINS), found(BINS);
    for (int i = 0; i < COUNT; i++) {
        in[i] = i * 2654435761u >> 7;
        expected[in[i] % BINS]++;
    }
    unsigned *from, *bins;
    cudaMalloc(&from, COUNT * sizeof(unsigned));
    cudaMalloc(&bins, BINS * sizeof(unsigned));
    cudaMemset(bins, 0, BINS * sizeof(unsigned));
    cudaMemcpy(from, in.data(), COUNT * sizeof(unsigned), cudaMemcpyHostToDevice);
    histogram<<<BLOCKS, THREADS>>>(from, bins);
    cudaMemcpy(found.data(), bins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(bins);
    printf("%s\n", found == expected ? "right" : "wrong");
    return found == expected ? 0 : 1;
}
