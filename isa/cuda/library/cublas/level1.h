// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 1 for any type.
#pragma once
#include <cublas/context.h>

namespace lockstep
{
template <class T, class U>
cublasStatus_t run_axpy(cublasHandle_t handle, long long n, const U *alpha, const U *x,
                        long long incx, U *y, long long incy)
{
    CHECK_HANDLE(handle);
    REFUSE(alpha == nullptr);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    axpy<T><<<blocks_for(n), VECTOR_BLOCK, 0, handle->stream>>>(
        n, scalar<T>(handle, alpha), vector<const T>(n, x, incx), vector<T>(n, y, incy));
    return launched();
}

template <class T, class U>
cublasStatus_t run_copy(cublasHandle_t handle, long long n, const U *x, long long incx, U *y,
                        long long incy)
{
    CHECK_HANDLE(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    copy<T><<<blocks_for(n), VECTOR_BLOCK, 0, handle->stream>>>(n, vector<const T>(n, x, incx),
                                                                vector<T>(n, y, incy));
    return launched();
}

template <class T, class U>
cublasStatus_t run_swap(cublasHandle_t handle, long long n, U *x, long long incx, U *y,
                        long long incy)
{
    CHECK_HANDLE(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    swap<T><<<blocks_for(n), VECTOR_BLOCK, 0, handle->stream>>>(n, vector<T>(n, x, incx),
                                                                vector<T>(n, y, incy));
    return launched();
}

template <class T, class Factor, class U>
cublasStatus_t run_scal(cublasHandle_t handle, long long n, const void *alpha, U *x, long long incx)
{
    CHECK_HANDLE(handle);
    REFUSE(alpha == nullptr);
    if (n <= 0 || incx <= 0)
        return CUBLAS_STATUS_SUCCESS;
    scal<T, Factor><<<blocks_for(n), VECTOR_BLOCK, 0, handle->stream>>>(
        n, scalar<Factor>(handle, alpha), vector<T>(n, x, incx));
    return launched();
}

template <class T>
cublasStatus_t run_rot(cublasHandle_t handle, long long n, T *x, long long incx, T *y,
                       long long incy, const T *c, const T *s)
{
    CHECK_HANDLE(handle);
    REFUSE(c == nullptr || s == nullptr);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    rot<T><<<blocks_for(n), VECTOR_BLOCK, 0, handle->stream>>>(
        n, vector<T>(n, x, incx), vector<T>(n, y, incy), scalar<T>(handle, c),
        scalar<T>(handle, s));
    return launched();
}

template <class T>
cublasStatus_t run_rotm(cublasHandle_t handle, long long n, T *x, long long incx, T *y,
                        long long incy, const T *given)
{
    CHECK_HANDLE(handle);
    REFUSE(given == nullptr);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    rotm<T><<<blocks_for(n), VECTOR_BLOCK, 0, handle->stream>>>(
        n, vector<T>(n, x, incx), vector<T>(n, y, incy), scalar<Modified<T>>(handle, given));
    return launched();
}

// As the reference BLAS: the rotation that takes (a, b) to (r, 0), with z in b.
template <class T> cublasStatus_t run_rotg(cublasHandle_t handle, T *a, T *b, T *c, T *s)
{
    CHECK_HANDLE(handle);
    REFUSE(a == nullptr || b == nullptr || c == nullptr || s == nullptr);
    T *places[] = {a, b, c, s}, v[4];
    bool is_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
    for (int i = 0; i < 2; i++) {
        cudaMemcpy(&v[i], places[i], sizeof(T),
                   is_host ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost);
    }
    T size_a = v[0] < 0 ? -v[0] : v[0], size_b = v[1] < 0 ? -v[1] : v[1], scale = size_a + size_b;
    T r = 0, z = 0;
    v[2] = 1;
    v[3] = 0;
    if (scale != 0) {
        r = scale * (T)sqrt((v[0] / scale) * (v[0] / scale) + (v[1] / scale) * (v[1] / scale));
        r = (size_a > size_b ? v[0] : v[1]) < 0 ? -r : r;
        v[2] = v[0] / r;
        v[3] = v[1] / r;
        z = size_a > size_b ? v[3] : v[2] != 0 ? 1 / v[2] : 1;
    }
    v[0] = r;
    v[1] = z;
    for (int i = 0; i < 4; i++) {
        cudaMemcpy(places[i], &v[i], sizeof(T),
                   is_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);
    }
    return CUBLAS_STATUS_SUCCESS;
}

// Into host or device memory; 0 for nothing.
template <class Reduction>
cublasStatus_t run_reduction(cublasHandle_t handle, Reduction reduction, long long n, void *result)
{
    typedef typename Reduction::Result Result;
    typedef typename Reduction::Partial Partial;
    bool is_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
    REFUSE(result == nullptr);
    if (n <= 0) {
        Result nothing{};
        return cudaMemcpy(result, &nothing, sizeof nothing,
                          is_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice) == cudaSuccess
                   ? CUBLAS_STATUS_SUCCESS
                   : CUBLAS_STATUS_EXECUTION_FAILED;
    }
    unsigned int blocks = blocks_for(n) < VECTOR_BLOCKS ? blocks_for(n) : VECTOR_BLOCKS;
    Result *out = is_host ? (Result *)((char *)handle->partial + PARTIAL_BYTES) : (Result *)result;
    reduce<<<blocks, VECTOR_BLOCK, 0, handle->stream>>>(reduction, n, (Partial *)handle->partial);
    reduce_last<<<1, VECTOR_BLOCK, 0, handle->stream>>>(reduction, (int)blocks,
                                                        (const Partial *)handle->partial, out);
    if (is_host) {
        cudaMemcpyAsync(result, out, sizeof(Result), cudaMemcpyDeviceToHost, handle->stream);
        if (cudaStreamSynchronize(handle->stream) != cudaSuccess) {
            return CUBLAS_STATUS_EXECUTION_FAILED;
        }
    }
    return launched();
}

template <class T, bool is_conjugated, class U>
cublasStatus_t run_dot(cublasHandle_t handle, long long n, const U *x, long long incx, const U *y,
                       long long incy, U *result)
{
    CHECK_HANDLE(handle);
    return run_reduction(
        handle, Dot<T, is_conjugated>{vector<const T>(n, x, incx), vector<const T>(n, y, incy)}, n,
        result);
}

// The other reductions have no element where the increment is not positive.
template <class Reduction, class U>
cublasStatus_t run_one(cublasHandle_t handle, long long n, const U *x, long long incx, void *result)
{
    CHECK_HANDLE(handle);
    Reduction reduction;
    reduction.x = {(decltype(reduction.x.at))x, incx};
    return run_reduction(handle, reduction, incx <= 0 ? 0 : n, result);
}
} // namespace lockstep
