// SPDX-License-Identifier: Apache-2.0
// hgemm, style 3: cp.async into a ring of four stages with swizzled rows, mma.sync with ldmatrix. Blocks of 128 x 128 x 32, four
// warps of 64 x 64; a by rows, b by columns, c in f16.
#include "held.h"

#include <cuda_fp16.h>

constexpr int SIDE = 128, DEPTH = 32, THREADS = 128, STAGES = 4, PIECES = DEPTH / 8;

struct Stage {
    half a[SIDE * DEPTH], b[SIDE * DEPTH];
};

// Where piece `piece` of 16 bytes of a row is kept: rows take 64 bytes, and eight rows of one piece meet all banks.
__device__ int place(int row, int piece)
{
    return row * DEPTH + (piece ^ (row >> 1 & 3)) * 8;
}

__device__ void copy_stage(Stage &to, const half *a, const half *b, int at, int k)
{
#pragma unroll
    for (int i = 0; i < SIDE * PIECES / THREADS; i++) {
        int piece = threadIdx.x + i * THREADS, row = piece / PIECES, x = piece % PIECES;
        copy_async(shared_address(&to.a[place(row, x)]), &a[(blockIdx.y * SIDE + row) * k + at + x * 8]);
        copy_async(shared_address(&to.b[place(row, x)]), &b[(blockIdx.x * SIDE + row) * k + at + x * 8]);
    }
}

__device__ void multiply_stage(float (&sums)[4][8][4], const Stage &from, int row, int column)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int inner = 0; inner < PIECES; inner += 2) {
        uint32_t x[4][4], y[4][4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            load_matrices(x[i], shared_address(&from.a[place(row + i * 16 + lane % 16, inner + lane / 16)]));
            load_matrices(y[i], shared_address(&from.b[place(column + i * 16 + lane % 8 + lane / 16 * 8, inner + lane / 8 % 2)]));
        }
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 8; j++)
                multiply_halves(sums[i][j], x[i], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
}

__global__ void __launch_bounds__(THREADS) multiply(const half *a, const half *b, half *c, int n, int k)
{
    extern __shared__ __align__(128) Stage stages[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * 64, column = warp % 2 * 64;
    float sums[4][8][4] = {};
    for (int i = 0; i < STAGES - 1; i++) {
        copy_stage(stages[i], a, b, i * DEPTH, k);
        commit_copies();
    }
    for (int i = 0; i < k / DEPTH; i++) {
        wait_for_copies<STAGES - 2>();
        __syncthreads();
        int next = i + STAGES - 1;
        if (next < k / DEPTH)
            copy_stage(stages[next % STAGES], a, b, next * DEPTH, k);
        commit_copies();
        multiply_stage(sums, stages[i % STAGES], row, column);
    }
    row += blockIdx.y * SIDE + lane / 4;
    column += blockIdx.x * SIDE + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) {
            half *to = c + (row + i * 16) * n + column + j * 8;
            *(half2 *)to = __floats2half2_rn(sums[i][j][0], sums[i][j][1]);
            *(half2 *)(to + 8 * n) = __floats2half2_rn(sums[i][j][2], sums[i][j][3]);
        }
}

int main()
{
    int bytes = STAGES * sizeof(Stage);
    CUDA(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    for (Size s : SIZES) {
        half *a = matrix<half>(size_t(s.m) * s.k, 1, 7), *b = matrix<half>(size_t(s.k) * s.n, 2, 7);
        half *c = zeros<half>(size_t(s.m) * s.n);
        multiply<<<dim3(s.n / SIDE, s.m / SIDE), THREADS, bytes>>>(a, b, c, s.n, s.k);
        report("stages", c, s.m, s.n, 1e-3, product_sum(s.n, s.k, 7, true));
    }
    return 0;
}
