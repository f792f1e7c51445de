// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/prefix.h>
#include <thrust/detail/runs.h>
#include <thrust/functional.h>

namespace thrust
{
template <class P, class In, class Out, class Op>
__host__ __device__ Out inclusive_scan(const execution_policy<P> &policy, In first, In last,
                                       Out out, Op op)
{
    typedef detail::value_of<In> T;
    typedef detail::load_element<detail::raw_t<In>, T> Load;
    detail::inclusive_prefix<T>(policy, Load{detail::raw(first)}, last - first, detail::raw(out),
                                op);
    return out + (last - first);
}
template <class P, class In, class Out>
__host__ __device__ Out inclusive_scan(const execution_policy<P> &policy, In first, In last,
                                       Out out)
{
    return thrust::inclusive_scan(policy, first, last, out, plus<>());
}
template <class In, class Out, class Op> Out inclusive_scan(In first, In last, Out out, Op op)
{
    return thrust::inclusive_scan(detail::policy_of<In, Out>(), first, last, out, op);
}
template <class In, class Out> Out inclusive_scan(In first, In last, Out out)
{
    return thrust::inclusive_scan(detail::policy_of<In, Out>(), first, last, out, plus<>());
}

template <class P, class In, class Out, class T, class Op>
__host__ __device__ Out exclusive_scan(const execution_policy<P> &policy, In first, In last,
                                       Out out, T init, Op op)
{
    typedef detail::load_element<detail::raw_t<In>, T> Load;
    detail::exclusive_prefix<T>(policy, Load{detail::raw(first)}, last - first, detail::raw(out),
                                init, op);
    return out + (last - first);
}
template <class P, class In, class Out, class T>
__host__ __device__ Out exclusive_scan(const execution_policy<P> &policy, In first, In last,
                                       Out out, T init)
{
    return thrust::exclusive_scan(policy, first, last, out, init, plus<>());
}
template <class P, class In, class Out>
__host__ __device__ Out exclusive_scan(const execution_policy<P> &policy, In first, In last,
                                       Out out)
{
    return thrust::exclusive_scan(policy, first, last, out, detail::value_of<In>(0), plus<>());
}
template <class In, class Out, class T, class Op>
Out exclusive_scan(In first, In last, Out out, T init, Op op)
{
    return thrust::exclusive_scan(detail::policy_of<In, Out>(), first, last, out, init, op);
}
template <class In, class Out, class T> Out exclusive_scan(In first, In last, Out out, T init)
{
    return thrust::exclusive_scan(detail::policy_of<In, Out>(), first, last, out, init, plus<>());
}
template <class In, class Out> Out exclusive_scan(In first, In last, Out out)
{
    return thrust::exclusive_scan(detail::policy_of<In, Out>(), first, last, out,
                                  detail::value_of<In>(0), plus<>());
}

template <class P, class K, class V, class Out, class Equal, class Op>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out, Equal equal, Op op)
{
    typedef detail::value_of<V> T;
    detail::scan_runs<true, T>(policy, detail::raw(first), last - first, detail::raw(values),
                               detail::raw(out), T(), equal, op);
    return out + (last - first);
}
template <class P, class K, class V, class Out, class Equal>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out, Equal equal)
{
    return thrust::inclusive_scan_by_key(policy, first, last, values, out, equal, plus<>());
}
template <class P, class K, class V, class Out>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out)
{
    return thrust::inclusive_scan_by_key(policy, first, last, values, out, equal_to<>(), plus<>());
}
template <class K, class V, class Out, class Equal, class Op>
Out inclusive_scan_by_key(K first, K last, V values, Out out, Equal equal, Op op)
{
    return thrust::inclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         equal, op);
}
template <class K, class V, class Out, class Equal>
Out inclusive_scan_by_key(K first, K last, V values, Out out, Equal equal)
{
    return thrust::inclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         equal, plus<>());
}
template <class K, class V, class Out> Out inclusive_scan_by_key(K first, K last, V values, Out out)
{
    return thrust::inclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         equal_to<>(), plus<>());
}

template <class P, class K, class V, class Out, class T, class Equal, class Op>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out, T init, Equal equal, Op op)
{
    detail::scan_runs<false, T>(policy, detail::raw(first), last - first, detail::raw(values),
                                detail::raw(out), init, equal, op);
    return out + (last - first);
}
template <class P, class K, class V, class Out, class T, class Equal>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out, T init, Equal equal)
{
    return thrust::exclusive_scan_by_key(policy, first, last, values, out, init, equal, plus<>());
}
template <class P, class K, class V, class Out, class T>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out, T init)
{
    return thrust::exclusive_scan_by_key(policy, first, last, values, out, init, equal_to<>(),
                                         plus<>());
}
template <class P, class K, class V, class Out>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P> &policy, K first, K last,
                                              V values, Out out)
{
    return thrust::exclusive_scan_by_key(policy, first, last, values, out, detail::value_of<V>(0),
                                         equal_to<>(), plus<>());
}
template <class K, class V, class Out, class T, class Equal, class Op>
Out exclusive_scan_by_key(K first, K last, V values, Out out, T init, Equal equal, Op op)
{
    return thrust::exclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         init, equal, op);
}
template <class K, class V, class Out, class T, class Equal>
Out exclusive_scan_by_key(K first, K last, V values, Out out, T init, Equal equal)
{
    return thrust::exclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         init, equal, plus<>());
}
template <class K, class V, class Out, class T>
Out exclusive_scan_by_key(K first, K last, V values, Out out, T init)
{
    return thrust::exclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         init, equal_to<>(), plus<>());
}
template <class K, class V, class Out> Out exclusive_scan_by_key(K first, K last, V values, Out out)
{
    return thrust::exclusive_scan_by_key(detail::policy_of<K, V, Out>(), first, last, values, out,
                                         detail::value_of<V>(0), equal_to<>(), plus<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
