// SPDX-License-Identifier: Apache-2.0
// A kernel that gets memory of malloc is told so; an address that is nowhere is not.
#include <cstdio>
#include <cstdlib>

__global__ void increment(int *x, long offset)
{
    x[threadIdx.x + offset] += printf("") + 1;
}

int main(int count, char **)
{
    int *host = (int *)calloc(64, sizeof *host), *device;
    cudaMalloc(&device, 64 * sizeof *device);
    if (count == 1) {
        increment<<<1, 32>>>(host, 0);
    } else {
        increment<<<1, 32>>>(device, 1 << 28);
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int first = host[0];
    free(host);
    return first;
}
