// SPDX-License-Identifier: Apache-2.0
// One copy, from page-locked memory.
#include <cstdio>
#include <vector>

const int ROWS = 64, COLUMNS = 4096;

int main()
{
    std::vector<float> back(ROWS * COLUMNS);
    float *host;
    cudaMallocHost(&host, ROWS * COLUMNS * sizeof(float));
    for (int i = 0; i < ROWS * COLUMNS; i++)
        host[i] = (float)i;
    float *device;
    cudaMalloc(&device, ROWS * COLUMNS * sizeof(float));
    cudaEvent_t started, stopped;
    cudaEventCreate(&started);
    cudaEventCreate(&stopped);

    cudaEventRecord(started);
    cudaMemcpy(device, host, ROWS * COLUMNS * sizeof(float), cudaMemcpyHostToDevice);
    cudaEventRecord(stopped);
    cudaEventSynchronize(stopped);

    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, started, stopped);
    cudaEventDestroy(started);
    cudaEventDestroy(stopped);
    cudaMemcpy(back.data(), device, ROWS * COLUMNS * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    bool is_right = true;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        is_right &= back[i] == host[i];
    cudaFreeHost(host);
    if (!is_right) {
        printf("wrong\n");
        return 1;
    }
    printf("right, %.3f ms\n", milliseconds);
    return milliseconds <= 0.5f ? 0 : 1;
}
