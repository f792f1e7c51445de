// SPDX-License-Identifier: Apache-2.0
// How long do loops over large arrays take that read, copy, add and fill, one access after another in each thread, and how
// long scattered words, by the size of what they are scattered over and by how many neighbors go together?
#include <cstdio>

#define EACH                                                                                                       \
    _Pragma("unroll 1") for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)

__device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

template <typename T> __global__ void reads(int n, const T *x, T *y)
{
    T sum = {};
    EACH sum = sum + x[i];
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <typename T> __global__ void copies(int n, const T *x, T *y) { EACH y[i] = x[i]; }

template <typename T> __global__ void adds(int n, const T *x, T *y) { EACH y[i] = x[i] + y[i]; }

template <typename T> __global__ void fills(int n, const T *x, T *y) { EACH y[i] = {}; }

// `run` neighbors of `mask` + 1 words go together.
__device__ unsigned place(int i, unsigned mask, int run)
{
    unsigned j = (unsigned)i / run * 2654435761u >> 7;
    return (j * run + i % run) & mask;
}

__global__ void scatters(int n, unsigned mask, int run, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[place(i, mask, run)] = i;
}

__global__ void gathers(int n, unsigned mask, int run, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[place(i, mask, run)];
}

template <typename T> void streams(int n, int blocks, float *x, float *y)
{
    reads<<<blocks, 256>>>(n, (T *)x, (T *)y);
    copies<<<blocks, 256>>>(n, (T *)x, (T *)y);
    adds<<<blocks, 256>>>(n, (T *)x, (T *)y);
    fills<<<blocks, 256>>>(n, (T *)x, (T *)y);
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, 64 << 20);
    cudaMalloc(&y, 64 << 20);
    cudaMemset(x, 0, 64 << 20);
    cudaMemset(y, 0, 64 << 20);
    for (int n : {1 << 20, 1 << 22})
        for (int blocks : {132, 264, 528, 1056}) {
            streams<float>(n, blocks, x, y);
            streams<float4>(n / 4, blocks, x, y);
        }
    for (int n : {1 << 16, 1 << 18, 1 << 20})
        for (unsigned words : {1u << 19, 1u << 21, 1u << 24})
            for (int run : {1, 2, 8, 32}) {
                scatters<<<n / 256, 256>>>(n, words - 1, run, y);
                gathers<<<n / 256, 256>>>(n, words - 1, run, x, y);
            }
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
