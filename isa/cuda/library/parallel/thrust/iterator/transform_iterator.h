// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
namespace detail
{
template <class F, class Iterator> struct transformed {
    typedef plain_t<decltype(std::declval<F &>()(std::declval<value_of<Iterator>>()))> type;
    typedef decltype(std::declval<F &>()(std::declval<value_of<Iterator>>())) reference;
};
} // namespace detail

template <class F, class Iterator, class Reference = use_default, class Value = use_default>
class transform_iterator
    : public iterator_adaptor<
          transform_iterator<F, Iterator, Reference, Value>, Iterator,
          detail::or_default<Value, typename detail::transformed<F, Iterator>::type>, use_default,
          use_default,
          detail::or_default<Reference, typename detail::transformed<F, Iterator>::type>>
{
    typedef iterator_adaptor<
        transform_iterator<F, Iterator, Reference, Value>, Iterator,
        detail::or_default<Value, typename detail::transformed<F, Iterator>::type>, use_default,
        use_default, detail::or_default<Reference, typename detail::transformed<F, Iterator>::type>>
        Base;
    mutable F f;

  public:
    __host__ __device__ transform_iterator() : Base(), f()
    {
    }
    __host__ __device__ transform_iterator(const Iterator &it, F g) : Base(it), f(g)
    {
    }
    __host__ __device__ explicit transform_iterator(const Iterator &it) : Base(it), f()
    {
    }
    template <class Other>
    __host__ __device__ transform_iterator(const transform_iterator<F, Other, Reference, Value> &o)
        : Base(o.base()), f(o.functor())
    {
    }
    transform_iterator(const transform_iterator &) = default;
    __host__ __device__ transform_iterator &operator=(const transform_iterator &other)
    {
        this->base_reference() = other.base();
        if constexpr (std::is_copy_assignable<F>::value) {
            f = other.f;
        }
        return *this;
    }
    __host__ __device__ F functor() const
    {
        return f;
    }
    __host__ __device__ typename Base::reference dereference() const
    {
        return f(static_cast<detail::value_of<Iterator>>(*this->base()));
    }
};
template <class F, class Iterator>
__host__ __device__ transform_iterator<F, Iterator> make_transform_iterator(Iterator it, F f)
{
    return transform_iterator<F, Iterator>(it, f);
}
namespace detail
{
template <class F, class I, class R, class V> struct raw_iterator<transform_iterator<F, I, R, V>> {
    typedef transform_iterator<F, raw_t<I>, R, V> type;
    static __host__ __device__ type get(const transform_iterator<F, I, R, V> &it)
    {
        return type(raw(it.base()), it.functor());
    }
};
} // namespace detail
} // namespace thrust
