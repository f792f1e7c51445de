// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's functions for any type: checks of arguments, and the launches in their order.
#pragma once
#include <cublas/context.h>
#include <cusolver/jacobi.h>
#include <cusolverDn.h>

struct cusolverDnContext {
    cudaStream_t stream;
    cusolverDeterministicMode_t mode;
};

#undef CHECK_HANDLE
#undef REFUSE
#define CHECK_HANDLE(handle)                                                                       \
    if (!is_live(handle))                                                                          \
    return CUSOLVER_STATUS_NOT_INITIALIZED
#define REFUSE(condition)                                                                          \
    if (condition)                                                                                 \
    return CUSOLVER_STATUS_INVALID_VALUE

namespace lockstep
{
enum { BATCHED_MAX = 32 }; // as cuSOLVER documents of gesvdjBatched

inline cusolverStatus_t solved()
{
    return cudaPeekAtLastError() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                : CUSOLVER_STATUS_EXECUTION_FAILED;
}

inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

// C = C - op(A) op(B)
template <class T>
void subtract_product(cudaStream_t stream, int m, int n, int k, Matrix<T> a, Matrix<T> b,
                      Target<T> c)
{
    if (m == 0 || n == 0)
        return;
    dim3 grid((unsigned)((m + TILE - 1) / TILE), (unsigned)((n + TILE - 1) / TILE));
    gemm<T, T, T, T><<<grid, dim3(TILE_SIDE, TILE_SIDE), 0, stream>>>(
        m, n, k, constant(made<T>(-1)), a, b, constant(made<T>(1)), c);
}

// op(A) X = B in place, for vectors that lie `next` apart with elements `step` apart.
template <class T>
void solve_triangle(cudaStream_t stream, int n, int vectors, Matrix<T> a, T *b, long long step,
                    long long next)
{
    if (n > 0 && vectors > 0)
        solve<T><<<(unsigned)vectors, n <= PANEL ? 32 : VECTOR_BLOCK, 0, stream>>>(
            n, constant(made<T>(1)), a, b, step, next);
}

inline void set_info(cudaStream_t stream, int *info)
{
    cudaMemsetAsync(info, 0, sizeof *info, stream);
}

// --- Cholesky

template <class T>
void factor_cholesky(cudaStream_t stream, cublasFillMode_t uplo, int n, T *a, long long ld,
                     int *info)
{
    bool is_lower = uplo == CUBLAS_FILL_MODE_LOWER;
    set_info(stream, info);
    for (int start = 0; start < n; start += PANEL) {
        int size = smaller(PANEL, n - start), rest = n - start - size;
        T *square = a + start + start * ld, *next = a + (start + size) * (ld + 1);
        T *panel = is_lower ? square + size : square + size * ld;
        cholesky<T><<<1, dim3(PANEL, PANEL), 0, stream>>>(a, ld, is_lower, start, size, info);
        // L21 L11' = A21, or U11' U12 = A12: of the first, rows are unknown.
        Matrix<T> triangle =
            half_stored<T>(TRIANGULAR, square, ld, uplo, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT);
        triangle.is_transposed = !is_lower;
        solve_triangle(stream, size, rest, triangle, panel, is_lower ? ld : 1, is_lower ? 1 : ld);
        Target<T> target = {};
        target.at = next;
        target.ld = ld;
        target.update = is_lower ? LOWER : UPPER;
        target.is_hermitian = true;
        subtract_product(stream, rest, rest, size,
                         general<T>(panel, ld, is_lower ? CUBLAS_OP_N : CUBLAS_OP_C),
                         general<T>(panel, ld, is_lower ? CUBLAS_OP_C : CUBLAS_OP_N), target);
    }
}

template <class T>
void solve_cholesky(cudaStream_t stream, cublasFillMode_t uplo, int n, int nrhs, const T *a,
                    long long ld, T *b, long long ldb)
{
    bool is_lower = uplo == CUBLAS_FILL_MODE_LOWER;
    for (int turn = 0; turn < 2; turn++) {
        cublasOperation_t op = (turn == 0) == is_lower ? CUBLAS_OP_N : CUBLAS_OP_C;
        solve_triangle(stream, n, nrhs,
                       half_stored<T>(TRIANGULAR, a, ld, uplo, op, CUBLAS_DIAG_NON_UNIT), b, 1,
                       ldb);
    }
}

template <class T>
cusolverStatus_t run_potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a,
                           long long lda, int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || !is_leading(lda, n) || info == nullptr);
    factor_cholesky(handle->stream, uplo, n, a, lda, info);
    return solved();
}

