// SPDX-License-Identifier: Apache-2.0
// Two claims of EPFL's slides, tried with a block of 512 threads: that kernel 2 has 2-way bank conflicts at
// every step, and that its loop bound may be blockDim.x / s.
#include <cstdio>

const unsigned THREADS = 512;

// What the threads read in one step of kernel 2.
__global__ void read_step(int *out, unsigned s)
{
    __shared__ int sums[THREADS];
    sums[threadIdx.x] = 1;
    __syncthreads();
    unsigned index = 2 * s * threadIdx.x;
    if (index < THREADS)
        out[threadIdx.x] = sums[index] + sums[index + s];
}

// Kernel 2 on a block of ones, with its loop bound or with the slide's.
__global__ void sum_ones(int *out, bool is_as_printed)
{
    __shared__ int sums[THREADS];
    sums[threadIdx.x] = 1;
    __syncthreads();
    for (unsigned s = 1; s < THREADS; s *= 2) {
        unsigned index = 2 * s * threadIdx.x;
        if (index < (is_as_printed ? THREADS / s : THREADS))
            sums[index] += sums[index + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = sums[0];
}

int main()
{
    int *out;
    cudaMalloc(&out, THREADS * sizeof(int));
    for (unsigned s = 1; s < THREADS; s *= 2)
        read_step<<<1, THREADS>>>(out, s);
    for (bool is_as_printed : {false, true}) {
        int sum;
        sum_ones<<<1, THREADS>>>(out, is_as_printed);
        cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
        printf("index < blockDim.x%s: %d of %u\n", is_as_printed ? " / s" : "", sum, THREADS);
    }
    return cudaGetLastError();
}
