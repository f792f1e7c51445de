// SPDX-License-Identifier: Apache-2.0
// Matrix products: one thread an element, tiles with 4x4 and 8x8 elements a thread in registers, small batches, double.
#include "suite.h"

template <typename T> __global__ void naive(int n, const T *a, const T *b, T *c)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    T sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// A block computes TILE x TILE elements, a thread PER x PER of them.
template <int TILE, int DEPTH, int PER> __global__ void register_blocked(int n, const float *a, const float *b, float *c)
{
    constexpr int SIDE = TILE / PER, THREADS = SIDE * SIDE;
    __shared__ float as[DEPTH][TILE + 4], bs[DEPTH][TILE];
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE, row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    float sum[PER][PER] = {};
    for (int k0 = 0; k0 < n; k0 += DEPTH) {
        for (int i = threadIdx.x; i < TILE * DEPTH; i += THREADS) {
            as[i % DEPTH][i / DEPTH] = a[(row0 + i / DEPTH) * n + k0 + i % DEPTH];
            bs[i / TILE][i % TILE] = b[(k0 + i / TILE) * n + column0 + i % TILE];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEPTH; k++) {
            float x[PER], y[PER];
#pragma unroll
            for (int i = 0; i < PER; i++) {
                x[i] = as[k][ty * PER + i];
                y[i] = bs[k][tx + i * SIDE];
            }
#pragma unroll
            for (int i = 0; i < PER; i++)
#pragma unroll
                for (int j = 0; j < PER; j++)
                    sum[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < PER; i++)
        for (int j = 0; j < PER; j++)
            c[(row0 + ty * PER + i) * n + column0 + tx + j * SIDE] = sum[i][j];
}

// One block a matrix of 16 x 16, many of them.
__global__ void batched_small(const float *a, const float *b, float *c)
{
    __shared__ float as[16][17], bs[16][17];
    int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 256 + y * 16 + x;
    as[y][x] = a[at];
    bs[y][x] = b[at];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += as[y][k] * bs[k][x];
    c[at] = sum;
}

template <typename T, int TILE> __global__ void tiled(int n, const T *a, const T *b, T *c)
{
    __shared__ T as[TILE][TILE], bs[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    T sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

int main()
{
    const int n = 512;
    float *a = floats(n * n, 1), *b = floats(n * n, 2), *c = zeros<float>(n * n);
    double *da = filled<double>(n * n, [](unsigned i) { return double(hash(i) % 64) / 64; }), *dc = zeros<double>(n * n);
    naive<<<dim3(n / 32, n / 4), dim3(32, 4)>>>(n, a, b, c);
    show("naive 32x4", c, n * n);
    naive<<<dim3(n / 8, n / 32), dim3(8, 32)>>>(n, a, b, c);
    show("naive 8x32", c, n * n);
    register_blocked<64, 8, 4><<<dim3(n / 64, n / 64), 256>>>(n, a, b, c);
    show("register_blocked 64 4x4", c, n * n);
    register_blocked<128, 8, 8><<<dim3(n / 128, n / 128), 256>>>(n, a, b, c);
    show("register_blocked 128 8x8", c, n * n);
    register_blocked<32, 16, 2><<<dim3(n / 32, n / 32), 256>>>(n, a, b, c);
    show("register_blocked 32 2x2", c, n * n);
    batched_small<<<1000, dim3(16, 16)>>>(a, b, c);
    show("batched_small", c, 256000);
    naive<<<dim3(256 / 16, 256 / 16), dim3(16, 16)>>>(256, da, da, dc);
    show("naive double", dc, 256 * 256);
    tiled<double, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, da, da, dc);
    show("tiled double", dc, n * n);
    tiled<float, 32><<<dim3(8, 8), dim3(32, 32)>>>(256, a, b, c);
    show("tiled 32", c, 256 * 256);
    return 0;
}