template <class T>
cusolverStatus_t run_potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                           const T *a, long long lda, T *b, long long ldb, int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || nrhs < 0 || !is_leading(lda, n) || !is_leading(ldb, n) ||
           info == nullptr);
    set_info(handle->stream, info);
    solve_cholesky(handle->stream, uplo, n, nrhs, a, lda, b, ldb);
    return solved();
}

// The inverse from its factor: of the identity in `work`, n * n elements.
template <class T>
cusolverStatus_t run_potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                           T *work, int lwork, int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || !is_leading(lda, n) || lwork < n * n || info == nullptr);
    set_info(handle->stream, info);
    if (n == 0)
        return CUSOLVER_STATUS_SUCCESS;
    set_identity<T><<<squares(n, n), dim3(16, 16), 0, handle->stream>>>(n, n, 0, work, n);
    solve_cholesky<T>(handle->stream, uplo, n, n, a, lda, work, n);
    copy_matrix<T><<<squares(n, n), dim3(16, 16), 0, handle->stream>>>(
        n, n, uplo == CUBLAS_FILL_MODE_LOWER ? LOWER : UPPER, work, n, a, lda);
    return solved();
}

// The pointers of a batch, from device memory.
template <class T> struct Pointers {
    T **at;
    Pointers(cudaStream_t stream, T *const *from, int batch)
        : at(new (std::nothrow) T *[batch > 0 ? batch : 1])
    {
        if (at != nullptr && batch > 0) {
            cudaMemcpyAsync(at, from, batch * sizeof(T *), cudaMemcpyDeviceToHost, stream);
            cudaStreamSynchronize(stream);
        }
    }
    ~Pointers()
    {
        delete[] at;
    }
};

template <class T>
cusolverStatus_t run_potrf_batch(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                 T *const *a, int lda, int *info, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || !is_leading(lda, n) || info == nullptr || batch < 0);
    Pointers<T> matrices(handle->stream, a, batch);
    if (matrices.at == nullptr)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    for (int i = 0; i < batch; i++)
        factor_cholesky(handle->stream, uplo, n, matrices.at[i], lda, info + i);
    return solved();
}

template <class T>
cusolverStatus_t run_potrs_batch(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                                 T *const *a, int lda, T *const *b, int ldb, int *info, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_fill(uplo) || n < 0 || nrhs != 1 || !is_leading(lda, n) || !is_leading(ldb, n) ||
           info == nullptr || batch < 0); // one right side, as cuSOLVER documents
    set_info(handle->stream, info);
    Pointers<T> matrices(handle->stream, a, batch), sides(handle->stream, b, batch);
    if (matrices.at == nullptr || sides.at == nullptr)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    for (int i = 0; i < batch; i++)
        solve_cholesky(handle->stream, uplo, n, nrhs, matrices.at[i], lda, sides.at[i], ldb);
    return solved();
}

// --- LU

template <class T, class Pivot>
cusolverStatus_t run_getrf(cusolverDnHandle_t handle, int m, int n, T *a, long long lda,
                           Pivot *pivots, int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(m < 0 || n < 0 || !is_leading(lda, m) || info == nullptr);
    cudaStream_t stream = handle->stream;
    set_info(stream, info);
    for (int start = 0; start < smaller(m, n); start += PANEL) {
        int size = smaller(PANEL, n - start), end = smaller(start + size, m),
            rest = n - start - size;
        T *square = a + start + start * lda, *right = square + size * lda;
        lu_panel<T, Pivot><<<1, FACTOR_BLOCK, 0, stream>>>(m, a, lda, start, size, pivots, info);
        if (pivots != nullptr && n > size)
            exchange_rows<T, Pivot><<<(n - size + 127) / 128, 128, 0, stream>>>(
                n, start, size, a, lda, pivots, start, end, false);
        solve_triangle(stream, end - start, rest,
                       half_stored<T>(TRIANGULAR, square, lda, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                                      CUBLAS_DIAG_UNIT),
                       right, 1, lda);
        Target<T> target = {};
        target.at = right + size;
        target.ld = lda;
        if (end == start + size)
            subtract_product(stream, m - end, rest, size,
                             general<T>(square + size, lda, CUBLAS_OP_N),
                             general<T>(right, lda, CUBLAS_OP_N), target);
    }
    return solved();
}

