// SPDX-License-Identifier: Apache-2.0
// The handle of cuBLAS, and what all functions share: checks of arguments and launches.
#pragma once
#include <cublas/live.h>
#include <cublas/product.h>

#include <new>

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    void *partial; // device memory: partial results of a reduction, and its result behind them
};

namespace lockstep
{
enum { PARTIAL_BYTES = VECTOR_BLOCKS * 16, RESULT_BYTES = 16 };

typedef Complex<float> ComplexFloat;
typedef Complex<double> ComplexDouble;

inline cublasStatus_t launched()
{
    return cudaPeekAtLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class T> Scalar<T> scalar(cublasHandle_t handle, const void *pointer)
{
    const T *at = (const T *)pointer;
    return handle->pointers == CUBLAS_POINTER_MODE_HOST ? Scalar<T>{*at, nullptr}
                                                        : Scalar<T>{T{}, at};
}

template <class T> Scalar<T> constant(T value)
{
    return Scalar<T>{value, nullptr};
}

// With a negative increment the first element is the last in memory.
template <class T, class U> Vector<T> vector(long long n, U *at, long long step)
{
    return Vector<T>{(T *)at + (step < 0 ? (1 - n) * step : 0), step};
}

inline unsigned int blocks_for(long long n)
{
    long long blocks = (n + VECTOR_BLOCK - 1) / VECTOR_BLOCK;
    return (unsigned int)(blocks < 1024 ? blocks : 1024);
}

inline bool is_operation(cublasOperation_t op)
{
    return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}

inline bool is_fill(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}

inline bool is_leading(long long ld, long long rows)
{
    return ld >= (rows > 1 ? rows : 1);
}

template <class T> Matrix<T> general(const void *at, long long ld, cublasOperation_t op)
{
    Matrix<T> matrix = {};
    matrix.at = (const T *)at;
    matrix.ld = ld;
    matrix.is_transposed = op != CUBLAS_OP_N;
    matrix.is_conjugated = op == CUBLAS_OP_C;
    return matrix;
}

template <class T>
Matrix<T> half_stored(Shape shape, const void *at, long long ld, cublasFillMode_t uplo,
                      cublasOperation_t op, cublasDiagType_t diagonal)
{
    Matrix<T> matrix = general<T>(at, ld, op);
    matrix.shape = shape;
    matrix.is_lower = uplo == CUBLAS_FILL_MODE_LOWER;
    matrix.is_unit = diagonal == CUBLAS_DIAG_UNIT;
    return matrix;
}

inline dim3 squares(long long rows, long long columns)
{
    return dim3((unsigned)((rows + 15) / 16), (unsigned)((columns + 15) / 16));
}

// Device memory for the time of a call, in the order of the stream, which may be captured. FROM may
// be NULL: then its contents are not set.
template <class T> struct Copy {
    T *at;
    cudaStream_t stream;
    Copy(cublasHandle_t handle, const T *from, size_t count) : at(nullptr), stream(handle->stream)
    {
        if (cudaMallocAsync((void **)&at, count * sizeof(T), stream) != cudaSuccess) {
            at = nullptr;
        } else if (from != nullptr) {
            cudaMemcpyAsync(at, from, count * sizeof(T), cudaMemcpyDeviceToDevice, handle->stream);
        }
    }
    ~Copy()
    {
        cudaFreeAsync(at, stream);
    }
};
} // namespace lockstep

#define CHECK_HANDLE(handle)                                                                       \
    if (!is_live(handle))                                                                          \
    return CUBLAS_STATUS_NOT_INITIALIZED
#define REFUSE(condition)                                                                          \
    if (condition)                                                                                 \
    return CUBLAS_STATUS_INVALID_VALUE
