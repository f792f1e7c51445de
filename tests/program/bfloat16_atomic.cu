// SPDX-License-Identifier: Apache-2.0
// atomicAdd of bfloat16: an instruction from compute capability 9.0 on, before it a loop.
#include <cstdio>
#include <cuda_bf16.h>

__global__ void one(__nv_bfloat16 *b) { atomicAdd(b + threadIdx.x % 2, __float2bfloat16(1.f)); }
__global__ void two(__nv_bfloat162 *b) { atomicAdd(b, __floats2bfloat162_rn(1.f, 2.f)); }

int main()
{
    __nv_bfloat16 *b;
    unsigned short h[4];
    cudaMalloc(&b, 8);
    cudaMemset(b, 0, 8);
    one<<<1, 64>>>(b);
    two<<<1, 32>>>((__nv_bfloat162 *)b + 1);
    cudaMemcpy(h, b, 8, cudaMemcpyDeviceToHost);
    printf("%x %x %x %x %s\n", h[0], h[1], h[2], h[3], cudaGetErrorName(cudaDeviceSynchronize()));
}
