// SPDX-License-Identifier: Apache-2.0
// Throughput of one SM: warps that repeat independent chains of steps, and the cycles from the
// first warp's start to the last warp's end. Up to 32 warps are one block; 64 are two blocks on
// every SM, of which the SM of block 0 is taken.
#ifndef THROUGHPUT_H
#define THROUGHPUT_H

#include "microbench.h"

// When a warp started and ended, on which SM.
struct Span {
    Clock begin, end, sm;
};

// Runs `body` once to warm up, then, together with the other warps of the block, `rounds` times.
template <typename Body>
__device__ __forceinline__ void time_rounds(Span *spans, int rounds, Body body)
{
    body();
    __syncthreads();
    Clock begin = clock_now();
#pragma unroll 1
    for (int round = 0; round < rounds; round++)
        body();
    Clock end = clock_now();
    if (threadIdx.x % 32 == 0) {
        Span &span = spans[(blockIdx.x * blockDim.x + threadIdx.x) / 32];
        span.begin = begin;
        span.end = end;
        span.sm = sm_index();
    }
}

// The blocks and threads that put `warps` on an SM.
struct Shape {
    int blocks, threads;
    explicit Shape(int warps)
        : blocks(warps <= 32 ? 1 : 2 * machine.sm_count), threads(32 * std::min(warps, 32))
    {
    }
    size_t warps() const
    {
        return (size_t)blocks * (size_t)threads / 32;
    }
};

// Executions of the body by all warps of the first warp's SM, for each cycle.
inline double warp_rounds_per_cycle(const std::vector<Span> &spans, int rounds)
{
    Clock begin = spans[0].begin, end = spans[0].end;
    int warps = 0;
    for (const Span &span : spans) {
        if (span.sm == spans[0].sm) {
            begin = std::min(begin, span.begin);
            end = std::max(end, span.end);
            warps++;
        }
    }
    return ratio((double)warps * rounds, (double)(end - begin));
}

inline std::vector<int> warp_counts()
{
    std::vector<int> counts = sizes({8, 1, 2, 4, 16, 32, 64}, 1);
    std::sort(counts.begin(), counts.end());
    while (counts.back() > machine.warps_per_sm)
        counts.pop_back();
    return counts;
}

#endif
