// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/reduction.h>
#include <thrust/detail/runs.h>
#include <thrust/functional.h>

namespace thrust
{
template <class P, class It, class T, class Op>
__host__ __device__ T reduce(const execution_policy<P> &policy, It first, It last, T init, Op op)
{
    return detail::fold(policy, detail::load_element<detail::raw_t<It>, T>{detail::raw(first)},
                        last - first, init, op);
}
template <class P, class It, class T>
__host__ __device__ T reduce(const execution_policy<P> &policy, It first, It last, T init)
{
    return thrust::reduce(policy, first, last, init, plus<T>());
}
template <class P, class It>
__host__ __device__ detail::value_of<It> reduce(const execution_policy<P> &policy, It first,
                                                It last)
{
    typedef detail::value_of<It> T;
    return thrust::reduce(policy, first, last, T(0), plus<T>());
}
template <class It, class T, class Op> T reduce(It first, It last, T init, Op op)
{
    return thrust::reduce(detail::policy_of<It>(), first, last, init, op);
}
template <class It, class T> T reduce(It first, It last, T init)
{
    return thrust::reduce(detail::policy_of<It>(), first, last, init, plus<T>());
}
template <class It> detail::value_of<It> reduce(It first, It last)
{
    typedef detail::value_of<It> T;
    return thrust::reduce(detail::policy_of<It>(), first, last, T(0), plus<T>());
}

template <class P, class K, class V, class KOut, class VOut, class Equal, class Op>
__host__ __device__ pair<KOut, VOut> reduce_by_key(const execution_policy<P> &policy, K first,
                                                   K last, V values, KOut keys_out, VOut values_out,
                                                   Equal equal, Op op)
{
    typedef detail::value_or<VOut, detail::value_of<V>> T;
    long long n =
        detail::reduce_runs<T>(policy, detail::raw(first), last - first, detail::raw(values),
                               detail::raw(keys_out), detail::raw(values_out), equal, op);
    return pair<KOut, VOut>(keys_out + n, values_out + n);
}
template <class P, class K, class V, class KOut, class VOut, class Equal>
__host__ __device__ pair<KOut, VOut> reduce_by_key(const execution_policy<P> &policy, K first,
                                                   K last, V values, KOut keys_out, VOut values_out,
                                                   Equal equal)
{
    return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, equal,
                                 plus<>());
}
template <class P, class K, class V, class KOut, class VOut>
__host__ __device__ pair<KOut, VOut> reduce_by_key(const execution_policy<P> &policy, K first,
                                                   K last, V values, KOut keys_out, VOut values_out)
{
    return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, equal_to<>(),
                                 plus<>());
}
template <class K, class V, class KOut, class VOut, class Equal, class Op>
pair<KOut, VOut> reduce_by_key(K first, K last, V values, KOut keys_out, VOut values_out,
                               Equal equal, Op op)
{
    return thrust::reduce_by_key(detail::policy_of<K, V, KOut, VOut>(), first, last, values,
                                 keys_out, values_out, equal, op);
}
template <class K, class V, class KOut, class VOut, class Equal>
pair<KOut, VOut> reduce_by_key(K first, K last, V values, KOut keys_out, VOut values_out,
                               Equal equal)
{
    return thrust::reduce_by_key(detail::policy_of<K, V, KOut, VOut>(), first, last, values,
                                 keys_out, values_out, equal, plus<>());
}
template <class K, class V, class KOut, class VOut>
pair<KOut, VOut> reduce_by_key(K first, K last, V values, KOut keys_out, VOut values_out)
{
    return thrust::reduce_by_key(detail::policy_of<K, V, KOut, VOut>(), first, last, values,
                                 keys_out, values_out, equal_to<>(), plus<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
