// SPDX-License-Identifier: Apache-2.0
// What cuSPARSE's handles and descriptors stand for, on the host and as the kernels read them.
#pragma once
#include <cublas/live.h>
#include <cublas/number.h>
#include <cusparse.h>

#include <new>

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t pointers;
};

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    cusparseIndexBase_t base;
};

struct cusparseSpVecDescr {
    int64_t size, nnz;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    int64_t rows, cols, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};

// The first array has the offsets of CSR, CSC and BSR, or the rows of COO. Sizes count elements,
// also of BSR.
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, cols, nnz;
    void *first, *second, *values;
    cusparseIndexType_t first_type, second_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill; // of a triangle
    cusparseDiagType_t diagonal;
    int64_t block_rows, block_cols; // of BSR
    cusparseOrder_t block_order;
};

#define CHECK_HANDLE(handle)                                                                       \
    if (!is_live(handle))                                                                          \
    return CUSPARSE_STATUS_INVALID_VALUE
#define REFUSE(condition)                                                                          \
    if (condition)                                                                                 \
    return CUSPARSE_STATUS_INVALID_VALUE

namespace lockstep
{
enum { SPARSE_BLOCK = 128 };

typedef Complex<float> ComplexFloat;
typedef Complex<double> ComplexDouble;

// Indices of 32 or 64 bits, counted from base.
struct Indices {
    void *at;
    bool is_wide;
    int base;
    __device__ __forceinline__ long long get(long long i) const
    {
        return (is_wide ? ((const long long *)at)[i] : ((const int *)at)[i]) - base;
    }
    __device__ __forceinline__ void set(long long i, long long value) const
    {
        if (is_wide)
            ((long long *)at)[i] = value + base;
        else
            ((int *)at)[i] = (int)(value + base);
    }
};

// A sparse matrix as lines: the rows of CSR, the columns of CSC, the single entries of COO.
struct Lines {
    long long count, nnz;
    Indices first, second;
    bool is_coo, is_by_column;

    __device__ __forceinline__ long long begin(long long line) const
    {
        return is_coo ? line : first.get(line);
    }
    __device__ __forceinline__ long long end(long long line) const
    {
        return is_coo ? line + 1 : first.get(line + 1);
    }
    __device__ __forceinline__ long long major(long long line) const
    {
        return is_coo ? first.get(line) : line;
    }
};

// A dense matrix; a vector is one of a single column.
template <class T> struct Dense {
    T *at;
    long long row_step, column_step;
    __device__ __forceinline__ T &get(long long row, long long column) const
    {
        return at[row * row_step + column * column_step];
    }
};

inline bool is_operation(cusparseOperation_t op)
{
    return (unsigned)op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

inline bool is_wide(cusparseIndexType_t type)
{
    return type == CUSPARSE_INDEX_64I;
}

inline Lines lines_of(const cusparseSpMatDescr *a)
{
    bool is_coo = a->format == CUSPARSE_FORMAT_COO, is_csc = a->format == CUSPARSE_FORMAT_CSC;
    int base = a->base;
    return Lines{is_coo ? a->nnz : is_csc ? a->cols : a->rows,
                 a->nnz,
                 {a->first, is_wide(a->first_type), base},
                 {a->second, is_wide(a->second_type), base},
                 is_coo,
                 is_csc};
}

template <class T> Dense<T> dense_of(const cusparseDnMatDescr *b, bool is_transposed)
{
    bool is_by_row = b->order == CUSPARSE_ORDER_ROW;
    return is_by_row != is_transposed ? Dense<T>{(T *)b->values, b->ld, 1}
                                      : Dense<T>{(T *)b->values, 1, b->ld};
}

inline unsigned int blocks_for(long long n)
{
    return (unsigned int)((n + SPARSE_BLOCK - 1) / SPARSE_BLOCK);
}

template <class T> Scalar<T> scalar(cusparseHandle_t handle, const void *pointer)
{
    const T *at = (const T *)pointer;
    return handle->pointers == CUSPARSE_POINTER_MODE_HOST ? Scalar<T>{*at, nullptr}
                                                          : Scalar<T>{T{}, at};
}

inline cusparseStatus_t launched()
{
    return cudaPeekAtLastError() == cudaSuccess ? CUSPARSE_STATUS_SUCCESS
                                                : CUSPARSE_STATUS_EXECUTION_FAILED;
}
} // namespace lockstep