template <class T, class Pivot>
cusolverStatus_t run_getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                           const T *a, long long lda, const Pivot *pivots, T *b, long long ldb,
                           int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_operation(trans) || n < 0 || nrhs < 0 || !is_leading(lda, n) ||
           !is_leading(ldb, n) || info == nullptr);
    cudaStream_t stream = handle->stream;
    bool is_plain = trans == CUBLAS_OP_N;
    set_info(stream, info);
    if (n == 0 || nrhs == 0)
        return CUSOLVER_STATUS_SUCCESS;
    Matrix<T> lower = half_stored<T>(TRIANGULAR, a, lda, CUBLAS_FILL_MODE_LOWER, trans,
                                     CUBLAS_DIAG_UNIT),
              upper = half_stored<T>(TRIANGULAR, a, lda, CUBLAS_FILL_MODE_UPPER, trans,
                                     CUBLAS_DIAG_NON_UNIT);
    if (pivots != nullptr && is_plain)
        exchange_rows<T, Pivot>
            <<<(nrhs + 127) / 128, 128, 0, stream>>>(nrhs, nrhs, 0, b, ldb, pivots, 0, n, false);
    solve_triangle(stream, n, nrhs, is_plain ? lower : upper, b, 1, ldb);
    solve_triangle(stream, n, nrhs, is_plain ? upper : lower, b, 1, ldb);
    if (pivots != nullptr && !is_plain)
        exchange_rows<T, Pivot>
            <<<(nrhs + 127) / 128, 128, 0, stream>>>(nrhs, nrhs, 0, b, ldb, pivots, 0, n, true);
    return solved();
}

// --- QR

template <class T> void factor_qr(cudaStream_t stream, int m, int n, T *a, long long lda, T *tau)
{
    for (int k = 0; k < smaller(m, n); k++) {
        T *diagonal = a + k + k * lda;
        reflector<T><<<1, FACTOR_BLOCK, 0, stream>>>(m - k, diagonal, tau + k);
        if (k + 1 < n)
            reflect_columns<T>
                <<<n - k - 1, 64, 0, stream>>>(m - k, diagonal, tau + k, true, diagonal + lda, lda);
    }
}

template <class T>
void make_q(cudaStream_t stream, int m, int n, int k, T *a, long long lda, const T *tau)
{
    if (n > k)
        set_identity<T>
            <<<squares(m, n - k), dim3(16, 16), 0, stream>>>(m, n - k, k, a + k * lda, lda);
    for (int i = k - 1; i >= 0; i--) {
        T *diagonal = a + i + i * lda;
        if (i + 1 < n)
            reflect_columns<T><<<n - i - 1, 64, 0, stream>>>(m - i, diagonal, tau + i, false,
                                                             diagonal + lda, lda);
        expand_reflector<T><<<blocks_for(m), VECTOR_BLOCK, 0, stream>>>(m, i, a + i * lda, tau + i);
    }
}

template <class T>
cusolverStatus_t run_geqrf(cusolverDnHandle_t handle, int m, int n, T *a, long long lda, T *tau,
                           int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(m < 0 || n < 0 || !is_leading(lda, m) || info == nullptr);
    set_info(handle->stream, info);
    factor_qr(handle->stream, m, n, a, lda, tau);
    return solved();
}

template <class T>
cusolverStatus_t run_orgqr(cusolverDnHandle_t handle, int m, int n, int k, T *a, int lda,
                           const T *tau, int *info)
{
    CHECK_HANDLE(handle);
    REFUSE(n < 0 || m < n || k < 0 || k > n || !is_leading(lda, m) || info == nullptr);
    set_info(handle->stream, info);
    if (m > 0)
        make_q(handle->stream, m, n, k, a, lda, tau);
    return solved();
}

// C = op(Q) C or C op(Q), with Q = H1 H2 ... Hk.
template <class T>
cusolverStatus_t run_ormqr(cusolverDnHandle_t handle, cublasSideMode_t side,
                           cublasOperation_t trans, int m, int n, int k, const T *a, int lda,
                           const T *tau, T *c, int ldc, int *info)
{
    CHECK_HANDLE(handle);
    bool is_left = side == CUBLAS_SIDE_LEFT, is_plain = trans == CUBLAS_OP_N;
    bool is_real = sizeof(typename Parts<T>::Real) == sizeof(T);
    REFUSE((!is_left && side != CUBLAS_SIDE_RIGHT) || !is_operation(trans) ||
           (!is_real && trans == CUBLAS_OP_T) || m < 0 || n < 0 || k < 0 || k > (is_left ? m : n) ||
           !is_leading(lda, is_left ? m : n) || !is_leading(ldc, m) || info == nullptr);
    set_info(handle->stream, info);
    for (int turn = 0; turn < k && m > 0 && n > 0; turn++) {
        int i = is_left == is_plain ? k - 1 - turn : turn;
        const T *v = a + i + (long long)i * lda;
        if (is_left)
            reflect_columns<T>
                <<<n, 64, 0, handle->stream>>>(m - i, v, tau + i, !is_plain, c + i, ldc);
        else
            reflect_rows<T><<<m, 64, 0, handle->stream>>>(n - i, v, tau + i, !is_plain,
                                                          c + (long long)i * ldc, ldc);
    }
    return solved();
}

