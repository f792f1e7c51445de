// SPDX-License-Identifier: Apache-2.0
// A minimum spanning tree by Boruvka's rounds: lightest edge of each tree by a 64-bit atomicMin, then hooking.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <tuple>
#include <vector>

#define GRID(n) ((n) + 127) / 128, 128
struct Edge {
    int from, to;
    uint32_t weight;
};

__global__ void reset(uint64_t *lightest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        lightest[i] = UINT64_MAX;
}

__global__ void offer(const Edge *edges, int m, const int *tree, uint64_t *lightest)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m)
        return;
    int a = tree[edges[e].from], b = tree[edges[e].to];
    if (a == b)
        return;
    uint64_t key = (uint64_t)edges[e].weight << 32 | (unsigned)e; // the number breaks ties
    atomicMin((unsigned long long *)&lightest[a], (unsigned long long)key);
    atomicMin((unsigned long long *)&lightest[b], (unsigned long long)key);
}

__global__ void hook(const Edge *edges, const int *tree, const uint64_t *lightest, int *parent, uint8_t *chosen, int n, int *joined)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    parent[v] = v;
    if (tree[v] != v || lightest[v] == UINT64_MAX)
        return;
    uint32_t e = (uint32_t)lightest[v];
    int a = tree[edges[e].from], b = tree[edges[e].to], other = a == v ? b : a;
    if (lightest[other] == lightest[v] && v < other)
        return; // both chose it: the smaller number stays the root
    parent[v] = other;
    chosen[e] = 1;
    atomicAdd(joined, 1);
}

__global__ void jump(const int *parent, int *tree, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    int root = tree[v];
    while (parent[root] != root)
        root = parent[root];
    tree[v] = root;
}

int main()
{
    const int n = 500, m = 2500;
    std::vector<Edge> edges(m);
    uint32_t s = 2463534242u;
    auto next = [&] { return s ^= s << 13, s ^= s >> 17, s ^= s << 5; };
    for (int i = 0; i < m; i++)
        edges[i] = {i < n - 1 ? i + 1 : (int)(next() % n), (int)(i < n - 1 ? next() % (i + 1) : next() % n), next() % 1000};
    Edge *de;
    uint64_t *lightest;
    int *tree, *parent, *joined, rounds = 0, count = 1, sum_joined = 0;
    uint8_t *chosen;
    cudaMalloc(&de, m * sizeof(Edge));
    cudaMalloc(&lightest, n * sizeof(uint64_t));
    cudaMalloc(&tree, n * sizeof(int));
    cudaMalloc(&parent, n * sizeof(int));
    cudaMalloc(&chosen, m);
    cudaMallocManaged(&joined, sizeof(int));
    std::vector<int> own(n);
    std::iota(own.begin(), own.end(), 0);
    cudaMemcpy(de, edges.data(), m * sizeof(Edge), cudaMemcpyHostToDevice);
    cudaMemcpy(tree, own.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(chosen, 0, m);
    while (count) {
        *joined = 0;
        reset<<<GRID(n)>>>(lightest, n);
        offer<<<GRID(m)>>>(de, m, tree, lightest);
        hook<<<GRID(n)>>>(de, tree, lightest, parent, chosen, n, joined);
        jump<<<GRID(n)>>>(parent, tree, n);
        cudaDeviceSynchronize();
        count = *joined;
        sum_joined += count;
        printf("round %d: %d joined\n", ++rounds, count);
    }
    std::vector<uint8_t> bits(m);
    cudaMemcpy(bits.data(), chosen, m, cudaMemcpyDeviceToHost);
    long weight = 0, kruskal = 0, picks = 0;
    for (int i = 0; i < m; i++)
        if (bits[i])
            weight += edges[i].weight, picks += i;
    std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) {
        return std::tie(a.weight, a.from, a.to) < std::tie(b.weight, b.from, b.to);
    });
    for (const auto &[a, b, w] : edges) {
        int x = a, y = b;
        while (own[x] != x)
            x = own[x] = own[own[x]];
        while (own[y] != y)
            y = own[y] = own[own[y]];
        if (x != y)
            own[x] = y, kruskal += w;
    }
    printf("edges %d, weight %ld (Kruskal %ld), sum of numbers %ld\n", sum_joined, weight, kruskal, picks);
    cudaFree(de), cudaFree(lightest), cudaFree(tree), cudaFree(parent), cudaFree(chosen), cudaFree(joined);
    return weight != kruskal;
}
