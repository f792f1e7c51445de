// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class In, class Out, class F>
__host__ __device__ Out transform(const execution_policy<P> &policy, In first, In last, Out out,
                                  F f)
{
    typedef detail::transform_step<detail::raw_t<In>, detail::raw_t<Out>, F> Step;
    auto n = last - first;
    detail::each(policy, Step{detail::raw(first), detail::raw(out), f}, n);
    return out + n;
}
template <class In, class Out, class F> Out transform(In first, In last, Out out, F f)
{
    return thrust::transform(detail::policy_of<In, Out>(), first, last, out, f);
}
template <class P, class In1, class In2, class Out, class F>
__host__ __device__ Out transform(const execution_policy<P> &policy, In1 first, In1 last,
                                  In2 second, Out out, F f)
{
    typedef detail::transform_pair_step<detail::raw_t<In1>, detail::raw_t<In2>, detail::raw_t<Out>,
                                        F>
        Step;
    auto n = last - first;
    detail::each(policy, Step{detail::raw(first), detail::raw(second), detail::raw(out), f}, n);
    return out + n;
}
template <class In1, class In2, class Out, class F>
Out transform(In1 first, In1 last, In2 second, Out out, F f)
{
    return thrust::transform(detail::policy_of<In1, In2, Out>(), first, last, second, out, f);
}

template <class P, class In, class Stencil, class Out, class F, class Predicate>
__host__ __device__ Out transform_if(const execution_policy<P> &policy, In first, In last,
                                     Stencil stencil, Out out, F f, Predicate predicate)
{
    typedef detail::transform_if_step<detail::raw_t<In>, detail::raw_t<Stencil>, detail::raw_t<Out>,
                                      F, Predicate>
        Step;
    auto n = last - first;
    detail::each(policy,
                 Step{detail::raw(first), detail::raw(stencil), detail::raw(out), f, predicate}, n);
    return out + n;
}
template <class In, class Stencil, class Out, class F, class Predicate>
Out transform_if(In first, In last, Stencil stencil, Out out, F f, Predicate predicate)
{
    return thrust::transform_if(detail::policy_of<In, Stencil, Out>(), first, last, stencil, out, f,
                                predicate);
}
template <class P, class In, class Out, class F, class Predicate>
__host__ __device__ Out transform_if(const execution_policy<P> &policy, In first, In last, Out out,
                                     F f, Predicate predicate)
{
    return thrust::transform_if(policy, first, last, first, out, f, predicate);
}
template <class In, class Out, class F, class Predicate>
Out transform_if(In first, In last, Out out, F f, Predicate predicate)
{
    return thrust::transform_if(detail::policy_of<In, Out>(), first, last, first, out, f,
                                predicate);
}
template <class P, class In1, class In2, class Stencil, class Out, class F, class Predicate>
__host__ __device__ Out transform_if(const execution_policy<P> &policy, In1 first, In1 last,
                                     In2 second, Stencil stencil, Out out, F f, Predicate predicate)
{
    typedef detail::transform_pair_if_step<detail::raw_t<In1>, detail::raw_t<In2>,
                                           detail::raw_t<Stencil>, detail::raw_t<Out>, F, Predicate>
        Step;
    auto n = last - first;
    detail::each(policy,
                 Step{detail::raw(first), detail::raw(second), detail::raw(stencil),
                      detail::raw(out), f, predicate},
                 n);
    return out + n;
}
template <class In1, class In2, class Stencil, class Out, class F, class Predicate>
Out transform_if(In1 first, In1 last, In2 second, Stencil stencil, Out out, F f,
                 Predicate predicate)
{
    return thrust::transform_if(detail::policy_of<In1, In2, Stencil, Out>(), first, last, second,
                                stencil, out, f, predicate);
}
} // namespace thrust
#include <thrust/detail/all.h>
