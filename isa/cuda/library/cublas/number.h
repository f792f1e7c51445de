// SPDX-License-Identifier: Apache-2.0
// What cuBLAS computes with: real and complex numbers under the same operators, scalars that lie in
// host or device memory, and matrices of which one triangle is stored.
#pragma once
#include <cublas_v2.h>

namespace lockstep
{
template <class Real> struct __align__(2 * sizeof(Real)) Complex
{
    Real x, y;
};

#define LOCKSTEP_BOTH static __host__ __device__ __forceinline__
template <class R> LOCKSTEP_BOTH Complex<R> operator+(Complex<R> a, Complex<R> b)
{
    return {a.x + b.x, a.y + b.y};
}
template <class R> LOCKSTEP_BOTH Complex<R> operator-(Complex<R> a, Complex<R> b)
{
    return {a.x - b.x, a.y - b.y};
}
template <class R> LOCKSTEP_BOTH Complex<R> operator*(Complex<R> a, Complex<R> b)
{
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
template <class R> LOCKSTEP_BOTH Complex<R> operator/(Complex<R> a, Complex<R> b)
{
    // Smith, Algorithm 116, 1962.
    bool is_wide = (b.x < 0 ? -b.x : b.x) >= (b.y < 0 ? -b.y : b.y);
    R ratio = is_wide ? b.y / b.x : b.x / b.y,
      scale = is_wide ? b.x + b.y * ratio : b.x * ratio + b.y;
    return is_wide ? Complex<R>{(a.x + a.y * ratio) / scale, (a.y - a.x * ratio) / scale}
                   : Complex<R>{(a.x * ratio + a.y) / scale, (a.y * ratio - a.x) / scale};
}
template <class R> LOCKSTEP_BOTH bool is_zero(Complex<R> a)
{
    return a.x == 0 && a.y == 0;
}
template <class R> LOCKSTEP_BOTH Complex<R> conjugate(Complex<R> a)
{
    return {a.x, -a.y};
}
template <class R> LOCKSTEP_BOTH Complex<R> real_part(Complex<R> a)
{
    return {a.x, 0};
}
template <class R> LOCKSTEP_BOTH Complex<R> multiply_add(Complex<R> a, Complex<R> b, Complex<R> c)
{
    return {c.x + a.x * b.x - a.y * b.y, c.y + a.x * b.y + a.y * b.x};
}
template <class R> LOCKSTEP_BOTH R size_of(Complex<R> a)
{
    return (a.x < 0 ? -a.x : a.x) + (a.y < 0 ? -a.y : a.y);
}

#define LOCKSTEP_REAL(R)                                                                           \
    LOCKSTEP_BOTH bool is_zero(R a)                                                                \
    {                                                                                              \
        return a == 0;                                                                             \
    }                                                                                              \
    LOCKSTEP_BOTH R conjugate(R a)                                                                 \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    LOCKSTEP_BOTH R real_part(R a)                                                                 \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    LOCKSTEP_BOTH R size_of(R a)                                                                   \
    {                                                                                              \
        return a < 0 ? -a : a;                                                                     \
    }                                                                                              \
    LOCKSTEP_BOTH R multiply_add(R a, R b, R c)                                                    \
    {                                                                                              \
        return a * b + c;                                                                          \
    }
LOCKSTEP_REAL(float)
LOCKSTEP_REAL(double)
LOCKSTEP_REAL(int)

template <class T> struct Parts {
    typedef T Real;
};
template <class R> struct Parts<Complex<R>> {
    typedef R Real;
};

// Conversions between the types of elements and the type that is computed in.
template <class To, class From> struct Convert {
    LOCKSTEP_BOTH To of(From a)
    {
        return (To)a;
    }
};
template <class T> struct Convert<T, T> {
    LOCKSTEP_BOTH T of(T a)
    {
        return a;
    }
};
template <class R> struct Convert<Complex<R>, R> {
    LOCKSTEP_BOTH Complex<R> of(R a)
    {
        return {a, 0};
    }
};
template <> struct Convert<float, __half> {
    LOCKSTEP_BOTH float of(__half a)
    {
        return __half2float(a);
    }
};
template <> struct Convert<__half, float> {
    LOCKSTEP_BOTH __half of(float a)
    {
        return __float2half(a);
    }
};
template <> struct Convert<float, __nv_bfloat16> {
    LOCKSTEP_BOTH float of(__nv_bfloat16 a)
    {
        return __bfloat162float(a);
    }
};
template <> struct Convert<__nv_bfloat16, float> {
    LOCKSTEP_BOTH __nv_bfloat16 of(float a)
    {
        return __float2bfloat16(a);
    }
};

// A value, or where it lies in device memory.
template <class T> struct Scalar {
    T value;
    const T *pointer;
    __device__ __forceinline__ T get() const
    {
        return pointer == nullptr ? value : *pointer;
    }
};

enum Shape { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };

// op(A) of a matrix in columns; A may be one triangle of what it stands for.
template <class T> struct Matrix {
    const T *at;
    long long ld, stride; // stride: to the next one of a batch
    const T *const *list; // of a batch; NULL: by stride
    Shape shape;
    bool is_transposed, is_conjugated, is_lower, is_unit;

    __device__ __forceinline__ const T *of(unsigned int batch) const
    {
        return list == nullptr ? at + batch * stride : list[batch];
    }
    __device__ __forceinline__ T stored(const T *from, long long row, long long column) const
    {
        bool is_outside = is_lower ? row < column : row > column;
        if (shape == TRIANGULAR) {
            if (is_outside)
                return T{};
            if (is_unit && row == column)
                return Convert<T, typename Parts<T>::Real>::of(1);
        } else if (is_outside) {
            T value = from[column + row * ld];
            return shape == HERMITIAN ? conjugate(value) : value;
        }
        T value = from[row + column * ld];
        return shape == HERMITIAN && row == column ? real_part(value) : value;
    }
    __device__ __forceinline__ T get(const T *from, long long row, long long column) const
    {
        long long r = is_transposed ? column : row, c = is_transposed ? row : column;
        T value = shape == GENERAL ? from[r + c * ld] : stored(from, r, c);
        return is_conjugated ? conjugate(value) : value;
    }
};

template <class T> struct Vector {
    T *at; // of element 0
    long long step;
    __device__ __forceinline__ T &operator[](long long i) const
    {
        return at[i * step];
    }
};
} // namespace lockstep
