// SPDX-License-Identifier: Apache-2.0
// Triangles of a graph three ways: merging sorted neighbours, binary search by warps, and bit sets.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>
#include <vector>

using Count = unsigned long long;
struct Csr {
    const int *offsets, *neighbours;
    int vertices;
    __device__ const int *begin(int v) const { return neighbours + offsets[v]; }
    __device__ const int *end(int v) const { return neighbours + offsets[v + 1]; }
    __device__ int degree(int v) const { return offsets[v + 1] - offsets[v]; }
};

__global__ void by_merging(Csr g, Count *total)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    Count count = 0;
    if (v < g.vertices)
        for (const int *u = g.begin(v); u != g.end(v); ++u) {
            const int *a = g.begin(v), *b = g.begin(*u);
            while (a < g.end(v) && b < g.end(*u)) {
                const int d = *a - *b;
                count += d == 0;
                a += d <= 0;
                b += d >= 0;
            }
        }
    if (count)
        atomicAdd(total, count);
}

__device__ bool contains(const int *first, const int *last, int value)
{
    while (first < last) {
        const int *middle = first + (last - first) / 2;
        if (*middle == value)
            return true;
        if (*middle < value)
            first = middle + 1;
        else
            last = middle;
    }
    return false;
}

__global__ void by_searching(Csr g, Count *total)
{
    const int lane = threadIdx.x % warpSize, v = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    if (v >= g.vertices)
        return;
    unsigned count = 0;
    for (int i = 0; i < g.degree(v); i++) {
        const int u = g.begin(v)[i];
        for (int k = lane; k < g.degree(u); k += warpSize)
            count += contains(g.begin(v), g.end(v), g.begin(u)[k]);
    }
    count = __reduce_add_sync(0xffffffff, count);
    if (lane == 0)
        atomicAdd(total, (Count)count);
}

template <int WORDS> __global__ void by_bits(Csr g, Count *total)
{
    __shared__ unsigned bits[WORDS];
    __shared__ int sum;
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        bits[i] = 0;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    const int v = blockIdx.x;
    for (int i = threadIdx.x; i < g.degree(v); i += blockDim.x)
        atomicOr(&bits[g.begin(v)[i] / 32], 1u << (g.begin(v)[i] % 32));
    __syncthreads();
    for (int i = threadIdx.x; i < g.degree(v); i += blockDim.x)
        for (const int *w = g.begin(g.begin(v)[i]); w != g.end(g.begin(v)[i]); w++)
            if (bits[*w >> 5] >> (*w & 31) & 1)
                atomicAdd_block(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(total, (Count)sum);
}

int main()
{
    constexpr int n = 320;
    std::vector<std::set<int>> up(n); // only to higher numbers: each triangle once
    unsigned s = 5;
    for (int e = 0; e < 5 * n; e++) {
        int a = (s = s * 22695477u + 1) >> 16, b = (s = s * 22695477u + 1) >> 16;
        a %= n, b = (a + b % 40 * (b % 40) / 20) % n;
        if (a != b)
            up[std::min(a, b)].insert(std::max(a, b));
    }
    std::vector<int> offsets{0}, neighbours;
    for (const auto &list : up) {
        std::copy(list.begin(), list.end(), std::back_inserter(neighbours));
        offsets.push_back(static_cast<int>(neighbours.size()));
    }
    Count expected = 0;
    for (int v = 0; v < n; v++)
        for (int u : up[v])
            for (int w : up[u])
                expected += up[v].count(w);
    int *d_offsets, *d_neighbours;
    Count *d_total, totals[3];
    cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
    cudaMalloc(&d_neighbours, neighbours.size() * sizeof(int));
    cudaMalloc(&d_total, sizeof totals);
    cudaMemset(d_total, 0, sizeof totals);
    cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_neighbours, neighbours.data(), neighbours.size() * sizeof(int), cudaMemcpyHostToDevice);
    const Csr g{d_offsets, d_neighbours, n};
    by_merging<<<(n + 63) / 64, 64>>>(g, d_total);
    by_searching<<<(n * 32 + 255) / 256, 256>>>(g, d_total + 1);
    by_bits<(n + 31) / 32><<<n, 32>>>(g, d_total + 2);
    cudaMemcpy(totals, d_total, sizeof totals, cudaMemcpyDeviceToHost);
    std::cout << neighbours.size() << " edges, triangles " << expected << ":";
    for (Count t : totals)
        std::cout << ' ' << t;
    std::cout << '\n';
    cudaFree(d_offsets);
    cudaFree(d_neighbours);
    cudaFree(d_total);
}
