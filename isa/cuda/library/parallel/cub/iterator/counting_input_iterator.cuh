// SPDX-License-Identifier: Apache-2.0
// CUB's iterators.
#pragma once
#include <cub/thread/thread_load.cuh>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace cub
{
template <class T, class Offset = ptrdiff_t> using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class Offset = ptrdiff_t> using ConstantInputIterator = thrust::constant_iterator<T>;
template <class Offset = ptrdiff_t> using DiscardOutputIterator = thrust::discard_iterator<>;
template <class T, class Op, class Iterator, class Offset = ptrdiff_t>
using TransformInputIterator = thrust::transform_iterator<Op, Iterator, T, T>;

template <class Iterator, class Offset = ptrdiff_t, class Value = typename thrust::iterator_traits<Iterator>::value_type>
class ArgIndexInputIterator
    : public thrust::iterator_facade<ArgIndexInputIterator<Iterator, Offset, Value>, KeyValuePair<Offset, Value>,
                                     typename thrust::iterator_system<Iterator>::type,
                                     thrust::random_access_traversal_tag, KeyValuePair<Offset, Value>>
{
    Iterator it;
    Offset offset;

  public:
    __host__ __device__ ArgIndexInputIterator(Iterator i, Offset at = 0) : it(i), offset(at) {}
    __host__ __device__ KeyValuePair<Offset, Value> dereference() const
    {
        return KeyValuePair<Offset, Value>(offset, it[offset]);
    }
    __host__ __device__ void advance(ptrdiff_t n) { offset += (Offset)n; }
    __host__ __device__ void increment() { offset++; }
    __host__ __device__ void decrement() { offset--; }
    __host__ __device__ bool equal(const ArgIndexInputIterator &other) const { return offset == other.offset; }
    __host__ __device__ ptrdiff_t distance_to(const ArgIndexInputIterator &other) const { return other.offset - offset; }
    __host__ __device__ void normalize()
    {
        it += offset;
        offset = 0;
    }
};
template <CacheLoadModifier MODIFIER, class T, class Offset = ptrdiff_t>
class CacheModifiedInputIterator
    : public thrust::iterator_facade<CacheModifiedInputIterator<MODIFIER, T, Offset>, T, thrust::device_system_tag,
                                     thrust::random_access_traversal_tag, T>
{
    const T *place;

  public:
    __host__ __device__ CacheModifiedInputIterator(const T *at) : place(at) {}
#ifdef __CUDA_ARCH__
    __device__ T dereference() const { return ThreadLoad<MODIFIER>(place); }
#else
    T dereference() const { return *place; }
#endif
    __host__ __device__ void advance(ptrdiff_t n) { place += n; }
    __host__ __device__ void increment() { place++; }
    __host__ __device__ void decrement() { place--; }
    __host__ __device__ bool equal(const CacheModifiedInputIterator &other) const { return place == other.place; }
    __host__ __device__ ptrdiff_t distance_to(const CacheModifiedInputIterator &other) const
    {
        return other.place - place;
    }
};
} // namespace cub
