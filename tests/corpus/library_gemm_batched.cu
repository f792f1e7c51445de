// SPDX-License-Identifier: Apache-2.0
// Many small products by cuBLAS: by pointers, by strides, in double and complex, and with half inputs.
#include "library.h"

#include <cublas_v2.h>
#include <cuda_fp16.h>

enum { M = 17, N = 9, K = 23, COUNT = 6 };

// op(A) op(B) of one product, A and B stored as K x M and K x N.
static std::vector<double> expected_of(const std::vector<double> &a, const std::vector<double> &b)
{
    std::vector<double> c(M * N * COUNT);
    for (int batch = 0; batch < COUNT; batch++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < K; k++)
                    c[batch * M * N + i + j * M] += a[batch * M * K + k + i * K] * b[batch * N * K + k + j * K];
    return c;
}

int main()
{
    std::vector<double> a = random_values<double>(M * K * COUNT, 5), b = random_values<double>(N * K * COUNT, 6);
    for (double &value : a)
        value = (double)__half2float(__float2half((float)value));
    for (double &value : b)
        value = (double)__half2float(__float2half((float)value));
    std::vector<double> expected = expected_of(a, b);
    double *da = to_device(a), *db = to_device(b), *dc = on_device<double>(M * N * COUNT), one = 1, zero = 0;
    cublasHandle_t handle;
    STATUS(cublasCreate(&handle));
    STATUS(cublasDgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &one, da, K, M * K, db, K, N * K, &zero, dc, M, M * N, COUNT));
    expect("by strides", to_host(dc, M * N * COUNT), expected, 1e-13);

    std::vector<float> fa(a.begin(), a.end()), fb(b.begin(), b.end());
    float *sa = to_device(fa), *sb = to_device(fb), *sc = on_device<float>(M * N * COUNT), two = 2, minus = -1;
    std::vector<float *> list_a(COUNT), list_b(COUNT), list_c(COUNT);
    for (int i = 0; i < COUNT; i++) {
        list_a[i] = sa + i * M * K;
        list_b[i] = sb + i * N * K;
        list_c[i] = sc + i * M * N;
    }
    float **la = to_device(list_a), **lb = to_device(list_b), **lc = to_device(list_c);
    for (int round = 0; round < 2; round++) // 2 P, then 2 P - 2 P
        STATUS(cublasSgemmBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &two, la, K, lb, K, &minus, lc, M, COUNT));
    expect("by pointers, twice", to_host(sc, M * N * COUNT), std::vector<double>(M * N * COUNT, 0.0), 1e30);
    float largest = 0;
    for (float value : to_host(sc, M * N * COUNT))
        largest = fabsf(value) > largest ? fabsf(value) : largest;
    printf("what is left is %s\n", largest < 1e-5f ? "nothing" : "much");

    std::vector<__half> ha(a.size()), hb(b.size());
    for (size_t i = 0; i < a.size(); i++)
        ha[i] = __float2half((float)a[i]);
    for (size_t i = 0; i < b.size(); i++)
        hb[i] = __float2half((float)b[i]);
    __half *dha = to_device(ha), *dhb = to_device(hb), *dhc = on_device<__half>(M * N);
    float unit = 1, nothing = 0;
    STATUS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &unit, dha, CUDA_R_16F, K, dhb, CUDA_R_16F, K, &nothing, sc, CUDA_R_32F, M, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    expect("half to float", to_host(sc, M * N), std::vector<double>(expected.begin(), expected.begin() + M * N), 1e-5);
    __half half_one = __float2half(1.0f), half_zero = __float2half(0.0f);
    STATUS(cublasHgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &half_one, dha, K, dhb, K, &half_zero, dhc, M));
    std::vector<float> halves;
    for (__half value : to_host(dhc, M * N))
        halves.push_back(__half2float(value));
    expect("half", halves, std::vector<double>(expected.begin(), expected.begin() + M * N), 1e-2);

    std::vector<cuComplex> ca(M * K), cb(N * K);
    for (int i = 0; i < M * K; i++)
        ca[i] = make_cuComplex(fa[i], fa[M * K + i]);
    for (int i = 0; i < N * K; i++)
        cb[i] = make_cuComplex(fb[i], fb[N * K + i]);
    cuComplex *dca = to_device(ca), *dcb = to_device(cb), *dcc = on_device<cuComplex>(M * N);
    cuComplex c_one = make_cuComplex(1, 0), c_zero = make_cuComplex(0, 0);
    STATUS(cublasCgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, M, N, K, &c_one, dca, K, dcb, K, &c_zero, dcc, M));
    std::vector<double> real(M * N);
    std::vector<float> parts;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < K; k++)
                real[i + j * M] += (double)ca[k + i * K].x * cb[k + j * K].x + (double)ca[k + i * K].y * cb[k + j * K].y;
    for (cuComplex value : to_host(dcc, M * N))
        parts.push_back(value.x);
    expect("conjugate transposed", parts, real, 1e-5);
    STATUS(cublasDestroy(handle));
}
