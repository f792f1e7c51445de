// SPDX-License-Identifier: Apache-2.0
// How long a warp waits for 1 to 128 lines of device memory that lie `stride` bytes apart: the mean
// and five quantiles of many places, of which none is in L2. Neighboring lines are refreshed
// together. The arguments are places and words that go through L2 before each row (800, 33554432);
// traces/h200/probes/refreshes.txt has what an H200 printed.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr size_t MEMORY_BYTES = 1 << 30, PLACE_BYTES = 1 << 16;

__device__ unsigned hashed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

template <int LOADS>
__global__ void wait_for(const char *memory, unsigned stride, int lanes, int places, unsigned seed,
                         int *times, int *sink)
{
    int lane = threadIdx.x, sum = 0;
    for (int i = 0; i < places; i++) {
        size_t span = size_t(stride) * lanes * LOADS;
        size_t base = hashed(seed + i) % (MEMORY_BYTES / PLACE_BYTES) * PLACE_BYTES;
        base -= base + span > MEMORY_BYTES ? span : 0;
        int values[LOADS];
        asm volatile("" ::"l"(memory + base)); // known before the clock is read
        __syncwarp();
        int begin = clock();
        if (lane < lanes) {
#pragma unroll
            for (int j = 0; j < LOADS; j++)
                asm volatile("ld.global.cg.b32 %0, [%1];"
                             : "=r"(values[j])
                             : "l"(memory + base + size_t(j * lanes + lane) * stride)
                             : "memory");
#pragma unroll
            for (int j = 0; j < LOADS; j++)
                sum += values[j];
        }
        sum += __shfl_xor_sync(~0u, sum, 1);
        int end = clock() + (sum & 0);
        if (sum == 12345)
            *sink = 1;
        if (lane == 0)
            times[i] = end - begin;
    }
}

__global__ void flush(int *words, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        words[i] = i;
}

int main(int count, char **arguments)
{
    const int places = count > 1 ? atoi(arguments[1]) : 800,
              words = count > 2 ? atoi(arguments[2]) : 1 << 25;
    char *memory;
    int *times, *sink;
    cudaMalloc(&memory, MEMORY_BYTES);
    cudaMalloc(&times, places * sizeof(int));
    cudaMalloc(&sink, sizeof(int));
    cudaMemset(memory, 0, MEMORY_BYTES);
    const struct {
        int lanes, loads;
        unsigned stride;
    } rows[] = {{1, 1, 128},          {2, 1, 128},           {8, 1, 128},   {32, 1, 128},
                {32, 1, 256},         {32, 1, 1024},         {32, 1, 4096}, {32, 1, 16384},
                {32, 1, 65536 + 128}, {32, 1, 262144 + 128}, {32, 4, 128},  {32, 4, 1024},
                {32, 4, 65536 + 128}};
    unsigned seed = 1;
    for (const auto &row : rows) {
        seed += 100003;
        flush<<<264, 256>>>((int *)memory, words);
        auto kernel = row.loads == 1 ? wait_for<1> : wait_for<4>;
        kernel<<<1, 32>>>(memory, row.stride, row.lanes, places, seed, times, sink);
        std::vector<int> host(places);
        cudaMemcpy(host.data(), times, places * sizeof(int), cudaMemcpyDeviceToHost);
        std::sort(host.begin(), host.end());
        double sum = 0;
        for (int time : host)
            sum += time;
        printf("lanes %2d loads %d stride %7u mean %6.0f  p5 %5d p25 %5d p50 %5d p75 %5d p95 %5d\n",
               row.lanes, row.loads, row.stride, sum / places, host[places / 20], host[places / 4],
               host[places / 2], host[places * 3 / 4], host[places * 19 / 20]);
    }
    return 0;
}
