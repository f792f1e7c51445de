// SPDX-License-Identifier: Apache-2.0
// Dense times dense where a sparse matrix has elements (SDDMM), products of blocked matrices (BSR),
// and the transposition of CSR to CSC.
#pragma once
#include <cusparse/convert.h>
#include <cusparse/multiply.h>

namespace lockstep
{
template <class T>
__global__ void sampled_lines(Lines c, T *values, long long depth, Dense<T> a, Dense<T> b,
                              bool is_conjugated_a, bool is_conjugated_b, Factors<T> factors)
{
    long long line = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (line >= c.count)
        return;
    long long major = c.major(line), end = c.end(line);
    for (long long i = c.begin(line); i < end; i++) {
        long long minor = c.second.get(i), row = c.is_by_column ? minor : major,
                  column = c.is_by_column ? major : minor;
        T sum = T{};
        for (long long k = 0; k < depth; k++) {
            T left = a.get(row, k), right = b.get(k, column);
            sum = multiply_add(is_conjugated_a ? conjugate(left) : left,
                               is_conjugated_b ? conjugate(right) : right, sum);
        }
        store_sum(values[i], sum, factors);
    }
}

struct Blocks {
    Indices offsets, columns;
    long long height, width;
    bool is_by_row; // within a block
};

// A thread an element of C.
template <class In, class Out, class T>
__global__ void block_lines(Product p, Blocks blocks, const In *values, Dense<In> b, Dense<Out> c,
                            Factors<T> factors)
{
    long long at = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (at >= p.rows * p.columns)
        return;
    long long row = at / p.columns, column = at % p.columns, line = row / blocks.height,
              inner = row % blocks.height;
    long long end = blocks.offsets.get(line + 1);
    T sum = T{};
    for (long long block = blocks.offsets.get(line); block < end; block++) {
        long long first = block * blocks.height * blocks.width,
                  other = blocks.columns.get(block) * blocks.width;
        for (long long i = 0; i < blocks.width; i++)
            sum = sum + product_at<In, T>(p, values, b,
                                          first + (blocks.is_by_row ? inner * blocks.width + i
                                                                    : i * blocks.height + inner),
                                          other + i, column);
    }
    store_sum(c.get(row, column), sum, factors);
}

static __global__ void count_columns(long long nnz, Indices columns, long long *counts)
{
    long long i = blockIdx.x * (long long)SPARSE_BLOCK + threadIdx.x;
    if (i < nnz)
        atomicAdd((unsigned long long *)&counts[columns.get(i)], 1ull);
}

// One warp, by 32 elements in their order. cursors: for each column the place of its next element.
template <class T>
__global__ void transpose_lines(long long nnz, Indices rows, Indices columns, const T *values,
                                long long *cursors, Indices to, T *to_values)
{
    unsigned int lane = threadIdx.x;
    for (long long start = 0; start < nnz; start += 32) {
        long long i = start + lane, column = i < nnz ? columns.get(i) : -1;
        unsigned int same = __match_any_sync(0xffffffffu, column);
        unsigned int before = __popc(same & ((1u << lane) - 1));
        if (i < nnz) {
            long long place = cursors[column] + before;
            to.set(place, rows.get(i));
            if (to_values != nullptr)
                to_values[place] = values[i];
        }
        __syncwarp();
        if (i < nnz && before == 0)
            cursors[column] += __popc(same);
        __syncwarp();
    }
}

template <class T>
cusparseStatus_t run_sampled(cusparseHandle_t handle, cusparseOperation_t op_a,
                             cusparseOperation_t op_b, const void *alpha,
                             const cusparseDnMatDescr *a, const cusparseDnMatDescr *b,
                             const void *beta, cusparseSpMatDescr *c)
{
    bool is_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
         is_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    Lines lines = lines_of(c);
    if (lines.count > 0)
        sampled_lines<T><<<blocks_for(lines.count), SPARSE_BLOCK, 0, handle->stream>>>(
            lines, (T *)c->values, is_a ? a->rows : a->cols, dense_of<T>(a, is_a),
            dense_of<T>(b, is_b), op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
            op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
            Factors<T>{scalar<T>(handle, alpha), scalar<T>(handle, beta)});
    return launched();
}

template <class In, class Out, class T>
cusparseStatus_t multiply_blocks(cusparseHandle_t handle, const cusparseSpMatDescr *a, Product p,
                                 Dense<In> b, Dense<Out> c, const void *alpha, const void *beta)
{
    Blocks blocks = {{a->first, is_wide(a->first_type), (int)a->base},
                     {a->second, is_wide(a->second_type), (int)a->base},
                     a->block_rows,
                     a->block_cols,
                     a->block_order == CUSPARSE_ORDER_ROW};
    if (p.rows * p.columns > 0)
        block_lines<In, Out, T>
            <<<blocks_for(p.rows * p.columns), SPARSE_BLOCK, 0, handle->stream>>>(
                p, blocks, (const In *)a->values, b, c,
                Factors<T>{scalar<T>(handle, alpha), scalar<T>(handle, beta)});
    return launched();
}

template <class T>
cusparseStatus_t run_transpose(cusparseHandle_t handle, int rows, int columns, int nnz,
                               const void *values, Indices from_rows, Indices from_columns,
                               void *to_values, Indices to_offsets, Indices to_rows)
{
    long long *cursors, *expanded;
    if (cudaMallocAsync(&cursors, ((size_t)columns + 1) * sizeof *cursors, handle->stream) !=
            cudaSuccess ||
        cudaMallocAsync(&expanded, ((size_t)nnz + 1) * sizeof *expanded, handle->stream) !=
            cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    cudaMemsetAsync(cursors, 0, ((size_t)columns + 1) * sizeof *cursors, handle->stream);
    Indices row_of = {expanded, true, 0};
    if (nnz > 0)
        count_columns<<<blocks_for(nnz), SPARSE_BLOCK, 0, handle->stream>>>(nnz, from_columns,
                                                                            cursors);
    dense_offsets<<<1, SCAN_BLOCK, 0, handle->stream>>>(columns, cursors);
    store_offsets<<<blocks_for(columns + 1ll), SPARSE_BLOCK, 0, handle->stream>>>(
        columns + 1, cursors, to_offsets);
    if (nnz > 0) {
        offsets_to_rows<<<blocks_for(rows), SPARSE_BLOCK, 0, handle->stream>>>(from_rows, rows,
                                                                               row_of);
        transpose_lines<T><<<1, 32, 0, handle->stream>>>(
            nnz, row_of, from_columns, (const T *)values, cursors, to_rows, (T *)to_values);
    }
    cudaFreeAsync(cursors, handle->stream), cudaFreeAsync(expanded, handle->stream);
    return launched();
}
} // namespace lockstep