// --- eigenvalues

inline bool is_mode(cusolverEigMode_t mode)
{
    return mode == CUSOLVER_EIG_MODE_VECTOR || mode == CUSOLVER_EIG_MODE_NOVECTOR;
}

// In elements of T: two squares and n rotations for each matrix.
template <class T> size_t eigen_work(long long n, int batch)
{
    return (size_t)batch * (2 * n * n + n * ((sizeof(Rotation<T>) + sizeof(T) - 1) / sizeof(T)));
}

template <class T>
cusolverStatus_t run_syev(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo,
                          int n, T *a, long long lda, typename Parts<T>::Real *values, T *work,
                          size_t lwork, int *info, Sweeps wish, Reached *reached, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_mode(mode) || !is_fill(uplo) || n < 0 || !is_leading(lda, n) ||
           lwork < eigen_work<T>(n, batch) || info == nullptr || batch < 0);
    wish.has_vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    if (n == 0 || batch == 0) {
        cudaMemsetAsync(info, 0, batch * sizeof *info, handle->stream);
        return CUSOLVER_STATUS_SUCCESS;
    }
    Rotation<T> *rotations = (Rotation<T> *)(work + (size_t)batch * 2 * n * n);
    jacobi_eigen<T><<<(unsigned)batch, JACOBI_BLOCK, 0, handle->stream>>>(
        n, a, lda, lda * n, uplo == CUBLAS_FILL_MODE_LOWER, work, rotations, values, wish, info,
        reached);
    return solved();
}

// --- singular values

// U and V of A = U S V'; columns: 0, if they are not wanted. V' where is_v_turned.
template <class T> struct Singular {
    int m, n;
    const T *a;
    long long lda;
    typename Parts<T>::Real *values;
    T *u, *v;
    long long ldu, ldv;
    int u_columns, v_columns;
    bool is_v_turned;
};

// In elements of T: a copy of A, V, the factors of reflectors, 2 n + 1 real numbers and n places.
inline size_t singular_work(long long m, long long n)
{
    long long small = m < n ? m : n;
    return (size_t)(m * n + small * small + small + 2 * small + 2 + small);
}

// Columns `rank` and further of an orthogonal matrix whose first ones are in `to`; these are
// overwritten.
template <class T>
void complete(cudaStream_t stream, int rows, int columns, int rank, T *to, long long ld, T *tau)
{
    factor_qr(stream, rows, rank, to, ld, tau);
    make_q(stream, rows, columns, rank, to, ld, tau);
}

