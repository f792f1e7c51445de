// SPDX-License-Identifier: Apache-2.0
// MUNI: "registers have a read-after-write latency, hidden if at least 192 threads run on a
// multiprocessor of c.c. 1.x, 768 of c.c. 2.x". One block of more and more threads, each a chain of
// dependent additions; the answer is the least number of threads that reaches 98 % of the
// additions per cycle that the best does.
#include "../../lecture.h"

__global__ void additions(float *out, float x, int rounds)
{
    float sum = threadIdx.x;
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int i = 0; i < 64; i++)
            sum = sum + x;
    }
    out[threadIdx.x] = sum;
}

static double milliseconds_of(float *out, int threads, int rounds)
{
    cudaEvent_t started, stopped;
    float milliseconds = 0;
    CUDA(cudaEventCreate(&started));
    CUDA(cudaEventCreate(&stopped));
    CUDA(cudaEventRecord(started));
    additions<<<1, threads>>>(out, 1.0f, rounds);
    CUDA(cudaEventRecord(stopped));
    CUDA(cudaEventSynchronize(stopped));
    CUDA(cudaEventElapsedTime(&milliseconds, started, stopped));
    return milliseconds;
}

// Threads' worth of 1024 additions in a millisecond: what a launch costs is in both times.
static double speed(float *out, int threads)
{
    return threads / (milliseconds_of(out, threads, 24) - milliseconds_of(out, threads, 8));
}

int main()
{
    cudaDeviceProp device;
    CUDA(cudaGetDeviceProperties(&device, 0));
    float *out = device_zeros<float>(1024);
    std::vector<double> speeds;
    for (int threads = 32; threads <= device.maxThreadsPerBlock; threads += 32)
        speeds.push_back(speed(out, threads));
    double best = *std::max_element(speeds.begin(), speeds.end());
    size_t first = 0;
    while (speeds[first] < 0.98 * best)
        first++;
    printf("threads-%d  %zu threads\n", device.major, 32 * (first + 1));
    return 0;
}
