// SPDX-License-Identifier: Apache-2.0
// A kernel that stops is an error code for the program, which goes on.
#include <cstdio>

__global__ void poke(int *x)
{
    x[1 << 20] = 1;
}

int main()
{
    int *device;
    cudaMalloc(&device, 16);
    poke<<<1, 1>>>(device);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 3;
}
