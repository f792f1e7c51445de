// SPDX-License-Identifier: Apache-2.0
// Incomplete factors with the places of the matrix: LU (csrilu02) and Cholesky (csric02), row after
// row by one warp. Columns are sorted, as their interface asks.
#pragma once
#include <cusparse/solve.h>

// In device memory: where the diagonals are (-1: nowhere), and the first row without a pivot.
struct IncompleteInfo {
    int *diagonals, *zero;
    int base; // of the matrix
};
struct csrilu02Info : IncompleteInfo {
};
struct csric02Info : IncompleteInfo {
};

namespace lockstep
{
enum { NO_ZERO = 0x7fffffff };

struct Rows {
    int count;
    Indices offsets, columns;
    int *diagonals, *zero;

    // Where a row has this column, or -1.
    __device__ __forceinline__ long long find(long long row, long long column) const
    {
        long long low = offsets.get(row), high = offsets.get(row + 1), end = high;
        while (low < high) {
            long long middle = (low + high) / 2;
            if (columns.get(middle) < column)
                low = middle + 1;
            else
                high = middle;
        }
        return low < end && columns.get(low) == column ? low : -1;
    }
};

static __global__ void find_diagonals(Rows a)
{
    int row = blockIdx.x * SPARSE_BLOCK + threadIdx.x;
    if (row >= a.count)
        return;
    a.diagonals[row] = (int)a.find(row, row);
    if (a.diagonals[row] < 0)
        atomicMin(a.zero, row);
}

static __device__ __forceinline__ float root_of(float a)
{
    return sqrtf(a);
}
static __device__ __forceinline__ double root_of(double a)
{
    return sqrt(a);
}
template <class R> static __device__ __forceinline__ Complex<R> root_of(Complex<R> a)
{
    return {root_of(a.x), 0};
}

template <class T> __global__ void incomplete_lu(Rows a, T *values)
{
    for (int row = 0; row < a.count; row++) {
        long long begin = a.offsets.get(row), end = a.offsets.get(row + 1);
        for (long long i = begin; i < end && a.columns.get(i) < row; i++) {
            long long k = a.columns.get(i), pivot = a.diagonals[k];
            if (pivot < 0)
                continue;
            T factor = values[i] / values[pivot];
            __syncwarp();
            if (threadIdx.x == 0)
                values[i] = factor;
            for (long long j = i + 1 + threadIdx.x; j < end; j += 32) {
                long long above = a.find(k, a.columns.get(j));
                if (above >= 0)
                    values[j] = values[j] - factor * values[above];
            }
            __syncwarp();
        }
        if (threadIdx.x == 0 && a.diagonals[row] >= 0 && is_zero(values[a.diagonals[row]]) &&
            row < *a.zero)
            *a.zero = row;
    }
}

template <class T> __global__ void incomplete_cholesky(Rows a, T *values)
{
    __shared__ T sums[32];
    for (int row = 0; row < a.count; row++) {
        long long begin = a.offsets.get(row), end = a.offsets.get(row + 1);
        for (long long i = begin; i < end && a.columns.get(i) <= row; i++) {
            long long k = a.columns.get(i), pivot = a.diagonals[k];
            T sum = T{};
            for (long long j = begin + threadIdx.x; j < i; j += 32) {
                long long other = a.find(k, a.columns.get(j));
                if (other >= 0)
                    sum = multiply_add(values[j], conjugate(values[other]), sum);
            }
            T rest = values[i] - sum_of_warp(sum, sums);
            __syncwarp();
            if (threadIdx.x == 0 && pivot >= 0) {
                bool is_bad = k == row && is_zero(rest);
                values[i] = k == row ? root_of(rest) : rest / values[pivot];
                if (is_bad && row < *a.zero)
                    *a.zero = row;
            }
            __syncwarp();
        }
    }
}

inline Rows rows_of(int count, const cusparseMatDescr *descr, const int *offsets,
                    const int *columns, const IncompleteInfo *info)
{
    int base = (int)descr->base;
    return {count,
            {(void *)offsets, false, base},
            {(void *)columns, false, base},
            info->diagonals,
            info->zero};
}

inline void forget(IncompleteInfo *info)
{
    cudaFree(info->diagonals), cudaFree(info->zero);
    *info = {};
}

inline cusparseStatus_t check_incomplete(cusparseHandle_t handle, int rows, int nnz,
                                         const cusparseMatDescr *descr)
{
    CHECK_HANDLE(handle);
    REFUSE(rows < 0 || nnz < 0 || !is_live(descr));
    return descr->type == CUSPARSE_MATRIX_TYPE_GENERAL ? CUSPARSE_STATUS_SUCCESS
                                                       : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

inline cusparseStatus_t analyze_incomplete(cusparseHandle_t handle, int rows,
                                           const cusparseMatDescr *descr, const int *offsets,
                                           const int *columns, IncompleteInfo *info)
{
    static const int none = NO_ZERO;
    forget(info);
    info->base = (int)descr->base;
    if (cudaMalloc(&info->diagonals, ((size_t)rows + 1) * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&info->zero, sizeof(int)) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    cudaMemcpy(info->zero, &none, sizeof none, cudaMemcpyHostToDevice);
    if (rows > 0)
        find_diagonals<<<blocks_for(rows), SPARSE_BLOCK, 0, handle->stream>>>(
            rows_of(rows, descr, offsets, columns, info));
    return launched();
}

// The row, counted as the matrix counts, or -1.
inline cusparseStatus_t zero_pivot(cusparseHandle_t handle, const IncompleteInfo *info,
                                   int *position)
{
    REFUSE(position == nullptr);
    int zero = NO_ZERO;
    cudaStreamSynchronize(handle->stream);
    if (info->zero != nullptr)
        cudaMemcpy(&zero, info->zero, sizeof zero, cudaMemcpyDeviceToHost);
    zero = zero == NO_ZERO ? -1 : zero + info->base;
    bool is_host = handle->pointers == CUSPARSE_POINTER_MODE_HOST;
    cudaMemcpy(position, &zero, sizeof zero,
               is_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);
    return zero < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}
} // namespace lockstep
