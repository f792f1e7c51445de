// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/functional.h>

namespace thrust
{
template <class P, class In, class Map, class Out>
__host__ __device__ void scatter(const execution_policy<P> &policy, In first, In last, Map map,
                                 Out out)
{
    typedef detail::scatter_step<detail::raw_t<In>, detail::raw_t<Map>, detail::raw_t<Out>> Step;
    detail::each(policy, Step{detail::raw(first), detail::raw(map), detail::raw(out)},
                 last - first);
}
template <class In, class Map, class Out> void scatter(In first, In last, Map map, Out out)
{
    thrust::scatter(detail::policy_of<In, Map, Out>(), first, last, map, out);
}
template <class P, class In, class Map, class Stencil, class Out, class Predicate>
__host__ __device__ void scatter_if(const execution_policy<P> &policy, In first, In last, Map map,
                                    Stencil stencil, Out out, Predicate predicate)
{
    typedef detail::scatter_if_step<detail::raw_t<In>, detail::raw_t<Map>, detail::raw_t<Stencil>,
                                    detail::raw_t<Out>, Predicate>
        Step;
    detail::each(policy,
                 Step{detail::raw(first), detail::raw(map), detail::raw(stencil), detail::raw(out),
                      predicate},
                 last - first);
}
template <class P, class In, class Map, class Stencil, class Out>
__host__ __device__ void scatter_if(const execution_policy<P> &policy, In first, In last, Map map,
                                    Stencil stencil, Out out)
{
    thrust::scatter_if(policy, first, last, map, stencil, out, identity<>());
}
template <class In, class Map, class Stencil, class Out, class Predicate>
void scatter_if(In first, In last, Map map, Stencil stencil, Out out, Predicate predicate)
{
    thrust::scatter_if(detail::policy_of<In, Map, Stencil, Out>(), first, last, map, stencil, out,
                       predicate);
}
template <class In, class Map, class Stencil, class Out>
void scatter_if(In first, In last, Map map, Stencil stencil, Out out)
{
    thrust::scatter_if(detail::policy_of<In, Map, Stencil, Out>(), first, last, map, stencil, out,
                       identity<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
