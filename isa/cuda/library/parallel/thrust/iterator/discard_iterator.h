// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/traits.h>

namespace thrust
{
namespace detail
{
// Takes any value and forgets it.
struct any_assign {
    template <class T> __host__ __device__ const any_assign &operator=(const T &) const
    {
        return *this;
    }
};
} // namespace detail

template <class System = use_default>
class discard_iterator : public iterator_facade<discard_iterator<System>, void,
                                                detail::or_default<System, any_system_tag>,
                                                random_access_traversal_tag, detail::any_assign>
{
    ptrdiff_t place;

  public:
    __host__ __device__ discard_iterator(ptrdiff_t at = 0) : place(at)
    {
    }
    __host__ __device__ detail::any_assign dereference() const
    {
        return detail::any_assign();
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
    __host__ __device__ bool equal(const discard_iterator &other) const
    {
        return place == other.place;
    }
    __host__ __device__ ptrdiff_t distance_to(const discard_iterator &other) const
    {
        return other.place - place;
    }
};
inline __host__ __device__ discard_iterator<> make_discard_iterator(ptrdiff_t at = 0)
{
    return discard_iterator<>(at);
}
} // namespace thrust
