// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 3 for any type.
#pragma once
#include <cublas/level2.h>

namespace lockstep
{
template <class Out> Target<Out> target(void *at, long long ld)
{
    Target<Out> result = {};
    result.at = (Out *)at;
    result.ld = ld;
    return result;
}

template <class In, class Out, class Inner, class Factor>
cublasStatus_t multiply_matrices(cublasHandle_t handle, int m, int n, int k, Scalar<Factor> alpha,
                                 Matrix<In> a, Matrix<In> b, Scalar<Factor> beta, Target<Out> c,
                                 int batch = 1)
{
    if (m == 0 || n == 0 || batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    dim3 grid((unsigned)((m + TILE - 1) / TILE), (unsigned)((n + TILE - 1) / TILE),
              (unsigned)batch);
    gemm<In, Out, Inner, Factor>
        <<<grid, dim3(TILE_SIDE, TILE_SIDE), 0, handle->stream>>>(m, n, k, alpha, a, b, beta, c);
    return launched();
}

// The sizes of a general product.
struct Product {
    cublasOperation_t op_a, op_b;
    int m, n, k, lda, ldb, ldc, batch;
    bool is_good() const
    {
        return is_operation(op_a) && is_operation(op_b) && m >= 0 && n >= 0 && k >= 0 &&
               batch >= 0 && is_leading(lda, op_a == CUBLAS_OP_N ? m : k) &&
               is_leading(ldb, op_b == CUBLAS_OP_N ? k : n) && is_leading(ldc, m);
    }
};

// Matrices of a batch: by pointers or by strides.
struct Batch {
    const void *a, *b;
    void *c;
    const void *const *list_a, *const *list_b;
    void *const *list_c;
    long long stride_a, stride_b, stride_c;
};

template <class In, class Out, class Inner, class Factor>
cublasStatus_t run_gemm(cublasHandle_t handle, const Product &p, const void *alpha,
                        const Batch &batch, const void *beta)
{
    CHECK_HANDLE(handle);
    REFUSE(!p.is_good());
    if (p.m == 0 || p.n == 0 || p.batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    Matrix<In> a = general<In>(batch.a, p.lda, p.op_a), b = general<In>(batch.b, p.ldb, p.op_b);
    Target<Out> c = target<Out>(batch.c, p.ldc);
    a.stride = batch.stride_a;
    b.stride = batch.stride_b;
    c.stride = batch.stride_c;
    a.list = (const In *const *)batch.list_a;
    b.list = (const In *const *)batch.list_b;
    c.list = (Out *const *)batch.list_c;
    return multiply_matrices<In, Out, Inner, Factor>(handle, p.m, p.n, p.k,
                                                     scalar<Factor>(handle, alpha), a, b,
                                                     scalar<Factor>(handle, beta), c, p.batch);
}

template <class T, Shape shape>
cublasStatus_t run_symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                        int n, const void *alpha, const void *a, int lda, const void *b, int ldb,
                        const void *beta, void *c, int ldc)
{
    CHECK_HANDLE(handle);
    bool is_left = side == CUBLAS_SIDE_LEFT;
    REFUSE(!is_fill(uplo) || (!is_left && side != CUBLAS_SIDE_RIGHT) || m < 0 || n < 0 ||
           !is_leading(lda, is_left ? m : n) || !is_leading(ldb, m) || !is_leading(ldc, m));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    Matrix<T> half = half_stored<T>(shape, a, lda, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT);
    Matrix<T> whole = general<T>(b, ldb, CUBLAS_OP_N);
    return multiply_matrices<T, T, T, T>(handle, m, n, is_left ? m : n, scalar<T>(handle, alpha),
                                         is_left ? half : whole, is_left ? whole : half,
                                         scalar<T>(handle, beta), target<T>(c, ldc));
}

// C = alpha op(A) op(B)' + beta C and, of rank 2k, + conjugate(alpha) op(B) op(A)'; the scalars of
// Hermitian updates are real where the type says so.
template <class T, bool is_hermitian, class Alpha, class Beta>
cublasStatus_t run_syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t op, int n,
                        int k, const void *alpha, const void *a, int lda, const void *b, int ldb,
                        const void *beta, void *c, int ldc, bool is_both)
{
    CHECK_HANDLE(handle);
    cublasOperation_t turned = is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    bool is_plain = op == CUBLAS_OP_N;
    bool is_real = sizeof(typename Parts<T>::Real) == sizeof(T);
    REFUSE(!is_fill(uplo) || !is_operation(op) || (!is_plain && op != turned && !is_real) ||
           n < 0 || k < 0 || !is_leading(lda, is_plain ? n : k) ||
           !is_leading(ldb, is_plain ? n : k) || !is_leading(ldc, n));
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    Target<T> c_part = target<T>(c, ldc);
    c_part.update = uplo == CUBLAS_FILL_MODE_LOWER ? LOWER : UPPER;
    c_part.is_hermitian = is_hermitian;
    Alpha alpha_value;
    Beta beta_value;
    bool is_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
    cudaMemcpyKind kind = is_host ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
    cudaMemcpy(&alpha_value, alpha, sizeof alpha_value, kind);
    cudaMemcpy(&beta_value, beta, sizeof beta_value, kind);
    T factor = Convert<T, Alpha>::of(alpha_value), rest = Convert<T, Beta>::of(beta_value);
    cublasOperation_t first = is_plain ? CUBLAS_OP_N : turned,
                      second = is_plain ? turned : CUBLAS_OP_N;
    cublasStatus_t status =
        multiply_matrices<T, T, T, T>(handle, n, n, k, constant(factor), general<T>(a, lda, first),
                                      general<T>(b, ldb, second), constant(rest), c_part);
    if (is_both && status == CUBLAS_STATUS_SUCCESS) {
        T other = is_hermitian ? conjugate(factor) : factor;
        status = multiply_matrices<T, T, T, T>(
            handle, n, n, k, constant(other), general<T>(b, ldb, first), general<T>(a, lda, second),
            constant(Convert<T, typename Parts<T>::Real>::of(1)), c_part);
    }
    return status;
}

inline bool is_triangular_call(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op,
                               int m, int n, int lda, int ldb)
{
    return (side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT) && is_fill(uplo) &&
           is_operation(op) && m >= 0 && n >= 0 &&
           is_leading(lda, side == CUBLAS_SIDE_LEFT ? m : n) && is_leading(ldb, m);
}

// C may be B.
template <class T>
cublasStatus_t run_trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,
                        const void *alpha, const void *a, int lda, const void *b, int ldb, void *c,
                        int ldc)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_triangular_call(side, uplo, op, m, n, lda, ldb) || !is_leading(ldc, m));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr);
    bool is_left = side == CUBLAS_SIDE_LEFT;
    Copy<T> before(handle, (const T *)b, b == c ? (size_t)ldb * (n - 1) + m : 1);
    if (before.at == nullptr)
        return CUBLAS_STATUS_ALLOC_FAILED;
    Matrix<T> half = half_stored<T>(TRIANGULAR, a, lda, uplo, op, diagonal);
    Matrix<T> whole = general<T>(b == c ? before.at : b, ldb, CUBLAS_OP_N);
    return multiply_matrices<T, T, T, T>(handle, m, n, is_left ? m : n, scalar<T>(handle, alpha),
                                         is_left ? half : whole, is_left ? whole : half,
                                         constant(T{}), target<T>(c, ldc));
}

