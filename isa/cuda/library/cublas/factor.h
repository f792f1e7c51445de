// SPDX-License-Identifier: Apache-2.0
// Cholesky and LU factorizations for cuSOLVER, and for cuBLAS's batches: a block factors the square or the columns
// of a panel, or a whole small matrix.
#pragma once
#include <cublas/product.h>

namespace lockstep
{
enum { PANEL = 32, FACTOR_BLOCK = 256 };

LOCKSTEP_BOTH float root(float a)
{
    return sqrtf(a);
}
LOCKSTEP_BOTH double root(double a)
{
    return sqrt(a);
}
template <class R> LOCKSTEP_BOTH R real_of(Complex<R> a)
{
    return a.x;
}
LOCKSTEP_BOTH float real_of(float a)
{
    return a;
}
LOCKSTEP_BOTH double real_of(double a)
{
    return a;
}
template <class T> LOCKSTEP_BOTH T made(typename Parts<T>::Real a)
{
    return Convert<T, typename Parts<T>::Real>::of(a);
}

// The square of `size` columns from `start` on, in the triangle that is stored. *info is the first
// column, counted from 1, whose leading minor is not positive; after that nothing is factored.
template <class T>
__global__ void __launch_bounds__(PANEL *PANEL)
    cholesky(T *a, long long ld, bool is_lower, long long start, int size, int *info)
{
    typedef typename Parts<T>::Real Real;
    __shared__ T tile[PANEL][PANEL + 1];
    int row = threadIdx.x, column = threadIdx.y;
    bool is_inside = row < size && column <= row, is_first = row == 0 && column == 0;
    T *at = a + start + start * ld + (is_lower ? row + column * ld : column + row * ld);
    if (*info != 0)
        return;
    if (is_inside)
        tile[column][row] = is_lower ? *at : conjugate(*at);
    for (int k = 0; k < size; k++) {
        __syncthreads();
        Real square = real_of(tile[k][k]);
        if (!(square > 0)) {
            if (is_first)
                *info = (int)(start + k + 1);
            return;
        }
        __syncthreads();
        if (is_inside && column == k)
            tile[k][row] = row == k ? made<T>(root(square)) : tile[k][row] / made<T>(root(square));
        __syncthreads();
        if (is_inside && column > k)
            tile[column][row] = tile[column][row] - tile[k][row] * conjugate(tile[k][column]);
    }
    if (is_inside)
        *at = is_lower ? tile[column][row] : conjugate(tile[column][row]);
}

// The largest of the block's values, and the lowest row that has it, as thread 0 has them.
template <class Real> __device__ void find_largest(Real *sizes, int *rows)
{
    for (int half = FACTOR_BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        int mine = threadIdx.x, other = mine + half;
        bool is_better = mine < half && (sizes[other] > sizes[mine] ||
                                         (sizes[other] == sizes[mine] && rows[other] < rows[mine]));
        if (is_better) {
            sizes[mine] = sizes[other];
            rows[mine] = rows[other];
        }
    }
    __syncthreads();
}

// Columns start to start + size of m rows, by one block. pivots: rows counted from 1, or NULL: none are
// exchanged. *info, which is 0 before: the first column, counted from 1, whose pivot is 0.
template <class T, class Pivot>
__device__ void factor_lu(int m, T *a, long long ld, int start, int size, Pivot *pivots, int *info)
{
    typedef typename Parts<T>::Real Real;
    __shared__ Real sizes[FACTOR_BLOCK];
    __shared__ int rows[FACTOR_BLOCK];
    for (int k = start; k < start + size && k < m; k++) {
        if (pivots != nullptr) {
            sizes[threadIdx.x] = -1;
            rows[threadIdx.x] = m;
            for (int row = k + threadIdx.x; row < m; row += FACTOR_BLOCK) {
                Real size_here = size_of(a[row + k * ld]);
                if (size_here > sizes[threadIdx.x]) {
                    sizes[threadIdx.x] = size_here;
                    rows[threadIdx.x] = row;
                }
            }
            find_largest(sizes, rows);
            int pivot = rows[0] < m ? rows[0] : k; // all are NaN
            if (threadIdx.x == 0)
                pivots[k] = pivot + 1;
            for (int column = start + threadIdx.x; column < start + size; column += FACTOR_BLOCK) {
                T here = a[k + column * ld];
                a[k + column * ld] = a[pivot + column * ld];
                a[pivot + column * ld] = here;
            }
            __syncthreads();
        }
        T diagonal = a[k + k * ld];
        bool is_singular = is_zero(diagonal);
        if (is_singular && threadIdx.x == 0 && *info == 0)
            *info = k + 1;
        for (int row = k + 1 + threadIdx.x; row < m && !is_singular; row += FACTOR_BLOCK) {
            T factor = a[row + k * ld] / diagonal;
            a[row + k * ld] = factor;
            for (int column = k + 1; column < start + size; column++)
                a[row + column * ld] = a[row + column * ld] - factor * a[k + column * ld];
        }
        __syncthreads();
    }
}

template <class T, class Pivot>
__global__ void __launch_bounds__(FACTOR_BLOCK)
    lu_panel(int m, T *a, long long ld, int start, int size, Pivot *pivots, int *info)
{
    factor_lu(m, a, ld, start, size, pivots, info);
}

// Exchanges rows of columns as pivots start to end say, in this order or back; a column a thread.
// Columns skip to skip + skipped are exchanged already.
template <class T, class Pivot>
__global__ void exchange_rows(int columns, int skip, int skipped, T *a, long long ld, const Pivot *pivots,
                              int start, int end, bool is_back)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    column += column >= skip ? skipped : 0;
    if (column >= columns)
        return;
    for (int i = 0; i < end - start; i++) {
        int row = is_back ? end - 1 - i : start + i, pivot = (int)pivots[row] - 1;
        T here = a[row + column * ld];
        a[row + column * ld] = a[pivot + column * ld];
        a[pivot + column * ld] = here;
    }
}

// A = columns `first` and further of the identity
template <class T> __global__ void set_identity(int rows, int columns, int first, T *a, long long ld)
{
    int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;
    if (row < rows && column < columns)
        a[row + column * ld] = made<T>(row == column + first ? 1 : 0);
}

template <class T>
__global__ void copy_matrix(int rows, int columns, Update part, const T *from, long long from_ld, T *to,
                            long long to_ld)
{
    int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;
    if (row < rows && column < columns && is_updated<T>(part, row, column))
        to[row + column * to_ld] = from[row + column * from_ld];
}
} // namespace lockstep
