// SPDX-License-Identifier: Apache-2.0
// Dynamic programming: all shortest paths, edit distances along diagonals and in one block, a knapsack, chains of matrices,
// Gauss-Jordan and Cholesky steps, tridiagonal systems.
#include "suite.h"

__global__ void floyd_warshall(int n, int k, float *d)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

// A tile's own paths, all its k in one launch.
__global__ void floyd_tile(float *d, int n)
{
    __shared__ float s[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    float *base = d + size_t(blockIdx.x) * 32 * n;
    s[y][x] = base[y * n + x];
    for (int k = 0; k < 32; k++) {
        __syncthreads();
        float through = s[y][k] + s[k][x];
        __syncthreads();
        s[y][x] = fminf(s[y][x], through);
    }
    base[y * n + x] = s[y][x];
}

// A pair of strings a block: the table's diagonals one after another in shared memory.
__global__ void edit_distance(const unsigned char *a, const unsigned char *b, int *out)
{
    __shared__ int row[3][130];
    __shared__ unsigned char s[128], u[128];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 128 + t];
    u[t] = b[blockIdx.x * 128 + t];
    for (int d = 0; d <= 256; d++) {
        __syncthreads();
        int *now = row[d % 3], *last = row[(d + 2) % 3], *before = row[(d + 1) % 3];
        for (int i = t; i <= 128; i += 128) {
            int j = d - i;
            if (j < 0 || j > 128)
                continue;
            now[i] = i == 0 ? j : j == 0 ? i : min(min(last[i - 1], last[i]) + 1, before[i - 1] + (s[i - 1] != u[j - 1]));
        }
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = row[256 % 3][128];
}

__global__ void knapsack(int capacity, int weight, int value, const int *best, int *next)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c <= capacity) {
        int without = best[c], with = c >= weight ? best[c - weight] + value : 0;
        next[c] = max(without, with);
    }
}

__global__ void eliminate(int n, int k, float *a)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i != k && j > k)
        a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
}

// A matrix of 32x32 a warp, a column a lane, in registers and shuffles.
__global__ void cholesky_warp(const float *in, float *out)
{
    int lane = threadIdx.x % 32, matrix = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float a[32];
#pragma unroll
    for (int i = 0; i < 32; i++)
        a[i] = in[(matrix * 32 + i) * 32 + lane] * 0.01f + (i == lane ? 4 : 0);
#pragma unroll
    for (int k = 0; k < 32; k++) {
        float pivot = sqrtf(__shfl_sync(~0u, a[k], k));
        float mine = __shfl_sync(~0u, a[k], lane) / pivot;
        if (lane == k)
#pragma unroll
            for (int i = k; i < 32; i++)
                a[i] /= pivot;
#pragma unroll
        for (int i = k + 1; i < 32; i++) {
            float l = __shfl_sync(~0u, a[i], k);
            if (lane > k)
                a[i] -= l * mine;
        }
    }
#pragma unroll
    for (int i = 0; i < 32; i++)
        out[(matrix * 32 + i) * 32 + lane] = i >= lane ? a[i] : 0;
}

// A system a thread: the arrays are interleaved, so that neighbors read neighbors.
__global__ void tridiagonal(int n, int systems, const float *right, float *scratch, float *x)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float c = 0, d = 0;
    for (int i = 0; i < n; i++) {
        float pivot = 4 - c;
        c = 1 / pivot;
        d = (right[i * systems + s] - d) / pivot;
        scratch[i * systems + s] = c;
        x[i * systems + s] = d;
    }
    for (int i = n - 2; i >= 0; i--)
        x[i * systems + s] = d = x[i * systems + s] - scratch[i * systems + s] * d;
}

int main()
{
    const int n = 512, capacity = 200000;
    float *d = filled<float>(n * n, [](unsigned i) { return float(hash(i) % 1000 + 1); }), *out = zeros<float>(1 << 20), *scratch = zeros<float>(1 << 20);
    floyd_warshall<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(n, 3, d);
    show("floyd_warshall 32x8", d, n * n);
    floyd_warshall<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, 4, d);
    show("floyd_warshall 16x16", d, n * n);
    floyd_tile<<<n / 32, dim3(32, 32)>>>(d, n);
    show("floyd_tile", d, n * n);
    unsigned char *a = filled<unsigned char>(300 * 128, [](unsigned i) { return hash(i) % 4; });
    unsigned char *b = filled<unsigned char>(300 * 128, [](unsigned i) { return hash(hash(i) % 5 ? i : i + 7) % 4; });
    edit_distance<<<300, 128>>>(a, b, (int *)out);
    show("edit_distance", (int *)out, 300);
    int *best = zeros<int>(capacity + 1), *next = zeros<int>(capacity + 1);
    for (int i = 0; i < 2; i++) {
        knapsack<<<capacity / 256 + 1, 256>>>(capacity, 100 + i * 37, 60 + i, best, next);
        int *swap = best;
        best = next;
        next = swap;
    }
    show("knapsack", best, capacity + 1);
    eliminate<<<dim3(n / 32, n / 4), dim3(32, 4)>>>(n, 5, d);
    show("eliminate", d, n * n);
    float *small = floats(1 << 20, 3);
    cholesky_warp<<<200, 128>>>(small, out);
    show("cholesky_warp", out, 800 * 1024);
    tridiagonal<<<(8192 + 63) / 64, 64>>>(64, 8192, small, scratch, out);
    show("tridiagonal", out, 64 * 8192);
    return 0;
}
