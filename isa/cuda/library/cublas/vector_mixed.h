// SPDX-License-Identifier: Apache-2.0
// Functions of vectors whose elements have a type of their own: cublasDotEx and its kin. 16-bit elements are computed with in
// float.
#pragma once
#include <cublas/level1.h>

namespace lockstep
{
template <class T, class In>
__global__ void axpy_mixed(long long n, Scalar<T> alpha, Vector<const In> x, Vector<In> y)
{
    T factor = alpha.get();
    LOCKSTEP_EACH(i, n)
    {
        T sum = multiply_add(factor, Convert<T, In>::of(x[i]), Convert<T, In>::of(y[i]));
        y[i] = Convert<In, T>::of(sum);
    }
}

template <class T, class In> __global__ void scal_mixed(long long n, Scalar<T> alpha, Vector<In> x)
{
    T factor = alpha.get();
    LOCKSTEP_EACH(i, n) x[i] = Convert<In, T>::of(factor * Convert<T, In>::of(x[i]));
}

template <class T, class In, bool is_conjugated> struct DotMixed : Dot<T, is_conjugated> {
    typedef In Result;
    Vector<const In> left, right;
    __device__ T take(T sum, long long i) const
    {
        T x = Convert<T, In>::of(left[i]);
        return multiply_add(is_conjugated ? conjugate(x) : x, Convert<T, In>::of(right[i]), sum);
    }
    __device__ In result(T sum) const
    {
        return Convert<In, T>::of(sum);
    }
};

// Out: the real type of In.
template <class T, class In, class Out> struct NormMixed : Norm<T> {
    typedef Out Result;
    Vector<const In> from;
    __device__ typename Norm<T>::Partial take(typename Norm<T>::Partial a, long long i) const
    {
        return this->take_one(a, Convert<T, In>::of(from[i]));
    }
    __device__ Out result(typename Norm<T>::Partial a) const
    {
        return Convert<Out, typename Parts<T>::Real>::of(Norm<T>::result(a));
    }
};

struct VectorCall {
    cublasHandle_t handle;
    long long n;
    const void *alpha;
    const void *x;
    void *y;
    long long incx, incy;
    void *result;
};

template <class T, class In> cublasStatus_t axpy_with(const VectorCall &c)
{
    REFUSE(c.alpha == nullptr);
    if (c.n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    axpy_mixed<T, In><<<blocks_for(c.n), VECTOR_BLOCK, 0, c.handle->stream>>>(
        c.n, scalar<T>(c.handle, c.alpha), vector<const In>(c.n, c.x, c.incx), vector<In>(c.n, c.y, c.incy));
    return launched();
}

template <class T, class In> cublasStatus_t scal_with(const VectorCall &c)
{
    REFUSE(c.alpha == nullptr);
    if (c.n <= 0 || c.incy <= 0)
        return CUBLAS_STATUS_SUCCESS;
    scal_mixed<T, In><<<blocks_for(c.n), VECTOR_BLOCK, 0, c.handle->stream>>>(c.n, scalar<T>(c.handle, c.alpha),
                                                                             vector<In>(c.n, c.y, c.incy));
    return launched();
}

template <class T, class In, bool is_conjugated> cublasStatus_t dot_with(const VectorCall &c)
{
    DotMixed<T, In, is_conjugated> reduction;
    reduction.left = vector<const In>(c.n, c.x, c.incx);
    reduction.right = vector<const In>(c.n, (const void *)c.y, c.incy);
    return run_reduction(c.handle, reduction, c.n, c.result);
}

template <class T, class In, class Out> cublasStatus_t norm_with(const VectorCall &c)
{
    NormMixed<T, In, Out> reduction;
    reduction.from = Vector<const In>{(const In *)c.x, c.incx};
    return run_reduction(c.handle, reduction, c.incx <= 0 ? 0 : c.n, c.result);
}

// The combinations of the cuBLAS documentation: elements of one type, and the type to compute in.
#define LOCKSTEP_BY_TYPES(WITH)                                                                    \
    CHECK_HANDLE(call.handle);                                                                     \
    if (type == CUDA_R_16F && compute == CUDA_R_32F)                                               \
        return WITH(float, __half, __half);                                                        \
    if (type == CUDA_R_16BF && compute == CUDA_R_32F)                                              \
        return WITH(float, __nv_bfloat16, __nv_bfloat16);                                          \
    if (type == CUDA_R_32F && compute == CUDA_R_32F)                                               \
        return WITH(float, float, float);                                                          \
    if (type == CUDA_R_64F && compute == CUDA_R_64F)                                               \
        return WITH(double, double, double);                                                       \
    if (type == CUDA_C_32F && compute == CUDA_C_32F)                                               \
        return WITH(ComplexFloat, ComplexFloat, float);                                            \
    if (type == CUDA_C_64F && compute == CUDA_C_64F)                                               \
        return WITH(ComplexDouble, ComplexDouble, double);                                         \
    return CUBLAS_STATUS_NOT_SUPPORTED;

inline cublasStatus_t run_axpy_mixed(const VectorCall &call, cudaDataType type, cudaDataType compute)
{
#define WITH(T, In, Out) axpy_with<T, In>(call)
    LOCKSTEP_BY_TYPES(WITH)
#undef WITH
}

inline cublasStatus_t run_scal_mixed(const VectorCall &call, cudaDataType type, cudaDataType compute)
{
#define WITH(T, In, Out) scal_with<T, In>(call)
    LOCKSTEP_BY_TYPES(WITH)
#undef WITH
}

template <bool is_conjugated>
cublasStatus_t run_dot_mixed(const VectorCall &call, cudaDataType type, cudaDataType compute)
{
#define WITH(T, In, Out) dot_with<T, In, is_conjugated>(call)
    LOCKSTEP_BY_TYPES(WITH)
#undef WITH
}

inline cublasStatus_t run_norm_mixed(const VectorCall &call, cudaDataType type, cudaDataType compute)
{
#define WITH(T, In, Out) norm_with<T, In, Out>(call)
    LOCKSTEP_BY_TYPES(WITH)
#undef WITH
}
} // namespace lockstep