template <class T>
cusolverStatus_t run_singular(cudaStream_t stream, const Singular<T> &call, T *work, int *info,
                              Sweeps wish, Reached *reached)
{
    typedef typename Parts<T>::Real Real;
    bool is_turned = call.m < call.n;
    int big = is_turned ? call.n : call.m, small = is_turned ? call.m : call.n, rank = 0;
    T *inner = work, *v = inner + (long long)big * small, *tau = v + (long long)small * small;
    Real *scale = (Real *)(tau + small), *values = scale + 1;
    int *places = (int *)(tau + small + 2 * small + 2);
    set_info(stream, info);
    if (small == 0)
        return CUSOLVER_STATUS_SUCCESS;
    prepare_singular<T>
        <<<1, JACOBI_BLOCK, 0, stream>>>(big, small, call.a, call.lda, is_turned, inner, v, scale);
    jacobi_singular<T><<<1, JACOBI_BLOCK, 0, stream>>>(big, small, inner, v, scale, values, places,
                                                       wish, info, reached);
    cudaMemcpyAsync(call.values, values, small * sizeof(Real), cudaMemcpyDeviceToDevice, stream);
    T *tall = is_turned ? call.v : call.u, *square = is_turned ? call.u : call.v;
    long long tall_ld = is_turned ? call.ldv : call.ldu,
              square_ld = is_turned ? call.ldu : call.ldv;
    int tall_columns = is_turned ? call.v_columns : call.u_columns;
    dim3 block(16, 16);
    if ((is_turned ? call.u_columns : call.v_columns) > 0)
        place_columns<T><<<squares(small, small), block, 0, stream>>>(
            small, small, v, places, nullptr, square, square_ld, !is_turned && call.is_v_turned);
    if (tall_columns == 0)
        return solved();
    place_columns<T><<<squares(big, small), block, 0, stream>>>(big, small, inner, places, values,
                                                                tall, tall_ld, false);
    Real *on_host = new (std::nothrow) Real[small];
    if (on_host == nullptr)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    cudaMemcpyAsync(on_host, call.values, small * sizeof(Real), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    while (rank < small && on_host[rank] > 0)
        rank++;
    delete[] on_host;
    if (rank < tall_columns) {
        complete(stream, big, tall_columns, rank, tall, tall_ld, tau);
        place_columns<T><<<squares(big, small), block, 0, stream>>>(big, small, inner, places,
                                                                    values, tall, tall_ld, false);
    }
    return solved();
}

// 'A': all columns, 'S': min(m, n), 'O': those in place of A, 'N': none.
template <class T>
cusolverStatus_t run_gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m,
                           int n, T *a, long long lda, typename Parts<T>::Real *s, T *u,
                           long long ldu, T *vt, long long ldvt, T *work, size_t lwork, int *info)
{
    CHECK_HANDLE(handle);
    bool has_u = jobu == 'A' || jobu == 'S', has_v = jobvt == 'A' || jobvt == 'S';
    bool is_u_a = jobu == 'O', is_v_a = jobvt == 'O';
    REFUSE((!has_u && !is_u_a && jobu != 'N') || (!has_v && !is_v_a && jobvt != 'N') ||
           (is_u_a && is_v_a));
    REFUSE(n < 0 || m < n || !is_leading(lda, m) || (has_u && !is_leading(ldu, m)) ||
           (has_v && !is_leading(ldvt, n)) || lwork < singular_work(m, n) || info == nullptr);
    Singular<T> call = {
        m, n, a, lda, s, is_u_a ? a : u, is_v_a ? a : vt, is_u_a ? lda : ldu, is_v_a ? lda : ldvt};
    call.u_columns = jobu == 'A' ? m : jobu == 'N' ? 0 : n;
    call.v_columns = jobvt == 'N' ? 0 : n;
    call.is_v_turned = true;
    return run_singular(handle->stream, call, work, info, Sweeps{0, 100, true}, nullptr);
}

template <class T>
cusolverStatus_t run_gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int econ, int m,
                            int n, T *a, int lda, typename Parts<T>::Real *s, T *u, int ldu, T *v,
                            int ldv, T *work, int lwork, int *info, Sweeps wish, Reached *reached)
{
    CHECK_HANDLE(handle);
    bool has_vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    REFUSE(!is_mode(mode) || m < 0 || n < 0 || !is_leading(lda, m) ||
           (size_t)lwork < singular_work(m, n) || info == nullptr ||
           (has_vectors && (!is_leading(ldu, m) || !is_leading(ldv, n))));
    Singular<T> call = {m, n, a, lda, s, u, v, ldu, ldv};
    call.u_columns = !has_vectors ? 0 : econ ? smaller(m, n) : m;
    call.v_columns = !has_vectors ? 0 : econ ? smaller(m, n) : n;
    return run_singular(handle->stream, call, work, info, wish, reached);
}

// One after another in the same work area.
template <class T>
cusolverStatus_t run_gesvdj_batch(cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n,
                                  T *a, int lda, typename Parts<T>::Real *s, T *u, int ldu, T *v,
                                  int ldv, T *work, int lwork, int *info, Sweeps wish, int batch)
{
    CHECK_HANDLE(handle);
    REFUSE(batch < 0 || m > BATCHED_MAX || n > BATCHED_MAX);
    cusolverStatus_t status = CUSOLVER_STATUS_SUCCESS;
    for (long long i = 0; i < batch && status == CUSOLVER_STATUS_SUCCESS; i++)
        status = run_gesvdj(handle, mode, 0, m, n, a + i * lda * n, lda, s + i * smaller(m, n),
                            u + i * ldu * m, ldu, v + i * ldv * n, ldv, work, lwork, info + i, wish,
                            nullptr);
    return status;
}
} // namespace lockstep
