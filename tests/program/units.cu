// SPDX-License-Identifier: Apache-2.0
// With units_other.cu and units_host.c: static kernels, and variables of one name, in two files, and a
// C file between them.
#include "units.h"

#include <cstdio>

__device__ int offset = 10;

static __global__ void set(int *x)
{
    x[threadIdx.x] = offset + (int)threadIdx.x * factors[threadIdx.x];
}

int main()
{
    int host[2], value = 20;
    int *device = make_array(2);
    set<<<1, 2>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("here %d %d\n", host[0], host[1]);
    cudaMemcpyToSymbol(offset, &value, sizeof value);
    cudaMemcpyToSymbol(factors, &value, sizeof value, sizeof value);
    set<<<1, 2>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("after cudaMemcpyToSymbol %d %d\n", host[0], host[1]);
    set_elsewhere(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("elsewhere %d %d, sum %d\n", host[0], host[1], sum(host, 2));
    return 0;
}
