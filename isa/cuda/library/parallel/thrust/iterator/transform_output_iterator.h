// SPDX-License-Identifier: Apache-2.0
// An iterator that changes what is written through it.
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
namespace detail
{
template <class F, class Iterator> class transforming_place
{
    Iterator it;
    F f;

  public:
    __host__ __device__ transforming_place(const Iterator &i, F g) : it(i), f(g)
    {
    }
    template <class T> __host__ __device__ const transforming_place &operator=(const T &x) const
    {
        *it = f(x);
        return *this;
    }
};
} // namespace detail

template <class F, class Iterator>
class transform_output_iterator
    : public iterator_adaptor<transform_output_iterator<F, Iterator>, Iterator, void, use_default,
                              use_default, detail::transforming_place<F, Iterator>>
{
    typedef iterator_adaptor<transform_output_iterator<F, Iterator>, Iterator, void, use_default,
                             use_default, detail::transforming_place<F, Iterator>>
        Base;
    F f;

  public:
    __host__ __device__ transform_output_iterator(const Iterator &it, F g) : Base(it), f(g)
    {
    }
    __host__ __device__ F lockstep_functor() const
    {
        return f;
    }
    __host__ __device__ detail::transforming_place<F, Iterator> dereference() const
    {
        return detail::transforming_place<F, Iterator>(this->base(), f);
    }
};
template <class F, class Iterator>
__host__ __device__ transform_output_iterator<F, Iterator>
make_transform_output_iterator(Iterator it, F f)
{
    return transform_output_iterator<F, Iterator>(it, f);
}
namespace detail
{
template <class F, class I> struct raw_iterator<transform_output_iterator<F, I>> {
    typedef transform_output_iterator<F, raw_t<I>> type;
    static __host__ __device__ type get(const transform_output_iterator<F, I> &it)
    {
        return type(raw(it.base()), it.lockstep_functor());
    }
};
} // namespace detail
} // namespace thrust
