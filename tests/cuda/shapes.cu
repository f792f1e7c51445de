// SPDX-License-Identifier: Apache-2.0
// Shapes that nvcc gives and counts depend on: a value or zero without a jump more, rotations, a lock in a loop
// where the warp meets again, an opaque warpSize, 16-bit accesses, a store common to both sides of a branch.
#include <cuda_fp16.h>

__global__ void or_zero(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? in[i] : 0.0f;
    out[i] = x * x;
}

__global__ void rotated(unsigned *out, int n)
{
    unsigned x = out[threadIdx.x];
    out[threadIdx.x] = (x << 7 | x >> 25) + (x << n | x >> (32 - n));
}

__global__ void locked(int *lock, volatile int *count)
{
    bool is_done = false;
    while (!is_done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            is_done = true;
        }
    }
}

__global__ void by_warp(unsigned *out)
{
    out[threadIdx.x] = threadIdx.x / warpSize;
}

__global__ void halves(const __half *a, __half *b)
{
    b[threadIdx.x] = __hmul(a[threadIdx.x], b[threadIdx.x]);
}

__device__ __noinline__ int first(int x) { return x * 3; }
__device__ __noinline__ int second(int x) { return x - 9; }

__global__ void common_store(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0)
        out[i] = first(i);
    else
        out[i] = second(i);
}
