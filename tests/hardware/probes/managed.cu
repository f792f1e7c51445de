// SPDX-License-Identifier: Apache-2.0
// How long does a launch wait for managed memory that moves to the GPU? Launches that touch 1 to 256 MB for the first time:
// all of it, one word in each 4 or 64 KB, one warp's words, one word; that the host has filled or nobody has touched,
// prefetched, or on the GPU already; and again after the host has touched some of it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void touch(float *p, size_t n, size_t step)
{
    size_t i = (blockIdx.x * size_t(blockDim.x) + threadIdx.x) * step;
    if (i < n) {
        p[i] += 1;
    }
}

__global__ void sweep(float *p, size_t n)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += gridDim.x * size_t(blockDim.x)) {
        p[i] += 1;
    }
}

__global__ void read_all(const float *p, size_t n, float *to)
{
    float sum = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += gridDim.x * size_t(blockDim.x)) {
        sum += p[i];
    }
    if (sum == -1) {
        *to = sum;
    }
}

static float *result;

static float milliseconds(int kind, float *p, size_t n)
{
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    cudaEventRecord(begin);
    switch (kind) {
    case 0: sweep<<<1056, 256>>>(p, n); break;
    case 1: read_all<<<1056, 256>>>(p, n, result); break;
    case 2: touch<<<(n / 1024 + 255) / 256, 256>>>(p, n, 1024); break;
    case 3: touch<<<(n / 16384 + 255) / 256, 256>>>(p, n, 16384); break;
    case 4: touch<<<1, 32>>>(p, n, 1024); break;
    case 5: touch<<<1, 1>>>(p, n, 1); break;
    case 6: sweep<<<(n + 255) / 256, 256>>>(p, n); break;
    case 7: touch<<<1, 32>>>(p, n, 524288); break;
    }
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float time;
    cudaEventElapsedTime(&time, begin, end);
    return time;
}

int main()
{
    const char *kinds[] = {"sweep", "readers", "touch4K", "touch64K", "warp4K", "one", "grid", "warp2M"};
    const char *states[] = {"untouched", "host", "host+prefetch", "host,2nd"};
    cudaMalloc(&result, 4);
    milliseconds(5, result, 1);
    for (int state = 0; state < 4; state++) {
        for (int kind = 0; kind < 8; kind++) {
            for (size_t megabytes : {1, 2, 4, 16, 64, 256}) {
                size_t n = megabytes * 262144;
                float *p;
                if (state > 1 && kind > 1 && megabytes != 16) {
                    continue;
                }
                cudaMallocManaged(&p, n * 4);
                for (size_t i = 0; state > 0 && i < n; i++) {
                    p[i] = i;
                }
                if (state == 2) {
                    cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
                    cudaMemPrefetchAsync(p, n * 4, device, 0, 0);
                } else if (state == 3) {
                    milliseconds(0, p, n);
                }
                printf("%s %s %zu MB: %.4f ms\n", states[state], kinds[kind], megabytes, milliseconds(kind, p, n));
                cudaFree(p);
            }
        }
    }
    size_t n = 16 * 262144;
    float *p;
    cudaMallocManaged(&p, n * 4);
    milliseconds(0, p, n);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < n; i += 1024) {
            p[i] += 1;
        }
        printf("again after host wrote all: %.4f ms\n", milliseconds(0, p, n));
    }
    for (int round = 0; round < 3; round++) {
        p[0] += 1;
        printf("again after host wrote one page: %.4f ms\n", milliseconds(0, p, n));
    }
    printf("again untouched: %.4f ms\n", milliseconds(0, p, n));
}
