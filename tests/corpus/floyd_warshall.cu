// SPDX-License-Identifier: Apache-2.0
// All pairs' shortest paths: one launch a middle vertex with the paths kept, and the blocked version's
// three phases over tiles in shared memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"

#define INF 1000000
#define TILE 16
#define V 96

#define cudaCheckErrors(msg)                                                                       \
    do {                                                                                           \
        cudaError_t __err = cudaGetLastError();                                                    \
        if (__err != cudaSuccess) {                                                                \
            fprintf(stderr, "Fatal error: %s (%s at %s:%d)\n", msg, cudaGetErrorString(__err),     \
                    __FILE__, __LINE__);                                                           \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void floyd(int k, int *dist, int *path, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n)
        return;
    int idx = n * blockIdx.y + col;

    __shared__ int best;
    if (threadIdx.x == 0)
        best = dist[n * blockIdx.y + k];
    __syncthreads();
    if (best == INF)
        return;
    int tmp_b = dist[k * n + col];
    if (tmp_b == INF)
        return;
    int cur = best + tmp_b;
    if (cur < dist[idx]) {
        dist[idx] = cur;
        path[idx] = k;
    }
}

/* c = min(c, a + b) along the tile's middle vertices; c may be a or b. */
__device__ void tile_step(volatile int (*c)[TILE], volatile int (*a)[TILE], volatile int (*b)[TILE])
{
    const int i = threadIdx.y, j = threadIdx.x;
    for (int k = 0; k < TILE; ++k) {
        int through = a[i][k] + b[k][j];
        int mine = c[i][j];
        __syncthreads();
        if (through < mine)
            c[i][j] = through;
        __syncthreads();
    }
}

__global__ void phase_diagonal(int *dist, int n, int round)
{
    __shared__ int c[TILE][TILE];
    int *at = &dist[(round * TILE + threadIdx.y) * n + round * TILE + threadIdx.x];
    c[threadIdx.y][threadIdx.x] = *at;
    __syncthreads();
    tile_step(c, c, c);
    *at = c[threadIdx.y][threadIdx.x];
}

// blockIdx.y: 0 the row of the diagonal tile, 1 its column.
__global__ void phase_cross(int *dist, int n, int round)
{
    __shared__ int c[TILE][TILE], d[TILE][TILE];
    if (blockIdx.x == round)
        return;
    int tile_row = blockIdx.y ? blockIdx.x : round, tile_col = blockIdx.y ? round : blockIdx.x;
    int *at = &dist[(tile_row * TILE + threadIdx.y) * n + tile_col * TILE + threadIdx.x];
    c[threadIdx.y][threadIdx.x] = *at;
    d[threadIdx.y][threadIdx.x] =
        dist[(round * TILE + threadIdx.y) * n + round * TILE + threadIdx.x];
    __syncthreads();
    if (blockIdx.y)
        tile_step(c, c, d);
    else
        tile_step(c, d, c);
    *at = c[threadIdx.y][threadIdx.x];
}

__global__ void phase_rest(int *dist, int n, int round)
{
    __shared__ int a[TILE][TILE], b[TILE][TILE];
    if (blockIdx.x == round || blockIdx.y == round)
        return;
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    a[threadIdx.y][threadIdx.x] = dist[row * n + round * TILE + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = dist[(round * TILE + threadIdx.y) * n + col];
    __syncthreads();
    int mine = dist[row * n + col];
#pragma unroll
    for (int k = 0; k < TILE; ++k)
        mine = min(mine, a[threadIdx.y][k] + b[k][threadIdx.x]);
    dist[row * n + col] = mine;
}

int main()
{
    static int dist[V][V], path[V][V];
    Random random(12);
    for (int i = 0; i < V; i++)
        for (int j = 0; j < V; j++) {
            dist[i][j] = i == j ? 0 : random.next() % 8 == 0 ? 1 + (int)(random.next() % 90) : INF;
            path[i][j] = -1;
        }

    int *d_dist, *d_path, *d_tiles;
    cudaMalloc(&d_dist, sizeof dist);
    cudaMalloc(&d_path, sizeof path);
    cudaMalloc(&d_tiles, sizeof dist);
    cudaCheckErrors("cudaMalloc");
    cudaMemcpy(d_dist, dist, sizeof dist, cudaMemcpyHostToDevice);
    cudaMemcpy(d_tiles, dist, sizeof dist, cudaMemcpyHostToDevice);
    cudaMemcpy(d_path, path, sizeof path, cudaMemcpyHostToDevice);
    cudaCheckErrors("cudaMemcpy");

    for (int k = 0; k < V; k++)
        floyd<<<dim3((V + 63) / 64, V), 64>>>(k, d_dist, d_path, V);
    cudaCheckErrors("floyd");
    print_hash("distances", d_dist, V * V);
    print_hash("paths", d_path, V * V);

    const dim3 block(TILE, TILE);
    for (int round = 0; round < V / TILE; round++) {
        phase_diagonal<<<1, block>>>(d_tiles, V, round);
        phase_cross<<<dim3(V / TILE, 2), block>>>(d_tiles, V, round);
        phase_rest<<<dim3(V / TILE, V / TILE), block>>>(d_tiles, V, round);
    }
    cudaCheckErrors("tiles");

    for (int k = 0; k < V; k++)
        for (int i = 0; i < V; i++)
            for (int j = 0; j < V; j++)
                if (dist[i][k] + dist[k][j] < dist[i][j])
                    dist[i][j] = dist[i][k] + dist[k][j];
    std::vector<int> one = to_host(d_dist, V * V), two = to_host(d_tiles, V * V);
    printf("one vertex a launch: %s\n", memcmp(dist, one.data(), sizeof dist) ? "WRONG" : "right");
    printf("tiles: %s\n", memcmp(dist, two.data(), sizeof dist) ? "WRONG" : "right");
    cudaFree(d_dist);
    cudaFree(d_path);
    cudaFree(d_tiles);
    return 0;
}
