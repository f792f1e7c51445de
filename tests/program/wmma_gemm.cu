// SPDX-License-Identifier: Apache-2.0
// The tutorial's matrix multiplication with nvcuda::wmma, as printed.
#include <cstdio>
#include <vector>
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
const int WMMA_M = 16, WMMA_N = 16, WMMA_K = 16;
__global__ void wmma_example(half *a, half *b, float *c, int M, int N, int K, float alpha, float beta)
{
    int lda = M, ldb = K, ldc = M;
    int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    int warpN = (blockIdx.y * blockDim.y + threadIdx.y);
    wmma::fragment<wmma::matrix_a, WMMA_M, WMMA_N, WMMA_K, half, wmma::col_major> a_frag;
    wmma::fragment<wmma::matrix_b, WMMA_M, WMMA_N, WMMA_K, half, wmma::col_major> b_frag;
    wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> acc_frag;
    wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> c_frag;
    wmma::fill_fragment(acc_frag, 0.0f);
    for (int i = 0; i < K; i += WMMA_K) {
        int aRow = warpM * WMMA_M, aCol = i, bRow = i, bCol = warpN * WMMA_N;
        if (aRow < M && aCol < K && bRow < K && bCol < N) {
            wmma::load_matrix_sync(a_frag, a + aRow + aCol * lda, lda);
            wmma::load_matrix_sync(b_frag, b + bRow + bCol * ldb, ldb);
            wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
        }
    }
    int cRow = warpM * WMMA_M, cCol = warpN * WMMA_N;
    if (cRow < M && cCol < N) {
        wmma::load_matrix_sync(c_frag, c + cRow + cCol * ldc, ldc, wmma::mem_col_major);
        for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
        wmma::store_matrix_sync(c + cRow + cCol * ldc, c_frag, ldc, wmma::mem_col_major);
    }
}
int main()
{
    const int M = 64, N = 48, K = 80;
    std::vector<half> a(M * K), b(K * N);
    std::vector<float> c(M * N, 1.0f);
    for (int i = 0; i < M * K; i++) a[i] = __float2half((i * 7 % 13) - 6.0f);
    for (int i = 0; i < K * N; i++) b[i] = __float2half((i * 5 % 11) - 5.0f);
    half *da, *db; float *dc;
    cudaMalloc(&da, M * K * 2); cudaMalloc(&db, K * N * 2); cudaMalloc(&dc, M * N * 4);
    cudaMemcpy(da, a.data(), M * K * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), K * N * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c.data(), M * N * 4, cudaMemcpyHostToDevice);
    wmma_example<<<dim3(1, 3), dim3(128, 1)>>>(da, db, dc, M, N, K, 2.0f, 3.0f);
    cudaMemcpy(c.data(), dc, M * N * 4, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int j = 0; j < N; j++) for (int i = 0; i < M; i++) {
        float s = 0;
        for (int k = 0; k < K; k++) s += __half2float(a[i + k * M]) * __half2float(b[k + j * K]);
        if (c[i + j * M] != 2 * s + 3) bad++;
    }
    printf("%d wrong of %d\n", bad, M * N);
    return bad != 0;
}
