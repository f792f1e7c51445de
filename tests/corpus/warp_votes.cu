// SPDX-License-Identifier: Apache-2.0
// Votes and matches: all, any, ballot, activemask, match_any, match_all; compaction by ballots, a histogram
// by match, leaders of groups, syncwarp between exchanges, __syncthreads_count/and/or.
#include "corpus.h"

#define FULL 0xffffffffu

__device__ unsigned lanes_below() { return (1u << (threadIdx.x & 31)) - 1; }

__global__ void votes(const int *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    unsigned *o = out + i * 8;
    unsigned inside = __ballot_sync(FULL, i < n);
    o[0] = __ballot_sync(FULL, v & 1);
    o[1] = __all_sync(FULL, v >= 0) * 2 + __any_sync(FULL, v > 990);
    if (i < n) {
        o[2] = __ballot_sync(inside, v % 3 == 0);
        o[3] = __any_sync(inside, v == 500) + 2 * __all_sync(inside, v != 77);
    }
    o[4] = __match_any_sync(FULL, v & 7);
    int same;
    o[5] = __match_all_sync(FULL, v >> 10, &same);
    o[6] = (unsigned)same + 2u * __uni_sync(FULL, v > 2000);
    o[7] = __popc(__match_any_sync(FULL, (unsigned long long)(v & 3) << 40));
}

__global__ void compact(const int *in, int *out, int *counts, int n)
{
    __shared__ int offset[9];
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
    bool keep = i < n && in[i] % 3 == 1;
    unsigned mask = __ballot_sync(FULL, keep);
    if ((threadIdx.x & 31) == 0)
        offset[warp + 1] = __popc(mask);
    if (threadIdx.x == 0)
        offset[0] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < 8; k++)
            offset[k + 1] += offset[k];
    __syncthreads();
    if (keep)
        out[blockIdx.x * blockDim.x + offset[warp] + __popc(mask & lanes_below())] = in[i];
    if (threadIdx.x == 0)
        counts[blockIdx.x] = offset[8];
}

__global__ void histogram(const int *in, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned inside = __ballot_sync(FULL, i < n);
    if (i >= n)
        return;
    int bin = in[i] >> 5;
    unsigned peers = __match_any_sync(inside, bin);
    if ((peers & lanes_below()) == 0)
        atomicAdd(&bins[bin], __popc(peers));
}

__global__ void exchange(const int *in, int *out)
{
    __shared__ volatile int tile[64];
    int t = threadIdx.x, lane = t & 31, base = t & ~31;
    tile[t] = in[blockIdx.x * 64 + t];
    __syncwarp();
    for (int k = 0; k < 5; k++) {
        int other = tile[base + ((lane + (1 << k)) & 31)];
        __syncwarp(FULL);
        tile[t] = (tile[t] * 3 + other) & 0xffffff;
        __syncwarp();
    }
    out[blockIdx.x * 64 + t] = tile[base + 31 - lane];
}

__global__ void block_votes(const int *in, int *out)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    int count = __syncthreads_count(v % 5 == 0);
    int all = __syncthreads_and(v < 1020);
    int any = __syncthreads_or(v == 3);
    unsigned active = __activemask();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count * 4 + (all ? 2 : 0) + (any ? 1 : 0) + (active == FULL ? 1000 : 0);
}

int main()
{
    const int n = 5000, blocks = (n + 255) / 256;
    Random random(241);
    std::vector<int> in(blocks * 256);
    for (auto &x : in)
        x = (int)(random.next() % 1024);
    int *din = to_device(in), *dout = on_device<int>(blocks * 256), *counts = on_device<int>(blocks);
    unsigned *bits = on_device<unsigned>(blocks * 256 * 8);
    votes<<<blocks, 256>>>(din, bits, n);
    print_hash("votes", bits, blocks * 256 * 8);
    compact<<<blocks, 256>>>(din, dout, counts, n);
    print_hash("compacted", dout, blocks * 256);
    auto c = to_host(counts, blocks);
    auto kept = to_host(dout, blocks * 256);
    std::vector<int> expected, result;
    for (int i = 0; i < n; i++)
        if (in[i] % 3 == 1)
            expected.push_back(in[i]);
    for (int b = 0; b < blocks; b++)
        result.insert(result.end(), kept.begin() + b * 256, kept.begin() + b * 256 + c[b]);
    printf("compaction: %s, %zu kept\n", expected == result ? "same" : "different", result.size());
    int *bins = on_device<int>(32);
    histogram<<<blocks, 256>>>(din, bins, n);
    print_hash("histogram", bins, 32);
    exchange<<<n / 64, 64>>>(din, dout);
    print_hash("exchange", dout, n / 64 * 64);
    block_votes<<<blocks, 256>>>(din, counts);
    print_hash("block votes", counts, blocks);
    return 0;
}
