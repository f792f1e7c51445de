// SPDX-License-Identifier: Apache-2.0
// cuBLAS's functions for many small matrices, by pointers to them in device memory: LU, inverses, triangular systems,
// products with vectors.
#pragma once
#include <cublas/factor.h>
#include <cublas/level3.h>

namespace lockstep
{
// A matrix a block; pivots: n for each, or NULL.
template <class T>
__global__ void __launch_bounds__(FACTOR_BLOCK)
    lu_batch(int n, T *const *list, long long ld, int *pivots, int *info)
{
    unsigned int matrix = blockIdx.x;
    if (threadIdx.x == 0)
        info[matrix] = 0;
    __syncthreads();
    factor_lu(n, list[matrix], ld, 0, n, pivots == nullptr ? nullptr : pivots + (long long)matrix * n, info + matrix);
}

// Exchanges elements of a vector as the pivots say, by one thread.
template <class T> __device__ void exchange(int n, T *x, const int *pivots, bool is_back)
{
    for (int i = 0; i < n; i++) {
        int row = is_back ? n - 1 - i : i, pivot = pivots[row] - 1;
        T here = x[row];
        x[row] = x[pivot];
        x[pivot] = here;
    }
}

template <class T> __device__ Matrix<T> factor_of(long long ld, cublasOperation_t op, bool is_lower)
{
    Matrix<T> matrix = {};
    matrix.ld = ld;
    matrix.shape = TRIANGULAR;
    matrix.is_transposed = op != CUBLAS_OP_N;
    matrix.is_conjugated = op == CUBLAS_OP_C;
    matrix.is_lower = is_lower;
    matrix.is_unit = is_lower;
    return matrix;
}

// op(L U) x = x of one vector, by a block.
template <class T>
__device__ void solve_lu(int n, cublasOperation_t op, const T *factors, long long ld, const int *pivots, T *x)
{
    bool is_plain = op == CUBLAS_OP_N;
    if (threadIdx.x == 0 && pivots != nullptr && is_plain)
        exchange(n, x, pivots, false);
    for (int turn = 0; turn < 2; turn++)
        solve_vector(n, factor_of<T>(ld, op, (turn == 0) == is_plain), factors, x, 1);
    __syncthreads();
    if (threadIdx.x == 0 && pivots != nullptr && !is_plain)
        exchange(n, x, pivots, true);
}

// A right side a block, of matrix blockIdx.y.
template <class T>
__global__ void solve_lu_batch(int n, cublasOperation_t op, const T *const *list, long long ld, const int *pivots,
                               T *const *sides, long long side_ld)
{
    solve_lu(n, op, list[blockIdx.y], ld, pivots == nullptr ? nullptr : pivots + (long long)blockIdx.y * n,
             sides[blockIdx.y] + blockIdx.x * side_ld);
}

// A column of the inverse a block. A singular matrix has none.
template <class T>
__global__ void invert_batch(int n, const T *const *list, long long ld, const int *pivots, T *const *inverses,
                             long long inverse_ld, int *info)
{
    T *column = inverses[blockIdx.y] + blockIdx.x * inverse_ld;
    const T *factors = list[blockIdx.y];
    int singular = 0;
    for (int i = n - 1; i >= 0; i--)
        singular = is_zero(factors[i + i * ld]) ? i + 1 : singular;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        info[blockIdx.y] = singular;
    if (singular != 0)
        return;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        column[i] = made<T>(i == blockIdx.x ? 1 : 0);
    __syncthreads();
    solve_lu(n, CUBLAS_OP_N, factors, ld, pivots == nullptr ? nullptr : pivots + (long long)blockIdx.y * n, column);
}

enum { INVERTED_MAX = 32 }; // as cuBLAS documents of matinvBatched

// A matrix a block.
template <class T>
__global__ void __launch_bounds__(FACTOR_BLOCK)
    matinv_batch(int n, const T *const *list, long long ld, T *const *inverses, long long inverse_ld, int *info)
{
    __shared__ T factors[INVERTED_MAX * INVERTED_MAX];
    __shared__ int pivots[INVERTED_MAX], singular;
    T *inverse = inverses[blockIdx.x];
    for (int i = threadIdx.x; i < n * n; i += FACTOR_BLOCK) {
        factors[i] = list[blockIdx.x][i % n + i / n * ld];
        inverse[i % n + i / n * inverse_ld] = made<T>(i % n == i / n ? 1 : 0);
    }
    if (threadIdx.x == 0)
        singular = 0;
    __syncthreads();
    factor_lu(n, factors, n, 0, n, pivots, &singular);
    __syncthreads();
    if (threadIdx.x == 0)
        info[blockIdx.x] = singular;
    for (int column = 0; column < n && singular == 0; column++)
        solve_lu(n, CUBLAS_OP_N, factors, n, pivots, inverse + column * inverse_ld);
}

// Vectors of a batch: by pointers or by strides.
template <class T> struct Vectors {
    T *at;
    T *const *list; // or NULL: by stride
    long long step, stride;
    __device__ __forceinline__ Vector<T> of(unsigned int batch, long long n) const
    {
        T *first = list == nullptr ? at + batch * stride : list[batch];
        return {first + (step < 0 ? (1 - n) * step : 0), step};
    }
};

// y = alpha op(A) x + beta y; a row a thread, matrix blockIdx.y of the batch.
template <class T>
__global__ void gemv_batch(int rows, int columns, Scalar<T> alpha, Matrix<T> a, Vectors<const T> xs, Scalar<T> beta,
                           Vectors<T> ys)
{
    const T *from = a.of(blockIdx.y);
    T factor = alpha.get(), rest = beta.get();
    Vector<const T> x = xs.of(blockIdx.y, columns);
    Vector<T> y = ys.of(blockIdx.y, rows);
    LOCKSTEP_EACH(row, rows)
    {
        T sum{};
        for (int column = 0; column < columns && !is_zero(factor); column++)
            sum = multiply_add(a.get(from, row, column), x[column], sum);
        y[row] = factor * sum + scaled(rest, y[row]);
    }
}

template <class T>
cublasStatus_t run_getrf_batch(cublasHandle_t handle, int n, T *const *a, int lda, int *pivots, int *info, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(n < 0 || batch < 0 || !is_leading(lda, n) || info == nullptr);
    if (batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    lu_batch<T><<<(unsigned)batch, FACTOR_BLOCK, 0, handle->stream>>>(n, a, lda, pivots, info);
    return launched();
}

// *info is in host memory, and about the arguments.
template <class T>
cublasStatus_t run_getrs_batch(cublasHandle_t handle, cublasOperation_t op, int n, int nrhs, const T *const *a, int lda,
                               const int *pivots, T *const *b, int ldb, int *info, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(info == nullptr);
    *info = !is_operation(op)      ? -1
            : n < 0                ? -2
            : nrhs < 0             ? -3
            : !is_leading(lda, n)  ? -5
            : !is_leading(ldb, n)  ? -8
            : batch < 0            ? -10
                                   : 0;
    REFUSE(*info != 0);
    if (n == 0 || nrhs == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    solve_lu_batch<T><<<dim3((unsigned)nrhs, (unsigned)batch), 32, 0, handle->stream>>>(n, op, a, lda, pivots, b, ldb);
    return launched();
}

template <class T>
cublasStatus_t run_getri_batch(cublasHandle_t handle, int n, const T *const *a, int lda, const int *pivots, T *const *c,
                               int ldc, int *info, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(n < 0 || batch < 0 || !is_leading(lda, n) || !is_leading(ldc, n) || info == nullptr);
    if (n == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    invert_batch<T><<<dim3((unsigned)n, (unsigned)batch), 32, 0, handle->stream>>>(n, a, lda, pivots, c, ldc, info);
    return launched();
}

template <class T>
cublasStatus_t run_matinv_batch(cublasHandle_t handle, int n, const T *const *a, int lda, T *const *c, int ldc, int *info,
                                int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(n < 0 || n > INVERTED_MAX || batch < 0 || !is_leading(lda, n) || !is_leading(ldc, n) || info == nullptr);
    if (n == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    matinv_batch<T><<<(unsigned)batch, FACTOR_BLOCK, 0, handle->stream>>>(n, a, lda, c, ldc, info);
    return launched();
}

template <class T>
cublasStatus_t run_trsm_batch(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op,
                              cublasDiagType_t diagonal, int m, int n, const void *alpha, const T *const *a, int lda,
                              T *const *b, int ldb, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_triangular_call(side, uplo, op, m, n, lda, ldb) || batch < 0);
    if (m == 0 || n == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr);
    bool is_left = side == CUBLAS_SIDE_LEFT;
    Matrix<T> half = half_stored<T>(TRIANGULAR, nullptr, lda, uplo, op, diagonal);
    half.is_transposed = half.is_transposed != !is_left;
    half.list = a;
    solve<T><<<dim3((unsigned)(is_left ? n : m), (unsigned)batch), 32, 0, handle->stream>>>(
        is_left ? m : n, scalar<T>(handle, alpha), half, nullptr, is_left ? 1 : ldb, is_left ? ldb : 1, b);
    return launched();
}

template <class T>
cublasStatus_t run_gemv_batch(cublasHandle_t handle, cublasOperation_t op, int m, int n, const void *alpha, Matrix<T> a,
                              Vectors<const T> x, const void *beta, Vectors<T> y, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_operation(op) || m < 0 || n < 0 || !is_leading(a.ld, m) || x.step == 0 || y.step == 0 || batch < 0);
    if (m == 0 || n == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
    dim3 grid(blocks_for(rows), (unsigned)batch);
    gemv_batch<T><<<grid, VECTOR_BLOCK, 0, handle->stream>>>(
        rows, columns, scalar<T>(handle, alpha), a, x, scalar<T>(handle, beta), y);
    return launched();
}
} // namespace lockstep
