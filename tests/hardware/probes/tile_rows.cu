// SPDX-License-Identifier: Apache-2.0
// Products of f16 by mma.sync and ldmatrix from two buffers of padded rows, for warp tiles of several
// sizes: t22_22 has 2 x 2 of m16n8 a warp and 2 x 2 warps. t: the next tile is on its way to registers
// during the products; s: it is fetched behind them. traces/h200/probes/tile_rows.sass has
// t24_22, where ptxas reads all rows of a tile from one register (LDSM [R87], [R87+0x500]);
// tile_rows.csv has what ncu counted.
#include <cstdio>
#include <cuda_fp16.h>

__device__ __forceinline__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// A warp has TILES_M x TILES_N products of m16n8, a block WARPS_M x WARPS_N warps.
template <int TILES_M, int TILES_N, int WARPS_M, int WARPS_N, bool IS_AHEAD>
__device__ __forceinline__ void product(const half *a, const half *b, float *c, int n, int k)
{
    constexpr int ROWS = TILES_M * 16 * WARPS_M, COLUMNS = TILES_N * 8 * WARPS_N, DEPTH = 32;
    constexpr int THREADS = 32 * WARPS_M * WARPS_N;
    constexpr int PIECES_A = ROWS * DEPTH / 8 / THREADS, PIECES_B = COLUMNS * DEPTH / 8 / THREADS;
    __shared__ half tile_a[2][ROWS][DEPTH + 8], tile_b[2][DEPTH][COLUMNS + 8];
    int thread = threadIdx.x, lane = thread % 32, warp = thread / 32, warp_m = warp / WARPS_N, warp_n = warp % WARPS_N;
    float sums[TILES_M][TILES_N][4] = {};
    uint4 next_a[PIECES_A], next_b[PIECES_B];
    auto fetch = [&](int at) {
#pragma unroll
        for (int i = 0; i < PIECES_A; i++) {
            int piece = thread + i * THREADS;
            int row = blockIdx.y * ROWS + piece / (DEPTH / 8);
            next_a[i] = *(const uint4 *)&a[row * k + at + piece % (DEPTH / 8) * 8];
        }
#pragma unroll
        for (int i = 0; i < PIECES_B; i++) {
            int piece = thread + i * THREADS;
            int row = at + piece / (COLUMNS / 8);
            next_b[i] = *(const uint4 *)&b[row * n + blockIdx.x * COLUMNS + piece % (COLUMNS / 8) * 8];
        }
    };
    auto keep = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < PIECES_A; i++) {
            int piece = thread + i * THREADS;
            *(uint4 *)&tile_a[buffer][piece / (DEPTH / 8)][piece % (DEPTH / 8) * 8] = next_a[i];
        }
#pragma unroll
        for (int i = 0; i < PIECES_B; i++) {
            int piece = thread + i * THREADS;
            *(uint4 *)&tile_b[buffer][piece / (COLUMNS / 8)][piece % (COLUMNS / 8) * 8] = next_b[i];
        }
    };
    fetch(0);
    keep(0);
    __syncthreads();
    for (int at = 0, buffer = 0; at < k; at += DEPTH, buffer ^= 1) {
        if (IS_AHEAD && at + DEPTH < k) {
            fetch(at + DEPTH);
        }
#pragma unroll
        for (int part = 0; part < DEPTH; part += 16) {
            unsigned fragment_a[TILES_M][4], fragment_b[TILES_N][2];
#pragma unroll
            for (int i = 0; i < TILES_M; i++) {
                unsigned from = (unsigned)__cvta_generic_to_shared(
                    &tile_a[buffer][warp_m * TILES_M * 16 + i * 16 + lane % 16][part + lane / 16 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(fragment_a[i][0]), "=r"(fragment_a[i][1]), "=r"(fragment_a[i][2]), "=r"(fragment_a[i][3])
                             : "r"(from));
            }
#pragma unroll
            for (int j = 0; j < TILES_N; j += 2) {
                unsigned from = (unsigned)__cvta_generic_to_shared(
                    &tile_b[buffer][part + lane % 16][warp_n * TILES_N * 8 + j * 8 + lane / 16 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(fragment_b[j][0]), "=r"(fragment_b[j][1]), "=r"(fragment_b[j + 1][0]), "=r"(fragment_b[j + 1][1])
                             : "r"(from));
            }
#pragma unroll
            for (int i = 0; i < TILES_M; i++) {
#pragma unroll
                for (int j = 0; j < TILES_N; j++) {
                    multiply(sums[i][j], fragment_a[i], fragment_b[j]);
                }
            }
        }
        if (at + DEPTH < k) {
            if (!IS_AHEAD) {
                fetch(at + DEPTH);
            }
            keep(buffer ^ 1);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TILES_M; i++) {
#pragma unroll
        for (int j = 0; j < TILES_N; j++) {
            int row = blockIdx.y * ROWS + warp_m * TILES_M * 16 + i * 16 + lane / 4;
            int column = blockIdx.x * COLUMNS + warp_n * TILES_N * 8 + j * 8 + lane % 4 * 2;
            *(float2 *)&c[row * n + column] = make_float2(sums[i][j][0], sums[i][j][1]);
            *(float2 *)&c[(row + 8) * n + column] = make_float2(sums[i][j][2], sums[i][j][3]);
        }
    }
}

#define KERNELS(ONE)                                                                                          \
    ONE(t22_22, 2, 2, 2, 2, true)                                                                             \
    ONE(t24_22, 2, 4, 2, 2, true)                                                                             \
    ONE(t44_22, 4, 4, 2, 2, true)                                                                             \
    ONE(t44_24, 4, 4, 2, 4, true)                                                                             \
    ONE(t28_42, 2, 8, 4, 2, true)                                                                             \
    ONE(t48_22, 4, 8, 2, 2, true)                                                                             \
    ONE(t42_24, 4, 2, 2, 4, true)                                                                             \
    ONE(s24_22, 2, 4, 2, 2, false)                                                                            \
    ONE(s44_24, 4, 4, 2, 4, false)                                                                            \
    ONE(s28_42, 2, 8, 4, 2, false)                                                                            \
    ONE(s48_22, 4, 8, 2, 2, false)

#define DEFINE(NAME, TILES_M, TILES_N, WARPS_M, WARPS_N, IS_AHEAD)                                            \
    extern "C" __global__ void NAME(const half *a, const half *b, float *c, int n, int k)                     \
    {                                                                                                         \
        product<TILES_M, TILES_N, WARPS_M, WARPS_N, IS_AHEAD>(a, b, c, n, k);                                 \
    }
#define LAUNCH(NAME, TILES_M, TILES_N, WARPS_M, WARPS_N, IS_AHEAD)                                            \
    for (int m = 512; m <= N; m *= 2) {                                                                       \
        dim3 blocks(m / (TILES_N * 8 * WARPS_N), m / (TILES_M * 16 * WARPS_M));                               \
        NAME<<<blocks, 32 * WARPS_M * WARPS_N>>>(a, b, c, m, K);                                              \
    }

KERNELS(DEFINE)

int main()
{
    const int N = 2048, K = 1024;
    half *a, *b;
    float *c;
    cudaMalloc(&a, N * K * sizeof *a);
    cudaMalloc(&b, N * K * sizeof *b);
    cudaMalloc(&c, N * N * sizeof *c);
    cudaMemset(a, 0, N * K * sizeof *a);
    cudaMemset(b, 0, N * K * sizeof *b);
    KERNELS(LAUNCH)
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
