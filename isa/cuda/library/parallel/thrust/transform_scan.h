// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/prefix.h>

namespace thrust
{
template <class P, class In, class Out, class F, class Op>
__host__ __device__ Out transform_inclusive_scan(const execution_policy<P> &policy, In first,
                                                 In last, Out out, F f, Op op)
{
    typedef detail::plain_t<decltype(f(std::declval<detail::value_of<In>>()))> T;
    typedef detail::load_transformed<detail::raw_t<In>, T, F> Load;
    detail::inclusive_prefix<T>(policy, Load{detail::raw(first), f}, last - first, detail::raw(out),
                                op);
    return out + (last - first);
}
template <class In, class Out, class F, class Op>
Out transform_inclusive_scan(In first, In last, Out out, F f, Op op)
{
    return thrust::transform_inclusive_scan(detail::policy_of<In, Out>(), first, last, out, f, op);
}
template <class P, class In, class Out, class F, class T, class Op>
__host__ __device__ Out transform_exclusive_scan(const execution_policy<P> &policy, In first,
                                                 In last, Out out, F f, T init, Op op)
{
    typedef detail::load_transformed<detail::raw_t<In>, T, F> Load;
    detail::exclusive_prefix<T>(policy, Load{detail::raw(first), f}, last - first, detail::raw(out),
                                init, op);
    return out + (last - first);
}
template <class In, class Out, class F, class T, class Op>
Out transform_exclusive_scan(In first, In last, Out out, F f, T init, Op op)
{
    return thrust::transform_exclusive_scan(detail::policy_of<In, Out>(), first, last, out, f, init,
                                            op);
}
} // namespace thrust
#include <thrust/detail/all.h>
