// SPDX-License-Identifier: Apache-2.0
// Exercise "transfer" (transfers): every row travels in a copy of its own, from pageable memory. Make
// the whole program take at most half a millisecond of modeled time. It checks that itself.
#include <cstdio>
#include <vector>

const int ROWS = 64, COLUMNS = 4096;

int main()
{
    std::vector<float> host(ROWS * COLUMNS), back(ROWS * COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        host[i] = (float)i;
    float *device;
    cudaMalloc(&device, ROWS * COLUMNS * sizeof(float));
    cudaEvent_t started, stopped;
    cudaEventCreate(&started);
    cudaEventCreate(&stopped);

    cudaEventRecord(started);
    for (int row = 0; row < ROWS; row++)
        cudaMemcpy(device + row * COLUMNS, host.data() + row * COLUMNS, COLUMNS * sizeof(float),
                   cudaMemcpyHostToDevice);
    cudaEventRecord(stopped);
    cudaEventSynchronize(stopped);

    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, started, stopped);
    cudaEventDestroy(started);
    cudaEventDestroy(stopped);
    cudaMemcpy(back.data(), device, ROWS * COLUMNS * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    if (back != host) {
        printf("wrong\n");
        return 1;
    }
    printf("right, %.3f ms\n", milliseconds);
    return milliseconds <= 0.5f ? 0 : 1;
}
