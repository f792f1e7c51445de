// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/all.h>
#include <thrust/detail/vector_base.h>

namespace thrust
{
template <class T, class Allocator = use_default>
class host_vector : public detail::vector_base<T, detail::host_memory>
{
    typedef detail::vector_base<T, detail::host_memory> Base;

  public:
    typedef Allocator allocator_type;
#ifndef __CUDA_ARCH__
    using Base::Base;
    using Base::operator=;
    host_vector() = default;
    host_vector(const host_vector &) = default;
    host_vector(host_vector &&) = default;
    host_vector &operator=(const host_vector &) = default;
    host_vector &operator=(host_vector &&) = default;
#endif
};
} // namespace thrust
