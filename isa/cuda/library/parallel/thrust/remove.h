// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/select.h>

namespace thrust
{
namespace detail
{
template <class It, class Predicate>
__host__ __device__ fails_test<test_element<raw_t<It>, Predicate>> rest_test(It it,
                                                                             Predicate predicate)
{
    typedef test_element<raw_t<It>, Predicate> Test;
    return fails_test<Test>{Test{raw(it), predicate}};
}
} // namespace detail

template <class P, class It, class Stencil, class Predicate>
__host__ __device__ It remove_if(const execution_policy<P> &policy, It first, It last,
                                 Stencil stencil, Predicate predicate)
{
    return first + detail::select_here(policy, detail::rest_test(stencil, predicate), last - first,
                                       detail::raw(first));
}
template <class P, class It, class Predicate>
__host__ __device__ It remove_if(const execution_policy<P> &policy, It first, It last,
                                 Predicate predicate)
{
    return thrust::remove_if(policy, first, last, first, predicate);
}
template <class It, class Stencil, class Predicate>
It remove_if(It first, It last, Stencil stencil, Predicate predicate)
{
    return thrust::remove_if(detail::policy_of<It, Stencil>(), first, last, stencil, predicate);
}
template <class It, class Predicate> It remove_if(It first, It last, Predicate predicate)
{
    return thrust::remove_if(detail::policy_of<It>(), first, last, first, predicate);
}
template <class P, class It, class T>
__host__ __device__ It remove(const execution_policy<P> &policy, It first, It last, const T &value)
{
    return thrust::remove_if(policy, first, last, first, detail::equals_value<T>{value});
}
template <class It, class T> It remove(It first, It last, const T &value)
{
    return thrust::remove_if(detail::policy_of<It>(), first, last, first,
                             detail::equals_value<T>{value});
}
template <class P, class In, class Stencil, class Out, class Predicate>
__host__ __device__ Out remove_copy_if(const execution_policy<P> &policy, In first, In last,
                                       Stencil stencil, Out out, Predicate predicate)
{
    return out + detail::select(policy, detail::rest_test(stencil, predicate), last - first,
                                detail::raw(first), detail::raw(out));
}
template <class P, class In, class Out, class Predicate>
__host__ __device__ Out remove_copy_if(const execution_policy<P> &policy, In first, In last,
                                       Out out, Predicate predicate)
{
    return thrust::remove_copy_if(policy, first, last, first, out, predicate);
}
template <class In, class Stencil, class Out, class Predicate>
Out remove_copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate)
{
    return thrust::remove_copy_if(detail::policy_of<In, Stencil, Out>(), first, last, stencil, out,
                                  predicate);
}
template <class In, class Out, class Predicate>
Out remove_copy_if(In first, In last, Out out, Predicate predicate)
{
    return thrust::remove_copy_if(detail::policy_of<In, Out>(), first, last, first, out, predicate);
}
template <class P, class In, class Out, class T>
__host__ __device__ Out remove_copy(const execution_policy<P> &policy, In first, In last, Out out,
                                    const T &value)
{
    return thrust::remove_copy_if(policy, first, last, first, out, detail::equals_value<T>{value});
}
template <class In, class Out, class T> Out remove_copy(In first, In last, Out out, const T &value)
{
    return thrust::remove_copy_if(detail::policy_of<In, Out>(), first, last, first, out,
                                  detail::equals_value<T>{value});
}
} // namespace thrust
#include <thrust/detail/all.h>
