// SPDX-License-Identifier: Apache-2.0
// Atomics: histograms, one counter, queues with a reservation a thread or a warp, compare-and-swap loops, all types,
// maxima, locks, and shared memory.
#include <cuda_fp16.h>

#include "suite.h"

template <typename T> __global__ void add_to(int bins, const unsigned *index, T *out)
{
    atomicAdd(&out[index[blockIdx.x * blockDim.x + threadIdx.x] % bins], T(1));
}

__global__ void add_half2(int bins, const unsigned *index, __half2 *out)
{
    atomicAdd(&out[index[blockIdx.x * blockDim.x + threadIdx.x] % bins], __floats2half2_rn(1, 1));
}

template <typename T> __global__ void add_coalesced(T *out)
{
    atomicAdd(&out[(blockIdx.x % 16) * blockDim.x + threadIdx.x], T(1));
}

__global__ void histogram_shared(int n, const unsigned *in, unsigned *out)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        atomicAdd(&bins[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void queue_threads(const unsigned *in, unsigned *out, unsigned *tail)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 3 == 0)
        out[atomicAdd(tail, 1)] = i;
}

__global__ void queue_blocks(const unsigned *in, unsigned *out, unsigned *tail)
{
    __shared__ unsigned count, base;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    unsigned place = in[i] % 3 == 0 ? atomicAdd(&count, 1) : 0;
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(tail, count);
    __syncthreads();
    if (in[i] % 3 == 0)
        out[base + place] = i;
}

// The product modulo 2^32, by compare-and-swap.
__global__ void multiply_by_cas(int bins, const unsigned *index, unsigned *out)
{
    unsigned *word = &out[index[blockIdx.x * blockDim.x + threadIdx.x] % bins], seen = *word, was;
    do {
        was = seen;
        seen = atomicCAS(word, was, was * 3 + 2);
    } while (seen != was);
}

__global__ void maxima(int bins, const unsigned *index, const float *value, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&out[index[i] % bins], __float_as_int(value[i] + 2));
}

__global__ void exchange_returned(const unsigned *index, unsigned *out, unsigned *seen)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    seen[i] = atomicAdd(&out[index[i] & 65535], 2) & 1;
}

__global__ void locks(int *lock, int *total)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock[blockIdx.x % 8], 0, 1) != 0)
            ;
        __threadfence();
        total[blockIdx.x % 8] += 1;
        __threadfence();
        atomicExch(&lock[blockIdx.x % 8], 0);
    }
}

__global__ void add_per_block(const float *in, float *out)
{
    float x = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int step = 16; step; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, x);
}

int main()
{
    const int n = 1 << 18;
    unsigned *index = words(n, 1u << 30, 1), *out = zeros<unsigned>(1 << 18), *tail = zeros<unsigned>(1);
    float *value = floats(n, 2);
    auto clear = [&] { CUDA(cudaMemset(out, 0, 4 << 18)); CUDA(cudaMemset(tail, 0, 4)); };
    clear();
    add_to<<<n / 256, 256>>>(1, index, out);
    show("add_to 1 unsigned", out, 1);
    add_to<<<n / 256, 256>>>(64, index, out);
    show("add_to 64 unsigned", out, 64);
    add_to<<<n / 256, 256>>>(100000, index, out);
    show("add_to 100000 unsigned", out, 100000);
    clear();
    add_to<<<n / 256, 256>>>(64, index, (float *)out);
    show("add_to 64 float", (float *)out, 64);
    add_to<<<n / 256, 256>>>(30000, index, (float *)out);
    show("add_to 30000 float", (float *)out, 30000);
    clear();
    add_to<<<n / 256, 256>>>(1000, index, (double *)out);
    show("add_to 1000 double", (double *)out, 1000);
    clear();
    add_half2<<<n / 4 / 256, 256>>>(4096, index, (__half2 *)out);
    show("add_half2 4096", out, 4096);
    clear();
    add_coalesced<<<n / 256, 256>>>((float *)out);
    show("add_coalesced float", (float *)out, 4096);
    add_coalesced<<<n / 256, 256>>>((unsigned long long *)out);
    show("add_coalesced 64 bits", out, 8192);
    clear();
    histogram_shared<<<132, 256>>>(n, index, out);
    show("histogram_shared", out, 256);
    clear();
    queue_threads<<<n / 256, 256>>>(index, out, tail);
    show("queue_threads", tail, 1);
    clear();
    queue_blocks<<<n / 128, 128>>>(index, out, tail);
    show("queue_blocks", tail, 1);
    clear();
    multiply_by_cas<<<n / 4 / 128, 128>>>(2000, index, out);
    show("multiply_by_cas", out, 2000);
    clear();
    maxima<<<n / 256, 256>>>(500, index, value, (int *)out);
    show("maxima", out, 500);
    clear();
    exchange_returned<<<n / 256, 256>>>(index, out, zeros<unsigned>(n));
    show("exchange_returned", out, 65536);
    clear();
    locks<<<400, 32>>>((int *)out, (int *)out + 64);
    show("locks", out + 64, 8);
    clear();
    add_per_block<<<n / 512, 512>>>(value, (float *)out);
    show("add_per_block", (float *)out, 1);
    return 0;
}
