// SPDX-License-Identifier: Apache-2.0
// What do integer divisions take, by the warps that an SM has? The result of each round is the next one's operand.
#include <cstdio>

template<int WHAT> __device__ int step(int x, int d)
{
    int y = x;
    unsigned u = (unsigned)x, v = (unsigned)d;
    switch (WHAT) {
    case 0: y = x % d + 1000003; break;
    case 1: y = (int)(u % v) + 1000003; break;
    case 2: y = x / d + 1000003; break;
    }
    return y;
}

template<int WHAT> __global__ void rounds(int *out, int d, int count)
{
    int x = threadIdx.x + 77777;
#pragma unroll 4
    for (int i = 0; i < count; i++) x = step<WHAT>(x, d);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// A reduction as courses write it first: warps whose threads are no multiples of the distance go on to the barrier.
__global__ void reduce_by_remainder(const float *in, float *out)
{
    __shared__ float values[256];
    int t = threadIdx.x;
    values[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        if (t % (2 * distance) == 0) values[t] += values[t + distance];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = values[0];
}
// The same without a remainder.
__global__ void reduce_by_mask(const float *in, float *out)
{
    __shared__ float values[256];
    int t = threadIdx.x;
    values[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        if ((t & (2 * distance - 1)) == 0) values[t] += values[t + distance];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = values[0];
}

template<int WHAT> static void all(int *out)
{
    for (int threads : {32, 128, 256, 512, 1024}) rounds<WHAT><<<132, threads>>>(out, 9, 1024);
}

int main()
{
    int *out;
    float *in;
    cudaMalloc(&out, 1 << 22);
    cudaMalloc(&in, 4 << 22);
    cudaMemset(in, 0, 4 << 22);
    all<0>(out);
    all<1>(out);
    all<2>(out);
    for (int blocks : {1, 132, 1056, 4096, 16384}) {
        reduce_by_remainder<<<blocks, 256>>>(in, (float *)out);
        reduce_by_mask<<<blocks, 256>>>(in, (float *)out);
    }
    return cudaDeviceSynchronize();
}
