// SPDX-License-Identifier: Apache-2.0
// Tuples: a first element, and a tuple of the others. Elements may be references.
#pragma once
#include <thrust/pair.h>
#ifndef __CUDA_ARCH__
#include <tuple>
#endif

namespace thrust
{
template <class... T> class tuple;

namespace detail
{
template <class T> struct is_tuple : std::false_type {
};
template <class... T> struct is_tuple<tuple<T...>> : std::true_type {
};
} // namespace detail

template <> class tuple<>
{
  public:
    __host__ __device__ bool lockstep_equal(const tuple &) const
    {
        return true;
    }
    __host__ __device__ bool lockstep_less(const tuple &) const
    {
        return false;
    }
};

template <class Head, class... Tail> class tuple<Head, Tail...>
{
  public:
    Head lockstep_head;
    tuple<Tail...> lockstep_tail;

    __host__ __device__ tuple() : lockstep_head(), lockstep_tail()
    {
    }
    tuple(const tuple &) = default;
    // From values, as many as there are elements.
    template <class H, class... R,
              typename std::enable_if<sizeof...(R) == sizeof...(Tail) &&
                                          !detail::is_tuple<detail::plain_t<H>>::value,
                                      int>::type = 0>
    __host__ __device__ tuple(H &&head, R &&...tail)
        : lockstep_head(std::forward<H>(head)), lockstep_tail(std::forward<R>(tail)...)
    {
    }
    template <class H, class... R,
              typename std::enable_if<sizeof...(R) == sizeof...(Tail), int>::type = 0>
    __host__ __device__ tuple(const tuple<H, R...> &other)
        : lockstep_head(other.lockstep_head), lockstep_tail(other.lockstep_tail)
    {
    }
    template <class A, class B>
    __host__ __device__ tuple(const pair<A, B> &other)
        : lockstep_head(other.first), lockstep_tail(other.second)
    {
    }
    __host__ __device__ tuple &operator=(const tuple &other)
    {
        lockstep_head = other.lockstep_head;
        lockstep_tail = other.lockstep_tail;
        return *this;
    }
    template <class H, class... R> __host__ __device__ tuple &operator=(const tuple<H, R...> &other)
    {
        lockstep_head = other.lockstep_head;
        lockstep_tail = other.lockstep_tail;
        return *this;
    }
    template <class A, class B> __host__ __device__ tuple &operator=(const pair<A, B> &other)
    {
        lockstep_head = other.first;
        lockstep_tail = tuple<B>(other.second);
        return *this;
    }
    template <class Other> __host__ __device__ bool lockstep_equal(const Other &other) const
    {
        return lockstep_head == other.lockstep_head &&
               lockstep_tail.lockstep_equal(other.lockstep_tail);
    }
    template <class Other> __host__ __device__ bool lockstep_less(const Other &other) const
    {
        return lockstep_head < other.lockstep_head ||
               (!(other.lockstep_head < lockstep_head) &&
                lockstep_tail.lockstep_less(other.lockstep_tail));
    }
    __host__ __device__ void swap(tuple &other)
    {
        tuple old = *this;
        *this = other;
        other = old;
    }
};

template <size_t I, class Tuple> struct tuple_element;
template <size_t I, class Head, class... Tail> struct tuple_element<I, tuple<Head, Tail...>> {
    typedef typename tuple_element<I - 1, tuple<Tail...>>::type type;
};
template <class Head, class... Tail> struct tuple_element<0, tuple<Head, Tail...>> {
    typedef Head type;
};
template <size_t I, class Tuple> struct tuple_element<I, const Tuple> {
    typedef const typename tuple_element<I, Tuple>::type type;
};
template <class A, class B> struct tuple_element<0, pair<A, B>> {
    typedef A type;
};
template <class A, class B> struct tuple_element<1, pair<A, B>> {
    typedef B type;
};
template <size_t I, class Tuple> using tuple_element_t = typename tuple_element<I, Tuple>::type;
template <class Tuple> struct tuple_size;
template <class... T>
struct tuple_size<tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {
};
template <class Tuple> struct tuple_size<const Tuple> : tuple_size<Tuple> {
};
template <class A, class B> struct tuple_size<pair<A, B>> : std::integral_constant<size_t, 2> {
};

namespace detail
{
template <size_t I> struct get_at {
    template <class Tuple> static __host__ __device__ auto &from(Tuple &t)
    {
        return get_at<I - 1>::from(t.lockstep_tail);
    }
};
template <> struct get_at<0> {
    template <class Tuple> static __host__ __device__ auto &from(Tuple &t)
    {
        return t.lockstep_head;
    }
};
} // namespace detail

template <int I, class... T>
__host__ __device__ typename tuple_element<I, tuple<T...>>::type &get(tuple<T...> &t)
{
    return detail::get_at<I>::from(t);
}
template <int I, class... T>
__host__ __device__ const typename tuple_element<I, tuple<T...>>::type &get(const tuple<T...> &t)
{
    return detail::get_at<I>::from(t);
}
template <int I, class... T>
__host__ __device__ typename tuple_element<I, tuple<T...>>::type &&get(tuple<T...> &&t)
{
    return static_cast<typename tuple_element<I, tuple<T...>>::type &&>(detail::get_at<I>::from(t));
}
template <int I, class A, class B>
__host__ __device__ typename tuple_element<I, pair<A, B>>::type &get(pair<A, B> &p)
{
    if constexpr (I == 0) {
        return p.first;
    } else {
        return p.second;
    }
}
template <int I, class A, class B>
__host__ __device__ const typename tuple_element<I, pair<A, B>>::type &get(const pair<A, B> &p)
{
    if constexpr (I == 0) {
        return p.first;
    } else {
        return p.second;
    }
}

template <class... T>
__host__ __device__ tuple<typename std::decay<T>::type...> make_tuple(T &&...values)
{
    return tuple<typename std::decay<T>::type...>(std::forward<T>(values)...);
}
template <class... T> __host__ __device__ tuple<T &...> tie(T &...values)
{
    return tuple<T &...>(values...);
}
namespace detail
{
struct ignore_type {
    template <class T> __host__ __device__ const ignore_type &operator=(const T &) const
    {
        return *this;
    }
};
} // namespace detail
LOCKSTEP_THRUST_OBJECT detail::ignore_type ignore{};

template <class... T, class... U>
__host__ __device__ bool operator==(const tuple<T...> &a, const tuple<U...> &b)
{
    return a.lockstep_equal(b);
}
template <class... T, class... U>
__host__ __device__ bool operator!=(const tuple<T...> &a, const tuple<U...> &b)
{
    return !a.lockstep_equal(b);
}
template <class... T, class... U>
__host__ __device__ bool operator<(const tuple<T...> &a, const tuple<U...> &b)
{
    return a.lockstep_less(b);
}
template <class... T, class... U>
__host__ __device__ bool operator>(const tuple<T...> &a, const tuple<U...> &b)
{
    return b.lockstep_less(a);
}
template <class... T, class... U>
__host__ __device__ bool operator<=(const tuple<T...> &a, const tuple<U...> &b)
{
    return !b.lockstep_less(a);
}
template <class... T, class... U>
__host__ __device__ bool operator>=(const tuple<T...> &a, const tuple<U...> &b)
{
    return !a.lockstep_less(b);
}
template <class... T> __host__ __device__ void swap(tuple<T...> &a, tuple<T...> &b)
{
    a.swap(b);
}
} // namespace thrust

// Structured bindings.
namespace std
{
#ifdef __CUDA_ARCH__
template <class T> struct tuple_size;
template <size_t I, class T> struct tuple_element;
#endif
template <class... T>
struct tuple_size<thrust::tuple<T...>> : integral_constant<size_t, sizeof...(T)> {
};
template <size_t I, class... T> struct tuple_element<I, thrust::tuple<T...>> {
    typedef typename thrust::tuple_element<I, thrust::tuple<T...>>::type type;
};
} // namespace std
