// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
template <class T, class System = use_default, class Traversal = use_default,
          class Difference = use_default>
class counting_iterator
    : public iterator_facade<counting_iterator<T, System, Traversal, Difference>, T,
                             detail::or_default<System, any_system_tag>,
                             random_access_traversal_tag, T,
                             detail::or_default<Difference, ptrdiff_t>>
{
    T value;

  public:
    __host__ __device__ counting_iterator() : value()
    {
    }
    __host__ __device__ explicit counting_iterator(T x) : value(x)
    {
    }
    __host__ __device__ const T &base() const
    {
        return value;
    }
    __host__ __device__ T dereference() const
    {
        return value;
    }
    __host__ __device__ void advance(ptrdiff_t n)
    {
        value = static_cast<T>(value + n);
    }
    __host__ __device__ void increment()
    {
        ++value;
    }
    __host__ __device__ void decrement()
    {
        --value;
    }
    __host__ __device__ bool equal(const counting_iterator &other) const
    {
        return value == other.value;
    }
    __host__ __device__ ptrdiff_t distance_to(const counting_iterator &other) const
    {
        return static_cast<ptrdiff_t>(other.value) - static_cast<ptrdiff_t>(value);
    }
};
template <class T> __host__ __device__ counting_iterator<T> make_counting_iterator(T x)
{
    return counting_iterator<T>(x);
}
} // namespace thrust
