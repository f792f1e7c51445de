// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
template <class Iterator>
class reverse_iterator : public iterator_adaptor<reverse_iterator<Iterator>, Iterator>
{
    typedef iterator_adaptor<reverse_iterator<Iterator>, Iterator> Base;
    typedef typename iterator_traits<Iterator>::difference_type step;

  public:
    __host__ __device__ reverse_iterator()
    {
    }
    __host__ __device__ explicit reverse_iterator(Iterator it) : Base(it)
    {
    }
    template <class Other>
    __host__ __device__ reverse_iterator(const reverse_iterator<Other> &o)
        : Base(Iterator(o.base()))
    {
    }
    __host__ __device__ typename iterator_traits<Iterator>::reference dereference() const
    {
        Iterator before = this->base();
        --before;
        return *before;
    }
    __host__ __device__ void advance(step n)
    {
        this->base_reference() += -n;
    }
    __host__ __device__ void increment()
    {
        --this->base_reference();
    }
    __host__ __device__ void decrement()
    {
        ++this->base_reference();
    }
    __host__ __device__ step distance_to(const reverse_iterator &other) const
    {
        return this->base() - other.base();
    }
};
template <class Iterator>
__host__ __device__ reverse_iterator<Iterator> make_reverse_iterator(Iterator it)
{
    return reverse_iterator<Iterator>(it);
}
namespace detail
{
template <class I> struct raw_iterator<reverse_iterator<I>> {
    typedef reverse_iterator<raw_t<I>> type;
    static __host__ __device__ type get(const reverse_iterator<I> &it)
    {
        return type(raw(it.base()));
    }
};
} // namespace detail
} // namespace thrust
