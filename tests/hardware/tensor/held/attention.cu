// SPDX-License-Identifier: Apache-2.0
// Attention on tensor cores: in one pass with a running maximum (mma.sync, cp.async into two buffers, the probabilities stay in
// registers), with and without a causal mask; and in three kernels, wmma for the scores, a softmax of rows, wmma for the result.
#include "held.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int HEADS = 8, WIDTH = 64, QUERIES = 64, KEYS = 64, THREADS = 128, PIECES = WIDTH / 8;

// Rows of 128 bytes; eight of them meet all banks in each piece of 16 bytes.
__device__ int place(int row, int piece)
{
    return row * WIDTH + (piece ^ (row & 7)) * 8;
}

__device__ void copy_rows(half *to, const half *from)
{
#pragma unroll
    for (int i = 0; i < KEYS * PIECES / THREADS; i++) {
        int piece = threadIdx.x + i * THREADS;
        copy_async(shared_address(&to[place(piece / PIECES, piece % PIECES)]), &from[piece * 8]);
    }
}

__device__ uint32_t packed(float low, float high)
{
    half2 both = __floats2half2_rn(low, high);
    return *(uint32_t *)&both;
}

struct Tiles {
    half q[QUERIES * WIDTH], k[2][KEYS * WIDTH], v[2][KEYS * WIDTH];
};

// The scores of a warp's 16 queries with 64 keys.
__device__ void score(float (&s)[8][4], const uint32_t (&q)[4][4], const half *k)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
        for (int i = 0; i < 4; i++) {
            uint32_t y[4];
            load_matrices(y, shared_address(&k[place(j * 16 + lane % 8 + lane / 16 * 8, i * 2 + lane / 8 % 2)]));
            multiply_halves(s[2 * j], q[i], y[0], y[1]);
            multiply_halves(s[2 * j + 1], q[i], y[2], y[3]);
        }
}

// One row's share of a thread (first: its elements 0 and 1, else 2 and 3): the new maximum, the powers and their sum.
__device__ float renew(float (&s)[8][4], int first, float &maximum, float &sum, float scale)
{
    float most = maximum;
#pragma unroll
    for (int j = 0; j < 8; j++)
        most = fmaxf(most, fmaxf(s[j][first], s[j][first + 1]));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 1));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 2));
    float shrink = exp2f((maximum - most) * scale), own = 0;
    maximum = most;
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
        for (int i = first; i < first + 2; i++) {
            s[j][i] = exp2f(s[j][i] * scale - most * scale);
            own += s[j][i];
        }
    sum = sum * shrink + own;
    return shrink;
}

template <bool CAUSAL>
__global__ void __launch_bounds__(THREADS) one_pass(const half *q, const half *k, const half *v, half *out, int length, float scale)
{
    extern __shared__ __align__(128) uint8_t memory[];
    Tiles &tiles = *(Tiles *)memory;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = blockIdx.x * QUERIES;
    size_t head = size_t(blockIdx.y) * length * WIDTH;
    int count = CAUSAL ? blockIdx.x + 1 : length / KEYS;
    copy_rows(tiles.q, q + head + first * WIDTH);
    copy_rows(tiles.k[0], k + head);
    commit_copies();
    copy_rows(tiles.v[0], v + head);
    commit_copies();
    wait_for_copies<1>();
    __syncthreads();
    uint32_t mine[4][4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        load_matrices(mine[i], shared_address(&tiles.q[place(warp * 16 + lane % 16, i * 2 + lane / 16)]));
    float o[8][4] = {}, maximum[2] = {-1e30f, -1e30f}, sum[2] = {};
    for (int tile = 0; tile < count; tile++) {
        int now = tile & 1;
        if (tile + 1 < count) {
            copy_rows(tiles.k[now ^ 1], k + head + (tile + 1) * KEYS * WIDTH);
            commit_copies();
            copy_rows(tiles.v[now ^ 1], v + head + (tile + 1) * KEYS * WIDTH);
            commit_copies();
        }
        float s[8][4] = {};
        score(s, mine, tiles.k[now]);
        if (CAUSAL && tile == count - 1)
#pragma unroll
            for (int j = 0; j < 8; j++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    if (j * 8 + lane % 4 * 2 + i % 2 > warp * 16 + lane / 4 + i / 2 * 8)
                        s[j][i] = -1e30f;
#pragma unroll
        for (int half_row = 0; half_row < 2; half_row++) {
            float shrink = renew(s, half_row * 2, maximum[half_row], sum[half_row], scale);
#pragma unroll
            for (int j = 0; j < 8; j++) {
                o[j][half_row * 2] *= shrink;
                o[j][half_row * 2 + 1] *= shrink;
            }
        }
        if (tile + 1 < count)
            wait_for_copies<2>();
        else
            wait_for_copies<0>();
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; i++) {
            uint32_t p[4] = {packed(s[2 * i][0], s[2 * i][1]), packed(s[2 * i][2], s[2 * i][3]),
                             packed(s[2 * i + 1][0], s[2 * i + 1][1]), packed(s[2 * i + 1][2], s[2 * i + 1][3])};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t y[4];
                load_transposed(y, shared_address(&tiles.v[now][place(i * 16 + lane % 16, j * 2 + lane / 16)]));
                multiply_halves(o[2 * j], p, y[0], y[1]);
                multiply_halves(o[2 * j + 1], p, y[2], y[3]);
            }
        }
        if (tile + 1 < count)
            wait_for_copies<1>();
        __syncthreads();
    }
#pragma unroll
    for (int half_row = 0; half_row < 2; half_row++) {
        float all = sum[half_row];
        all += __shfl_xor_sync(~0u, all, 1);
        all += __shfl_xor_sync(~0u, all, 2);
        float part = 1 / all;
        half *to = out + head + (first + warp * 16 + lane / 4 + half_row * 8) * WIDTH + lane % 4 * 2;
#pragma unroll
        for (int j = 0; j < 8; j++)
            *(uint32_t *)(to + j * 8) = packed(o[j][half_row * 2] * part, o[j][half_row * 2 + 1] * part);
    }
}

