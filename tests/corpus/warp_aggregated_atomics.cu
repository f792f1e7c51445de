// SPDX-License-Identifier: Apache-2.0
// Counters that many threads bump: plain, aggregated by active mask, by coalesced groups, by match on the
// address; results do not depend on the order.
#include "corpus.h"
#include <algorithm>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int aggregated_increment(int *counter)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x & 31;
    int leader = __ffs(mask) - 1;
    int old = 0;
    if (lane == leader)
        old = atomicAdd(counter, __popc(mask));
    old = __shfl_sync(mask, old, leader);
    return old + __popc(mask & ((1u << lane) - 1));
}

__device__ int coalesced_increment(int *counter)
{
    cg::coalesced_group group = cg::coalesced_threads();
    int old = 0;
    if (group.thread_rank() == 0)
        old = atomicAdd(counter, (int)group.size());
    return group.shfl(old, 0) + (int)group.thread_rank();
}

template <int KIND> __global__ void filter(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (in[i] & 7) > 4) {
        int at = KIND == 0 ? atomicAdd(count, 1) : KIND == 1 ? aggregated_increment(count) : coalesced_increment(count);
        out[at] = in[i];
    }
}

__global__ void by_key(const int *in, int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int key = in[i] & 15;
    unsigned peers = __match_any_sync(__activemask(), key);
    int total = 0;
    for (unsigned rest = peers; rest; rest &= rest - 1)
        total += __shfl_sync(peers, in[i] >> 4, __ffs(rest) - 1);
    if ((threadIdx.x & 31) == __ffs(peers) - 1)
        atomicAdd(&sums[key], total);
}

// As above, in groups that cooperative groups labels.
__global__ void by_label(const int *in, int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    auto active = cg::coalesced_threads();
    auto peers = cg::labeled_partition(active, in[i] & 15);
    int value = in[i] >> 4;
    for (int offset = 1; offset < (int)peers.size(); offset *= 2) {
        int other = peers.shfl_down(value, offset);
        if (peers.thread_rank() + offset < peers.size())
            value += other;
    }
    if (peers.thread_rank() == 0)
        atomicAdd(&sums[in[i] & 15], value);
}

int main()
{
    const int n = 20000;
    Random random(251);
    std::vector<int> in(n);
    int expected = 0;
    std::vector<int> sums(16);
    for (auto &x : in) {
        x = (int)(random.next() % 100000);
        expected += (x & 7) > 4;
        sums[x & 15] += x >> 4;
    }
    int *din = to_device(in), *dout = on_device<int>(n), *count = on_device<int>(1);
    for (int kind = 0; kind < 3; kind++) {
        CHECK(cudaMemset(count, 0, sizeof(int)));
        CHECK(cudaMemset(dout, 0, n * sizeof(int)));
        if (kind == 0)
            filter<0><<<(n + 255) / 256, 256>>>(din, dout, count, n);
        else if (kind == 1)
            filter<1><<<(n + 255) / 256, 256>>>(din, dout, count, n);
        else
            filter<2><<<(n + 255) / 256, 256>>>(din, dout, count, n);
        auto out = to_host(dout, n);
        std::sort(out.begin(), out.end()); // blocks arrive in any order
        printf("kind %d: %d of %d\n", kind, to_host(count, 1)[0], expected);
        print_hash("kept", out);
    }
    int *dsums = on_device<int>(16);
    by_key<<<(n + 127) / 128, 128>>>(din, dsums, n);
    printf("by key: %s\n", to_host(dsums, 16) == sums ? "same" : "different");
    CHECK(cudaMemset(dsums, 0, 64));
    by_label<<<(n + 127) / 128, 128>>>(din, dsums, n);
    printf("by label: %s\n", to_host(dsums, 16) == sums ? "same" : "different");
    print_hash("sums", dsums, 16);
    return 0;
}
