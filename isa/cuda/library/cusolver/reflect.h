// SPDX-License-Identifier: Apache-2.0
// Householder reflectors H = 1 - tau v v' as LAPACK stores them: v below the diagonal, its first
// element, 1, is not stored.
#pragma once
#include <cublas/factor.h>

namespace lockstep
{
// The sum of a value of every thread of the block, of up to FACTOR_BLOCK threads; for all of them.
template <class T> __device__ T sum_of_block(T value)
{
    __shared__ T values[FACTOR_BLOCK];
    __syncthreads();
    values[threadIdx.x] = value;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            values[threadIdx.x] = values[threadIdx.x] + values[threadIdx.x + half];
    }
    __syncthreads();
    return values[0];
}

template <class Real> __device__ Real largest_of_block(Real value)
{
    __shared__ Real sizes[FACTOR_BLOCK];
    __shared__ int rows[FACTOR_BLOCK];
    __syncthreads();
    sizes[threadIdx.x] = value;
    rows[threadIdx.x] = threadIdx.x;
    find_largest(sizes, rows);
    return sizes[0];
}

// Makes H' x = (beta, 0, ...) with a real beta, as LAPACK's larfg. One block of FACTOR_BLOCK threads.
template <class T> __global__ void reflector(int count, T *x, T *tau)
{
    typedef typename Parts<T>::Real Real;
    T alpha = x[0];
    Real largest = 0;
    for (int i = 1 + threadIdx.x; i < count; i += FACTOR_BLOCK)
        largest = size_of(x[i]) > largest ? size_of(x[i]) : largest;
    largest = largest_of_block(largest);
    Real imaginary = size_of(alpha - real_part(alpha)), first = size_of(alpha);
    if (largest == 0 && imaginary == 0) {
        if (threadIdx.x == 0)
            *tau = T{};
        return;
    }
    Real scale = largest > first ? largest : first, sum = 0;
    for (int i = threadIdx.x; i < count; i += FACTOR_BLOCK) {
        T part = x[i] / made<T>(scale);
        sum += real_of(part * conjugate(part));
    }
    Real norm = scale * root(sum_of_block(sum)), beta = real_of(alpha) >= 0 ? -norm : norm;
    T divisor = alpha - made<T>(beta);
    for (int i = 1 + threadIdx.x; i < count; i += FACTOR_BLOCK)
        x[i] = x[i] / divisor;
    if (threadIdx.x == 0) {
        *tau = (made<T>(beta) - alpha) / made<T>(beta);
        x[0] = made<T>(beta);
    }
}

// C = H C, a column a block; is_back: C = H' C
template <class T>
__global__ void reflect_columns(int count, const T *v, const T *tau, bool is_back, T *c, long long ld)
{
    T *column = c + blockIdx.x * ld, sum{};
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        sum = multiply_add(i == 0 ? made<T>(1) : conjugate(v[i]), column[i], sum);
    T factor = sum_of_block(sum) * (is_back ? conjugate(*tau) : *tau);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        column[i] = column[i] - factor * (i == 0 ? made<T>(1) : v[i]);
}

// C = C H, a row a block; is_back: C = C H'
template <class T>
__global__ void reflect_rows(int count, const T *v, const T *tau, bool is_back, T *c, long long ld)
{
    T *row = c + blockIdx.x, sum{};
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        sum = multiply_add(i == 0 ? made<T>(1) : v[i], row[i * ld], sum);
    T factor = sum_of_block(sum) * (is_back ? conjugate(*tau) : *tau);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        row[i * ld] = row[i * ld] - factor * (i == 0 ? made<T>(1) : conjugate(v[i]));
}

// Column k of Q, of which H has been applied to the columns after it.
template <class T> __global__ void expand_reflector(int rows, int k, T *column, const T *tau)
{
    LOCKSTEP_EACH(row, rows)
    {
        column[row] = row < k    ? T{}
                      : row == k ? made<T>(1) - *tau
                                 : T{} - *tau * column[row];
    }
}
} // namespace lockstep
