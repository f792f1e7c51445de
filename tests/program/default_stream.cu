// SPDX-License-Identifier: Apache-2.0
// Whether work in the default stream waits for work in a stream that the program created, and with an
// argument has destroyed since.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void spin(long long cycles)
{
    for (long long start = clock64(); clock64() - start < cycles;) {
    }
}

int main(int argc, char **)
{
    cudaStream_t other;
    cudaEvent_t start, end, other_end;
    cudaStreamCreate(&other);
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaEventCreate(&other_end);
    cudaEventRecord(start, other);
    spin<<<1, 1, 0, other>>>(20000);
    cudaEventRecord(other_end, other);
    if (argc > 1) {
        cudaStreamDestroy(other);
    }
    spin<<<1, 1>>>(1000);
    cudaEventRecord(end);
    cudaDeviceSynchronize();
    float mine, others;
    cudaEventElapsedTime(&mine, start, end);
    cudaEventElapsedTime(&others, start, other_end);
    printf("%s\n", mine < others ? "beside" : "after");
    return 0;
}