// Of X op(A) = alpha B the rows are unknown: op(A)' X' = alpha B'.
template <class T>
cublasStatus_t run_trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,
                        const void *alpha, const void *a, int lda, void *b, int ldb)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_triangular_call(side, uplo, op, m, n, lda, ldb));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr);
    bool is_left = side == CUBLAS_SIDE_LEFT;
    Matrix<T> half = half_stored<T>(TRIANGULAR, a, lda, uplo, op, diagonal);
    half.is_transposed = half.is_transposed != !is_left;
    solve<T><<<(unsigned)(is_left ? n : m), VECTOR_BLOCK, 0, handle->stream>>>(
        is_left ? m : n, scalar<T>(handle, alpha), half, (T *)b, is_left ? 1 : ldb,
        is_left ? ldb : 1);
    return launched();
}

// Whether C may be this operand: only as it is (cuBLAS, geam, "in-place mode").
inline bool may_be_output(const void *operand, const void *c, cublasOperation_t op, int ld, int ldc)
{
    return operand != c || (op == CUBLAS_OP_N && ld == ldc);
}

template <class T>
cublasStatus_t run_geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                        int m, int n, const void *alpha, const void *a, int lda, const void *beta,
                        const void *b, int ldb, void *c, int ldc)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_operation(op_a) || !is_operation(op_b) || m < 0 || n < 0 ||
           !is_leading(lda, op_a == CUBLAS_OP_N ? m : n) ||
           !is_leading(ldb, op_b == CUBLAS_OP_N ? m : n) || !is_leading(ldc, m) ||
           !may_be_output(a, c, op_a, lda, ldc) || !may_be_output(b, c, op_b, ldb, ldc));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(alpha == nullptr || beta == nullptr);
    geam<T><<<squares(m, n), dim3(16, 16), 0, handle->stream>>>(
        m, n, scalar<T>(handle, alpha), general<T>(a, lda, op_a), scalar<T>(handle, beta),
        general<T>(b, ldb, op_b), (T *)c, ldc);
    return launched();
}

template <class T>
cublasStatus_t run_dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const void *a,
                        int lda, const void *x, int incx, void *c, int ldc)
{
    CHECK_HANDLE(handle);
    bool is_left = side == CUBLAS_SIDE_LEFT;
    REFUSE((!is_left && side != CUBLAS_SIDE_RIGHT) || m < 0 || n < 0 || !is_leading(lda, m) ||
           !is_leading(ldc, m));
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    dgmm<T><<<squares(m, n), dim3(16, 16), 0, handle->stream>>>(
        is_left, m, n, general<T>(a, lda, CUBLAS_OP_N), vector<const T>(is_left ? m : n, x, incx),
        (T *)c, ldc);
    return launched();
}
} // namespace lockstep
