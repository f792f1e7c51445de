// SPDX-License-Identifier: Apache-2.0
// Copies, between host and device too: through a buffer on the host, in one transfer.
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/select.h>
#include <thrust/device_ptr.h>
#ifndef __CUDA_ARCH__
#include <vector>
#endif

namespace thrust
{
namespace detail
{
#ifndef __CUDA_ARCH__
template <class T> struct is_plain_bytes : std::is_trivially_copyable<T> {
};

// The address of an iterator's element if elements lie one after another, as this type.
template <class It, class T> struct address_of {
    static constexpr bool is_known = false;
};
template <class T> struct address_of<T *, T> {
    static constexpr bool is_known = true;
};
template <class T> struct address_of<const T *, T> {
    static constexpr bool is_known = true;
};

// A range of host iterators of any category, as values in one piece.
template <class T, class In> std::vector<T> host_values(In first, In last)
{
    std::vector<T> values;
    for (; first != last; ++first) {
        values.push_back(static_cast<T>(*first));
    }
    return values;
}

template <class In, class Out> Out copy_to_device(In first, In last, Out out)
{
    typedef value_or<Out, value_of<In>> T;
    auto n = std::distance(first, last);
    if (n == 0) {
        return out;
    }
    if constexpr (address_of<In, T>::is_known && address_of<raw_t<Out>, T>::is_known) {
        check(cudaMemcpy((void *)raw(out), (const void *)first, n * sizeof(T),
                         cudaMemcpyHostToDevice),
              "copy");
    } else {
        std::vector<T> values;
        values.reserve(n);
        for (In it = first; it != last; ++it) {
            values.push_back(static_cast<T>(*it));
        }
        // std::vector<bool> has no array of its elements.
        typedef typename std::conditional<std::is_same<T, bool>::value, unsigned char, T>::type U;
        std::vector<U> plain(values.begin(), values.end());
        temporary<T> room(n);
        void *to = room.get();
        if constexpr (address_of<raw_t<Out>, T>::is_known) {
            to = (void *)raw(out);
        }
        check(cudaMemcpy(to, (const void *)plain.data(), n * sizeof(T), cudaMemcpyHostToDevice),
              "copy");
        if constexpr (!address_of<raw_t<Out>, T>::is_known) {
            launch_each(0, copy_step<T *, raw_t<Out>>{room.get(), raw(out)}, n);
        }
    }
    return out + n;
}

template <class In, class Out> Out copy_to_host(In first, In last, Out out)
{
    typedef value_of<In> T;
    auto n = last - first;
    if (n <= 0) {
        return out;
    }
    if constexpr (address_of<raw_t<In>, T>::is_known && address_of<Out, T>::is_known) {
        check(cudaMemcpy((void *)out, (const void *)raw(first), n * sizeof(T),
                         cudaMemcpyDeviceToHost),
              "copy");
        return out + n;
    } else {
        temporary<T> room(n);
        const void *from = room.get();
        if constexpr (address_of<raw_t<In>, T>::is_known) {
            from = (const void *)raw(first);
        } else {
            launch_each(0, copy_step<raw_t<In>, T *>{raw(first), room.get()}, n);
        }
        T *values = static_cast<T *>(::operator new(n * sizeof(T)));
        cudaError_t error = cudaMemcpy((void *)values, from, n * sizeof(T), cudaMemcpyDeviceToHost);
        for (ptrdiff_t i = 0; error == cudaSuccess && i < n; i++, ++out) {
            *out = values[i];
        }
        ::operator delete((void *)values);
        check(error, "copy");
        return out;
    }
}
#endif
} // namespace detail

template <class P, class In, class Out>
__host__ __device__ Out copy(const execution_policy<P> &policy, In first, In last, Out out)
{
#ifndef __CUDA_ARCH__
    if constexpr (!P::is_device) {
        for (; first != last; ++first, ++out) {
            *out = *first;
        }
        return out;
    } else
#endif
    {
        auto n = last - first;
        detail::each(policy,
                     detail::copy_step<detail::raw_t<In>, detail::raw_t<Out>>{detail::raw(first),
                                                                              detail::raw(out)},
                     n);
        return out + n;
    }
}
#ifndef __CUDA_ARCH__
template <class In, class Out> Out copy(In first, In last, Out out)
{
    typedef typename detail::system_of<In>::type From;
    typedef typename detail::system_of<Out>::type To;
    constexpr bool from_host = std::is_same<From, host_system_tag>::value;
    constexpr bool to_host = std::is_same<To, host_system_tag>::value;
    if constexpr (from_host && std::is_same<To, device_system_tag>::value) {
        return detail::copy_to_device(first, last, out);
    } else if constexpr (std::is_same<From, device_system_tag>::value && to_host) {
        return detail::copy_to_host(first, last, out);
    } else if constexpr (from_host || to_host) {
        return thrust::copy(thrust::host, first, last, out);
    } else {
        return thrust::copy(thrust::device, first, last, out);
    }
}
template <class In, class Size, class Out> Out copy_n(In first, Size n, Out out)
{
    In last = first;
    for (; std::is_same<typename detail::system_of<In>::type, host_system_tag>::value && n > 0;
         n--) {
        ++last;
    }
    if constexpr (!std::is_same<typename detail::system_of<In>::type, host_system_tag>::value) {
        last += n;
    }
    return thrust::copy(first, last, out);
}
#endif
template <class P, class In, class Size, class Out>
__host__ __device__ Out copy_n(const execution_policy<P> &policy, In first, Size n, Out out)
{
    return thrust::copy(policy, first, first + n, out);
}

template <class P, class In, class Stencil, class Out, class Predicate>
__host__ __device__ Out copy_if(const execution_policy<P> &policy, In first, In last,
                                Stencil stencil, Out out, Predicate predicate)
{
    auto n = last - first;
    return out + detail::select(policy, detail::test_of(detail::raw(stencil), predicate), n,
                                detail::raw(first), detail::raw(out));
}
template <class In, class Stencil, class Out, class Predicate>
Out copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate)
{
    return thrust::copy_if(detail::policy_of<In, Stencil, Out>(), first, last, stencil, out,
                           predicate);
}
template <class P, class In, class Out, class Predicate>
__host__ __device__ Out copy_if(const execution_policy<P> &policy, In first, In last, Out out,
                                Predicate predicate)
{
    return thrust::copy_if(policy, first, last, first, out, predicate);
}
template <class In, class Out, class Predicate>
Out copy_if(In first, In last, Out out, Predicate predicate)
{
    return thrust::copy_if(detail::policy_of<In, Out>(), first, last, first, out, predicate);
}
template <class P, class A, class B>
__host__ __device__ B swap_ranges(const execution_policy<P> &policy, A first, A last, B second)
{
    typedef detail::swap_step<detail::raw_t<A>, detail::raw_t<B>> Step;
    detail::each(policy, Step{detail::raw(first), detail::raw(second)}, last - first);
    return second + (last - first);
}
template <class A, class B> B swap_ranges(A first, A last, B second)
{
    return thrust::swap_ranges(detail::policy_of<A, B>(), first, last, second);
}
} // namespace thrust
#include <thrust/detail/all.h>
