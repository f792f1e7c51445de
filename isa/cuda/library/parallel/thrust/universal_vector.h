// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/all.h>
#include <thrust/detail/vector_base.h>

namespace thrust
{
template <class T, class Allocator = use_default>
class universal_vector : public detail::vector_base<T, detail::managed_memory>
{
    typedef detail::vector_base<T, detail::managed_memory> Base;

  public:
    typedef Allocator allocator_type;
#ifndef __CUDA_ARCH__
    using Base::Base;
    using Base::operator=;
    universal_vector() = default;
    universal_vector(const universal_vector &) = default;
    universal_vector(universal_vector &&) = default;
    universal_vector &operator=(const universal_vector &) = default;
    universal_vector &operator=(universal_vector &&) = default;
#endif
};
} // namespace thrust
