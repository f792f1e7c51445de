// SPDX-License-Identifier: Apache-2.0
// Systems with a sparse triangle: SpSV, and SpSM for several right sides.
#pragma once
#include <cusparse/convert.h>

// Of an analysis; in device memory: the offsets of COO's rows, and values given after the analysis.
struct SolveState {
    bool is_analyzed;
    void *offsets, *values, *diagonal;
    struct {
        int64_t rows, nnz;
        size_t element_bytes;
    } matrix;
};
struct cusparseSpSVDescr : SolveState {
};
struct cusparseSpSMDescr : SolveState {
};

namespace lockstep
{
// Rows are gathered: an unknown is what the known ones of its row leave. Columns are scattered: a
// known one is taken out of the others.
struct Triangle {
    Lines rows;
    bool is_lower, is_transposed, is_conjugated, is_unit;
};

template <class T> static __device__ __forceinline__ T sum_of_warp(T value, T *shared)
{
    shared[threadIdx.x] = value;
    for (unsigned int half = 16; half > 0; half /= 2) {
        __syncwarp();
        if (threadIdx.x < half)
            shared[threadIdx.x] = shared[threadIdx.x] + shared[threadIdx.x + half];
    }
    __syncwarp();
    return shared[0];
}

// A right side a block of one warp. diagonal: instead of the stored one, or NULL.
template <class T>
__global__ void sparse_solve(Triangle a, const T *values, const T *diagonal, Scalar<T> alpha,
                             Dense<T> b, bool is_conjugated_b, Dense<T> x)
{
    __shared__ T sums[32], pivots[32];
    long long n = a.rows.count, column = blockIdx.x;
    unsigned int lane = threadIdx.x;
    T factor = alpha.get();
    for (long long i = lane; i < n; i += 32) {
        T value = b.get(i, column);
        x.get(i, column) = factor * (is_conjugated_b ? conjugate(value) : value);
    }
    __syncwarp();
    for (long long k = 0; k < n; k++) {
        long long row = a.is_lower != a.is_transposed ? k : n - 1 - k, begin = a.rows.begin(row),
                  end = a.rows.end(row);
        T sum = T{}, pivot = T{};
        for (long long i = begin + lane; i < end; i += 32) {
            long long other = a.rows.second.get(i);
            T value = a.is_conjugated ? conjugate(values[i]) : values[i];
            if (other == row)
                pivot = value;
            else if (!a.is_transposed && other < row == a.is_lower)
                sum = multiply_add(value, x.get(other, column), sum);
        }
        T known = x.get(row, column);
        if (!a.is_transposed)
            known = known - sum_of_warp(sum, sums);
        if (!a.is_unit) {
            pivot = sum_of_warp(pivot, pivots);
            if (diagonal != nullptr)
                pivot = a.is_conjugated ? conjugate(diagonal[row]) : diagonal[row];
            known = known / pivot;
        }
        __syncwarp();
        if (lane == 0)
            x.get(row, column) = known;
        for (long long i = begin + lane; a.is_transposed && i < end; i += 32) {
            long long other = a.rows.second.get(i);
            T value = a.is_conjugated ? conjugate(values[i]) : values[i];
            if (other != row && other < row == a.is_lower)
                x.get(other, column) = x.get(other, column) - value * known;
        }
        __syncwarp();
    }
}

inline cusparseStatus_t check_solve(cusparseHandle_t handle, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, const void *alpha,
                                    const cusparseSpMatDescr *a, const cusparseDnMatDescr &b,
                                    const cusparseDnMatDescr &x, cudaDataType compute)
{
    CHECK_HANDLE(handle);
    bool is_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    REFUSE(alpha == nullptr || !is_operation(op_a) || !is_operation(op_b) || a->rows != a->cols ||
           x.rows != a->rows || (is_b ? b.cols : b.rows) != x.rows ||
           (is_b ? b.rows : b.cols) != x.cols);
    bool is_stored = a->format == CUSPARSE_FORMAT_CSR || a->format == CUSPARSE_FORMAT_COO;
    return is_stored && a->type == compute && b.type == compute && x.type == compute
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_NOT_SUPPORTED;
}

inline void forget(SolveState *state)
{
    cudaFree(state->offsets), cudaFree(state->values), cudaFree(state->diagonal);
    *state = {};
}

inline cusparseStatus_t analyze_solve(cusparseHandle_t handle, const cusparseSpMatDescr *a,
                                      SolveState *state)
{
    forget(state);
    if (a->format == CUSPARSE_FORMAT_COO) {
        if (cudaMalloc(&state->offsets, (size_t)(a->rows + 1) * sizeof(long long)) != cudaSuccess)
            return CUSPARSE_STATUS_ALLOC_FAILED;
        rows_to_offsets<<<blocks_for(a->rows + 1), SPARSE_BLOCK, 0, handle->stream>>>(
            lines_of(a).first, a->nnz, a->rows, Indices{state->offsets, true, 0});
    }
    state->is_analyzed = true;
    return launched();
}

template <class T>
cusparseStatus_t run_solve(cusparseHandle_t handle, cusparseOperation_t op_a,
                           cusparseOperation_t op_b, const void *alpha, const cusparseSpMatDescr *a,
                           const cusparseDnMatDescr &b, const cusparseDnMatDescr &x,
                           const SolveState *state)
{
    Triangle t = {
        lines_of(a), a->fill == CUSPARSE_FILL_MODE_LOWER, op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
        op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, a->diagonal == CUSPARSE_DIAG_TYPE_UNIT};
    if (state->offsets != nullptr) {
        t.rows.first = {state->offsets, true, 0};
        t.rows.count = a->rows;
        t.rows.is_coo = false;
    }
    if (a->rows == 0 || x.cols == 0)
        return CUSPARSE_STATUS_SUCCESS;
    const T *values = (const T *)(state->values != nullptr ? state->values : a->values);
    sparse_solve<T><<<(unsigned)x.cols, 32, 0, handle->stream>>>(
        t, values, (const T *)state->diagonal, scalar<T>(handle, alpha),
        dense_of<T>(&b, op_b != CUSPARSE_OPERATION_NON_TRANSPOSE),
        op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, dense_of<T>(&x, false));
    return launched();
}
} // namespace lockstep
