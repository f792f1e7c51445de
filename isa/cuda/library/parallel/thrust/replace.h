// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class In, class Stencil, class Out, class Predicate, class T>
__host__ __device__ Out replace_copy_if(const execution_policy<P> &policy, In first, In last,
                                        Stencil stencil, Out out, Predicate predicate,
                                        const T &value)
{
    typedef detail::value_or<Out, T> V;
    typedef detail::replace_step<detail::raw_t<In>, detail::raw_t<Stencil>, detail::raw_t<Out>,
                                 Predicate, V>
        Step;
    detail::each(policy,
                 Step{detail::raw(first), detail::raw(stencil), detail::raw(out), predicate,
                      static_cast<V>(value)},
                 last - first);
    return out + (last - first);
}
template <class P, class In, class Out, class Predicate, class T>
__host__ __device__ Out replace_copy_if(const execution_policy<P> &policy, In first, In last,
                                        Out out, Predicate predicate, const T &value)
{
    return thrust::replace_copy_if(policy, first, last, first, out, predicate, value);
}
template <class P, class In, class Out, class T>
__host__ __device__ Out replace_copy(const execution_policy<P> &policy, In first, In last, Out out,
                                     const T &old, const T &value)
{
    return thrust::replace_copy_if(policy, first, last, first, out, detail::equals_value<T>{old},
                                   value);
}
template <class P, class It, class Stencil, class Predicate, class T>
__host__ __device__ void replace_if(const execution_policy<P> &policy, It first, It last,
                                    Stencil stencil, Predicate predicate, const T &value)
{
    thrust::replace_copy_if(policy, first, last, stencil, first, predicate, value);
}
template <class P, class It, class Predicate, class T>
__host__ __device__ void replace_if(const execution_policy<P> &policy, It first, It last,
                                    Predicate predicate, const T &value)
{
    thrust::replace_copy_if(policy, first, last, first, first, predicate, value);
}
template <class P, class It, class T>
__host__ __device__ void replace(const execution_policy<P> &policy, It first, It last, const T &old,
                                 const T &value)
{
    thrust::replace_copy_if(policy, first, last, first, first, detail::equals_value<T>{old}, value);
}
template <class In, class Stencil, class Out, class Predicate, class T>
Out replace_copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate,
                    const T &value)
{
    return thrust::replace_copy_if(detail::policy_of<In, Stencil, Out>(), first, last, stencil, out,
                                   predicate, value);
}
template <class In, class Out, class Predicate, class T>
Out replace_copy_if(In first, In last, Out out, Predicate predicate, const T &value)
{
    return thrust::replace_copy_if(detail::policy_of<In, Out>(), first, last, first, out, predicate,
                                   value);
}
template <class In, class Out, class T>
Out replace_copy(In first, In last, Out out, const T &old, const T &value)
{
    return thrust::replace_copy(detail::policy_of<In, Out>(), first, last, out, old, value);
}
template <class It, class Stencil, class Predicate, class T>
void replace_if(It first, It last, Stencil stencil, Predicate predicate, const T &value)
{
    thrust::replace_copy_if(detail::policy_of<It, Stencil>(), first, last, stencil, first,
                            predicate, value);
}
template <class It, class Predicate, class T>
void replace_if(It first, It last, Predicate predicate, const T &value)
{
    thrust::replace_copy_if(detail::policy_of<It>(), first, last, first, first, predicate, value);
}
template <class It, class T> void replace(It first, It last, const T &old, const T &value)
{
    thrust::replace(detail::policy_of<It>(), first, last, old, value);
}
} // namespace thrust
#include <thrust/detail/all.h>
