// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/device_ptr.h>

namespace thrust
{
template <class T> class device_allocator
{
  public:
    typedef T value_type;
    typedef device_ptr<T> pointer;
    typedef device_ptr<const T> const_pointer;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    template <class U> struct rebind {
        typedef device_allocator<U> other;
    };
#ifndef __CUDA_ARCH__
    device_allocator() = default;
    template <class U> device_allocator(const device_allocator<U> &)
    {
    }
    pointer allocate(size_t n)
    {
        void *made = nullptr;
        detail::check(cudaMalloc(&made, n * sizeof(T)), "device_allocator");
        return pointer(static_cast<T *>(made));
    }
    void deallocate(pointer p, size_t)
    {
        detail::check(cudaFree((void *)p.get()), "device_allocator");
    }
#endif
};
} // namespace thrust
