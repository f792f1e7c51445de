// SPDX-License-Identifier: Apache-2.0
// A value in the device's memory, which host code reads and writes by copies.
#pragma once
#include <thrust/detail/traits.h>
#ifndef __CUDA_ARCH__
#include <ostream>
#endif

namespace thrust
{
template <class T> class device_ptr;
template <class T> class device_reference
{
    T *place;

  public:
    typedef typename std::remove_cv<T>::type value_type;
    typedef device_ptr<T> pointer;

    __host__ __device__ explicit device_reference(T *at) : place(at)
    {
    }
    __host__ __device__ explicit device_reference(const device_ptr<T> &at) : place(at.get())
    {
    }
    device_reference(const device_reference &) = default;
    __host__ __device__ T *lockstep_place() const
    {
        return place;
    }
    __host__ __device__ device_ptr<T> operator&() const
    {
        return device_ptr<T>(place);
    }
#ifdef __CUDA_ARCH__
    __device__ operator value_type() const
    {
        return *place;
    }
    __device__ const device_reference &operator=(const value_type &value) const
    {
        *place = value;
        return *this;
    }
#else
    operator value_type() const
    {
        alignas(value_type) unsigned char bytes[sizeof(value_type)];
        detail::check(cudaMemcpy(bytes, (const void *)place, sizeof bytes, cudaMemcpyDeviceToHost),
                      "device_reference: cudaMemcpy");
        return *reinterpret_cast<value_type *>(bytes);
    }
    const device_reference &operator=(const value_type &value) const
    {
        detail::check(
            cudaMemcpy((void *)place, (const void *)&value, sizeof value, cudaMemcpyHostToDevice),
            "device_reference: cudaMemcpy");
        return *this;
    }
#endif
    __host__ __device__ const device_reference &operator=(const device_reference &other) const
    {
        return *this = value_type(other);
    }
    template <class U>
    __host__ __device__ const device_reference &operator=(const device_reference<U> &other) const
    {
        return *this = value_type(typename device_reference<U>::value_type(other));
    }
    template <class U> __host__ __device__ const device_reference &operator+=(const U &x) const
    {
        return *this = value_type(value_type(*this) + x);
    }
    template <class U> __host__ __device__ const device_reference &operator-=(const U &x) const
    {
        return *this = value_type(value_type(*this) - x);
    }
    template <class U> __host__ __device__ const device_reference &operator*=(const U &x) const
    {
        return *this = value_type(value_type(*this) * x);
    }
    template <class U> __host__ __device__ const device_reference &operator/=(const U &x) const
    {
        return *this = value_type(value_type(*this) / x);
    }
    template <class U> __host__ __device__ const device_reference &operator%=(const U &x) const
    {
        return *this = value_type(value_type(*this) % x);
    }
    template <class U> __host__ __device__ const device_reference &operator<<=(const U &x) const
    {
        return *this = value_type(value_type(*this) << x);
    }
    template <class U> __host__ __device__ const device_reference &operator>>=(const U &x) const
    {
        return *this = value_type(value_type(*this) >> x);
    }
    template <class U> __host__ __device__ const device_reference &operator&=(const U &x) const
    {
        return *this = value_type(value_type(*this) & x);
    }
    template <class U> __host__ __device__ const device_reference &operator|=(const U &x) const
    {
        return *this = value_type(value_type(*this) | x);
    }
    template <class U> __host__ __device__ const device_reference &operator^=(const U &x) const
    {
        return *this = value_type(value_type(*this) ^ x);
    }
    __host__ __device__ const device_reference &operator++() const
    {
        return *this += 1;
    }
    __host__ __device__ const device_reference &operator--() const
    {
        return *this -= 1;
    }
    __host__ __device__ value_type operator++(int) const
    {
        value_type old = *this;
        *this += 1;
        return old;
    }
    __host__ __device__ value_type operator--(int) const
    {
        value_type old = *this;
        *this -= 1;
        return old;
    }
    __host__ __device__ void swap(device_reference &other) const
    {
        value_type old = *this;
        *this = value_type(other);
        other = old;
    }
};

template <class T> __host__ __device__ void swap(device_reference<T> a, device_reference<T> b)
{
    a.swap(b);
}
template <class T> __host__ __device__ T &raw_reference_cast(T &reference)
{
    return reference;
}
template <class T> __host__ __device__ T &raw_reference_cast(const device_reference<T> &reference)
{
    return *reference.lockstep_place();
}
#ifndef __CUDA_ARCH__
template <class T, class Character, class Traits>
std::basic_ostream<Character, Traits> &operator<<(std::basic_ostream<Character, Traits> &out,
                                                  const device_reference<T> &reference)
{
    return out << typename device_reference<T>::value_type(reference);
}
#endif
} // namespace thrust
