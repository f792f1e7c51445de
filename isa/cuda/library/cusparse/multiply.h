// SPDX-License-Identifier: Apache-2.0
// Sparse times dense: C = alpha op(A) op(B) + beta C. If the lines of A are the rows of op(A), a
// thread sums the line. Otherwise the products are added atomically to an array of sums.
#pragma once
#include <cusparse/descriptor.h>

namespace lockstep
{
template <class T> struct Factors {
    Scalar<T> alpha, beta;
};

template <class Out, class T>
static __device__ __forceinline__ void store_sum(Out &to, T sum, Factors<T> factors)
{
    T alpha = factors.alpha.get(), beta = factors.beta.get();
    T value = alpha * sum;
    to = Convert<Out, T>::of(is_zero(beta) ? value
                                           : multiply_add(beta, Convert<T, Out>::of(to), value));
}

struct Product {
    Lines a;
    long long rows, columns; // of C
    bool is_conjugated_a, is_conjugated_b;
};

template <class In, class T>
static __device__ __forceinline__ T product_at(const Product &p, const In *values, Dense<In> b,
                                               long long i, long long row, long long column)
{
    T left = Convert<T, In>::of(values[i]), right = Convert<T, In>::of(b.get(row, column));
    return (p.is_conjugated_a ? conjugate(left) : left) *
           (p.is_conjugated_b ? conjugate(right) : right);
}

template <class In, class Out, class T>
__global__ void sparse_lines(Product p, const In *values, Dense<In> b, Dense<Out> c,
                             Factors<T> factors)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at >= p.rows * p.columns)
        return;
    long long row = at / p.columns, column = at % p.columns, end = p.a.end(row);
    T sum = T{};
    for (long long i = p.a.begin(row); i < end; i++)
        sum = sum + product_at<In, T>(p, values, b, i, p.a.second.get(i), column);
    store_sum(c.get(row, column), sum, factors);
}

static __device__ __forceinline__ void add_to(float *at, float value)
{
    atomicAdd(at, value);
}
static __device__ __forceinline__ void add_to(double *at, double value)
{
    atomicAdd(at, value);
}
template <class R> static __device__ __forceinline__ void add_to(Complex<R> *at, Complex<R> value)
{
    atomicAdd(&at->x, value.x);
    atomicAdd(&at->y, value.y);
}

template <class T> __global__ void sparse_clear(long long n, T *sums)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < n)
        sums[at] = T{};
}

// is_across: an entry's row in C is its second index.
template <class In, class T>
__global__ void sparse_entries(Product p, bool is_across, const In *values, Dense<In> b, T *sums)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at >= p.a.count * p.columns)
        return;
    long long line = at / p.columns, column = at % p.columns, end = p.a.end(line);
    long long major = p.a.major(line);
    for (long long i = p.a.begin(line); i < end; i++) {
        long long minor = p.a.second.get(i), row = is_across ? minor : major;
        add_to(&sums[row * p.columns + column],
               product_at<In, T>(p, values, b, i, is_across ? major : minor, column));
    }
}

template <class Out, class T>
__global__ void sparse_sums(Product p, const T *sums, Dense<Out> c, Factors<T> factors)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at < p.rows * p.columns)
        store_sum(c.get(at / p.columns, at % p.columns), sums[at], factors);
}

template <class In, class Out, class T>
cusparseStatus_t multiply(cusparseHandle_t handle, const cusparseSpMatDescr *a, Product p,
                          bool is_transposed, Dense<In> b, Dense<Out> c, const void *alpha,
                          const void *beta)
{
    const In *values = (const In *)a->values;
    Factors<T> factors = {scalar<T>(handle, alpha), scalar<T>(handle, beta)};
    long long n = p.rows * p.columns, parts = p.a.count * p.columns;
    cudaStream_t stream = handle->stream;
    if (n == 0)
        return CUSPARSE_STATUS_SUCCESS;
    bool is_across = p.a.is_by_column != is_transposed;
    if (!p.a.is_coo && !is_across) {
        sparse_lines<In, Out, T>
            <<<blocks_for(n), SPARSE_BLOCK, 0, stream>>>(p, values, b, c, factors);
        return launched();
    }
    T *sums;
    if (cudaMallocAsync((void **)&sums, n * sizeof(T), stream) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    sparse_clear<T><<<blocks_for(n), SPARSE_BLOCK, 0, stream>>>(n, sums);
    if (parts > 0)
        sparse_entries<In, T>
            <<<blocks_for(parts), SPARSE_BLOCK, 0, stream>>>(p, is_across, values, b, sums);
    sparse_sums<Out, T><<<blocks_for(n), SPARSE_BLOCK, 0, stream>>>(p, sums, c, factors);
    cusparseStatus_t status = launched();
    cudaFreeAsync(sums, stream);
    return status;
}
} // namespace lockstep
