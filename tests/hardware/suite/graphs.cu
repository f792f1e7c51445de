// SPDX-License-Identifier: Apache-2.0
// Graphs: levels of a breadth-first search by vertex and by queue, page rank, union-find, counting triangles, shortest
// paths by relaxation.
#include "suite.h"

__global__ void level_by_vertex(int n, int level, const unsigned *start, const unsigned *edge, int *depth, int *changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || depth[v] != level)
        return;
    for (unsigned e = start[v]; e < start[v + 1]; e++)
        if (depth[edge[e]] < 0) {
            depth[edge[e]] = level + 1;
            *changed = 1;
        }
}

__global__ void level_by_queue(int count, int level, const unsigned *start, const unsigned *edge, const int *from, int *to,
                               int *tail, int *depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int v = from[i];
    for (unsigned e = start[v]; e < start[v + 1]; e++) {
        int u = edge[e];
        if (atomicCAS(&depth[u], -1, level + 1) == -1)
            to[atomicAdd(tail, 1)] = u;
    }
}

__global__ void page_rank(int n, const unsigned *start, const unsigned *edge, const float *in, float *out)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    float sum = 0;
    for (unsigned e = start[v]; e < start[v + 1]; e++) {
        unsigned u = edge[e];
        sum += in[u] / (start[u + 1] - start[u]);
    }
    out[v] = 0.15f / n + 0.85f * sum;
}

__device__ int root_of(int *parent, int v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

__global__ void unite(int edges, int each, const unsigned *edge, int *parent)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    int a = e / each, b = edge[e];
    for (;;) {
        a = root_of(parent, a);
        b = root_of(parent, b);
        if (a == b)
            return;
        if (a < b) {
            int c = a;
            a = b;
            b = c;
        }
        if (atomicCAS(&parent[a], a, b) == a)
            return;
    }
}

__global__ void flatten(int n, int *parent)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int root = v;
        while (parent[root] != root)
            root = parent[root];
        parent[v] = root;
    }
}

// For each edge, the common neighbors of its two sorted lists.
__global__ void triangles(int n, int each, const unsigned *edge, unsigned *count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n * each)
        return;
    const unsigned *a = edge + e / each * each, *b = edge + edge[e] * each;
    int i = 0, k = 0;
    unsigned found = 0;
    while (i < each && k < each) {
        unsigned x = a[i], y = b[k];
        found += x == y;
        i += x <= y;
        k += y <= x;
    }
    if (found)
        atomicAdd(count, found);
}

__global__ void relax(int n, const unsigned *start, const unsigned *edge, const unsigned *length, unsigned *distance)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    unsigned mine = distance[v];
    if (mine == 0x3fffffff)
        return;
    for (unsigned e = start[v]; e < start[v + 1]; e++)
        atomicMin(&distance[edge[e]], mine + length[e]);
}

int main()
{
    const int n = 60000, each = 8;
    unsigned *start = filled<unsigned>(n + 1, [](unsigned i) { return i * 8 + (i == 0 || i == 60000 ? 0 : hash(i) % 8); });
    unsigned *edge = words(n * each, n, 5), *length = words(n * each, 100, 6), *distance = zeros<unsigned>(n);
    unsigned *sorted = filled<unsigned>(n * each, [](unsigned i) { return (i / 8 + 1 + i % 8 * 3 + hash(i) % 3) % 60000; });
    int *depth = zeros<int>(n), *from = zeros<int>(n), *to = zeros<int>(n), *tail = zeros<int>(2), *parent;
    float *rank = filled<float>(n, [](unsigned) { return 1.0f / 60000; }), *next = zeros<float>(n);
    parent = filled<int>(n, [](unsigned i) { return int(i); });
    // A search from vertex 0: the fifth level is timed both ways, for then there is much to do.
    CUDA(cudaMemset(depth, 0xff, n * 4));
    CUDA(cudaMemset(depth, 0, 4));
    for (int level = 0; level < 5; level++)
        level_by_vertex<<<(n + 255) / 256, 256>>>(n, level, start, edge, depth, tail + 1);
    show("level_by_vertex", depth, n);
    CUDA(cudaMemset(depth, 0xff, n * 4));
    CUDA(cudaMemset(depth, 0, 4));
    int count = 1;
    for (int level = 0; level < 6; level++) {
        CUDA(cudaMemset(tail, 0, 4));
        level_by_queue<<<(count + 127) / 128, 128>>>(count, level, start, edge, from, to, tail, depth);
        CUDA(cudaMemcpy(&count, tail, 4, cudaMemcpyDeviceToHost));
        int *swap = from;
        from = to;
        to = swap;
    }
    show("level_by_queue", depth, n);
    page_rank<<<(n + 127) / 128, 128>>>(n, start, edge, rank, next);
    show("page_rank", next, n);
    unite<<<n * each / 256, 256>>>(n * each, each, edge, parent);
    flatten<<<(n + 255) / 256, 256>>>(n, parent);
    show("unite, flatten", parent, n);
    CUDA(cudaMemset(tail, 0, 4));
    triangles<<<n * each / 192, 192>>>(n, each, sorted, (unsigned *)tail);
    show("triangles", tail, 1);
    distance = filled<unsigned>(n, [](unsigned i) { return hash(i) % 50 == 0 ? 0 : 0x3fffffffu; });
    relax<<<(n + 255) / 256, 256>>>(n, start, edge, length, distance);
    relax<<<(n + 255) / 256, 256>>>(n, start, edge, length, distance);
    return 0;
}
