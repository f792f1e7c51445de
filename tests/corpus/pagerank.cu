// SPDX-License-Identifier: Apache-2.0
// PageRank in double precision by pulling over a CSR of incoming links, until the change is small.
#include <cmath>
#include <cstdio>
#include <vector>
#include <algorithm>

typedef double real;
const int V = 600;
__device__ real g_change;
__device__ real g_dangling;

__global__ void prepare(const real *rank, const int *out_degree, real *share, int n)
{
    __shared__ real sums[128];
    real dangling = 0;
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
        if (out_degree[v])
            share[v] = rank[v] / out_degree[v];
        else
            share[v] = 0, dangling += rank[v];
    }
    sums[threadIdx.x] = dangling;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s; s >>= 1) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        g_dangling = sums[0], g_change = 0;
}

__global__ void pull(const int *row, const int *col, const real *share, const real *rank, real *next, int n, real damping)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    real sum = 0;
    for (int e = row[v]; e < row[v + 1]; e++)
        sum += __ldg(&share[col[e]]);
    next[v] = (1 - damping) / n + damping * (sum + g_dangling / n);
    // The largest change: for positive doubles the order of the bits is that of the values.
    atomicMax((unsigned long long *)&g_change, (unsigned long long)__double_as_longlong(fabs(next[v] - rank[v])));
}

int main()
{
    std::vector<std::vector<int>> in(V);
    std::vector<int> out_degree(V), row(1), col;
    unsigned x = 99;
    for (int v = 0; v < V; v++)
        for (int k = 0; k < (v % 11 == 3 ? 0 : 1 + v % 7); k++) {
            x = x * 69069u + 1;
            int target = (int)((unsigned long long)(x >> 8) * (x >> 8) % V * (unsigned long long)(v + 1) % V);
            in[target].push_back(v);
            out_degree[v]++;
        }
    for (auto &list : in) {
        std::sort(list.begin(), list.end());
        col.insert(col.end(), list.begin(), list.end());
        row.push_back((int)col.size());
    }
    int *drow, *dcol, *dout;
    real *rank, *next, *share, change = 1, host[V];
    cudaMalloc(&drow, row.size() * 4);
    cudaMalloc(&dcol, col.size() * 4);
    cudaMalloc(&dout, V * 4);
    cudaMalloc(&rank, V * sizeof(real));
    cudaMalloc(&next, V * sizeof(real));
    cudaMalloc(&share, V * sizeof(real));
    cudaMemcpy(drow, row.data(), row.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dcol, col.data(), col.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dout, out_degree.data(), V * 4, cudaMemcpyHostToDevice);
    std::fill_n(host, V, 1.0 / V);
    cudaMemcpy(rank, host, sizeof host, cudaMemcpyHostToDevice);
    int iterations = 0;
    for (; change > 1e-10 && iterations < 100; iterations++) {
        prepare<<<1, 128>>>(rank, dout, share, V);
        pull<<<(V + 127) / 128, 128>>>(drow, dcol, share, rank, next, V, 0.85);
        cudaMemcpyFromSymbol(&change, g_change, sizeof change);
        std::swap(rank, next);
    }
    cudaMemcpy(host, rank, sizeof host, cudaMemcpyDeviceToHost);
    std::vector<int> order(V);
    for (int i = 0; i < V; i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return host[a] > host[b]; });
    real sum = 0;
    for (real r : host)
        sum += r;
    printf("%zu links, %d iterations, change %.17g, sum %.15g\n", col.size(), iterations, change, sum);
    for (int i = 0; i < 4; i++)
        printf("%d %.17g\n", order[i], host[order[i]]);
    for (void *p : {(void *)drow, (void *)dcol, (void *)dout, (void *)rank, (void *)next, (void *)share})
        cudaFree(p);
}