// A warp's 16 x 64 of a product of each head: b by columns (the keys) or by rows (the values).
template <class Layout, class Out>
__global__ void products(const half *a, const half *b, Out *c, int depth, int columns, int b_stride, size_t a_head, size_t b_head, size_t c_head)
{
    int row = (blockIdx.y * 4 + threadIdx.x / 32) * 16, column = blockIdx.x * 64;
    a += blockIdx.z * a_head;
    b += blockIdx.z * b_head;
    c += blockIdx.z * c_head;
    wmma::fragment<wmma::accumulator, 16, 16, 16, Out> sums[4];
    for (auto &sum : sums)
        wmma::fill_fragment(sum, Out(0));
    for (int k = 0; k < depth; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
        wmma::load_matrix_sync(left, a + row * depth + k, depth);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, Layout> right;
            bool by_columns = std::is_same<Layout, wmma::col_major>::value;
            wmma::load_matrix_sync(right, by_columns ? b + (column + j * 16) * b_stride + k : b + k * b_stride + column + j * 16, b_stride);
            wmma::mma_sync(sums[j], left, right, sums[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(c + row * columns + column + j * 16, sums[j], columns, wmma::mem_row_major);
}

// A warp a row of scores.
__global__ void softmax(const float *scores, half *out, int length, float scale)
{
    size_t row = size_t(blockIdx.x * blockDim.y + threadIdx.y) * length;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < length; i += 32)
        most = fmaxf(most, scores[row + i]);
    for (int step = 16; step > 0; step /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, step));
    for (int i = threadIdx.x; i < length; i += 32)
        sum += exp2f((scores[row + i] - most) * scale);
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(~0u, sum, step);
    for (int i = threadIdx.x; i < length; i += 32)
        out[row + i] = __float2half(exp2f((scores[row + i] - most) * scale) / sum);
}

// What attention gives for one element, in double precision.
static double right(int row, int column, int length, bool is_causal, double scale)
{
    int head = row / length, query = row % length, keys = is_causal ? query + 1 : length;
    std::vector<double> p(keys);
    double sum = 0, result = 0;
    for (int j = 0; j < keys; j++) {
        for (int i = 0; i < WIDTH; i++)
            p[j] += double(number(size_t(row) * WIDTH + i, 1, 6)) * number((size_t(head) * length + j) * WIDTH + i, 2, 6);
        sum += p[j] = std::exp2(p[j] * scale);
    }
    for (int j = 0; j < keys; j++)
        result += p[j] / sum * number((size_t(head) * length + j) * WIDTH + column, 3, 6);
    return result;
}

static void print(const char *name, const half *out, int length, bool is_causal, float scale)
{
    report(name, out, HEADS * length, WIDTH, 2e-3, [=](int row, int column, double &size) {
        size = 1; // the values are up to 1
        return right(row, column, length, is_causal, scale);
    });
}

int main()
{
    const int length = 1024;
    const float scale = 1.25f; // larger than 1 / 8, so that the softmax is no plain mean
    const size_t count = size_t(HEADS) * length * WIDTH;
    half *q = matrix<half>(count, 1, 6), *k = matrix<half>(count, 2, 6), *v = matrix<half>(count, 3, 6), *out = zeros<half>(count);
    int bytes = sizeof(Tiles);
    for (int n : {512, length}) {
        one_pass<false><<<dim3(n / QUERIES, HEADS), THREADS, bytes>>>(q, k, v, out, n, scale);
        print("one pass", out, n, false, scale);
        one_pass<true><<<dim3(n / QUERIES, HEADS), THREADS, bytes>>>(q, k, v, out, n, scale);
        print("one pass, causal", out, n, true, scale);
    }
    const int n = 512;
    float *scores = zeros<float>(size_t(HEADS) * n * n);
    half *p = zeros<half>(size_t(HEADS) * n * n);
    CUDA(cudaMemset(out, 0, count * sizeof(half)));
    products<wmma::col_major><<<dim3(n / 64, n / 64, HEADS), 128>>>(q, k, scores, WIDTH, n, WIDTH, n * WIDTH, n * WIDTH, size_t(n) * n);
    softmax<<<HEADS * n / 4, dim3(32, 4)>>>(scores, p, n, scale);
    products<wmma::row_major><<<dim3(1, n / 64, HEADS), 128>>>(p, v, out, n, WIDTH, WIDTH, size_t(n) * n, n * WIDTH, n * WIDTH);
    print("three kernels", out, n, false, scale);
    return 0;
}
