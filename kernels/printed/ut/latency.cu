// SPDX-License-Identifier: Apache-2.0
// UT, "ILP vs. TLP": if 8 independent instructions follow each load of 200 cycles, 200 / (8 * 4) = 7
// warps hide it. One block of more and more warps; the answer is the least number of warps that
// reaches 98 % of the speed of the best. 200cycles.gpu has loads of 200 cycles.
#include "../../lecture.h"

// Between the load and the use of its value there are eight instructions: four additions here, and
// four of the loop.
__global__ void load_and_compute(const float *in, float *out, int rounds)
{
    float a = 0, b = 1, c = 2, d = 3, sum = 0, value = 0;
    const float *begin = in + threadIdx.x, *end = begin + rounds * 512;
#pragma unroll 1
    for (const float *at = begin; at != end; at += 512) {
        sum += value;
        value = *at;
        a += 1.0f;
        b += 1.0f;
        c += 1.0f;
        d += 1.0f;
    }
    out[threadIdx.x] = sum + value + a + b + c + d;
}

static double milliseconds_of(float *in, float *out, int threads, int rounds)
{
    cudaEvent_t started, stopped;
    float milliseconds = 0;
    CUDA(cudaEventCreate(&started));
    CUDA(cudaEventCreate(&stopped));
    CUDA(cudaEventRecord(started));
    load_and_compute<<<1, threads>>>(in, out, rounds);
    CUDA(cudaEventRecord(stopped));
    CUDA(cudaEventSynchronize(stopped));
    CUDA(cudaEventElapsedTime(&milliseconds, started, stopped));
    return milliseconds;
}

// Warps' worth of 256 rounds in a millisecond: what a launch costs is in both times.
static double speed(float *in, float *out, int warps)
{
    return warps / (milliseconds_of(in, out, warps * 32, 384) - milliseconds_of(in, out, warps * 32, 128));
}

int main()
{
    float *in = device_zeros<float>(384 * 512), *out = device_zeros<float>(512);
    std::vector<double> speeds;
    for (int warps = 1; warps <= 16; warps++)
        speeds.push_back(speed(in, out, warps));
    double best = *std::max_element(speeds.begin(), speeds.end());
    size_t first = 0;
    while (speeds[first] < 0.98 * best)
        first++;
    printf("8-instructions  %zu warps\n", first + 1);
    return 0;
}
