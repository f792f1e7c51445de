// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/functional.h>

namespace thrust
{
template <class P, class Map, class In, class Out>
__host__ __device__ Out gather(const execution_policy<P> &policy, Map first, Map last, In in,
                               Out out)
{
    typedef detail::gather_step<detail::raw_t<Map>, detail::raw_t<In>, detail::raw_t<Out>> Step;
    detail::each(policy, Step{detail::raw(first), detail::raw(in), detail::raw(out)}, last - first);
    return out + (last - first);
}
template <class Map, class In, class Out> Out gather(Map first, Map last, In in, Out out)
{
    return thrust::gather(detail::policy_of<Map, In, Out>(), first, last, in, out);
}
template <class P, class Map, class Stencil, class In, class Out, class Predicate>
__host__ __device__ Out gather_if(const execution_policy<P> &policy, Map first, Map last,
                                  Stencil stencil, In in, Out out, Predicate predicate)
{
    typedef detail::gather_if_step<detail::raw_t<Map>, detail::raw_t<Stencil>, detail::raw_t<In>,
                                   detail::raw_t<Out>, Predicate>
        Step;
    detail::each(policy,
                 Step{detail::raw(first), detail::raw(stencil), detail::raw(in), detail::raw(out),
                      predicate},
                 last - first);
    return out + (last - first);
}
template <class P, class Map, class Stencil, class In, class Out>
__host__ __device__ Out gather_if(const execution_policy<P> &policy, Map first, Map last,
                                  Stencil stencil, In in, Out out)
{
    return thrust::gather_if(policy, first, last, stencil, in, out, identity<>());
}
template <class Map, class Stencil, class In, class Out, class Predicate>
Out gather_if(Map first, Map last, Stencil stencil, In in, Out out, Predicate predicate)
{
    return thrust::gather_if(detail::policy_of<Map, Stencil, In, Out>(), first, last, stencil, in,
                             out, predicate);
}
template <class Map, class Stencil, class In, class Out>
Out gather_if(Map first, Map last, Stencil stencil, In in, Out out)
{
    return thrust::gather_if(detail::policy_of<Map, Stencil, In, Out>(), first, last, stencil, in,
                             out, identity<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
