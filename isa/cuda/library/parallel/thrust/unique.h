// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/reduction.h>
#include <thrust/detail/select.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
template <class It, class Equal>
__host__ __device__ test_run<raw_t<It>, Equal> run_test(It first, Equal equal)
{
    return test_run<raw_t<It>, Equal>{raw(first), equal};
}
} // namespace detail

template <class P, class It, class Equal>
__host__ __device__ It unique(const execution_policy<P> &policy, It first, It last, Equal equal)
{
    return first + detail::select_here(policy, detail::run_test(first, equal), last - first,
                                       detail::raw(first));
}
template <class P, class It>
__host__ __device__ It unique(const execution_policy<P> &policy, It first, It last)
{
    return thrust::unique(policy, first, last, equal_to<>());
}
template <class It, class Equal> It unique(It first, It last, Equal equal)
{
    return thrust::unique(detail::policy_of<It>(), first, last, equal);
}
template <class It> It unique(It first, It last)
{
    return thrust::unique(detail::policy_of<It>(), first, last, equal_to<>());
}
template <class P, class In, class Out, class Equal>
__host__ __device__ Out unique_copy(const execution_policy<P> &policy, In first, In last, Out out,
                                    Equal equal)
{
    return out + detail::select(policy, detail::run_test(first, equal), last - first,
                                detail::raw(first), detail::raw(out));
}
template <class P, class In, class Out>
__host__ __device__ Out unique_copy(const execution_policy<P> &policy, In first, In last, Out out)
{
    return thrust::unique_copy(policy, first, last, out, equal_to<>());
}
template <class In, class Out, class Equal> Out unique_copy(In first, In last, Out out, Equal equal)
{
    return thrust::unique_copy(detail::policy_of<In, Out>(), first, last, out, equal);
}
template <class In, class Out> Out unique_copy(In first, In last, Out out)
{
    return thrust::unique_copy(detail::policy_of<In, Out>(), first, last, out, equal_to<>());
}
template <class P, class K, class V, class Equal>
__host__ __device__ pair<K, V> unique_by_key(const execution_policy<P> &policy, K first, K last,
                                             V values, Equal equal)
{
    auto test = detail::run_test(first, equal);
    detail::select_here(policy, test, last - first, detail::raw(values));
    auto n = detail::select_here(policy, test, last - first, detail::raw(first));
    return pair<K, V>(first + n, values + n);
}
template <class P, class K, class V>
__host__ __device__ pair<K, V> unique_by_key(const execution_policy<P> &policy, K first, K last,
                                             V values)
{
    return thrust::unique_by_key(policy, first, last, values, equal_to<>());
}
template <class K, class V, class Equal>
pair<K, V> unique_by_key(K first, K last, V values, Equal equal)
{
    return thrust::unique_by_key(detail::policy_of<K, V>(), first, last, values, equal);
}
template <class K, class V> pair<K, V> unique_by_key(K first, K last, V values)
{
    return thrust::unique_by_key(detail::policy_of<K, V>(), first, last, values, equal_to<>());
}
template <class P, class K, class V, class KOut, class VOut, class Equal>
__host__ __device__ pair<KOut, VOut> unique_by_key_copy(const execution_policy<P> &policy, K first,
                                                        K last, V values, KOut keys_out,
                                                        VOut values_out, Equal equal)
{
    auto test = detail::run_test(first, equal);
    auto n = last - first;
    detail::select(policy, test, n, detail::raw(values), detail::raw(values_out));
    auto kept = detail::select(policy, test, n, detail::raw(first), detail::raw(keys_out));
    return pair<KOut, VOut>(keys_out + kept, values_out + kept);
}
template <class P, class K, class V, class KOut, class VOut>
__host__ __device__ pair<KOut, VOut> unique_by_key_copy(const execution_policy<P> &policy, K first,
                                                        K last, V values, KOut keys_out,
                                                        VOut values_out)
{
    return thrust::unique_by_key_copy(policy, first, last, values, keys_out, values_out,
                                      equal_to<>());
}
template <class K, class V, class KOut, class VOut>
pair<KOut, VOut> unique_by_key_copy(K first, K last, V values, KOut keys_out, VOut values_out)
{
    return thrust::unique_by_key_copy(detail::policy_of<K, V, KOut, VOut>(), first, last, values,
                                      keys_out, values_out, equal_to<>());
}
template <class P, class It, class Equal>
__host__ __device__ typename iterator_traits<It>::difference_type
unique_count(const execution_policy<P> &policy, It first, It last, Equal equal)
{
    auto test = detail::run_test(first, equal);
    return detail::fold(policy, detail::load_test<decltype(test)>{test}, last - first, (long long)0,
                        detail::add_counts());
}
template <class P, class It>
__host__ __device__ typename iterator_traits<It>::difference_type
unique_count(const execution_policy<P> &policy, It first, It last)
{
    return thrust::unique_count(policy, first, last, equal_to<>());
}
template <class It> typename iterator_traits<It>::difference_type unique_count(It first, It last)
{
    return thrust::unique_count(detail::policy_of<It>(), first, last, equal_to<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
