// SPDX-License-Identifier: Apache-2.0
// hgemm, style 2: mma.sync with ldmatrix from two buffers of padded rows; the next tile waits in registers. Blocks of
// 128 x 128 x 32, eight warps of 64 x 32; a and b by rows.
#include "held.h"

#include <cuda_fp16.h>

constexpr int ROWS = 128, COLUMNS = 128, DEPTH = 32, THREADS = 256, PAD = 8;

struct Buffer {
    half a[ROWS][DEPTH + PAD], b[DEPTH][COLUMNS + PAD];
};

struct Ahead {
    uint4 a[2], b[2];
};

__device__ void fetch_tile(Ahead &ahead, const half *a, const half *b, int at, int n, int k)
{
#pragma unroll
    for (int i = 0; i < 2; i++) {
        int piece = threadIdx.x + i * THREADS;
        ahead.a[i] = *(const uint4 *)&a[(blockIdx.y * ROWS + piece / 4) * k + at + piece % 4 * 8];
        ahead.b[i] = *(const uint4 *)&b[(at + piece / 16) * n + blockIdx.x * COLUMNS + piece % 16 * 8];
    }
}

__device__ void keep_tile(Buffer &to, const Ahead &ahead)
{
#pragma unroll
    for (int i = 0; i < 2; i++) {
        int piece = threadIdx.x + i * THREADS;
        *(uint4 *)&to.a[piece / 4][piece % 4 * 8] = ahead.a[i];
        *(uint4 *)&to.b[piece / 16][piece % 16 * 8] = ahead.b[i];
    }
}

__device__ void multiply_tile(float (&sums)[4][4][4], const Buffer &from, int row, int column)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int inner = 0; inner < DEPTH; inner += 16) {
        uint32_t x[4][4], y[2][4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            load_matrices(x[i], shared_address(&from.a[row + i * 16 + lane % 16][inner + lane / 16 * 8]));
#pragma unroll
        for (int j = 0; j < 2; j++)
            load_transposed(y[j], shared_address(&from.b[inner + lane % 16][column + j * 16 + lane / 16 * 8]));
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                multiply_halves(sums[i][j], x[i], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
}

__global__ void __launch_bounds__(THREADS) multiply(const half *a, const half *b, float *c, int n, int k)
{
    __shared__ __align__(16) Buffer buffers[2];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 4 * 64, column = warp % 4 * 32;
    float sums[4][4][4] = {};
    Ahead ahead;
    fetch_tile(ahead, a, b, 0, n, k);
    keep_tile(buffers[0], ahead);
    __syncthreads();
    for (int at = DEPTH, now = 0; at < k; at += DEPTH, now ^= 1) {
        fetch_tile(ahead, a, b, at, n, k);
        multiply_tile(sums, buffers[now], row, column);
        keep_tile(buffers[now ^ 1], ahead);
        __syncthreads();
    }
    multiply_tile(sums, buffers[(k / DEPTH - 1) & 1], row, column);
    row += blockIdx.y * ROWS + lane / 4;
    column += blockIdx.x * COLUMNS + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float *to = c + (row + i * 16) * n + column + j * 8;
            *(float2 *)to = make_float2(sums[i][j][0], sums[i][j][1]);
            *(float2 *)(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
        }
}

int main()
{
    for (Size s : SIZES) {
        half *a = matrix<half>(size_t(s.m) * s.k, 1, 7), *b = matrix<half>(size_t(s.k) * s.n, 2, 7);
        float *c = zeros<float>(size_t(s.m) * s.n);
        multiply<<<dim3(s.n / COLUMNS, s.m / ROWS), THREADS>>>(a, b, c, s.n, s.k);
        report("buffers", c, s.m, s.n, 1e-6, product_sum(s.n, s.k, 7, false));
    }
    return 0;
}
