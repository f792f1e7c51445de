// SPDX-License-Identifier: Apache-2.0
// Inline assembly that is no PTX: an error at its line, as with nvcc.
#include <cstdio>
__global__ void k(int *x)
{
    asm volatile("frobnicate.u32 %0;" ::"r"(x[0]));
}
int main()
{
    int *p;
    printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
    k<<<1, 1>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
