// SPDX-License-Identifier: Apache-2.0
// Several iterators as one, whose reference is a tuple of theirs.
#pragma once
#include <thrust/detail/traits.h>
#include <thrust/tuple.h>

namespace thrust
{
namespace detail
{
template <class Tuple> struct zipped;
template <class... Iterator> struct zipped<tuple<Iterator...>> {
    typedef tuple<value_of<Iterator>...> value;
    typedef tuple<typename iterator_traits<Iterator>::reference...> reference;
    typedef system_of_all<Iterator...> system;
    typedef tuple<raw_t<Iterator>...> raw;
};

inline __host__ __device__ void advance_all(tuple<> &, ptrdiff_t)
{
}
template <class Head, class... Tail>
__host__ __device__ void advance_all(tuple<Head, Tail...> &its, ptrdiff_t n)
{
    its.lockstep_head += n;
    advance_all(its.lockstep_tail, n);
}
template <class Tuple, size_t... I>
__host__ __device__ typename zipped<Tuple>::reference at_all(const Tuple &its,
                                                             std::index_sequence<I...>)
{
    return typename zipped<Tuple>::reference(*get_at<I>::from(its)...);
}
template <class Tuple, size_t... I>
__host__ __device__ typename zipped<Tuple>::raw raw_all(const Tuple &its, std::index_sequence<I...>)
{
    return typename zipped<Tuple>::raw(raw(get_at<I>::from(its))...);
}
} // namespace detail

template <class Tuple>
class zip_iterator
    : public iterator_facade<zip_iterator<Tuple>, typename detail::zipped<Tuple>::value,
                             typename detail::zipped<Tuple>::system, random_access_traversal_tag,
                             typename detail::zipped<Tuple>::reference>
{
    Tuple iterators;
    typedef std::make_index_sequence<tuple_size<Tuple>::value> indices;

  public:
    __host__ __device__ zip_iterator() : iterators()
    {
    }
    __host__ __device__ zip_iterator(const Tuple &its) : iterators(its)
    {
    }
    template <class Other>
    __host__ __device__ zip_iterator(const zip_iterator<Other> &other)
        : iterators(other.get_iterator_tuple())
    {
    }
    __host__ __device__ const Tuple &get_iterator_tuple() const
    {
        return iterators;
    }
    __host__ __device__ typename detail::zipped<Tuple>::reference dereference() const
    {
        return detail::at_all(iterators, indices());
    }
    __host__ __device__ void advance(ptrdiff_t n)
    {
        detail::advance_all(iterators, n);
    }
    __host__ __device__ void increment()
    {
        detail::advance_all(iterators, 1);
    }
    __host__ __device__ void decrement()
    {
        detail::advance_all(iterators, -1);
    }
    __host__ __device__ bool equal(const zip_iterator &other) const
    {
        return iterators.lockstep_head == other.iterators.lockstep_head;
    }
    __host__ __device__ ptrdiff_t distance_to(const zip_iterator &other) const
    {
        return other.iterators.lockstep_head - iterators.lockstep_head;
    }
};
template <class... Iterator>
__host__ __device__ zip_iterator<tuple<Iterator...>> make_zip_iterator(tuple<Iterator...> its)
{
    return zip_iterator<tuple<Iterator...>>(its);
}
template <class First, class Second, class... Rest>
__host__ __device__ zip_iterator<tuple<First, Second, Rest...>>
make_zip_iterator(First first, Second second, Rest... rest)
{
    return zip_iterator<tuple<First, Second, Rest...>>(
        tuple<First, Second, Rest...>(first, second, rest...));
}
namespace detail
{
template <class Tuple> struct raw_iterator<zip_iterator<Tuple>> {
    typedef zip_iterator<typename zipped<Tuple>::raw> type;
    static __host__ __device__ type get(const zip_iterator<Tuple> &it)
    {
        return type(
            raw_all(it.get_iterator_tuple(), std::make_index_sequence<tuple_size<Tuple>::value>()));
    }
};
} // namespace detail
} // namespace thrust
