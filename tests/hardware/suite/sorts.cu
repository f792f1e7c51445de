// SPDX-License-Identifier: Apache-2.0
// Sorting: bitonic networks in shared memory and across blocks, passes of a radix sort, odd-even transposition, merging
// by binary search, and ranks by counting.
#include "suite.h"

__global__ void bitonic_shared(unsigned *data)
{
    __shared__ unsigned s[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    s[t] = data[base + t];
    s[t + 512] = data[base + t + 512];
    for (int size = 2; size <= 1024; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (step - 1));
            bool up = (i & size) == 0;
            unsigned a = s[i], b = s[i + step];
            if ((a > b) == up) {
                s[i] = b;
                s[i + step] = a;
            }
        }
    __syncthreads();
    data[base + t] = s[t];
    data[base + t + 512] = s[t + 512];
}

__global__ void bitonic_step(unsigned *data, int size, int step)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, other = t ^ step;
    if (other > t) {
        unsigned a = data[t], b = data[other];
        if ((a > b) == ((t & size) == 0)) {
            data[t] = b;
            data[other] = a;
        }
    }
}

// Counts the sixteen values of a digit in each block.
__global__ void radix_count(int n, int shift, const unsigned *keys, unsigned *counts)
{
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[keys[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// One block makes the counts' exclusive prefix sums.
__global__ void radix_offsets(int count, unsigned *counts)
{
    __shared__ unsigned sums[1024];
    int t = threadIdx.x, each = (count + 1023) / 1024, from = t * each, to = min(from + each, count);
    unsigned sum = 0;
    for (int i = from; i < to; i++)
        sum += counts[i];
    sums[t] = sum;
    for (int step = 1; step < 1024; step *= 2) {
        __syncthreads();
        unsigned left = t >= step ? sums[t - step] : 0;
        __syncthreads();
        sums[t] += left;
    }
    __syncthreads();
    sum = t ? sums[t - 1] : 0;
    for (int i = from; i < to; i++) {
        unsigned x = counts[i];
        counts[i] = sum;
        sum += x;
    }
}

// Moves each key to its place: lanes with one digit find each other by __match_any_sync.
__global__ void radix_scatter(int n, int shift, const unsigned *keys, const unsigned *offsets, unsigned *out)
{
    __shared__ unsigned before[8][16];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned key = keys[i], digit = key >> shift & 15, same = __match_any_sync(~0u, digit);
    unsigned rank = __popc(same & ((1u << lane) - 1));
    if (lane < 16)
        before[warp][lane] = 0;
    __syncwarp();
    if (rank == 0)
        before[warp][digit] = __popc(same);
    __syncthreads();
    unsigned place = offsets[digit * gridDim.x + blockIdx.x] + rank;
    for (int w = 0; w < warp; w++)
        place += before[w][digit];
    out[place] = key;
}

__global__ void odd_even(unsigned *data)
{
    __shared__ unsigned s[128];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 128 + t];
    for (int round = 0; round < 128; round++) {
        __syncthreads();
        if (t % 2 == round % 2 && t < 127 && s[t] > s[t + 1]) {
            unsigned a = s[t];
            s[t] = s[t + 1];
            s[t + 1] = a;
        }
    }
    __syncthreads();
    data[blockIdx.x * 128 + t] = s[t];
}

// Merges pairs of sorted runs: each key finds its place by a search in the other run.
__global__ void merge_runs(int run, const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = i / run, base = mine / 2 * 2 * run, other = (mine ^ 1) * run;
    unsigned key = in[i];
    int low = 0, high = run;
    while (low < high) {
        int middle = (low + high) / 2;
        bool before = mine % 2 ? in[other + middle] <= key : in[other + middle] < key;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    out[base + i % run + low] = key;
}

__global__ void rank_by_counting(int n, const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = in[i];
    int rank = 0;
    for (int k = 0; k < n; k++)
        rank += in[k] < key || (in[k] == key && k < i);
    out[rank] = key;
}

int main()
{
    const int n = 1 << 19;
    unsigned *keys = words(n, 1u << 16), *out = zeros<unsigned>(n), *counts = zeros<unsigned>(16 * (n / 256));
    radix_count<<<n / 256, 256>>>(n, 0, keys, counts);
    show("radix_count", counts, 16 * (n / 256));
    radix_offsets<<<1, 1024>>>(16 * (n / 256), counts);
    show("radix_offsets", counts, 16 * (n / 256));
    radix_scatter<<<n / 256, 256>>>(n, 0, keys, counts, out);
    show("radix_scatter", out, n);
    rank_by_counting<<<8192 / 128, 128>>>(8192, keys, out);
    show("rank_by_counting", out, 8192);
    bitonic_shared<<<n / 1024, 512>>>(keys);
    show("bitonic_shared", keys, n);
    bitonic_step<<<n / 256, 256>>>(keys, 2048, 1024);
    show("bitonic_step far", keys, n);
    bitonic_step<<<n / 256, 256>>>(keys, 2048, 4);
    show("bitonic_step near", keys, n);
    odd_even<<<2000, 128>>>(keys);
    show("odd_even", keys, n);
    bitonic_shared<<<n / 1024, 512>>>(keys);
    show("bitonic_shared sorted", keys, n);
    merge_runs<<<n / 256, 256>>>(1024, keys, out);
    show("merge_runs", out, n);
    return 0;
}
