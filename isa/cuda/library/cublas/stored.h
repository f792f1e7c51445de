// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 2 for matrices that are stored as a band of diagonals, or as a triangle without the
// rest. Each is written out into a whole matrix first, and an updated triangle is put back, so that
// the templates of level2.h do the rest. This takes memory for the whole matrix during the call.
#pragma once
#include <cublas/level2.h>

namespace lockstep
{
// The kl diagonals below the main one and the ku above it. A column of the band lies below another;
// element (i, j) in row ku + i - j (netlib's band storage). Elements off the band are zero.
template <class T>
__global__ void write_out_band(long long rows, long long columns, long long kl, long long ku,
                               const T *band, long long ld, T *whole)
{
    long long row = blockIdx.x * 16ll + threadIdx.x, column = blockIdx.y * 16ll + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    bool is_in = row - column <= kl && column - row <= ku;
    whole[row + column * rows] = is_in ? band[ku + row - column + column * ld] : T{};
}

// Where element (i, j) lies in a packed triangle of n rows, whose columns follow each other.
LOCKSTEP_BOTH long long packed_index(bool is_lower, long long n, long long i, long long j)
{
    return is_lower ? i + (2 * n - j - 1) * j / 2 : i + j * (j + 1) / 2;
}

// From a packed triangle into a matrix whose other triangle stays as it is, or back.
template <class T>
__global__ void move_triangle(bool is_lower, bool is_packing, long long n, T *packed, T *whole,
                              long long ld)
{
    long long row = blockIdx.x * 16ll + threadIdx.x, column = blockIdx.y * 16ll + threadIdx.y;
    if (row >= n || column >= n || (is_lower ? row < column : row > column))
        return;
    T *one = packed + packed_index(is_lower, n, row, column), *two = whole + row + column * ld;
    *(is_packing ? one : two) = *(is_packing ? two : one);
}

template <class T, class U>
void write_out_triangle(cublasHandle_t handle, cublasFillMode_t uplo, long long n, const U *packed,
                        U *whole, long long ld)
{
    move_triangle<T><<<squares(n, n), dim3(16, 16), 0, handle->stream>>>(
        uplo == CUBLAS_FILL_MODE_LOWER, false, n, (T *)packed, (T *)whole, ld);
}

template <class T, class U>
void pack_triangle(cublasHandle_t handle, cublasFillMode_t uplo, long long n, const U *whole,
                   long long ld, U *packed)
{
    move_triangle<T><<<squares(n, n), dim3(16, 16), 0, handle->stream>>>(
        uplo == CUBLAS_FILL_MODE_LOWER, true, n, (T *)packed, (T *)whole, ld);
}

template <class T, class U>
cublasStatus_t run_gbmv(cublasHandle_t handle, cublasOperation_t op, long long m, long long n,
                        long long kl, long long ku, const U *alpha, const U *a, long long lda,
                        const U *x, long long incx, const U *beta, U *y, long long incy)
{
    CHECK_HANDLE(handle);
    REFUSE(m < 0 || n < 0 || kl < 0 || ku < 0 || lda < kl + ku + 1);
    Copy<U> whole(handle, nullptr, (size_t)(m * n));
    if (m != 0 && n != 0) {
        if (whole.at == nullptr)
            return CUBLAS_STATUS_ALLOC_FAILED;
        write_out_band<T><<<squares(m, n), dim3(16, 16), 0, handle->stream>>>(
            m, n, kl, ku, (const T *)a, lda, (T *)whole.at);
    }
    return run_gemv<T>(handle, op, m, n, alpha, whole.at, m > 1 ? m : 1, x, incx, beta, y, incy);
}

// The stored triangle of a symmetric, Hermitian or triangular matrix: k diagonals beside the main
// one, or with k PACKED all of them, packed.
enum : long long { PACKED = -1 };
template <class T, class U>
cublasStatus_t write_out(cublasHandle_t handle, cublasFillMode_t uplo, long long n, long long k,
                         const U *a, long long lda, const Copy<U> &whole)
{
    REFUSE(!is_fill(uplo) || n < 0 || k < PACKED || (k != PACKED && lda < k + 1));
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (whole.at == nullptr)
        return CUBLAS_STATUS_ALLOC_FAILED;
    bool is_lower = uplo == CUBLAS_FILL_MODE_LOWER;
    if (k == PACKED) {
        write_out_triangle<T>(handle, uplo, n, a, whole.at, n);
    } else {
        write_out_band<T><<<squares(n, n), dim3(16, 16), 0, handle->stream>>>(
            n, n, is_lower ? k : 0, is_lower ? 0 : k, (const T *)a, lda, (T *)whole.at);
    }
    return launched();
}

// Allocates MATRIX, and writes A into it, or returns from the calling function.
#define LOCKSTEP_WRITE_OUT(matrix, k, a, lda)                                                      \
    CHECK_HANDLE(handle);                                                                          \
    Copy<U> matrix(handle, nullptr, n > 0 ? (size_t)(n * n) : 0);                                  \
    cublasStatus_t written = write_out<T>(handle, uplo, n, k, a, lda, matrix);                     \
    if (written != CUBLAS_STATUS_SUCCESS)                                                          \
    return written

template <class T, Shape shape, class U>
cublasStatus_t run_stored_symv(cublasHandle_t handle, cublasFillMode_t uplo, long long n,
                               long long k, const U *alpha, const U *a, long long lda, const U *x,
                               long long incx, const U *beta, U *y, long long incy)
{
    LOCKSTEP_WRITE_OUT(whole, k, a, lda);
    return run_symv<T, shape>(handle, uplo, n, alpha, whole.at, n > 1 ? n : 1, x, incx, beta, y,
                              incy);
}

template <class T, bool is_solved, class U>
cublasStatus_t run_stored_triangle(cublasHandle_t handle, cublasFillMode_t uplo,
                                   cublasOperation_t op, cublasDiagType_t diagonal, long long n,
                                   long long k, const U *a, long long lda, U *x, long long incx)
{
    LOCKSTEP_WRITE_OUT(whole, k, a, lda);
    long long ld = n > 1 ? n : 1;
    return is_solved ? run_trsv<T>(handle, uplo, op, diagonal, n, whole.at, ld, x, incx)
                     : run_trmv<T>(handle, uplo, op, diagonal, n, whole.at, ld, x, incx);
}

template <class T, bool is_conjugated, class U, class Factor>
cublasStatus_t run_packed_syr(cublasHandle_t handle, cublasFillMode_t uplo, long long n,
                              const Factor *alpha, const U *x, long long incx, const U *y,
                              long long incy, bool is_both, U *packed)
{
    LOCKSTEP_WRITE_OUT(whole, PACKED, packed, 0);
    long long ld = n > 1 ? n : 1;
    cublasStatus_t status =
        run_syr<T, is_conjugated>(handle, uplo, n, alpha, x, incx, y, incy, is_both, whole.at, ld);
    if (n == 0 || status != CUBLAS_STATUS_SUCCESS)
        return status;
    pack_triangle<T>(handle, uplo, n, whole.at, ld, packed);
    return launched();
}

template <class T, bool is_packing, class U>
cublasStatus_t run_move_triangle(cublasHandle_t handle, cublasFillMode_t uplo, long long n,
                                 U *packed, U *whole, long long ld)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || !is_leading(ld, n));
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (is_packing)
        pack_triangle<T>(handle, uplo, n, whole, ld, packed);
    else
        write_out_triangle<T>(handle, uplo, n, packed, whole, ld);
    return launched();
}
} // namespace lockstep
