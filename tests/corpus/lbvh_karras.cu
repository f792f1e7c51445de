// SPDX-License-Identifier: Apache-2.0
// A hierarchy of boxes built in parallel (Karras): Morton codes, a radix tree by counting leading zeros, boxes from
// the leaves up with one atomic a node, overlapping pairs by traversal with a stack.
#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <numeric>
#include <vector>
#include "corpus.h"

struct __align__(16) Box {
    float3 low, high;
};

struct Nodes {
    int *left, *right, *parent; // n - 1 inner nodes, then n leaves
    Box *box;
    unsigned *visits;
};

__host__ __device__ unsigned expand_bits(unsigned v)
{
    v = (v * 0x00010001u) & 0xFF0000FFu;
    v = (v * 0x00000101u) & 0x0F00F00Fu;
    v = (v * 0x00000011u) & 0xC30C30C3u;
    v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

__host__ __device__ unsigned morton(float x, float y, float z)
{
    x = fminf(fmaxf(x * 1024.0f, 0.0f), 1023.0f);
    y = fminf(fmaxf(y * 1024.0f, 0.0f), 1023.0f);
    z = fminf(fmaxf(z * 1024.0f, 0.0f), 1023.0f);
    return expand_bits((unsigned)x) * 4 + expand_bits((unsigned)y) * 2 + expand_bits((unsigned)z);
}

__global__ void codes(const Box *boxes, unsigned long long *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Box b = boxes[i];
        unsigned code = morton((b.low.x + b.high.x) * 0.5f, (b.low.y + b.high.y) * 0.5f, (b.low.z + b.high.z) * 0.5f);
        keys[i] = (unsigned long long)code << 32 | i;
    }
}

// Rank sort: small enough for all pairs.
__global__ void rank_sort(const unsigned long long *in, unsigned long long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += in[j] < in[i];
    out[rank] = in[i];
}

__device__ __forceinline__ int common(const unsigned long long *keys, int n, int i, int j)
{
    return j < 0 || j >= n ? -1 : __clzll((long long)(keys[i] ^ keys[j]));
}

__global__ void hierarchy(const unsigned long long *keys, Nodes nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    int d = common(keys, n, i, i + 1) - common(keys, n, i, i - 1) > 0 ? 1 : -1;
    int least = common(keys, n, i, i - d), longest = 2;
    while (common(keys, n, i, i + longest * d) > least)
        longest *= 2;
    int length = 0;
    for (int t = longest / 2; t >= 1; t /= 2)
        if (common(keys, n, i, i + (length + t) * d) > least)
            length += t;
    int j = i + length * d, prefix = common(keys, n, i, j), s = 0;
    int t = length;
    do {
        t = (t + 1) >> 1;
        if (common(keys, n, i, i + (s + t) * d) > prefix)
            s += t;
    } while (t > 1);
    int split = i + s * d + min(d, 0);
    int left = min(i, j) == split ? n - 1 + split : split;
    int right = max(i, j) == split + 1 ? n - 1 + split + 1 : split + 1;
    nodes.left[i] = left, nodes.right[i] = right;
    nodes.parent[left] = nodes.parent[right] = i;
    if (i == 0)
        nodes.parent[0] = -1;
}

__device__ Box both(const Box &a, const Box &b)
{
    return Box{make_float3(fminf(a.low.x, b.low.x), fminf(a.low.y, b.low.y), fminf(a.low.z, b.low.z)),
               make_float3(fmaxf(a.high.x, b.high.x), fmaxf(a.high.y, b.high.y), fmaxf(a.high.z, b.high.z))};
}

__global__ void fit(const Box *boxes, const unsigned long long *keys, Nodes nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int node = n - 1 + i;
    nodes.box[node] = boxes[(unsigned)keys[i]];
    __threadfence();
    for (node = nodes.parent[node]; node >= 0; node = nodes.parent[node]) {
        if (atomicAdd(&nodes.visits[node], 1u) == 0)
            return; // the second one goes on
        __threadfence();
        nodes.box[node] = both(nodes.box[nodes.left[node]], nodes.box[nodes.right[node]]);
        __threadfence();
    }
}

