// SPDX-License-Identifier: Apache-2.0
// Between sparse and dense matrices, between offsets and row indices, and sparse vectors.
#pragma once
#include <cusparse/descriptor.h>

namespace lockstep
{
enum { SCAN_BLOCK = 256 };

template <class T> __global__ void dense_clear(long long rows, long long columns, Dense<T> b)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < rows * columns)
        b.get(at / columns, at % columns) = T{};
}

template <class T> __global__ void sparse_to_dense(Lines a, const T *values, Dense<T> b)
{
    long long line = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (line >= a.count)
        return;
    long long major = a.major(line), end = a.end(line);
    for (long long i = a.begin(line); i < end; i++) {
        long long minor = a.second.get(i);
        b.get(a.is_by_column ? minor : major, a.is_by_column ? major : minor) = values[i];
    }
}

// The dense matrix is given by its lines: its rows, or for CSC its columns.
template <class T>
__global__ void dense_count(long long lines, long long length, Dense<T> a, long long *counts)
{
    long long line = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (line >= lines)
        return;
    long long count = 0;
    for (long long i = 0; i < length; i++)
        count += !is_zero(a.get(line, i));
    counts[line] = count;
}

// Replaces n counts by n + 1 offsets; one block.
static __global__ void dense_offsets(long long n, long long *counts)
{
    __shared__ long long sums[SCAN_BLOCK];
    long long each = (n + SCAN_BLOCK - 1) / SCAN_BLOCK, begin = threadIdx.x * each;
    long long end = begin + each < n ? begin + each : n, sum = 0;
    for (long long i = begin; i < end; i++)
        sum += counts[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    sum = 0;
    for (unsigned int i = 0; i < threadIdx.x; i++)
        sum += sums[i];
    for (long long i = begin; i < end; i++) {
        long long count = counts[i];
        counts[i] = sum;
        sum += count;
    }
    if (threadIdx.x == SCAN_BLOCK - 1)
        counts[n] = sum;
}

static __global__ void store_offsets(long long n, const long long *offsets, Indices to)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < n)
        to.set(at, offsets[at]);
}

template <class T>
__global__ void dense_to_sparse(long long lines, long long length, Dense<T> a,
                                const long long *offsets, Lines b, T *values)
{
    long long line = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (line >= lines)
        return;
    long long to = offsets[line];
    for (long long i = 0; i < length; i++) {
        T value = a.get(line, i);
        if (is_zero(value))
            continue;
        if (b.is_coo)
            b.first.set(to, line);
        b.second.set(to, i);
        values[to++] = value;
    }
}

// Row indices must be sorted: an offset is the number of entries in earlier rows.
static __global__ void rows_to_offsets(Indices rows, long long nnz, long long n, Indices offsets)
{
    long long row = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (row > n)
        return;
    long long low = 0, high = nnz;
    while (low < high) {
        long long middle = (low + high) / 2;
        if (rows.get(middle) < row)
            low = middle + 1;
        else
            high = middle;
    }
    offsets.set(row, low);
}

static __global__ void offsets_to_rows(Indices offsets, long long n, Indices rows)
{
    long long row = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (row >= n)
        return;
    long long end = offsets.get(row + 1);
    for (long long i = offsets.get(row); i < end; i++)
        rows.set(i, row);
}

template <class T> __global__ void vector_scale(long long n, Scalar<T> beta, T *y)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    T factor = beta.get();
    if (at < n)
        y[at] = is_zero(factor) ? T{} : factor * y[at];
}

template <class T>
__global__ void vector_add(long long nnz, Scalar<T> alpha, Indices indices, const T *x, T *y)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < nnz) {
        T &to = y[indices.get(at)];
        to = multiply_add(alpha.get(), x[at], to);
    }
}

template <class T> __global__ void vector_gather(long long nnz, Indices indices, const T *y, T *x)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < nnz)
        x[at] = y[indices.get(at)];
}

template <class T> __global__ void vector_scatter(long long nnz, Indices indices, const T *x, T *y)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < nnz)
        y[indices.get(at)] = x[at];
}

template <class T>
__global__ void vector_rotate(long long nnz, Scalar<T> c, Scalar<T> s, Indices indices, T *x, T *y)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < nnz) {
        T &to = y[indices.get(at)];
        T first = x[at], second = to;
        x[at] = multiply_add(c.get(), first, s.get() * second);
        to = c.get() * second - s.get() * first;
    }
}

// One block.
template <class T>
__global__ void vector_dot(long long nnz, bool is_conjugated, Indices indices, const T *x,
                           const T *y, T *result)
{
    __shared__ T sums[SPARSE_BLOCK];
    T sum = T{};
    for (long long i = threadIdx.x; i < nnz; i += SPARSE_BLOCK)
        sum = multiply_add(is_conjugated ? conjugate(x[i]) : x[i], y[indices.get(i)], sum);
    sums[threadIdx.x] = sum;
    for (unsigned int half = SPARSE_BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        *result = sums[0];
}
} // namespace lockstep
