// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
template <class Element, class Index>
class permutation_iterator
    : public iterator_adaptor<permutation_iterator<Element, Index>, Index,
                              detail::value_of<Element>, detail::system_of_all<Element, Index>,
                              use_default, typename iterator_traits<Element>::reference>
{
    typedef iterator_adaptor<permutation_iterator<Element, Index>, Index, detail::value_of<Element>,
                             detail::system_of_all<Element, Index>, use_default,
                             typename iterator_traits<Element>::reference>
        Base;
    Element elements;

  public:
    __host__ __device__ permutation_iterator() : Base(), elements()
    {
    }
    __host__ __device__ permutation_iterator(Element e, Index i) : Base(i), elements(e)
    {
    }
    __host__ __device__ const Element &lockstep_elements() const
    {
        return elements;
    }
    __host__ __device__ typename iterator_traits<Element>::reference dereference() const
    {
        return elements[static_cast<ptrdiff_t>(
            static_cast<detail::value_of<Index>>(*this->base()))];
    }
};
template <class Element, class Index>
__host__ __device__ permutation_iterator<Element, Index> make_permutation_iterator(Element e,
                                                                                   Index i)
{
    return permutation_iterator<Element, Index>(e, i);
}
namespace detail
{
template <class E, class I> struct raw_iterator<permutation_iterator<E, I>> {
    typedef permutation_iterator<raw_t<E>, raw_t<I>> type;
    static __host__ __device__ type get(const permutation_iterator<E, I> &it)
    {
        return type(raw(it.lockstep_elements()), raw(it.base()));
    }
};
} // namespace detail
} // namespace thrust
