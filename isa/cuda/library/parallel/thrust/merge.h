// SPDX-License-Identifier: Apache-2.0
// Merges sorted ranges; among equals, the first range's elements come first.
#pragma once
#include <thrust/detail/merging.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
// Element i of both ranges in turn goes to its place.
template <class A, class B, class Out, class AValues, class BValues, class OutValues, class Less>
struct merge_step {
    A a;
    B b;
    long long a_count, b_count;
    Out out;
    AValues a_values;
    BValues b_values;
    OutValues out_values;
    Less less;
    __host__ __device__ void operator()(long long i)
    {
        long long k = i - a_count, to;
        if (i < a_count) {
            value_of<A> value = a[i];
            to = i + lower_place(b, 0, b_count, value, less);
            out[to] = value;
        } else {
            value_of<B> value = b[k];
            to = k + upper_place(a, 0, a_count, value, less);
            out[to] = value;
        }
        if constexpr (!std::is_same<OutValues, lockstep::Nothing>::value) {
            if (i < a_count) {
                out_values[to] = a_values[i];
            } else {
                out_values[to] = b_values[k];
            }
        }
    }
};
} // namespace detail

template <class P, class A, class B, class Out, class Less>
__host__ __device__ Out merge(const execution_policy<P> &policy, A first1, A last1, B first2,
                              B last2, Out out, Less less)
{
    typedef lockstep::Nothing None;
    typedef detail::merge_step<detail::raw_t<A>, detail::raw_t<B>, detail::raw_t<Out>, None, None,
                               None, Less>
        Step;
    long long n = last1 - first1, m = last2 - first2;
    detail::each(policy,
                 Step{detail::raw(first1), detail::raw(first2), n, m, detail::raw(out), None(),
                      None(), None(), less},
                 n + m);
    return out + (n + m);
}
template <class P, class A, class B, class Out>
__host__ __device__ Out merge(const execution_policy<P> &policy, A first1, A last1, B first2,
                              B last2, Out out)
{
    return thrust::merge(policy, first1, last1, first2, last2, out, less<>());
}
template <class A, class B, class Out, class Less>
Out merge(A first1, A last1, B first2, B last2, Out out, Less compare)
{
    return thrust::merge(detail::policy_of<A, B, Out>(), first1, last1, first2, last2, out,
                         compare);
}
template <class A, class B, class Out> Out merge(A first1, A last1, B first2, B last2, Out out)
{
    return thrust::merge(detail::policy_of<A, B, Out>(), first1, last1, first2, last2, out,
                         less<>());
}
template <class P, class A, class B, class AValues, class BValues, class Out, class OutValues,
          class Less>
__host__ __device__ pair<Out, OutValues>
merge_by_key(const execution_policy<P> &policy, A first1, A last1, B first2, B last2,
             AValues values1, BValues values2, Out out, OutValues values_out, Less less)
{
    typedef detail::merge_step<detail::raw_t<A>, detail::raw_t<B>, detail::raw_t<Out>,
                               detail::raw_t<AValues>, detail::raw_t<BValues>,
                               detail::raw_t<OutValues>, Less>
        Step;
    long long n = last1 - first1, m = last2 - first2;
    detail::each(policy,
                 Step{detail::raw(first1), detail::raw(first2), n, m, detail::raw(out),
                      detail::raw(values1), detail::raw(values2), detail::raw(values_out), less},
                 n + m);
    return pair<Out, OutValues>(out + (n + m), values_out + (n + m));
}
template <class P, class A, class B, class AValues, class BValues, class Out, class OutValues>
__host__ __device__ pair<Out, OutValues>
merge_by_key(const execution_policy<P> &policy, A first1, A last1, B first2, B last2,
             AValues values1, BValues values2, Out out, OutValues values_out)
{
    return thrust::merge_by_key(policy, first1, last1, first2, last2, values1, values2, out,
                                values_out, less<>());
}
template <class A, class B, class AValues, class BValues, class Out, class OutValues, class Less>
pair<Out, OutValues> merge_by_key(A first1, A last1, B first2, B last2, AValues values1,
                                  BValues values2, Out out, OutValues values_out, Less compare)
{
    return thrust::merge_by_key(detail::policy_of<A, B, AValues, BValues, Out, OutValues>(), first1,
                                last1, first2, last2, values1, values2, out, values_out, compare);
}
template <class A, class B, class AValues, class BValues, class Out, class OutValues>
pair<Out, OutValues> merge_by_key(A first1, A last1, B first2, B last2, AValues values1,
                                  BValues values2, Out out, OutValues values_out)
{
    return thrust::merge_by_key(detail::policy_of<A, B, AValues, BValues, Out, OutValues>(), first1,
                                last1, first2, last2, values1, values2, out, values_out, less<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
