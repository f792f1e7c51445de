// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__device__ int twice(int value);

__global__ void show(int value)
{
    printf("%d on %d\n", twice(value), __CUDA_ARCH__);
}

int main()
{
    show<<<1, 1>>>(21);
    return cudaDeviceSynchronize();
}
