// SPDX-License-Identifier: Apache-2.0
// An array of a thread's own lives in registers only while every index is known to the compiler.
// Indexed by data it moves to local memory: global memory, laid out so that lanes using equal
// indices use neighbouring words. Equal indices coalesce, different ones do not.
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
    auto check = [&](const char *variant, const std::vector<unsigned char> &values, bool is_sum) {
        std::vector<int> expected(THREADS, 0);
        for (int thread = 0; thread < THREADS; thread++) {
            int bins[BINS] = {}, sum = 0;
            for (int i = 0; i < VALUES; i++) {
                int value = values[i * THREADS + thread];
                sum += value << i % 4;
                expected[thread] = std::max(expected[thread], ++bins[value % BINS]);
            }
            if (is_sum)
                expected[thread] = sum;
        }
        all_right &= report(variant, download(device_out, THREADS) == expected);
        CUDA(cudaMemset(device_out, 0, THREADS * sizeof(int)));
    };

    fullest_bin<<<THREADS / BLOCK, BLOCK>>>(device_same, device_out, THREADS);
    check("fullest_bin, equal indices", same, false);
    fullest_bin<<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("fullest_bin, mixed indices", mixed, false);
    sum_in_registers<<<THREADS / BLOCK, BLOCK>>>(device_mixed, device_out, THREADS);
    check("sum_in_registers", mixed, true);

    CUDA(cudaFree(device_same));
    CUDA(cudaFree(device_mixed));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
