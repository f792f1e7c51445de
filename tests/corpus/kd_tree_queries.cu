// SPDX-License-Identifier: Apache-2.0
// A balanced k-d tree built on the host with nth_element, searched without a stack of pointers on the device.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

struct KdTree {
    struct Node {
        float2 p;
        int id;
    };
    const Node *nodes; // implicit: children of i at 2i+1 and 2i+2
    int size;
};

static void build(std::vector<KdTree::Node> &tree, std::vector<int> &order, const std::vector<float2> &p, int first, int last, size_t at, int axis)
{
    if (first >= last)
        return;
    // left-balanced: the size of the left subtree of a complete tree
    int count = last - first, height = 0;
    while ((1 << (height + 1)) - 1 < count)
        height++;
    int below = (1 << height) - 1, bottom = count - below, half = (1 << height) / 2;
    int left = (below - 1) / 2 + std::min(bottom, std::max(half, height == 0 ? 0 : 1) * 1);
    if (height == 0)
        left = 0;
    int middle = first + left;
    std::nth_element(order.begin() + first, order.begin() + middle, order.begin() + last, [&](int a, int b) {
        float fa = axis ? p[a].y : p[a].x, fb = axis ? p[b].y : p[b].x;
        return fa < fb || (fa == fb && a < b);
    });
    tree[at] = {p[order[middle]], order[middle]};
    build(tree, order, p, first, middle, 2 * at + 1, !axis);
    build(tree, order, p, middle + 1, last, 2 * at + 2, !axis);
}

__global__ void nearest(KdTree tree, const float2 *queries, int n, int2 *result)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n)
        return;
    struct Entry {
        int node;
        float gap;
    } stack[24];
    float2 me = queries[q];
    float best = INFINITY;
    int id = -1, visited = 0, top = 0;
    stack[top++] = {0, 0.0f};
    while (top) {
        Entry e = stack[--top];
        if (e.gap >= best)
            continue;
        int node = e.node;
        while (node < tree.size) {
            KdTree::Node here = tree.nodes[node];
            float dx = me.x - here.p.x, dy = me.y - here.p.y;
            float d = __fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy));
            visited++;
            if (d < best)
                best = d, id = here.id;
            int axis = (31 - __clz(node + 1)) & 1;
            float side = axis ? dy : dx;
            int near = 2 * node + 1 + (side > 0), far = 2 * node + 2 - (side > 0);
            if (far < tree.size && side * side < best)
                stack[top++] = {far, side * side};
            node = near;
        }
    }
    result[q] = make_int2(id, visited);
}

int main()
{
    const int n = 700, nq = 400;
    std::vector<float2> points(n), queries(nq);
    unsigned s = 1;
    auto uniform = [&s] { return (float)((s = s * 1664525u + 1013904223u) >> 9) * (1.0f / 8388608.0f); };
    for (auto &p : points)
        p.x = uniform(), p.y = uniform();
    for (auto &p : queries)
        p = make_float2(uniform(), uniform());
    std::vector<KdTree::Node> nodes(n);
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    build(nodes, order, points, 0, n, 0, 0);
    KdTree tree;
    KdTree::Node *dn;
    float2 *dq;
    int2 *dr;
    cudaMalloc(&dn, n * sizeof *dn);
    cudaMalloc(&dq, nq * sizeof *dq);
    cudaMalloc(&dr, nq * sizeof *dr);
    cudaMemcpy(dn, nodes.data(), n * sizeof *dn, cudaMemcpyHostToDevice);
    cudaMemcpy(dq, queries.data(), nq * sizeof *dq, cudaMemcpyHostToDevice);
    tree.nodes = dn, tree.size = n;
    nearest<<<(nq + 127) / 128, 128>>>(tree, dq, nq, dr);
    std::vector<int2> result(nq);
    cudaMemcpy(result.data(), dr, nq * sizeof *dr, cudaMemcpyDeviceToHost);
    long wrong = 0, visits = 0, ids = 0;
    for (int q = 0; q < nq; q++) {
        int best = 0;
        auto d = [&](int i) {
            volatile float dx = queries[q].x - points[i].x, dy = queries[q].y - points[i].y, a = dx * dx, b = dy * dy;
            return a + b;
        };
        for (int i = 1; i < n; i++)
            if (d(i) < d(best))
                best = i;
        wrong += best != result[q].x;
        visits += result[q].y;
        ids += result[q].x * (q + 1L);
    }
    printf("wrong %ld, visits %ld, ids %ld, first %d %d\n", wrong, visits, ids, result[0].x, result[0].y);
    cudaFree(dn), cudaFree(dq), cudaFree(dr);
    return 0;
}
