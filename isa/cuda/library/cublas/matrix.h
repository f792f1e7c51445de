// SPDX-License-Identifier: Apache-2.0
// Kernels of cuBLAS level 2, and the solution of triangular systems.
#pragma once
#include <cublas/vector.h>

namespace lockstep
{
// y = beta y, without reading y where beta is 0.
template <class T> __device__ __forceinline__ T scaled(T beta, const T &y)
{
    return is_zero(beta) ? T{} : beta * y;
}

// y = alpha op(A) x + beta y: one thread a row.
template <class T>
__global__ void gemv(long long rows, long long columns, Scalar<T> alpha, Matrix<T> a,
                     Vector<const T> x, Scalar<T> beta, Vector<T> y)
{
    T factor = alpha.get(), rest = beta.get();
    LOCKSTEP_EACH(row, rows)
    {
        T sum{};
        for (long long column = 0; column < columns && !is_zero(factor); column++) {
            sum = multiply_add(a.get(a.at, row, column), x[column], sum);
        }
        y[row] = factor * sum + scaled(rest, y[row]);
    }
}

// The same by one warp a row, for rows that lie together in memory.
template <class T>
__global__ void gemv_transposed(long long rows, long long columns, Scalar<T> alpha, Matrix<T> a,
                                Vector<const T> x, Scalar<T> beta, Vector<T> y)
{
    __shared__ T sums[VECTOR_BLOCK];
    T factor = alpha.get(), rest = beta.get();
    unsigned int lane = threadIdx.x % 32;
    long long warps = (long long)gridDim.x * (blockDim.x / 32);
    for (long long row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; row < rows;
         row += warps) {
        T sum{};
        for (long long column = lane; column < columns && !is_zero(factor); column += 32) {
            sum = multiply_add(a.get(a.at, row, column), x[column], sum);
        }
        sums[threadIdx.x] = sum;
        for (unsigned int half = 16; half > 0; half /= 2) {
            __syncwarp();
            if (lane < half)
                sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half];
        }
        if (lane == 0)
            y[row] = factor * sums[threadIdx.x] + scaled(rest, y[row]);
        __syncwarp();
    }
}

enum Update { WHOLE, LOWER, UPPER };

template <class T>
__device__ __forceinline__ bool is_updated(Update update, long long row, long long column)
{
    return update == WHOLE || (update == LOWER ? row >= column : row <= column);
}

// A = alpha x y' + A; is_both: + conjugate(alpha) y x', of symmetric and Hermitian updates.
template <class T>
__global__ void ger(long long rows, long long columns, Scalar<T> alpha, Vector<const T> x,
                    Vector<const T> y, bool is_conjugated, bool is_both, Update update, T *a,
                    long long ld)
{
    long long row = blockIdx.x * 16ll + threadIdx.x, column = blockIdx.y * 16ll + threadIdx.y;
    if (row >= rows || column >= columns || !is_updated<T>(update, row, column))
        return;
    T factor = alpha.get(), other = y[column];
    T value = multiply_add(factor * x[row], is_conjugated ? conjugate(other) : other,
                           a[row + column * ld]);
    if (is_both) {
        T back = x[column];
        value = multiply_add((is_conjugated ? conjugate(factor) : factor) * y[row],
                             is_conjugated ? conjugate(back) : back, value);
    }
    a[row + column * ld] =
        update != WHOLE && is_conjugated && row == column ? real_part(value) : value;
}

// Solves op(A) x = x in place by one block: an unknown at a time, which is then taken out of the rest.
template <class T>
__device__ void solve_vector(long long n, const Matrix<T> &a, const T *from, T *x, long long step)
{
    __shared__ T pivot;
    bool is_down = a.is_lower != a.is_transposed; // the first unknown is known first
    for (long long k = 0; k < n; k++) {
        long long known = is_down ? k : n - 1 - k;
        __syncthreads();
        if (threadIdx.x == 0) {
            pivot = a.is_unit ? x[known * step] : x[known * step] / a.get(from, known, known);
            x[known * step] = pivot;
        }
        __syncthreads();
        T value = pivot;
        for (long long j = k + 1 + threadIdx.x; j < n; j += blockDim.x) {
            long long i = is_down ? j : n - 1 - j;
            x[i * step] = x[i * step] - a.get(from, i, known) * value;
        }
    }
}

// The same for op(A) x = alpha x, a vector a block: x[i] of vector v lies at x + i * step + v * next. Of a batch
// (list, or NULL), vectors of matrix blockIdx.y lie at list[blockIdx.y].
template <class T>
__global__ void solve(long long n, Scalar<T> alpha, Matrix<T> a, T *x, long long step,
                      long long next, T *const *list = nullptr)
{
    T factor = alpha.get();
    x = (list == nullptr ? x : list[blockIdx.y]) + blockIdx.x * next;
    for (long long i = threadIdx.x; i < n; i += blockDim.x)
        x[i * step] = is_zero(factor) ? T{} : factor * x[i * step];
    solve_vector(n, a, a.of(blockIdx.y), x, step);
}

// C = alpha op(A) + beta op(B)
template <class T>
__global__ void geam(long long rows, long long columns, Scalar<T> alpha, Matrix<T> a,
                     Scalar<T> beta, Matrix<T> b, T *c, long long ld)
{
    long long row = blockIdx.x * 16ll + threadIdx.x, column = blockIdx.y * 16ll + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    T one = alpha.get(), two = beta.get(), sum{};
    if (!is_zero(one))
        sum = one * a.get(a.at, row, column);
    if (!is_zero(two))
        sum = multiply_add(two, b.get(b.at, row, column), sum);
    c[row + column * ld] = sum;
}

// C = A diag(x), or diag(x) A
template <class T>
__global__ void dgmm(bool is_left, long long rows, long long columns, Matrix<T> a,
                     Vector<const T> x, T *c, long long ld)
{
    long long row = blockIdx.x * 16ll + threadIdx.x, column = blockIdx.y * 16ll + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    c[row + column * ld] = a.at[row + column * a.ld] * x[is_left ? row : column];
}
} // namespace lockstep
