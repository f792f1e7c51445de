// SPDX-License-Identifier: Apache-2.0
// Sparse times sparse: the products of each row of A are laid out, sorted by their column, and
// added up.
#pragma once
#include <cusparse/convert.h>

// Between the steps, in device memory: for each row of A where its products begin, and of C where
// its elements do; the columns and sums of C at the places of the products.
struct cusparseSpGEMMDescr {
    long long *first, *offsets, *columns;
    void *sums;
    long long products, nnz;
};

namespace lockstep
{
static __global__ void count_products(Lines a, Lines b, long long *counts)
{
    long long row = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (row >= a.count)
        return;
    long long count = 0, end = a.end(row);
    for (long long i = a.begin(row); i < end; i++) {
        long long line = a.second.get(i);
        count += b.end(line) - b.begin(line);
    }
    counts[row] = count;
}

// A warp a row. The products keep their order among those of one column.
template <class T>
__global__ void multiply_rows(Lines a, const T *a_values, Lines b, const T *b_values,
                              const long long *first, long long *columns, T *sums,
                              long long *spare_columns, T *spare, long long *counts)
{
    long long row = blockIdx.x * (SPARSE_BLOCK / 32) + threadIdx.x / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= a.count)
        return;
    long long n = first[row + 1] - first[row], made = 0, end = a.end(row);
    columns += first[row], sums += first[row], spare_columns += first[row], spare += first[row];
    for (long long i = a.begin(row); i < end; i++) {
        long long line = a.second.get(i), begin = b.begin(line), count = b.end(line) - begin;
        for (long long j = lane; j < count; j += 32) {
            columns[made + j] = b.second.get(begin + j);
            sums[made + j] = a_values[i] * b_values[begin + j];
        }
        made += count;
    }
    __syncwarp();
    for (long long i = lane; i < n; i += 32) {
        long long column = columns[i], place = 0;
        for (long long j = 0; j < n; j++)
            place += columns[j] < column || (columns[j] == column && j < i);
        spare_columns[place] = column;
        spare[place] = sums[i];
    }
    __syncwarp();
    made = 0;
    for (long long start = 0; start < n; start += 32) {
        long long i = start + lane;
        bool is_head = i < n && (i == 0 || spare_columns[i] != spare_columns[i - 1]);
        unsigned int heads = __ballot_sync(0xffffffffu, is_head);
        if (is_head) {
            long long to = made + __popc(heads & ((1u << lane) - 1));
            T sum = spare[i];
            for (long long j = i + 1; j < n && spare_columns[j] == spare_columns[i]; j++)
                sum = sum + spare[j];
            columns[to] = spare_columns[i];
            sums[to] = sum;
        }
        made += __popc(heads);
    }
    if (lane == 0)
        counts[row] = made;
}

template <class T>
__global__ void store_products(long long rows, const long long *first, const long long *offsets,
                               const long long *columns, const T *sums, Scalar<T> alpha,
                               Scalar<T> beta, Indices to, T *values)
{
    long long row = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (row >= rows)
        return;
    T factor = alpha.get(), rest = beta.get();
    for (long long i = offsets[row], from = first[row]; i < offsets[row + 1]; i++, from++) {
        to.set(i, columns[from]);
        T value = factor * sums[from];
        values[i] = is_zero(rest) ? value : multiply_add(rest, values[i], value);
    }
}

static __global__ void store_columns(long long rows, const long long *first,
                                     const long long *offsets, const long long *columns, Indices to)
{
    long long row = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (row >= rows)
        return;
    for (long long i = offsets[row], from = first[row]; i < offsets[row + 1]; i++, from++)
        to.set(i, columns[from]);
}

inline cusparseStatus_t check_gemm(cusparseHandle_t handle, cusparseOperation_t op_a,
                                   cusparseOperation_t op_b, const cusparseSpMatDescr *a,
                                   const cusparseSpMatDescr *b, const cusparseSpMatDescr *c,
                                   const cusparseSpGEMMDescr *descr)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(b) || !is_live(c) || !is_live(descr) || a->cols != b->rows ||
           a->rows != c->rows || b->cols != c->cols);
    bool is_stored = a->format == CUSPARSE_FORMAT_CSR && b->format == CUSPARSE_FORMAT_CSR &&
                     c->format == CUSPARSE_FORMAT_CSR;
    bool is_plain =
        op_a == CUSPARSE_OPERATION_NON_TRANSPOSE && op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    return is_stored && is_plain && a->type == b->type && a->type == c->type
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_NOT_SUPPORTED;
}

