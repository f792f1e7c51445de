// SPDX-License-Identifier: Apache-2.0
// An array of a thread's own lives in registers only while every index is known to the compiler.
// Indexed by data it moves to local memory: global memory, laid out so that lanes using equal
// indices use neighboring words. Equal indices coalesce, different ones do not.
#include "lecture.h"

const int BINS = 16;
const int VALUES = 64; // for each thread
const int THREADS = 1 << 14;
const int BLOCK = 128;

// How many of a thread's values fall into its fullest bin.
__global__ void fullest_bin(const unsigned char *values, int *out, int threads)
{
    int bins[BINS];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int bin = 0; bin < BINS; bin++)
        bins[bin] = 0;
    for (int i = 0; i < VALUES; i++)
        bins[values[i * threads + thread] % BINS]++;
    int fullest = 0;
    for (int bin = 0; bin < BINS; bin++)
        fullest = max(fullest, bins[bin]);
    out[thread] = fullest;
}

// All indices known after unrolling: no local memory.
__global__ void sum_in_registers(const unsigned char *values, int *out, int threads)
{
    int sums[4] = {0, 0, 0, 0};
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int i = 0; i < VALUES; i++)
        sums[i % 4] += values[i * threads + thread] << i % 4;
    out[thread] = sums[0] + sums[1] + sums[2] + sums[3];
}

// How far a thread's values lie from their mean, all together. They are needed twice, so that all
// are kept in registers meanwhile. The bounds promise the compiler blocks of at most MOST_THREADS
// and ask it for code of which LEAST_BLOCKS fit on a multiprocessor at a time: where that leaves
// fewer registers than there are values, it spills some to local memory.
template <int MOST_THREADS, int LEAST_BLOCKS>
__global__ void __launch_bounds__(MOST_THREADS, LEAST_BLOCKS)
    deviations(const unsigned char *values, int *out, int threads)
{
    int kept[VALUES];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll
    for (int i = 0; i < VALUES; i++) {
        kept[i] = values[i * threads + thread];
        sum += kept[i];
    }
    int deviation = 0;
#pragma unroll
    for (int i = 0; i < VALUES; i++)
        deviation += abs(VALUES * kept[i] - sum);
    out[thread] = deviation;
}

// The same with an index that the compiler does not know: all values lie in local memory.
__global__ void deviations_indexed(const unsigned char *values, int *out, int threads)
{
    int kept[VALUES];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < VALUES; i++) {
        kept[i] = values[i * threads + thread];
        sum += kept[i];
    }
    int deviation = 0;
#pragma unroll 1
    for (int i = 0; i < VALUES; i++)
        deviation += abs(VALUES * kept[i] - sum);
    out[thread] = deviation;
}

// What each thread should find in its own values.
static int fullest_bin_of(const std::vector<unsigned char> &values, int thread)
{
    int bins[BINS] = {}, fullest = 0;
    for (int i = 0; i < VALUES; i++)
        fullest = std::max(fullest, ++bins[values[i * THREADS + thread] % BINS]);
    return fullest;
}

static int sum_of(const std::vector<unsigned char> &values, int thread)
{
    int sum = 0;
    for (int i = 0; i < VALUES; i++)
        sum += values[i * THREADS + thread] << i % 4;
    return sum;
}

static int deviation_of(const std::vector<unsigned char> &values, int thread)
{
    int sum = 0, deviation = 0;
    for (int i = 0; i < VALUES; i++)
        sum += values[i * THREADS + thread];
    for (int i = 0; i < VALUES; i++)
        deviation += std::abs(VALUES * values[i * THREADS + thread] - sum);
    return deviation;
}

int main()
{
    std::vector<unsigned char> same(VALUES * THREADS), mixed(VALUES * THREADS);
    unsigned random = 7;
    for (int i = 0; i < VALUES * THREADS; i++) {
        random = random * 1664525u + 1013904223u;
        mixed[i] = (unsigned char)(random >> 24);
        same[i] = (unsigned char)(i / THREADS * 5); // the same for all threads at a time
    }
    unsigned char *device_same = upload(same);
    unsigned char *device_mixed = upload(mixed);
    int *device_out = device_zeros<int>(THREADS);
    bool all_right = true;
    auto check = [&](const char *variant, const std::vector<unsigned char> &values,
                     int of_thread(const std::vector<unsigned char> &, int)) {
        if (refused(variant))
            return;
        std::vector<int> expected(THREADS);
        for (int thread = 0; thread < THREADS; thread++)
            expected[thread] = of_thread(values, thread);
        all_right &= report(variant, download(device_out, THREADS) == expected);
        CUDA(cudaMemset(device_out, 0, THREADS * sizeof(int)));
    };

    fullest_bin<<<THREADS / BLOCK, BLOCK>>>(device_same, device_out, THREADS);
    check("fullest_bin, equal indices", same, fullest_bin_of);
    fullest_bin<<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("fullest_bin, mixed indices", mixed, fullest_bin_of);
    sum_in_registers<<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("sum_in_registers", mixed, sum_of);
    deviations<BLOCK, 1><<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("deviations, as many registers as it takes", mixed, deviation_of);
    deviations<BLOCK, 16><<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("deviations, 16 blocks at a time", mixed, deviation_of);
    deviations_indexed<<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("deviations_indexed", mixed, deviation_of);

    CUDA(cudaFree(device_same));
    CUDA(cudaFree(device_mixed));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
