// SPDX-License-Identifier: Apache-2.0
// Set operations on sorted ranges. If a value stands m times in the first range and n times in the
// second, the union has max(m, n), the intersection min(m, n), the difference max(m - n, 0) of it.
#pragma once
#include <thrust/detail/merging.h>
#include <thrust/detail/select.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
enum SetKind { SET_DIFFERENCE, SET_INTERSECTION };
// Whether element i of `own` is kept: how many equal ones are before it, and how many in `other`.
template <SetKind kind, class Own, class Other, class Less> struct set_test {
    Own own;
    Other other;
    long long own_count, other_count;
    Less less;
    __host__ __device__ bool operator()(long long i)
    {
        value_of<Own> value = own[i];
        long long before = i - lower_place(own, 0, i, value, less);
        long long there = upper_place(other, 0, other_count, value, less) -
                          lower_place(other, 0, other_count, value, less);
        return kind == SET_INTERSECTION ? before < there : before >= there;
    }
};
// Both ranges one behind the other.
template <class A, class B, class T> struct joined {
    typedef T value_type;
    typedef T reference;
    typedef T *pointer;
    typedef ptrdiff_t difference_type;
    typedef random_access_category iterator_category;
    A a;
    B b;
    long long a_count;
    __host__ __device__ T operator[](long long i) const
    {
        return i < a_count ? static_cast<T>(a[i]) : static_cast<T>(b[i - a_count]);
    }
};

template <SetKind kind, class Policy, class A, class B, class In, class Out, class Less>
__host__ __device__ long long set_select(const execution_policy<Policy> &policy, A a, long long n,
                                         B b, long long m, In in, Out out, Less less)
{
    return select(policy, set_test<kind, A, B, Less>{a, b, n, m, less}, n, in, out);
}

#ifndef __CUDA_ARCH__
// Memory for what is merged afterwards: of the device, or of the host.
template <class T, bool is_device> class scratch
{
    temporary<T> room;

  public:
    explicit scratch(long long n) : room(n)
    {
    }
    T *get() const
    {
        return room.get();
    }
};
template <class T> class scratch<T, false>
{
    T *room;

  public:
    explicit scratch(long long n) : room(new T[n > 0 ? n : 1])
    {
    }
    ~scratch()
    {
        delete[] room;
    }
    T *get() const
    {
        return room;
    }
};
#else
template <class T, bool is_device> class scratch
{
    T *room;

  public:
    __device__ explicit scratch(long long n) : room(new T[n > 0 ? n : 1])
    {
    }
    __device__ ~scratch()
    {
        delete[] room;
    }
    __device__ T *get() const
    {
        return room;
    }
};
#endif
} // namespace detail
} // namespace thrust

#include <thrust/merge.h>

