// SPDX-License-Identifier: Apache-2.0
// Products of matrices on tensor cores by the wmma API: one warp a tile from global memory, tiles staged in
// shared memory with padding, layouts, bytes with integer sums, doubles, and fragments changed in place.
#include <mma.h>
#include <cstdio>
#include "corpus.h"

using namespace nvcuda;

const int M = 64, N = 80, K = 96;

__global__ void simple(const half *a, const half *b, float *c, float alpha, float beta)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * 16, col = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    if (row >= M || col >= N)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + row + k * M, M);
        wmma::load_matrix_sync(fb, b + k + col * K, K);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::load_matrix_sync(old, c + row + col * M, M, wmma::mem_col_major);
    for (int i = 0; i < old.num_elements; i++)
        old.x[i] = alpha * sum.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(c + row + col * M, old, M, wmma::mem_col_major);
}

// A block makes 32 x 32 with four warps; rows of the tiles are padded by 8 halves.
template <int SKEW> __global__ void __launch_bounds__(128) staged(const half *a, const half *b, half *c)
{
    __shared__ __align__(32) half ta[32][16 + SKEW], tb[16][32 + SKEW], tc[32][32 + SKEW];
    int warp = threadIdx.x / 32, wr = warp / 2 * 16, wc = warp % 2 * 16;
    int row = blockIdx.y * 32, col = blockIdx.x * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
    wmma::fill_fragment(sum, __float2half(0.0f));
    for (int k = 0; k < K; k += 16) {
        for (int i = threadIdx.x; i < 32 * 16; i += blockDim.x) {
            ta[i / 16][i % 16] = a[(row + i / 16) * K + k + i % 16];
            tb[i / 32][i % 32] = col + i % 32 < N ? b[(k + i / 32) * N + col + i % 32] : __float2half(0);
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, &ta[wr][0], 16 + SKEW);
        wmma::load_matrix_sync(fb, &tb[0][wc], 32 + SKEW);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] = __hmax(sum.x[i], __float2half(0.0f)); // ReLU
    wmma::store_matrix_sync(&tc[wr][wc], sum, 32 + SKEW, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x)
        if (col + i % 32 < N)
            c[(row + i / 32) * N + col + i % 32] = tc[i / 32][i % 32];
}

__global__ void bytes(const signed char *a, const signed char *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 32, 16, int> sum;
    wmma::fill_fragment(sum, -5);
    for (int k = 0; k < 64; k += 16) {
        wmma::load_matrix_sync(fa, a + k, 64);
        wmma::load_matrix_sync(fb, b + k, 64);
        wmma::mma_sync(sum, fa, fb, sum, false);
    }
    wmma::store_matrix_sync(c, sum, 32, wmma::mem_row_major);
}

__global__ void doubles(const double *a, const double *b, const double *c, double *d)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
    wmma::load_matrix_sync(sum, c, 8, wmma::mem_row_major);
    for (int k = 0; k < 16; k += 4) {
        wmma::load_matrix_sync(fa, a + k, 16);
        wmma::load_matrix_sync(fb, b + k, 16);
        for (auto &x : fb.x)
            x *= 0.5;
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(d, sum, 8, wmma::mem_col_major);
}

__global__ void tensor_float(const float *a, const float *b, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 1.0f);
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 16);
    for (int t = 0; t < fa.num_elements; t++)
        fa.x[t] = wmma::__float_to_tf32(fa.x[t]);
    for (int t = 0; t < fb.num_elements; t++)
        fb.x[t] = wmma::__float_to_tf32(fb.x[t]);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main()
{
    Random random(5);
    auto small = [&](size_t n, int range) {
        std::vector<half> v(n);
        for (half &h : v)
            h = __float2half((float)((int)(random.next() % (2 * range + 1)) - range));
        return v;
    };
    std::vector<half> a = small(M * K, 4), b = small(K * N, 3);
    std::vector<float> c(M * N);
    for (size_t i = 0; i < c.size(); i++)
        c[i] = (float)(i % 7);
    half *da = to_device(a), *db = to_device(b), *dh = on_device<half>(M * N);
    float *dc = to_device(c);
    simple<<<dim3(2, 5), dim3(64, 1)>>>(da, db, dc, 2.0f, -1.0f);
    std::vector<float> result = to_host(dc, M * N);
    int wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += __half2float(a[i + k * M]) * __half2float(b[k + j * K]);
            wrong += result[i + j * M] != 2 * sum - c[i + j * M];
        }
    printf("simple: %d wrong\n", wrong);
    print_hash("simple", result);
    staged<8><<<dim3((N + 31) / 32, M / 32), 128>>>(da, db, dh);
    print_hash("staged", dh, M * N);
    staged<16><<<dim3((N + 31) / 32, M / 32), 128>>>(da, db, dh);
    print_hash("more padding", dh, M * N);

    std::vector<signed char> ba(8 * 64), bb(32 * 64);
    for (auto &x : ba)
        x = (signed char)random.next();
    for (auto &x : bb)
        x = (signed char)random.next();
    int *di = on_device<int>(8 * 32);
    bytes<<<1, 32>>>(to_device(ba), to_device(bb), di);
    print_hash("bytes", di, 8 * 32);

    std::vector<double> xa(8 * 16), xb(8 * 16), xc(64);
    for (size_t i = 0; i < xa.size(); i++)
        xa[i] = i * 0.25 - 3, xb[i] = (double)(i % 11) - 5, xc[i / 2] = 1000 + (double)i;
    double *dd = on_device<double>(64);
    doubles<<<1, 32>>>(to_device(xa), to_device(xb), to_device(xc), dd);
    print_hash("doubles", dd, 64);
    std::vector<float> fa(16 * 8), fb(8 * 16);
    for (size_t i = 0; i < fa.size(); i++)
        fa[i] = 1 + i / 1024.0f, fb[i] = (float)i - 60;
    float *df = on_device<float>(256);
    tensor_float<<<1, 32>>>(to_device(fa), to_device(fb), df);
    print_rounded("tf32", df, 256, 6);
    return 0;
}
