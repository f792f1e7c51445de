// SPDX-License-Identifier: Apache-2.0
// The names of cuBLAS's functions for banded and packed matrices, which stand for the templates of
// stored.h, and of products that change only one triangle or are variants of others.
#pragma once
#include <cublas/level3.h>
#include <cublas/stored.h>

extern "C" {
// A product with a triangular matrix, or the solution of a system: banded and packed.
#define STORED_TRIANGLE(L, U, T, verb, solves)                                                     \
    cublasStatus_t cublas##L##tb##verb##_v2(cublasHandle_t h, cublasFillMode_t uplo,               \
                                            cublasOperation_t op, cublasDiagType_t diagonal,       \
                                            int n, int k, const U *a, int lda, U *x, int incx)     \
    {                                                                                              \
        REFUSE(k < 0);                                                                             \
        return lockstep::run_stored_triangle<T, solves>(h, uplo, op, diagonal, n, k, a, lda, x,    \
                                                        incx);                                     \
    }                                                                                              \
    cublasStatus_t cublas##L##tp##verb##_v2(cublasHandle_t h, cublasFillMode_t uplo,               \
                                            cublasOperation_t op, cublasDiagType_t diagonal,       \
                                            int n, const U *packed, U *x, int incx)                \
    {                                                                                              \
        return lockstep::run_stored_triangle<T, solves>(h, uplo, op, diagonal, n,                  \
                                                        lockstep::PACKED, packed, 0, x, incx);     \
    }

#define STORED(L, U, T)                                                                            \
    cublasStatus_t cublas##L##gbmv_v2(cublasHandle_t h, cublasOperation_t op, int m, int n,        \
                                      int kl, int ku, const U *alpha, const U *a, int lda,         \
                                      const U *x, int incx, const U *beta, U *y, int incy)         \
    {                                                                                              \
        return lockstep::run_gbmv<T>(h, op, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy);  \
    }                                                                                              \
    STORED_TRIANGLE(L, U, T, mv, false)                                                            \
    STORED_TRIANGLE(L, U, T, sv, true)                                                             \
    cublasStatus_t cublas##L##tpttr(cublasHandle_t h, cublasFillMode_t uplo, int n,                \
                                    const U *packed, U *a, int lda)                                \
    {                                                                                              \
        return lockstep::run_move_triangle<T, false>(h, uplo, n, (U *)packed, a, lda);             \
    }                                                                                              \
    cublasStatus_t cublas##L##trttp(cublasHandle_t h, cublasFillMode_t uplo, int n, const U *a,    \
                                    int lda, U *packed)                                            \
    {                                                                                              \
        return lockstep::run_move_triangle<T, true>(h, uplo, n, packed, (U *)a, lda);              \
    }
STORED(S, float, float)
STORED(D, double, double)
STORED(C, cuComplex, lockstep::ComplexFloat)
STORED(Z, cuDoubleComplex, lockstep::ComplexDouble)

// STORED_SYMMETRIC(letter, s or h, API type, type, shape, is it conjugated, factor of pr)
#define STORED_SYMMETRIC(L, s, U, T, shape, is_conjugated, F)                                      \
    cublasStatus_t cublas##L##s##bmv_v2(cublasHandle_t h, cublasFillMode_t uplo, int n, int k,     \
                                        const U *alpha, const U *a, int lda, const U *x, int incx, \
                                        const U *beta, U *y, int incy)                             \
    {                                                                                              \
        REFUSE(k < 0);                                                                             \
        return lockstep::run_stored_symv<T, lockstep::shape>(h, uplo, n, k, alpha, a, lda, x,      \
                                                             incx, beta, y, incy);                 \
    }                                                                                              \
    cublasStatus_t cublas##L##s##pmv_v2(cublasHandle_t h, cublasFillMode_t uplo, int n,            \
                                        const U *alpha, const U *packed, const U *x, int incx,     \
                                        const U *beta, U *y, int incy)                             \
    {                                                                                              \
        return lockstep::run_stored_symv<T, lockstep::shape>(h, uplo, n, lockstep::PACKED, alpha,  \
                                                             packed, 0, x, incx, beta, y, incy);   \
    }                                                                                              \
    cublasStatus_t cublas##L##s##pr_v2(cublasHandle_t h, cublasFillMode_t uplo, int n,             \
                                       const F *alpha, const U *x, int incx, U *packed)            \
    {                                                                                              \
        return lockstep::run_packed_syr<T, is_conjugated>(h, uplo, n, alpha, x, incx, x, incx,     \
                                                          false, packed);                          \
    }                                                                                              \
    cublasStatus_t cublas##L##s##pr2_v2(cublasHandle_t h, cublasFillMode_t uplo, int n,            \
                                        const U *alpha, const U *x, int incx, const U *y,          \
                                        int incy, U *packed)                                       \
    {                                                                                              \
        return lockstep::run_packed_syr<T, is_conjugated>(h, uplo, n, alpha, x, incx, y, incy,     \
                                                          true, packed);                           \
    }
STORED_SYMMETRIC(S, s, float, float, SYMMETRIC, false, float)
STORED_SYMMETRIC(D, s, double, double, SYMMETRIC, false, double)
STORED_SYMMETRIC(C, h, cuComplex, lockstep::ComplexFloat, HERMITIAN, true, float)
STORED_SYMMETRIC(Z, h, cuDoubleComplex, lockstep::ComplexDouble, HERMITIAN, true, double)

// One triangle of alpha A op(B) + beta C, for a product that is symmetric or Hermitian anyway.
#define ONE_TRIANGLE(name, U, T, is_conjugated, F, FT)                                             \
    cublasStatus_t cublas##name(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op,     \
                                int n, int k, const U *alpha, const U *a, int lda, const U *b,     \
                                int ldb, const F *beta, U *c, int ldc)                             \
    {                                                                                              \
        return lockstep::run_syrk<T, is_conjugated, T, FT>(h, uplo, op, n, k, alpha, a, lda, b,    \
                                                           ldb, beta, c, ldc, false);              \
    }
ONE_TRIANGLE(Ssyrkx, float, float, false, float, float)
ONE_TRIANGLE(Dsyrkx, double, double, false, double, double)
ONE_TRIANGLE(Csyrkx, cuComplex, lockstep::ComplexFloat, false, cuComplex, lockstep::ComplexFloat)
ONE_TRIANGLE(Zsyrkx, cuDoubleComplex, lockstep::ComplexDouble, false, cuDoubleComplex,
             lockstep::ComplexDouble)
ONE_TRIANGLE(Cherkx, cuComplex, lockstep::ComplexFloat, true, float, float)
ONE_TRIANGLE(Zherkx, cuDoubleComplex, lockstep::ComplexDouble, true, double, double)

// NVIDIA's take three real products instead of four; the result is the same within rounding.
#define THREE_PRODUCTS(L, U)                                                                       \
    cublasStatus_t cublas##L##gemm3m(                                                              \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const U *alpha, const U *a, int lda, const U *b, int ldb, const U *beta, U *c, int ldc)    \
    {                                                                                              \
        return cublas##L##gemm_v2(h, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);    \
    }
THREE_PRODUCTS(C, cuComplex)
THREE_PRODUCTS(Z, cuDoubleComplex)
}
