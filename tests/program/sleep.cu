// SPDX-License-Identifier: Apache-2.0
// A thread sleeps at most 1 ms, however long it asks to (PTX ISA, "nanosleep"); one that sleeps
// again and again is stopped by --max-instructions.
#include <cstdio>

__global__ void once(long long *cycles)
{
    long long start = clock64();
    __nanosleep(4294967295u);
    *cycles = clock64() - start;
}

__global__ void forever()
{
    for (;;)
        __nanosleep(4294967295u);
}

int main(int count, char **)
{
    long long *cycles;
    int rate;
    cudaMallocManaged(&cycles, sizeof *cycles);
    cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0); // kHz
    once<<<1, 32>>>(cycles);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (count > 1)
        printf("%.2f ms\n", (double)*cycles / rate);
    forever<<<1, 32>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
