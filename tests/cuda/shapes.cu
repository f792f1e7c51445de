// SPDX-License-Identifier: Apache-2.0
// Shapes that nvcc gives and counts depend on: a value or zero without a jump more, rotations, a lock in a loop
// where the warp meets again, an opaque warpSize, 16-bit accesses, stores that all
// ways into a block end with.
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

// One store: nested branches, a switch, returns, indices that differ, an array that each side finds for itself.
__global__ void nested(float *out)
{
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t % 2) {
        if (t % 4 == 1)
            out[i] = sqrtf(i);
        else
            out[i] = i / 3.0f;
    } else {
        switch (t % 3) {
        case 0: out[i] = i + 5.0f; break;
        case 1: out[i] = i / 7.0f; break;
        default: out[i] = 9; break;
        }
    }
}

__global__ void returned(float *out, const float *in)
{
    float x = in[threadIdx.x];
    if (x > 0) {
        out[threadIdx.x] = sqrtf(x) / 3;
        return;
    }
    out[threadIdx.x] = x / 7;
}

__global__ void joined(float *out, const float *in)
{
    __shared__ float row[256];
    unsigned t = threadIdx.x;
    float x = in[t];
    if (x > 1)
        row[t] = sqrtf(x) / x;
    else
        row[t] = x / 9;
    __syncthreads();
    if (row[255 - t] > 0)
        out[t * 3] = sqrtf(x) / x;
    else
        out[t * 5] = x / 9;
}

// Two: other arrays, volatile memory, a way without a store, and what an atomic stands behind.
__global__ void apart(float *a, float *b, volatile float *c, const float *in, int *count)
{
    unsigned t = threadIdx.x;
    float x = in[t];
    if (x > 0)
        a[t] = sqrtf(x) / x;
    else
        b[t] = x / 9;
    __syncthreads();
    if (x > 1)
        c[t] = sqrtf(x) / x;
    else
        c[t] = x / 11;
    __syncthreads();
    if (x > 2) {
        a[t] = sqrtf(x) / x;
        atomicAdd(count, 1);
    } else {
        a[t] = x / 13;
        atomicAdd(count, 1);
    }
    __syncthreads();
    if (x > 3)
        b[t] = sqrtf(x) / x;
    else if (x < -3)
        b[t] = x / 15;
}
