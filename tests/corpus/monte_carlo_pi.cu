// SPDX-License-Identifier: Apache-2.0
// Pi by counting random points in a quarter circle, each thread with its own xorshift; the counts are
// summed by atomics, by a shared tree and by warp votes, and all must agree.
#include <cstdint>
#include <iomanip>
#include <iostream>

#include "corpus.h"

class XorShift
{
    uint32_t state;

  public:
    __host__ __device__ explicit XorShift(uint32_t seed) : state(seed ? seed : 1u) {}
    __host__ __device__ uint32_t operator()()
    {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state;
    }
};

// Spreads the thread's number over all bits.
__host__ __device__ constexpr uint32_t seed_of(uint32_t thread)
{
    return (thread + 1u) * 2654435761u ^ 0x9e3779b9u;
}

// Coordinates of 16 bits: exact.
__host__ __device__ inline bool inside(XorShift &next)
{
    const uint32_t bits = next();
    const uint64_t x = bits & 0xffff, y = bits >> 16;
    return x * x + y * y < (1ull << 32);
}

__global__ void count_atomic(unsigned long long *total, int points)
{
    XorShift next(seed_of(blockIdx.x * blockDim.x + threadIdx.x));
    unsigned count = 0;
    for (int i = 0; i < points; ++i)
        if (inside(next))
            ++count;
    atomicAdd(total, (unsigned long long)count);
}

template <int kBlock> __global__ void count_tree(unsigned *blocks, int points)
{
    __shared__ unsigned counts[kBlock];
    XorShift next{seed_of(blockIdx.x * kBlock + threadIdx.x)};
    unsigned count = 0;
    for (int i = 0; i < points; ++i)
        count += inside(next) ? 1 : 0;
    counts[threadIdx.x] = count;
    __syncthreads();
    for (int half = kBlock / 2; half; half /= 2) {
        if (threadIdx.x < half)
            counts[threadIdx.x] += counts[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x)
        blocks[blockIdx.x] = counts[0];
}

__global__ void count_votes(unsigned *warps, int points)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    XorShift next(seed_of(thread));
    unsigned count = 0;
    while (points-- > 0)
        count += __popc(__ballot_sync(~0u, inside(next)));
    if (thread % warpSize == 0)
        warps[thread / warpSize] = count;
}

int main()
{
    constexpr int threads = 128, blocks = 24, points = 100;
    auto *total = on_device<unsigned long long>(1);
    auto *per_block = on_device<unsigned>(blocks);
    auto *per_warp = on_device<unsigned>(blocks * threads / 32);

    count_atomic<<<blocks, threads>>>(total, points);
    count_tree<threads><<<blocks, threads>>>(per_block, points);
    count_votes<<<blocks, threads>>>(per_warp, points);

    const unsigned long long count = to_host(total, 1)[0];
    unsigned long long tree = 0, votes = 0, host = 0;
    for (unsigned n : to_host(per_block, blocks))
        tree += n;
    for (unsigned n : to_host(per_warp, blocks * threads / 32))
        votes += n;
    for (uint32_t thread = 0; thread < threads * blocks; ++thread) {
        XorShift next(seed_of(thread));
        for (int i = 0; i < points; ++i)
            host += inside(next);
    }
    std::cout << "inside: " << count << ' ' << tree << ' ' << votes << ' ' << host << '\n'
              << "pi is about " << std::fixed << std::setprecision(6)
              << 4.0 * count / (static_cast<double>(threads) * blocks * points) << std::endl;
    print_hash("blocks", per_block, blocks);
    print_hash("warps", per_warp, blocks * threads / 32);
    CHECK(cudaFree(total));
    CHECK(cudaFree(per_block));
    CHECK(cudaFree(per_warp));
    return count == host && tree == host && votes == host ? 0 : 1;
}
