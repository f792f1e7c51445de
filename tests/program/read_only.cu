// SPDX-License-Identifier: Apache-2.0
// A store or an atomic through a pointer cast from constant memory is a fault where it is executed;
// kernels beside it, and lanes that store elsewhere, run.
#include <cstdio>

__constant__ int values[4];
__device__ void put(int *p, int v) { *p = v; }
__global__ void either(int *o, int k) { put(k ? o : (int *)values, 3); }
__global__ void store(int k)
{
    if (k != 0) put((int *)values, 3);
}
__global__ void add(int k)
{
    if (k != 0) atomicAdd((int *)values, 3);
}

int main()
{
    int *d, h = 0;
    cudaMalloc(&d, 4);
    either<<<1, 1>>>(d, 1);
    store<<<1, 1>>>(0);
    add<<<1, 1>>>(0);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d %s\n", h, cudaGetErrorName(cudaDeviceSynchronize()));
    fflush(stdout);
    add<<<1, 1>>>(1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
