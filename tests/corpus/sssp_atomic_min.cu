// SPDX-License-Identifier: Apache-2.0
// Shortest paths from one source by relaxing all edges with atomicMin until nothing changes, distances
// read from the last round's copy; the parents' keys are 64 bits: distance above, parent below.
#include <climits>
#include <queue>

#include "corpus.h"

struct Edge {
    int from, to;
    unsigned weight;
};

__managed__ int changed;

__global__ void relax(const Edge *edges, int count, const unsigned *old, unsigned *now)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        const Edge edge = edges[i];
        const unsigned distance = old[edge.from];
        if (distance == UINT_MAX)
            continue;
        const unsigned through = distance + edge.weight;
        if (through < atomicMin(&now[edge.to], through))
            atomicOr(&changed, 1);
    }
}

__global__ void relax_keys(const Edge *edges, int count, const unsigned *distance,
                           unsigned long long *keys)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || distance[edges[i].from] == UINT_MAX)
        return;
    unsigned long long key = distance[edges[i].from] + edges[i].weight;
    key = key << 32 | (unsigned)edges[i].from;
    atomicMin(keys + edges[i].to, key);
}

// How far back along the parents the source is, by following them.
__global__ void hops(const unsigned long long *keys, int *result, int n, int source)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    int at = v, count = 0;
    while (at != source) {
        if (keys[at] == ~0ull) {
            count = -1;
            break;
        }
        at = (int)(keys[at] & 0xffffffffu);
        if (++count > n)
            break;
    }
    result[v] = count;
}

int main()
{
    const int n = 800, source = 3;
    Random random(555);
    std::vector<Edge> edges;
    std::vector<std::vector<Edge>> from(n);
    for (int i = 0; i < 4000; i++) {
        int a = (int)(random.next() % n);
        Edge edge = {a, (a + 1 + (int)(random.next() % 60)) % n, 1 + random.next() % 100};
        edges.push_back(edge);
        from[a].push_back(edge);
    }
    std::vector<unsigned> distance(n, UINT_MAX);
    distance[source] = 0;
    Edge *d_edges = to_device(edges);
    unsigned *old = to_device(distance), *now = to_device(distance);
    int rounds = 0;
    do {
        changed = 0;
        relax<<<12, 128>>>(d_edges, (int)edges.size(), old, now);
        CHECK(cudaMemcpy(old, now, n * sizeof(unsigned), cudaMemcpyDeviceToDevice));
        CHECK(cudaDeviceSynchronize());
        rounds++;
    } while (changed);
    printf("%d rounds\n", rounds);

    // Dijkstra's for comparison.
    typedef std::pair<unsigned, int> Item;
    std::priority_queue<Item, std::vector<Item>, std::greater<Item>> queue;
    queue.push(Item(0, source));
    while (!queue.empty()) {
        Item item = queue.top();
        queue.pop();
        if (item.first > distance[item.second])
            continue;
        for (const Edge &edge : from[item.second])
            if (item.first + edge.weight < distance[edge.to]) {
                distance[edge.to] = item.first + edge.weight;
                queue.push(Item(distance[edge.to], edge.to));
            }
    }
    printf("as Dijkstra's: %s\n", to_host(now, n) == distance ? "yes" : "NO");
    print_hash("distances", now, n);

    unsigned long long *keys;
    CHECK(cudaMalloc(&keys, n * sizeof *keys));
    CHECK(cudaMemset(keys, 0xff, n * sizeof *keys));
    relax_keys<<<(unsigned)(edges.size() + 127) / 128, 128>>>(d_edges, (int)edges.size(), now, keys);
    print_hash("parents", keys, n);
    int *d_hops = on_device<int>(n);
    hops<<<(n + 63) / 64, 64>>>(keys, d_hops, n, source);
    print_hash("hops", d_hops, n);
    CHECK(cudaFree(d_edges));
    CHECK(cudaFree(old));
    CHECK(cudaFree(now));
    CHECK(cudaFree(keys));
    CHECK(cudaFree(d_hops));
    return 0;
}
