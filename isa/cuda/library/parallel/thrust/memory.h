// SPDX-License-Identifier: Apache-2.0
// Memory of the device by hand.
#pragma once
#include <thrust/device_allocator.h>
#include <thrust/fill.h>

#ifndef __CUDA_ARCH__
namespace thrust
{
inline device_ptr<void> device_malloc(size_t bytes)
{
    void *made = nullptr;
    detail::check(cudaMalloc(&made, bytes), "device_malloc");
    return device_ptr<void>(made);
}
template <class T> device_ptr<T> device_malloc(size_t n)
{
    return device_ptr<T>(static_cast<T *>(device_malloc(n * sizeof(T)).get()));
}
template <class T> void device_free(device_ptr<T> p)
{
    detail::check(cudaFree((void *)p.get()), "device_free");
}
template <class T> device_ptr<T> device_new(size_t n = 1)
{
    device_ptr<T> made = thrust::device_malloc<T>(n);
    thrust::fill_n(thrust::device, made, n, T());
    return made;
}
template <class T> void device_delete(device_ptr<T> p, size_t = 1)
{
    thrust::device_free(p);
}
template <class T, class P> device_ptr<T> malloc(const execution_policy<P> &, size_t n)
{
    return thrust::device_malloc<T>(n);
}
template <class P, class Pointer> void free(const execution_policy<P> &, Pointer p)
{
    detail::check(cudaFree((void *)thrust::raw_pointer_cast(p)), "free");
}
} // namespace thrust
#endif
