// SPDX-License-Identifier: Apache-2.0
// Matrix products of other types than f16 with mma.sync: bf16, tf32, s8, e4m3 and f64. Blocks of 64 x 64 (f64: 32 x 32), three stages
// of cp.async with 64 bytes of each row, ldmatrix of any type as 16-bit pairs. a by rows, b by columns.
#include "held.h"

#include <cuda_bf16.h>
#include <cuda_fp8.h>

constexpr int SIDE = 64, ROW_BYTES = 64, PIECES = ROW_BYTES / 16, THREADS = 128, STAGES = 3;

#define MULTIPLY(instruction, result)                                                                                  \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                        \
                 : "+" result(d[0]), "+" result(d[1]), "+" result(d[2]), "+" result(d[3])                              \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))

__device__ void multiply_add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, __nv_bfloat16)
{
    MULTIPLY("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "f");
}

__device__ void multiply_add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, float)
{
    MULTIPLY("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "f");
}

__device__ void multiply_add(int (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, signed char)
{
    MULTIPLY("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "r");
}

__device__ void multiply_add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, __nv_fp8_e4m3)
{
    MULTIPLY("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "f");
}

__device__ uint32_t place(int row, int piece)
{
    return row * ROW_BYTES + (piece ^ (row >> 1 & 3)) * 16;
}

template <class Element> __device__ void copy_stage(uint8_t *to, const Element *from, int first_row, int at, int k)
{
    constexpr int PER_PIECE = 16 / sizeof(Element);
#pragma unroll
    for (int i = 0; i < SIDE * PIECES / THREADS; i++) {
        int piece = threadIdx.x + i * THREADS, row = piece / PIECES, x = piece % PIECES;
        copy_async(shared_address(to + place(row, x)), &from[(first_row + row) * k + at + x * PER_PIECE]);
    }
}

template <class Out> struct Two {
    Out x, y;
};

template <class Element, class Out> __global__ void __launch_bounds__(THREADS) multiply(const Element *a, const Element *b, Out *c, int n, int k)
{
    __shared__ __align__(128) uint8_t left[STAGES][SIDE * ROW_BYTES], right[STAGES][SIDE * ROW_BYTES];
    constexpr int DEPTH = ROW_BYTES / sizeof(Element);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * 32, column = warp % 2 * 32, count = k / DEPTH;
    Out sums[2][4][4] = {};
    for (int i = 0; i < STAGES - 1; i++) {
        copy_stage(left[i], a, blockIdx.y * SIDE, i * DEPTH, k);
        copy_stage(right[i], b, blockIdx.x * SIDE, i * DEPTH, k);
        commit_copies();
    }
    for (int i = 0; i < count; i++) {
        wait_for_copies<STAGES - 2>();
        __syncthreads();
        int next = i + STAGES - 1;
        if (next < count) {
            copy_stage(left[next % STAGES], a, blockIdx.y * SIDE, next * DEPTH, k);
            copy_stage(right[next % STAGES], b, blockIdx.x * SIDE, next * DEPTH, k);
        }
        commit_copies();
#pragma unroll
        for (int inner = 0; inner < PIECES; inner += 2) {
            uint32_t x[2][4], y[2][4];
#pragma unroll
            for (int j = 0; j < 2; j++) {
                load_matrices(x[j], shared_address(&left[i % STAGES][place(row + j * 16 + lane % 16, inner + lane / 16)]));
                load_matrices(y[j], shared_address(&right[i % STAGES][place(column + j * 16 + lane % 8 + lane / 16 * 8, inner + lane / 8 % 2)]));
            }
#pragma unroll
            for (int m = 0; m < 2; m++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    multiply_add(sums[m][j], x[m], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1], Element());
        }
    }
    row += blockIdx.y * SIDE + lane / 4;
    column += blockIdx.x * SIDE + lane % 4 * 2;
#pragma unroll
    for (int m = 0; m < 2; m++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            Out *to = c + (row + m * 16) * n + column + j * 8;
            *(Two<Out> *)to = {sums[m][j][0], sums[m][j][1]};
            *(Two<Out> *)(to + 8 * n) = {sums[m][j][2], sums[m][j][3]};
        }
}

// Doubles: a warp has 16 x 16 of a block of 32 x 32, straight from padded shared memory.
__global__ void __launch_bounds__(THREADS) multiply_doubles(const double *a, const double *b, double *c, int n, int k)
{
    __shared__ double left[32][17], right[32][17];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * 16, column = warp % 2 * 16;
    double sums[2][2][2] = {};
    for (int at = 0; at < k; at += 16) {
        for (int i = threadIdx.x; i < 32 * 16; i += THREADS) {
            left[i / 16][i % 16] = a[(blockIdx.y * 32 + i / 16) * k + at + i % 16];
            right[i / 16][i % 16] = b[(blockIdx.x * 32 + i / 16) * k + at + i % 16];
        }
        __syncthreads();
#pragma unroll
        for (int inner = 0; inner < 16; inner += 4)
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++)
                    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                                 : "+d"(sums[i][j][0]), "+d"(sums[i][j][1])
                                 : "d"(left[row + i * 8 + lane / 4][inner + lane % 4]), "d"(right[column + j * 8 + lane / 4][inner + lane % 4]));
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            *(double2 *)&c[(blockIdx.y * 32 + row + i * 8 + lane / 4) * n + blockIdx.x * 32 + column + j * 8 + lane % 4 * 2] =
                make_double2(sums[i][j][0], sums[i][j][1]);
}

template <class Element, class Out> static void run(const char *name, int digits, double tolerance)
{
    const int m = 1024, n = 768, k = 1024;
    Element *a = matrix<Element>(size_t(m) * k, 1, digits), *b = matrix<Element>(size_t(n) * k, 2, digits);
    Out *c = zeros<Out>(size_t(m) * n);
    multiply<Element, Out><<<dim3(n / SIDE, m / SIDE), THREADS>>>(a, b, c, n, k);
    report(name, c, m, n, tolerance, product_sum(n, k, digits, true));
}

static void run_bytes()
{
    const int m = 1024, n = 768, k = 2048;
    auto value = [](size_t i, unsigned seed) { return (signed char)(hash(unsigned(i) + seed) >> 24); };
    signed char *a = filled<signed char>(size_t(m) * k, [&](unsigned i) { return value(i, 1); });
    signed char *b = filled<signed char>(size_t(n) * k, [&](unsigned i) { return value(i, 7); });
    int *c = zeros<int>(size_t(m) * n);
    multiply<signed char, int><<<dim3(n / SIDE, m / SIDE), THREADS>>>(a, b, c, n, k);
    report("s8", c, m, n, 0, [=](int row, int column, double &size) {
        double sum = 0;
        for (int i = 0; i < k; i++)
            sum += double(value(size_t(row) * k + i, 1)) * value(size_t(column) * k + i, 7);
        size = 1;
        return sum;
    });
}

int main()
{
    run<__nv_bfloat16, float>("bf16", 6, 1e-6);
    run<float, float>("tf32", 9, 1e-6);
    run_bytes();
    run<__nv_fp8_e4m3, float>("e4m3", 2, 1e-5);
    const int m = 512, n = 512, k = 512;
    double *a = matrix<double>(size_t(m) * k, 1, 20), *b = matrix<double>(size_t(n) * k, 2, 20), *c = zeros<double>(size_t(m) * n);
    multiply_doubles<<<dim3(n / 32, m / 32), THREADS>>>(a, b, c, n, k);
    report("f64", c, m, n, 1e-13, product_sum(n, k, 20, true));
    return 0;
}
