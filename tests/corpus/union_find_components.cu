// SPDX-License-Identifier: Apache-2.0
// Connected components by union-find with atomicCAS, by label propagation, and the regions of a picture.
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

__device__ int find(volatile int *parent, int v)
{
    int p;
    while ((p = parent[v]) != v) {
        parent[v] = parent[p]; // path halving
        v = p;
    }
    return v;
}

__device__ void unite(int *parent, int a, int b)
{
    for (;;) {
        a = find(parent, a);
        b = find(parent, b);
        if (a == b)
            return;
        if (a < b) {
            int t = a;
            a = b;
            b = t;
        }
        if (atomicCAS(&parent[a], a, b) == a)
            return;
    }
}

__global__ void identity(int *parent, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        parent[i] = i;
}

__global__ void unite_edges(int *parent, const int2 *edges, int m)
{
    for (int e = threadIdx.x + blockIdx.x * blockDim.x; e < m; e += blockDim.x * gridDim.x)
        unite(parent, edges[e].x, edges[e].y);
}

__global__ void flatten(int *parent, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        parent[i] = find(parent, i);
}

__global__ void propagate(int *label, const int2 *edges, int m, bool *changed)
{
    int e = threadIdx.x + blockIdx.x * blockDim.x;
    if (e >= m)
        return;
    int a = edges[e].x, b = edges[e].y, la = label[a], lb = label[b];
    if (la < lb) {
        atomicMin(label + b, la);
        *changed = true;
    } else if (lb < la) {
        atomicMin(label + a, lb);
        *changed = true;
    }
}

__global__ void unite_pixels(int *parent, const unsigned char *image, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int i = y * width + x;
    if (x && image[i] == image[i - 1])
        unite(parent, i, i - 1);
    if (y && image[i] == image[i - width])
        unite(parent, i, i - width);
}

static unsigned long long summary(const std::vector<int> &labels, size_t *count)
{
    std::set<int> distinct(labels.begin(), labels.end());
    unsigned long long h = 14695981039346656037ull;
    for (int l : labels)
        h = (h ^ (unsigned long long)l) * 1099511628211ull;
    *count = distinct.size();
    return h;
}

int main()
{
    const int n = 2000, m = 1700, width = 70, height = 45;
    std::vector<int2> edges(m);
    unsigned s = 7;
    for (int2 &e : edges) {
        e.x = (s = s * 1664525u + 1013904223u) % n;
        e.y = ((s = s * 1664525u + 1013904223u) >> 7) % n;
    }
    int2 *d_edges;
    int *parent, *label, rounds = 0;
    bool *changed, again;
    cudaMalloc(&d_edges, m * sizeof(int2));
    cudaMalloc(&parent, 4000 * sizeof(int));
    cudaMalloc(&label, n * sizeof(int));
    cudaMalloc(&changed, 1);
    cudaMemcpy(d_edges, edges.data(), m * sizeof(int2), cudaMemcpyHostToDevice);
    identity<<<(n + 255) / 256, 256>>>(parent, n);
    identity<<<(n + 255) / 256, 256>>>(label, n);
    unite_edges<<<4, 128>>>(parent, d_edges, m);
    flatten<<<(n + 255) / 256, 256>>>(parent, n);
    do {
        cudaMemset(changed, 0, 1);
        propagate<<<(m + 127) / 128, 128>>>(label, d_edges, m, changed);
        cudaMemcpy(&again, changed, 1, cudaMemcpyDeviceToHost);
        if (++rounds > 1000)
            return puts("no end"), 1;
    } while (again);
    std::vector<int> a(n), b(n), c(width * height);
    cudaMemcpy(a.data(), parent, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), label, n * sizeof(int), cudaMemcpyDeviceToHost);
    size_t count;
    unsigned long long hash = summary(a, &count);
    printf("%zu components, %016llx, agree: %s\n", count, hash, a == b ? "yes" : "no");

    std::vector<unsigned char> image(width * height);
    for (int i = 0; i < width * height; i++)
        image[i] = ((i % width * 5 ^ i / width * 3) >> 3) % 3;
    unsigned char *d_image;
    cudaMalloc(&d_image, image.size());
    cudaMemcpy(d_image, image.data(), image.size(), cudaMemcpyHostToDevice);
    identity<<<(width * height + 255) / 256, 256>>>(parent, width * height);
    unite_pixels<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(parent, d_image, width, height);
    flatten<<<(width * height + 255) / 256, 256>>>(parent, width * height);
    cudaMemcpy(c.data(), parent, c.size() * sizeof(int), cudaMemcpyDeviceToHost);
    hash = summary(c, &count);
    printf("%zu regions, %016llx\n", count, hash);
    cudaFree(d_edges), cudaFree(parent), cudaFree(label), cudaFree(changed), cudaFree(d_image);
    return 0;
}