inline void forget(cusparseSpGEMMDescr *descr)
{
    cudaFree(descr->first), cudaFree(descr->offsets), cudaFree(descr->columns),
        cudaFree(descr->sums);
    *descr = {};
}

inline long long value_at(cusparseHandle_t handle, const long long *at)
{
    long long value = 0;
    cudaMemcpyAsync(&value, at, sizeof value, cudaMemcpyDeviceToHost, handle->stream);
    cudaStreamSynchronize(handle->stream);
    return value;
}

inline cusparseStatus_t estimate(cusparseHandle_t handle, const cusparseSpMatDescr *a,
                                 const cusparseSpMatDescr *b, cusparseSpGEMMDescr *descr)
{
    forget(descr);
    size_t bytes = (size_t)(a->rows + 1) * sizeof(long long);
    if (cudaMalloc(&descr->first, bytes) != cudaSuccess ||
        cudaMalloc(&descr->offsets, bytes) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    if (a->rows > 0)
        count_products<<<blocks_for(a->rows), SPARSE_BLOCK, 0, handle->stream>>>(
            lines_of(a), lines_of(b), descr->first);
    dense_offsets<<<1, SCAN_BLOCK, 0, handle->stream>>>(a->rows, descr->first);
    descr->products = value_at(handle, descr->first + a->rows);
    return launched();
}

template <class T>
cusparseStatus_t compute_gemm(cusparseHandle_t handle, const cusparseSpMatDescr *a,
                              const cusparseSpMatDescr *b, cusparseSpGEMMDescr *descr)
{
    size_t count = (size_t)(descr->products > 0 ? descr->products : 1);
    void *columns, *spare_columns, *spare, *sums;
    if (cudaMallocAsync(&spare_columns, count * sizeof(long long), handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    if (cudaMallocAsync(&spare, count * sizeof(T), handle->stream) != cudaSuccess ||
        cudaMalloc(&columns, count * sizeof(long long)) != cudaSuccess ||
        cudaMalloc(&sums, count * sizeof(T)) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    cudaFree(descr->columns), cudaFree(descr->sums);
    descr->columns = (long long *)columns, descr->sums = sums;
    unsigned int blocks = (unsigned int)((a->rows + SPARSE_BLOCK / 32 - 1) / (SPARSE_BLOCK / 32));
    if (blocks > 0)
        multiply_rows<T><<<blocks, SPARSE_BLOCK, 0, handle->stream>>>(
            lines_of(a), (const T *)a->values, lines_of(b), (const T *)b->values, descr->first,
            descr->columns, (T *)descr->sums, (long long *)spare_columns, (T *)spare,
            descr->offsets);
    dense_offsets<<<1, SCAN_BLOCK, 0, handle->stream>>>(a->rows, descr->offsets);
    cudaFreeAsync(spare_columns, handle->stream), cudaFreeAsync(spare, handle->stream);
    descr->nnz = value_at(handle, descr->offsets + a->rows);
    return launched();
}

template <class T>
cusparseStatus_t store_gemm(cusparseHandle_t handle, const void *alpha, const void *beta,
                            cusparseSpMatDescr *c, const cusparseSpGEMMDescr *descr)
{
    if (c->rows > 0)
        store_products<T><<<blocks_for(c->rows), SPARSE_BLOCK, 0, handle->stream>>>(
            c->rows, descr->first, descr->offsets, descr->columns, (const T *)descr->sums,
            scalar<T>(handle, alpha), scalar<T>(handle, beta), lines_of(c).second, (T *)c->values);
    return launched();
}

// The places of C's elements.
inline cusparseStatus_t store_shape(cusparseHandle_t handle, cusparseSpMatDescr *c,
                                    const cusparseSpGEMMDescr *descr)
{
    store_offsets<<<blocks_for(c->rows + 1), SPARSE_BLOCK, 0, handle->stream>>>(
        c->rows + 1, descr->offsets, lines_of(c).first);
    if (c->rows > 0)
        store_columns<<<blocks_for(c->rows), SPARSE_BLOCK, 0, handle->stream>>>(
            c->rows, descr->first, descr->offsets, descr->columns, lines_of(c).second);
    return launched();
}
} // namespace lockstep
