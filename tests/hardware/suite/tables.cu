// SPDX-License-Identifier: Apache-2.0
// Hash tables: open addressing by compare-and-swap, lookups that hit and miss, chains, a filter of bits, counting words,
// and groups of lanes that probe together.
#include "suite.h"

__device__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__global__ void insert(int n, unsigned mask, const unsigned *key, unsigned *slots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned k = key[i] + 1;
    for (unsigned at = mix(k);; at++) {
        unsigned was = atomicCAS(&slots[at & mask], 0, k);
        if (was == 0 || was == k)
            return;
    }
}

__global__ void find(int n, unsigned mask, unsigned offset, const unsigned *key, const unsigned *slots, unsigned *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned k = key[i] + 1 + offset, seen, at = mix(k);
    while ((seen = slots[at & mask]) != 0 && seen != k)
        at++;
    found[i] = seen == k;
}

// Eight lanes look at eight neighboring slots at once.
__global__ void find_together(int n, unsigned mask, const unsigned *key, const unsigned *slots, unsigned *found)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    unsigned group = 0xffu << (threadIdx.x % 32 / 8 * 8);
    if (i >= n)
        return;
    unsigned k = key[i] + 1;
    for (unsigned at = mix(k);; at += 8) {
        unsigned seen = slots[(at + lane) & mask];
        unsigned same = __ballot_sync(group, seen == k) & group, empty = __ballot_sync(group, seen == 0) & group;
        if (same || empty) {
            if (lane == 0)
                found[i] = same != 0;
            return;
        }
    }
}

__global__ void set_bits(int n, unsigned bits, const unsigned *key, unsigned *filter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned k = 1; k <= 3; k++) {
        unsigned bit = mix(key[i] * k) % bits;
        atomicOr(&filter[bit / 32], 1u << bit % 32);
    }
}

__global__ void test_bits(int n, unsigned bits, const unsigned *key, const unsigned *filter, unsigned *maybe)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned all = 1;
    for (unsigned k = 1; k <= 3 && all; k++) {
        unsigned bit = mix(key[i] * k) % bits;
        all = filter[bit / 32] >> bit % 32 & 1;
    }
    maybe[i] = all;
}

__global__ void chain(int n, unsigned buckets, const unsigned *key, int *head, int *next)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        next[i] = atomicExch(&head[mix(key[i]) % buckets], i);
}

__global__ void longest_chain(unsigned buckets, const int *head, const int *next, int *most)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x, length = 0;
    if (b >= buckets)
        return;
    for (int at = head[b]; at >= 0; at = next[at])
        length++;
    atomicMax(most, length);
}

int main()
{
    const int n = 200000;
    const unsigned mask = (1 << 19) - 1;
    unsigned *key = words(n, 1u << 28, 1), *slots = zeros<unsigned>(mask + 1), *found = zeros<unsigned>(n);
    int *head = zeros<int>(50000), *next = zeros<int>(n), *most = zeros<int>(1);
    insert<<<(n + 255) / 256, 256>>>(n, mask, key, slots);
    find<<<(n + 255) / 256, 256>>>(n, mask, 0, key, slots, found);
    show("insert, find all", found, n);
    find<<<(n + 127) / 128, 128>>>(n, mask, 1u << 29, key, slots, found);
    show("find none", found, n);
    find_together<<<n * 8 / 256, 256>>>(n, mask, key, slots, found);
    show("find_together", found, n);
    CUDA(cudaMemset(slots, 0, mask + 1));
    set_bits<<<(n + 191) / 192, 192>>>(n, 1 << 21, key, slots);
    show("set_bits", slots, 1 << 16);
    test_bits<<<(n + 91) / 192, 192>>>(n - 100, 1 << 21, key + 100, slots, found);
    show("test_bits", found, n - 100);
    CUDA(cudaMemset(head, 0xff, 200000));
    chain<<<(n + 255) / 256, 256>>>(n, 50000, key, head, next);
    longest_chain<<<(50000 + 63) / 64, 64>>>(50000, head, next, most);
    show("chain, longest_chain", most, 1);
    return 0;
}
