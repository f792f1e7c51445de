// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
template <class T, class Incrementable = use_default, class System = use_default>
class constant_iterator : public iterator_facade<constant_iterator<T, Incrementable, System>, T,
                                                 detail::or_default<System, any_system_tag>,
                                                 random_access_traversal_tag, T>
{
    T value;
    ptrdiff_t place;

  public:
    __host__ __device__ constant_iterator() : value(), place(0)
    {
    }
    __host__ __device__ constant_iterator(const T &x, ptrdiff_t at = 0) : value(x), place(at)
    {
    }
    __host__ __device__ const T &lockstep_value() const
    {
        return value;
    }
    __host__ __device__ T dereference() const
    {
        return value;
    }
    __host__ __device__ void advance(ptrdiff_t n)
    {
        place += n;
    }
    __host__ __device__ void increment()
    {
        place++;
    }
    __host__ __device__ void decrement()
    {
        place--;
    }
    __host__ __device__ bool equal(const constant_iterator &other) const
    {
        return place == other.place;
    }
    __host__ __device__ ptrdiff_t distance_to(const constant_iterator &other) const
    {
        return other.place - place;
    }
};
template <class T>
__host__ __device__ constant_iterator<T> make_constant_iterator(T x, ptrdiff_t at = 0)
{
    return constant_iterator<T>(x, at);
}
} // namespace thrust
