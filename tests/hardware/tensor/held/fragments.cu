// SPDX-License-Identifier: Apache-2.0
// hgemm, style 1: wmma fragments straight from global memory, one warp a tile of 16 x 16.
#include "held.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const half *a, const half *b, float *c, int n, int k)
{
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    int column = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(left, a + row * k + i, k);
        wmma::load_matrix_sync(right, b + i * n + column, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

int main()
{
    for (Size s : SIZES) {
        half *a = matrix<half>(size_t(s.m) * s.k, 1, 7), *b = matrix<half>(size_t(s.k) * s.n, 2, 7);
        float *c = zeros<float>(size_t(s.m) * s.n);
        multiply<<<dim3(s.n / 64, s.m / 32), dim3(128, 2)>>>(a, b, c, s.n, s.k);
        report("fragments", c, s.m, s.n, 1e-6, product_sum(s.n, s.k, 7, false));
    }
    return 0;
}
