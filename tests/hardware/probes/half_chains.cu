// SPDX-License-Identifier: Apache-2.0
// Chains of 256 or 2304 dependent multiply-adds of halves: packed with a constant, packed with registers, single. ptxas
// alternates HFMA2 and HFMA2.MMA in packed chains. traces/h200/probes/half_chains.csv has what an H200 counted.
#include <cstdio>
#include <cuda_fp16.h>

__global__ void packed_constant(__half2 *out, int rounds)
{
    __half2 factor = out[threadIdx.x], value = factor, term = __float2half2_rn(2);
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int i = 0; i < 256; i++) {
            value = __hfma2(value, factor, term);
        }
    }
    out[threadIdx.x] = value;
}

__global__ void packed(__half2 *out, int rounds)
{
    __half2 factor = out[threadIdx.x], value = factor, term = out[threadIdx.x + 32];
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int i = 0; i < 256; i++) {
            value = __hfma2(value, factor, term);
        }
    }
    out[threadIdx.x] = value;
}

__global__ void single(__half *out, int rounds)
{
    __half factor = out[threadIdx.x], value = factor, term = out[threadIdx.x + 32];
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int i = 0; i < 256; i++) {
            value = __hfma(value, factor, term);
        }
    }
    out[threadIdx.x] = value;
}

int main()
{
    __half2 *out;
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    for (int threads = 32; threads <= 512; threads *= 4) {
        for (int rounds = 1; rounds <= 9; rounds += 8) {
            packed_constant<<<1, threads>>>(out, rounds);
            packed<<<1, threads>>>(out, rounds);
            single<<<1, threads>>>((__half *)out, rounds);
        }
    }
    cudaError_t error = cudaDeviceSynchronize();
    puts(cudaGetErrorString(error));
    return error != cudaSuccess;
}
