// SPDX-License-Identifier: Apache-2.0
// Kernels that print more than the buffer of printf holds: the newest lines are kept, in order.
#include <cstdio>
#include <cstdlib>

__global__ void flood(long long lines)
{
    for (long long i = 0; i < lines; i++)
        printf("block %d thread %d line %lld\n", blockIdx.x, threadIdx.x, i);
}

int main(int count, char **arguments)
{
    size_t size;
    cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize);
    printf("%zu bytes\n", size);
    if (count > 1) {
        flood<<<1, 1024>>>(atoll(arguments[1]));
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 640);
    flood<<<3, 2>>>(20);
    flood<<<1, 1>>>(2);
    cudaDeviceSynchronize();
    return 0;
}
