// SPDX-License-Identifier: Apache-2.0
// CUDA had a template called texture until version 12; now the name is free.
#include <cstdio>

__device__ __host__ float texture(float u, float v) { return u + v; }
__global__ void k(float *o) { o[0] = texture(1, 2); }

int main()
{
    float *d, h;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h, texture(3, 4));
}
