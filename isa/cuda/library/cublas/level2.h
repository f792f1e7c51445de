// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 2 for any type.
#pragma once
#include <cublas/level1.h>

namespace lockstep
{
template <class T>
cublasStatus_t multiply(cublasHandle_t handle, long long rows, long long columns, Scalar<T> alpha,
                        Matrix<T> a, Vector<const T> x, Scalar<T> beta, Vector<T> y)
{
    if (rows == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (a.is_transposed && a.shape == GENERAL) {
        gemv_transposed<T><<<blocks_for(rows * 32), VECTOR_BLOCK, 0, handle->stream>>>(
            rows, columns, alpha, a, x, beta, y);
    } else {
        gemv<T><<<blocks_for(rows), VECTOR_BLOCK, 0, handle->stream>>>(rows, columns, alpha, a, x,
                                                                       beta, y);
    }
    return launched();
}

template <class T, class U>
cublasStatus_t run_gemv(cublasHandle_t handle, cublasOperation_t op, long long m, long long n,
                        const U *alpha, const U *a, long long lda, const U *x, long long incx,
                        const U *beta, U *y, long long incy)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_operation(op) || m < 0 || n < 0 || !is_leading(lda, m) || incx == 0 || incy == 0);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    long long rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
    return multiply<T>(handle, rows, columns, scalar<T>(handle, alpha), general<T>(a, lda, op),
                       vector<const T>(columns, x, incx), scalar<T>(handle, beta),
                       vector<T>(rows, y, incy));
}

template <class T, Shape shape, class U>
cublasStatus_t run_symv(cublasHandle_t handle, cublasFillMode_t uplo, long long n, const U *alpha,
                        const U *a, long long lda, const U *x, long long incx, const U *beta, U *y,
                        long long incy)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || !is_leading(lda, n) || incx == 0 || incy == 0);
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    return multiply<T>(handle, n, n, scalar<T>(handle, alpha),
                       half_stored<T>(shape, a, lda, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT),
                       vector<const T>(n, x, incx), scalar<T>(handle, beta), vector<T>(n, y, incy));
}

template <class T, bool is_conjugated, class U>
cublasStatus_t run_ger(cublasHandle_t handle, long long m, long long n, const U *alpha, const U *x,
                       long long incx, const U *y, long long incy, U *a, long long lda)
{
    CHECK_HANDLE(handle);
    REFUSE(m < 0 || n < 0 || incx == 0 || incy == 0 || !is_leading(lda, m));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr);
    ger<T><<<squares(m, n), dim3(16, 16), 0, handle->stream>>>(
        m, n, scalar<T>(handle, alpha), vector<const T>(m, x, incx), vector<const T>(n, y, incy),
        is_conjugated, false, WHOLE, (T *)a, lda);
    return launched();
}

// Rank one (y is x, and alpha real for Hermitian matrices) or two, of one triangle.
template <class T, bool is_conjugated, class Factor>
cublasStatus_t run_syr(cublasHandle_t handle, cublasFillMode_t uplo, long long n,
                       const Factor *alpha, const void *x, long long incx, const void *y,
                       long long incy, bool is_both, void *a, long long lda)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || incx == 0 || incy == 0 || !is_leading(lda, n));
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr);
    Scalar<T> factor{T{}, nullptr};
    if (sizeof(Factor) == sizeof(T)) {
        factor = scalar<T>(handle, alpha);
    } else { // the real factor of a Hermitian update
        Factor value = {};
        bool is_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
        cudaMemcpy(&value, alpha, sizeof value,
                   is_host ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost);
        factor.value = Convert<T, typename Parts<T>::Real>::of(*(typename Parts<T>::Real *)&value);
    }
    ger<T><<<squares(n, n), dim3(16, 16), 0, handle->stream>>>(
        n, n, factor, vector<const T>(n, x, incx), vector<const T>(n, y, incy), is_conjugated,
        is_both, uplo == CUBLAS_FILL_MODE_LOWER ? LOWER : UPPER, (T *)a, lda);
    return launched();
}

template <class T, class U>
cublasStatus_t run_trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t op,
                        cublasDiagType_t diagonal, long long n, const U *a, long long lda, U *x,
                        long long incx)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || !is_operation(op) || n < 0 || incx == 0 || !is_leading(lda, n));
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    long long size = incx < 0 ? -incx : incx;
    Copy<T> before(handle, (const T *)x, (size_t)((n - 1) * size + 1));
    if (before.at == nullptr)
        return CUBLAS_STATUS_ALLOC_FAILED;
    return multiply<T>(handle, n, n, constant(Convert<T, typename Parts<T>::Real>::of(1)),
                       half_stored<T>(TRIANGULAR, a, lda, uplo, op, diagonal),
                       vector<const T>(n, before.at, incx), constant(T{}), vector<T>(n, x, incx));
}

template <class T, class U>
cublasStatus_t run_trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t op,
                        cublasDiagType_t diagonal, long long n, const U *a, long long lda, U *x,
                        long long incx)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || !is_operation(op) || n < 0 || incx == 0 || !is_leading(lda, n));
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    Vector<T> unknowns = vector<T>(n, x, incx);
    solve<T><<<1, VECTOR_BLOCK, 0, handle->stream>>>(
        n, constant(Convert<T, typename Parts<T>::Real>::of(1)),
        half_stored<T>(TRIANGULAR, a, lda, uplo, op, diagonal), unknowns.at, unknowns.step, 0);
    return launched();
}
} // namespace lockstep
