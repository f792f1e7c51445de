// SPDX-License-Identifier: Apache-2.0
// A scan in a single pass: tiles take their numbers from a counter, publish their sums, then their prefixes, and
// look back over those before them; with a status word and a value in one 64-bit word, and with fences between two.
#include <cstdio>
#include <numeric>
#include <vector>
#include "corpus.h"

enum Status : unsigned { INVALID = 0, AGGREGATE = 1, PREFIX = 2 };
constexpr int THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS;

__device__ int warp_scan(int v)
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int other = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += other;
    }
    return v;
}

// The sum before this thread in the block, and the block's sum.
__device__ int block_exclusive(int v, int &total)
{
    __shared__ int sums[THREADS / 32];
    int inclusive = warp_scan(v);
    if (threadIdx.x % 32 == 31)
        sums[threadIdx.x / 32] = inclusive;
    __syncthreads();
    int before = 0;
    total = 0;
    for (int w = 0; w < THREADS / 32; w++) {
        if (w < threadIdx.x / 32)
            before += sums[w];
        total += sums[w];
    }
    __syncthreads();
    return before + inclusive - v;
}

struct Packed {
    unsigned long long *words;
    __device__ void publish(int tile, Status status, int value) { atomicExch(&words[tile], (unsigned long long)status << 32 | (unsigned)value); }
    __device__ Status read(int tile, int &value)
    {
        unsigned long long w = *(volatile unsigned long long *)&words[tile];
        value = (int)(unsigned)w;
        return (Status)(w >> 32);
    }
};

struct Fenced {
    volatile unsigned *status;
    volatile int *aggregate, *prefix;
    __device__ void publish(int tile, Status s, int value)
    {
        (s == PREFIX ? prefix : aggregate)[tile] = value;
        __threadfence();
        status[tile] = s;
    }
    __device__ Status read(int tile, int &value)
    {
        unsigned s = status[tile];
        __threadfence();
        if (s != INVALID)
            value = s == PREFIX ? prefix[tile] : aggregate[tile];
        return (Status)s;
    }
};

template <class Board> __global__ void __launch_bounds__(THREADS) scan(const int *in, int *out, int n, Board board, unsigned *next)
{
    __shared__ int tile, before;
    if (threadIdx.x == 0)
        tile = atomicAdd(next, 1u);
    __syncthreads();
    int base = tile * TILE + threadIdx.x * ITEMS, items[ITEMS], sum = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        items[i] = base + i < n ? in[base + i] : 0;
        sum += items[i];
    }
    int total, mine = block_exclusive(sum, total);
    if (threadIdx.x < 32) { // the first warp looks back, a window of 32 tiles at a time
        if (threadIdx.x == 0)
            board.publish(tile, tile == 0 ? PREFIX : AGGREGATE, total);
        int exclusive = 0;
        for (int window = tile - 1; window >= 0; window -= 32) {
            int at = window - (int)threadIdx.x, value = 0;
            Status status;
            do {
                status = at >= 0 ? board.read(at, value) : PREFIX;
            } while (__any_sync(0xffffffff, status == INVALID));
            if (at < 0)
                value = 0;
            unsigned prefixes = __ballot_sync(0xffffffff, status == PREFIX);
            int first = prefixes ? __ffs(prefixes) - 1 : 31;
            exclusive += __reduce_add_sync(0xffffffff, (int)threadIdx.x <= first ? value : 0);
            if (prefixes)
                break;
        }
        if (threadIdx.x == 0) {
            if (tile > 0)
                board.publish(tile, PREFIX, exclusive + total);
            before = exclusive;
        }
    }
    __syncthreads();
    mine += before;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        mine += items[i];
        if (base + i < n)
            out[base + i] = mine;
    }
}

int main()
{
    for (int n : {1, 511, 512, 513, 20000, 33333}) {
        std::vector<int> host(n), expected(n);
        Random random(n);
        for (int &v : host)
            v = (int)(random.next() % 200) - 90;
        std::partial_sum(host.begin(), host.end(), expected.begin());
        int tiles = (n + TILE - 1) / TILE;
        int *in = to_device(host), *out = on_device<int>(n);
        unsigned *next = on_device<unsigned>(1);
        Packed packed{on_device<unsigned long long>(tiles)};
        scan<<<tiles, THREADS>>>(in, out, n, packed, next);
        bool first = to_host(out, n) == expected;
        CHECK(cudaMemset(next, 0, sizeof *next));
        CHECK(cudaMemset(out, 0, n * sizeof(int)));
        Fenced fenced{on_device<unsigned>(tiles), on_device<int>(tiles), on_device<int>(tiles)};
        scan<<<tiles, THREADS>>>(in, out, n, fenced, next);
        std::vector<int> second = to_host(out, n);
        printf("%d values in %d tiles: %s and %s, last %d\n", n, tiles, first ? "right" : "wrong", second == expected ? "right" : "wrong", second[n - 1]);
        CHECK(cudaFree(in));
        CHECK(cudaFree(out));
    }
    return 0;
}
