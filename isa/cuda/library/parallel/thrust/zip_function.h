// SPDX-License-Identifier: Apache-2.0
// A functor of several arguments as one of a tuple.
#pragma once
#include <thrust/tuple.h>

namespace thrust
{
template <class F> class zip_function
{
    F f;
    template <class Tuple, size_t... I>
    __host__ __device__ auto call(Tuple &t, std::index_sequence<I...>) const
    {
        return f(detail::get_at<I>::from(t)...);
    }

  public:
    __host__ __device__ zip_function(F g) : f(g)
    {
    }
    template <class Tuple> __host__ __device__ auto operator()(Tuple &&t) const
    {
        return call(t, std::make_index_sequence<tuple_size<detail::plain_t<Tuple>>::value>());
    }
};
template <class F> __host__ __device__ zip_function<F> make_zip_function(F f)
{
    return zip_function<F>(f);
}
} // namespace thrust
