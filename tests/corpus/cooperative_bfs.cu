// SPDX-License-Identifier: Apache-2.0
// Breadth-first search in one cooperative launch: the grid synchronizes between levels, two frontiers swap,
// and each warp's new vertices get their places by one atomic of a coalesced group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

namespace cg = cooperative_groups;

struct Graph {
    int vertices;
    const int *offsets, *targets;
};

struct Search {
    int *distance;
    int *frontier[2];
    int *size; // of both frontiers, in turns of three
    unsigned long long *visited_edges;
};

__global__ void bfs(Graph graph, Search search, int source, int *levels)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    for (auto v = grid.thread_rank(); v < graph.vertices; v += grid.size())
        search.distance[v] = v == source ? 0 : -1;
    if (grid.thread_rank() == 0) {
        search.frontier[0][0] = source;
        search.size[0] = 1;
        search.size[1] = search.size[2] = 0;
    }
    grid.sync();

    unsigned long long edges = 0;
    int level = 0;
    for (;; level++) {
        int now = level % 3, next = (level + 1) % 3;
        int count = search.size[now];
        if (count == 0)
            break;
        if (grid.thread_rank() == 0)
            search.size[(level + 2) % 3] = 0;
        const int *from = search.frontier[level & 1];
        int *to = search.frontier[~level & 1];
        // A warp takes a vertex, its lanes the edges.
        int warps = grid.size() / warp.size();
        for (int i = grid.thread_rank() / warp.size(); i < count; i += warps) {
            int v = from[i];
            for (int e = graph.offsets[v] + warp.thread_rank(); e < graph.offsets[v + 1]; e += warp.size()) {
                edges++;
                int t = graph.targets[e];
                if (atomicCAS(&search.distance[t], -1, level + 1) == -1) {
                    cg::coalesced_group active = cg::coalesced_threads();
                    int base;
                    if (active.thread_rank() == 0)
                        base = atomicAdd(&search.size[next], (int)active.size());
                    to[active.shfl(base, 0) + active.thread_rank()] = t;
                }
            }
        }
        grid.sync();
    }
    edges = cg::reduce(warp, edges, cg::plus<unsigned long long>());
    if (warp.thread_rank() == 0)
        atomicAdd(search.visited_edges, edges);
    if (grid.thread_rank() == 0)
        *levels = level;
}

static void fail(cudaError_t status, int line)
{
    if (status != cudaSuccess) {
        printf("line %d: %s\n", line, cudaGetErrorString(status));
        std::exit(EXIT_FAILURE);
    }
}
#define OK(x) fail((x), __LINE__)

int main()
{
    const int n = 3000;
    std::vector<std::vector<int>> adjacent(n);
    unsigned seed = 12345;
    auto random = [&seed](int limit) {
        seed = seed * 1103515245u + 12345u;
        return (int)((seed >> 16) % limit);
    };
    for (int v = 0; v + 1 < n; v++) {
        if (v % 700 != 699) // pieces
            adjacent[v].push_back(v + 1), adjacent[v + 1].push_back(v);
        int w = v / 700 * 700 + random(std::min(700, n - v / 700 * 700));
        if (random(10) == 0)
            adjacent[v].push_back(w), adjacent[w].push_back(v);
        if (v % 700 == 100)
            for (int k = 0; k < 60; k++) // a hub
                adjacent[v].push_back(v - k), adjacent[v - k].push_back(v);
    }
    std::vector<int> offsets(n + 1), targets;
    for (int v = 0; v < n; v++) {
        targets.insert(targets.end(), adjacent[v].begin(), adjacent[v].end());
        offsets[v + 1] = (int)targets.size();
    }

    int supported = 0, sms = 0, per_sm = 0;
    OK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, bfs, 128, 0));
    printf("cooperative launch: %d, some blocks fit: %d\n", supported, sms * per_sm >= 16);

    int *d_offsets, *d_targets, *levels;
    Search search;
    OK(cudaMalloc(&d_offsets, offsets.size() * sizeof(int)));
    OK(cudaMalloc(&d_targets, targets.size() * sizeof(int)));
    OK(cudaMalloc(&search.distance, n * sizeof(int)));
    OK(cudaMalloc(&search.frontier[0], n * sizeof(int)));
    OK(cudaMalloc(&search.frontier[1], n * sizeof(int)));
    OK(cudaMalloc(&search.size, 3 * sizeof(int)));
    OK(cudaMalloc(&search.visited_edges, sizeof(unsigned long long)));
    OK(cudaMallocManaged(&levels, sizeof(int)));
    OK(cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(d_targets, targets.data(), targets.size() * sizeof(int), cudaMemcpyHostToDevice));
    Graph graph{n, d_offsets, d_targets};

    for (int source : {0, 750, 2999}) {
        OK(cudaMemset(search.visited_edges, 0, sizeof(unsigned long long)));
        void *arguments[] = {&graph, &search, &source, &levels};
        OK(cudaLaunchCooperativeKernel(bfs, dim3(16), dim3(128), arguments));
        OK(cudaDeviceSynchronize());
        std::vector<int> distance(n), expected(n, -1);
        unsigned long long edges;
        OK(cudaMemcpy(distance.data(), search.distance, n * sizeof(int), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(&edges, search.visited_edges, sizeof edges, cudaMemcpyDeviceToHost));
        std::queue<int> queue({source});
        expected[source] = 0;
        while (!queue.empty()) {
            int v = queue.front();
            queue.pop();
            for (int t : adjacent[v])
                if (expected[t] < 0)
                    expected[t] = expected[v] + 1, queue.push(t);
        }
        long long sum = 0;
        int reached = 0;
        for (int d : distance)
            if (d >= 0)
                sum += d, reached++;
        printf("from %d: %d levels, %d reached, %llu edges, sum of distances %lld, %s\n", source, *levels, reached, edges, sum,
               distance == expected ? "as expected" : "WRONG");
    }
    return 0;
}