namespace thrust
{
template <class P, class A, class B, class Out, class Less>
__host__ __device__ Out set_intersection(const execution_policy<P> &policy, A first1, A last1,
                                         B first2, B last2, Out out, Less less)
{
    return out + detail::set_select<detail::SET_INTERSECTION>(
                     policy, detail::raw(first1), last1 - first1, detail::raw(first2),
                     last2 - first2, detail::raw(first1), detail::raw(out), less);
}
template <class P, class A, class B, class Out, class Less>
__host__ __device__ Out set_difference(const execution_policy<P> &policy, A first1, A last1,
                                       B first2, B last2, Out out, Less less)
{
    return out + detail::set_select<detail::SET_DIFFERENCE>(
                     policy, detail::raw(first1), last1 - first1, detail::raw(first2),
                     last2 - first2, detail::raw(first1), detail::raw(out), less);
}
template <class P, class A, class B, class Out, class Less>
__host__ __device__ Out set_union(const execution_policy<P> &policy, A first1, A last1, B first2,
                                  B last2, Out out, Less less)
{
    typedef detail::value_of<B> T;
    detail::scratch<T, P::is_device> rest(last2 - first2);
    long long n = detail::set_select<detail::SET_DIFFERENCE>(
        policy, detail::raw(first2), last2 - first2, detail::raw(first1), last1 - first1,
        detail::raw(first2), rest.get(), less);
    return thrust::merge(policy, first1, last1, rest.get(), rest.get() + n, out, less);
}
template <class P, class A, class B, class Out, class Less>
__host__ __device__ Out set_symmetric_difference(const execution_policy<P> &policy, A first1,
                                                 A last1, B first2, B last2, Out out, Less less)
{
    typedef detail::value_of<A> T;
    typedef detail::value_of<B> U;
    detail::scratch<T, P::is_device> left(last1 - first1);
    detail::scratch<U, P::is_device> right(last2 - first2);
    long long n = detail::set_select<detail::SET_DIFFERENCE>(
        policy, detail::raw(first1), last1 - first1, detail::raw(first2), last2 - first2,
        detail::raw(first1), left.get(), less);
    long long m = detail::set_select<detail::SET_DIFFERENCE>(
        policy, detail::raw(first2), last2 - first2, detail::raw(first1), last1 - first1,
        detail::raw(first2), right.get(), less);
    return thrust::merge(policy, left.get(), left.get() + n, right.get(), right.get() + m, out,
                         less);
}
#define LOCKSTEP_THRUST_SET(name)                                                                  \
    template <class P, class A, class B, class Out>                                                \
    __host__ __device__ Out name(const execution_policy<P> &policy, A first1, A last1, B first2,   \
                                 B last2, Out out)                                                 \
    {                                                                                              \
        return thrust::name(policy, first1, last1, first2, last2, out, less<>());                  \
    }                                                                                              \
    template <class A, class B, class Out> Out name(A first1, A last1, B first2, B last2, Out out) \
    {                                                                                              \
        return thrust::name(detail::policy_of<A, B, Out>(), first1, last1, first2, last2, out,     \
                            less<>());                                                             \
    }                                                                                              \
    template <class A, class B, class Out, class Less>                                             \
    Out name(A first1, A last1, B first2, B last2, Out out, Less compare)                          \
    {                                                                                              \
        return thrust::name(detail::policy_of<A, B, Out>(), first1, last1, first2, last2, out,     \
                            compare);                                                              \
    }
LOCKSTEP_THRUST_SET(set_intersection)
LOCKSTEP_THRUST_SET(set_difference)
LOCKSTEP_THRUST_SET(set_union)
LOCKSTEP_THRUST_SET(set_symmetric_difference)
#undef LOCKSTEP_THRUST_SET

// With values of the first range's keys.
#define LOCKSTEP_THRUST_SET_BY_KEY(name, kind)                                                     \
    template <class P, class A, class B, class AValues, class Out, class OutValues, class Less>    \
    __host__ __device__ pair<Out, OutValues> lockstep_##name(                                      \
        const execution_policy<P> &policy, A first1, A last1, B first2, B last2, AValues values1,  \
        Out out, OutValues values_out, Less less)                                                  \
    {                                                                                              \
        long long n = last1 - first1, m = last2 - first2;                                          \
        detail::set_select<kind>(policy, detail::raw(first1), n, detail::raw(first2), m,           \
                                 detail::raw(values1), detail::raw(values_out), less);             \
        long long kept =                                                                           \
            detail::set_select<kind>(policy, detail::raw(first1), n, detail::raw(first2), m,       \
                                     detail::raw(first1), detail::raw(out), less);                 \
        return pair<Out, OutValues>(out + kept, values_out + kept);                                \
    }
LOCKSTEP_THRUST_SET_BY_KEY(set_intersection_by_key, detail::SET_INTERSECTION)
LOCKSTEP_THRUST_SET_BY_KEY(set_difference_by_key, detail::SET_DIFFERENCE)
#undef LOCKSTEP_THRUST_SET_BY_KEY
template <class A, class B, class AValues, class Out, class OutValues>
pair<Out, OutValues> set_intersection_by_key(A first1, A last1, B first2, B last2, AValues values1,
                                             Out out, OutValues values_out)
{
    return thrust::lockstep_set_intersection_by_key(detail::policy_of<A, B, AValues, Out>(), first1,
                                                    last1, first2, last2, values1, out, values_out,
                                                    less<>());
}
template <class A, class B, class AValues, class BValues, class Out, class OutValues>
pair<Out, OutValues> set_difference_by_key(A first1, A last1, B first2, B last2, AValues values1,
                                           BValues, Out out, OutValues values_out)
{
    return thrust::lockstep_set_difference_by_key(detail::policy_of<A, B, AValues, Out>(), first1,
                                                  last1, first2, last2, values1, out, values_out,
                                                  less<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
