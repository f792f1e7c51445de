// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/all.h>
#include <thrust/detail/vector_base.h>
#include <thrust/device_allocator.h>
namespace thrust
{
template <class T, class Allocator = device_allocator<T>>
class device_vector : public detail::vector_base<T, detail::device_memory>
{
    typedef detail::vector_base<T, detail::device_memory> Base;

  public:
    typedef Allocator allocator_type;
#ifndef __CUDA_ARCH__
    using Base::Base;
    using Base::operator=;
    device_vector() = default;
    device_vector(const device_vector &) = default;
    device_vector(device_vector &&) = default;
    device_vector &operator=(const device_vector &) = default;
    device_vector &operator=(device_vector &&) = default;
#endif
};
} // namespace thrust
