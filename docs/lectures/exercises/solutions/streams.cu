// SPDX-License-Identifier: Apache-2.0
// Four parts in four streams: while one is computed, the next one arrives and the one before leaves.
#include <cstdio>

const int COUNT = 1 << 20, BLOCK = 256;

__global__ void work(float *values)
{
    float x = values[blockIdx.x * BLOCK + threadIdx.x];
    for (int i = 0; i < 100; i++)
        x = x * 0.5f + 1;
    values[blockIdx.x * BLOCK + threadIdx.x] = x;
}

static void run(float *device, float *host)
{
    const int PARTS = 4, SHARE = COUNT / PARTS;
    cudaStream_t streams[PARTS];
    for (int part = 0; part < PARTS; part++) {
        float *to = device + part * SHARE, *from = host + part * SHARE;
        cudaStreamCreate(&streams[part]);
        cudaMemcpyAsync(to, from, SHARE * sizeof(float), cudaMemcpyHostToDevice, streams[part]);
        work<<<SHARE / BLOCK, BLOCK, 0, streams[part]>>>(to);
        cudaMemcpyAsync(from, to, SHARE * sizeof(float), cudaMemcpyDeviceToHost, streams[part]);
    }
    for (cudaStream_t stream : streams)
        cudaStreamDestroy(stream);
}

int main()
{
    const float LIMIT = 0.145f; // milliseconds
    float *host, *device, milliseconds = 0;
    cudaMallocHost(&host, COUNT * sizeof(float));
    cudaMalloc(&device, COUNT * sizeof(float));
    for (int i = 0; i < COUNT; i++)
        host[i] = (float)i;
    cudaEvent_t started, stopped;
    cudaEventCreate(&started);
    cudaEventCreate(&stopped);
    cudaEventRecord(started);
    run(device, host);
    cudaEventRecord(stopped); // in the default stream, which waits for the others
    cudaEventSynchronize(stopped);
    cudaEventElapsedTime(&milliseconds, started, stopped);
    cudaEventDestroy(started);
    cudaEventDestroy(stopped);
    bool is_right = true;
    for (int i = 0; i < COUNT; i++) {
        float x = (float)i;
        for (int j = 0; j < 100; j++)
            x = x * 0.5f + 1;
        is_right &= host[i] == x;
    }
    cudaFree(device);
    cudaFreeHost(host);
    printf("%s, %.3f ms\n", is_right ? "right" : "wrong", milliseconds);
    return is_right && milliseconds <= LIMIT ? 0 : 1;
}
