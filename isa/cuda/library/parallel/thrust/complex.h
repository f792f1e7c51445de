// SPDX-License-Identifier: Apache-2.0
// Complex numbers for host and device.
#pragma once
#include <thrust/detail/policy.h>
#ifndef __CUDA_ARCH__
#include <cmath>
#include <complex>
#include <ostream>
#endif

namespace thrust
{
template <class T> struct alignas(2 * sizeof(T)) complex {
    typedef T value_type;
    T lockstep_real, lockstep_imaginary;
    __host__ __device__ constexpr complex(const T &re = T(), const T &im = T())
        : lockstep_real(re), lockstep_imaginary(im)
    {
    }
    template <class U>
    __host__ __device__ constexpr complex(const complex<U> &other)
        : lockstep_real(static_cast<T>(other.real())),
          lockstep_imaginary(static_cast<T>(other.imag()))
    {
    }
#ifndef __CUDA_ARCH__
    template <class U>
    complex(const std::complex<U> &other)
        : lockstep_real(static_cast<T>(other.real())),
          lockstep_imaginary(static_cast<T>(other.imag()))
    {
    }
    operator std::complex<T>() const
    {
        return std::complex<T>(lockstep_real, lockstep_imaginary);
    }
#endif
    __host__ __device__ constexpr T real() const
    {
        return lockstep_real;
    }
    __host__ __device__ constexpr T imag() const
    {
        return lockstep_imaginary;
    }
    __host__ __device__ void real(T x)
    {
        lockstep_real = x;
    }
    __host__ __device__ void imag(T x)
    {
        lockstep_imaginary = x;
    }
    __host__ __device__ complex &operator=(const T &x)
    {
        lockstep_real = x;
        lockstep_imaginary = T();
        return *this;
    }
    template <class U> __host__ __device__ complex &operator+=(const U &x)
    {
        return *this = *this + x;
    }
    template <class U> __host__ __device__ complex &operator-=(const U &x)
    {
        return *this = *this - x;
    }
    template <class U> __host__ __device__ complex &operator*=(const U &x)
    {
        return *this = *this * x;
    }
    template <class U> __host__ __device__ complex &operator/=(const U &x)
    {
        return *this = *this / x;
    }
};

template <class T>
__host__ __device__ complex<T> operator+(const complex<T> &a, const complex<T> &b)
{
    return complex<T>(a.real() + b.real(), a.imag() + b.imag());
}
template <class T>
__host__ __device__ complex<T> operator-(const complex<T> &a, const complex<T> &b)
{
    return complex<T>(a.real() - b.real(), a.imag() - b.imag());
}
template <class T>
__host__ __device__ complex<T> operator*(const complex<T> &a, const complex<T> &b)
{
    return complex<T>(a.real() * b.real() - a.imag() * b.imag(),
                      a.real() * b.imag() + a.imag() * b.real());
}
// Scaled, so that no step overflows that the result does not.
template <class T>
__host__ __device__ complex<T> operator/(const complex<T> &a, const complex<T> &b)
{
    T scale = (b.real() < 0 ? -b.real() : b.real()) + (b.imag() < 0 ? -b.imag() : b.imag());
    T inverse = T(1) / scale;
    T ar = a.real() * inverse, ai = a.imag() * inverse;
    T br = b.real() * inverse, bi = b.imag() * inverse;
    inverse = T(1) / (br * br + bi * bi);
    return complex<T>((ar * br + ai * bi) * inverse, (ai * br - ar * bi) * inverse);
}
template <class T> __host__ __device__ complex<T> operator+(const complex<T> &a, const T &b)
{
    return complex<T>(a.real() + b, a.imag());
}
template <class T> __host__ __device__ complex<T> operator+(const T &a, const complex<T> &b)
{
    return complex<T>(a + b.real(), b.imag());
}
template <class T> __host__ __device__ complex<T> operator-(const complex<T> &a, const T &b)
{
    return complex<T>(a.real() - b, a.imag());
}
template <class T> __host__ __device__ complex<T> operator-(const T &a, const complex<T> &b)
{
    return complex<T>(a - b.real(), -b.imag());
}
template <class T> __host__ __device__ complex<T> operator*(const complex<T> &a, const T &b)
{
    return complex<T>(a.real() * b, a.imag() * b);
}
template <class T> __host__ __device__ complex<T> operator*(const T &a, const complex<T> &b)
{
    return complex<T>(a * b.real(), a * b.imag());
}
template <class T> __host__ __device__ complex<T> operator/(const complex<T> &a, const T &b)
{
    return complex<T>(a.real() / b, a.imag() / b);
}
template <class T> __host__ __device__ complex<T> operator/(const T &a, const complex<T> &b)
{
    return complex<T>(a) / b;
}
template <class T> __host__ __device__ complex<T> operator-(const complex<T> &a)
{
    return complex<T>(-a.real(), -a.imag());
}
template <class T> __host__ __device__ complex<T> operator+(const complex<T> &a)
{
    return a;
}
template <class T> __host__ __device__ bool operator==(const complex<T> &a, const complex<T> &b)
{
    return a.real() == b.real() && a.imag() == b.imag();
}
template <class T> __host__ __device__ bool operator==(const complex<T> &a, const T &b)
{
    return a.real() == b && a.imag() == T();
}
template <class T> __host__ __device__ bool operator!=(const complex<T> &a, const complex<T> &b)
{
    return !(a == b);
}
template <class T> __host__ __device__ bool operator!=(const complex<T> &a, const T &b)
{
    return !(a == b);
}

template <class T> __host__ __device__ complex<T> conj(const complex<T> &z)
{
    return complex<T>(z.real(), -z.imag());
}
template <class T> __host__ __device__ T norm(const complex<T> &z)
{
    return z.real() * z.real() + z.imag() * z.imag();
}
template <class T> __host__ __device__ T abs(const complex<T> &z)
{
    return ::hypot(z.real(), z.imag());
}
template <class T> __host__ __device__ T arg(const complex<T> &z)
{
    return ::atan2(z.imag(), z.real());
}
template <class T> __host__ __device__ complex<T> polar(const T &length, const T &angle = T())
{
    return complex<T>(length * ::cos(angle), length * ::sin(angle));
}
template <class T> __host__ __device__ complex<T> exp(const complex<T> &z)
{
    return thrust::polar(static_cast<T>(::exp(z.real())), z.imag());
}
template <class T> __host__ __device__ complex<T> log(const complex<T> &z)
{
    return complex<T>(::log(thrust::abs(z)), thrust::arg(z));
}
template <class T> __host__ __device__ complex<T> sqrt(const complex<T> &z)
{
    return thrust::polar(static_cast<T>(::sqrt(thrust::abs(z))), thrust::arg(z) / T(2));
}
template <class T> __host__ __device__ complex<T> pow(const complex<T> &z, const complex<T> &w)
{
    return thrust::exp(thrust::log(z) * w);
}
template <class T> __host__ __device__ complex<T> pow(const complex<T> &z, const T &w)
{
    return thrust::exp(thrust::log(z) * w);
}
template <class T> __host__ __device__ complex<T> sin(const complex<T> &z)
{
    return complex<T>(::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag()));
}
template <class T> __host__ __device__ complex<T> cos(const complex<T> &z)
{
    return complex<T>(::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag()));
}
#ifndef __CUDA_ARCH__
template <class T, class C, class R>
std::basic_ostream<C, R> &operator<<(std::basic_ostream<C, R> &out, const complex<T> &z)
{
    return out << '(' << z.real() << ',' << z.imag() << ')';
}
#endif
} // namespace thrust
