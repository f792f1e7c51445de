// SPDX-License-Identifier: Apache-2.0
// needs: rdc
// Kernels that launch kernels: a mergesort that cuts its range in two and merges in tail launches, a tree whose
// nodes launch their children, fire and forget for histograms, and streams of the device's own.
#include <cstdio>
#include <string>
#include <vector>
#include "corpus.h"

#define LEAF 64

__device__ unsigned launched[4];

__global__ void insertion_leaf(int *data, int n)
{
    if (threadIdx.x == 0) {
        atomicAdd(&launched[0], 1u);
        for (int i = 1; i < n; i++) {
            int v = data[i], j = i;
            for (; j > 0 && data[j - 1] > v; j--)
                data[j] = data[j - 1];
            data[j] = v;
        }
    }
}

__device__ int rank_in(const int *data, int n, int v, bool upper)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (data[middle] < v || (upper && data[middle] == v))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge(const int *data, int left, int n, int *scratch)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        bool is_left = i < left;
        int other = is_left ? rank_in(data + left, n - left, data[i], false) : rank_in(data, left, data[i], true);
        scratch[(is_left ? i : i - left) + other] = data[i];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicAdd(&launched[1], 1u);
}

__global__ void copy_back(int *data, const int *scratch, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        data[i] = scratch[i];
}

__global__ void merge_sort(int *data, int n, int *scratch)
{
    if (threadIdx.x != 0)
        return;
    if (n <= LEAF) {
        insertion_leaf<<<1, 32>>>(data, n);
        return;
    }
    int left = n / 2;
    merge_sort<<<1, 32>>>(data, left, scratch);
    merge_sort<<<1, 32>>>(data + left, n - left, scratch + left);
    merge<<<4, 64, 0, cudaStreamTailLaunch>>>(data, left, n, scratch);
    copy_back<<<4, 64, 0, cudaStreamTailLaunch>>>(data, scratch, n);
}

struct Node {
    int value, children, first_child, depth;
};

__global__ void visit(Node *nodes, int index, int depth, int *deepest)
{
    Node &node = nodes[index + threadIdx.x];
    node.depth = depth;
    atomicMax(deepest, depth);
    atomicAdd(&launched[2], 1u);
    if (node.children > 0)
        visit<<<1, node.children>>>(nodes, node.first_child, depth + 1, deepest);
}

__global__ void count_letters(const char *text, int n, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z')
        atomicAdd(&bins[text[i] - 'a'], 1);
}

__global__ void check_error(cudaError_t *error)
{
    count_letters<<<1, 4096>>>(nullptr, 0, nullptr); // too many threads
    *error = cudaGetLastError();
}

__global__ void dispatch(const char *text, const int *offsets, int lines, int *bins)
{
    int line = threadIdx.x;
    if (line >= lines)
        return;
    int length = offsets[line + 1] - offsets[line];
    if (line % 2) {
        count_letters<<<(length + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(text + offsets[line], length, bins);
    } else {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        count_letters<<<(length + 63) / 64, 64, 0, stream>>>(text + offsets[line], length, bins);
        cudaStreamDestroy(stream);
    }
    atomicAdd(&launched[3], 1u);
}

int main()
{
    Random random(11);
    std::vector<int> data(3000);
    for (int &v : data)
        v = (int)(random.next() % 5000);
    long long sum = 0;
    for (int v : data)
        sum += v;
    int *d_data = to_device(data), *scratch = on_device<int>(data.size());
    merge_sort<<<1, 32>>>(d_data, (int)data.size(), scratch);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> sorted = to_host(d_data, data.size());
    bool in_order = true;
    for (size_t i = 1; i < sorted.size(); i++) {
        in_order = in_order && sorted[i - 1] <= sorted[i];
    }
    for (int v : sorted)
        sum -= v;
    printf("in order: %d, sum kept: %d, first %d, middle %d, last %d\n", in_order, sum == 0, sorted[0], sorted[1500], sorted[2999]);

    std::vector<Node> nodes(1, Node{7, 3, 0, -1});
    for (size_t i = 0; i < nodes.size() && nodes.size() < 200; i++) {
        nodes[i].first_child = (int)nodes.size();
        int children = nodes[i].children;
        for (int c = 0; c < children; c++)
            nodes.push_back(Node{(int)(i * 10 + c), (int)((i + c) % 4), 0, -1});
    }
    for (Node &node : nodes)
        if (node.first_child == 0)
            node.children = 0;
    Node *d_nodes = to_device(nodes);
    int *deepest = on_device<int>(1);
    visit<<<1, 1>>>(d_nodes, 0, 0, deepest);
    CHECK(cudaDeviceSynchronize());
    std::vector<Node> visited = to_host(d_nodes, nodes.size());
    int unvisited = 0, total_depth = 0;
    for (const Node &node : visited)
        unvisited += node.depth < 0, total_depth += node.depth;
    printf("tree of %zu: deepest %d, sum of depths %d, unvisited %d\n", nodes.size(), to_host(deepest, 1)[0], total_depth, unvisited);

    std::string text;
    std::vector<int> offsets = {0};
    for (const char *line : {"the quick brown fox", "jumps over", "the lazy dog", "pack my box with five dozen liquor jugs", "sphinx of black quartz"}) {
        text += line;
        offsets.push_back((int)text.size());
    }
    char *d_text = to_device(std::vector<char>(text.begin(), text.end()));
    int *bins = on_device<int>(26);
    dispatch<<<1, 32>>>(d_text, to_device(offsets), 5, bins);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> letters = to_host(bins, 26);
    for (int i = 0; i < 26; i++)
        printf("%c%d ", 'a' + i, letters[i]);
    printf("\n");
    cudaError_t *error = on_device<cudaError_t>(1);
    check_error<<<1, 1>>>(error);
    CHECK(cudaDeviceSynchronize());
    printf("too many threads: %s\n", cudaGetErrorName(to_host(error, 1)[0]));
    unsigned counts[4];
    CHECK(cudaMemcpyFromSymbol(counts, launched, sizeof counts));
    printf("launched %u leaves, %u merges, %u visits, %u lines\n", counts[0], counts[1], counts[2], counts[3]);
    return 0;
}