__device__ bool overlap(const Box &a, const Box &b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

__global__ void collide(const unsigned long long *keys, Nodes nodes, int n, uint2 *pairs, unsigned *count, unsigned most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Box mine = nodes.box[n - 1 + i];
    unsigned id = (unsigned)keys[i];
    int stack[64], *top = stack;
    *top++ = -1;
    int node = 0;
    do {
        int children[2] = {nodes.left[node], nodes.right[node]};
        bool enters[2];
        for (int c = 0; c < 2; c++) {
            bool touches = overlap(mine, nodes.box[children[c]]);
            enters[c] = touches && children[c] < n - 1;
            if (touches && children[c] >= n - 1) {
                unsigned other = (unsigned)keys[children[c] - (n - 1)];
                if (id < other) {
                    unsigned at = atomicAdd(count, 1u);
                    if (at < most)
                        pairs[at] = make_uint2(id, other);
                }
            }
        }
        if (!enters[0] && !enters[1]) {
            node = *--top;
        } else {
            node = enters[0] ? children[0] : children[1];
            if (enters[0] && enters[1])
                *top++ = children[1];
        }
    } while (node != -1);
}

int main()
{
    const int n = 700;
    Random random(1234);
    std::vector<Box> boxes(n);
    for (Box &b : boxes) {
        float3 c = make_float3(random.uniform(), random.uniform(), random.uniform());
        float r = 0.01f + 0.04f * random.uniform();
        b.low = make_float3(c.x - r, c.y - r, c.z - r), b.high = make_float3(c.x + r, c.y + r, c.z + r);
    }
    for (int i = 0; i < 20; i++)
        boxes[n - 1 - i] = boxes[i]; // equal codes
    Box *d_boxes = to_device(boxes);
    unsigned long long *keys = on_device<unsigned long long>(n), *sorted = on_device<unsigned long long>(n);
    Nodes nodes{on_device<int>(n), on_device<int>(n), on_device<int>(2 * n), on_device<Box>(2 * n), on_device<unsigned>(n)};
    const unsigned most = 20000;
    uint2 *pairs = on_device<uint2>(most);
    unsigned *count = on_device<unsigned>(1);
    int grid = (n + 127) / 128;
    codes<<<grid, 128>>>(d_boxes, keys, n);
    rank_sort<<<grid, 128>>>(keys, sorted, n);
    hierarchy<<<grid, 128>>>(sorted, nodes, n);
    fit<<<grid, 128>>>(d_boxes, sorted, nodes, n);
    collide<<<grid, 128>>>(sorted, nodes, n, pairs, count, most);
    print_hash("sorted keys", sorted, n);
    print_hash("left", nodes.left, n - 1);
    print_hash("right", nodes.right, n - 1);
    Box root = to_host(nodes.box, 1)[0];
    printf("root %.6f %.6f %.6f to %.6f %.6f %.6f\n", root.low.x, root.low.y, root.low.z, root.high.x, root.high.y, root.high.z);
    unsigned found = to_host(count, 1)[0];
    std::vector<uint2> list = to_host(pairs, std::min(found, most));
    std::sort(list.begin(), list.end(), [](uint2 a, uint2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    unsigned expected = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            expected += boxes[i].low.x <= boxes[j].high.x && boxes[j].low.x <= boxes[i].high.x && boxes[i].low.y <= boxes[j].high.y &&
                        boxes[j].low.y <= boxes[i].high.y && boxes[i].low.z <= boxes[j].high.z && boxes[j].low.z <= boxes[i].high.z;
    printf("%u pairs, expected %u\n", found, expected);
    print_hash("pairs", list);
    return 0;
}
