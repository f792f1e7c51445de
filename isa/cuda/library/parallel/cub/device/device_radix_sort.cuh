// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>

#ifndef __CUDA_ARCH__
namespace cub
{
namespace detail
{
typedef lockstep::Nothing Nothing;
template <class T> void copy_on(cudaStream_t stream, T *to, const T *from, size_t count)
{
    if (to != from && count > 0) {
        thrust::detail::check(
            cudaMemcpyAsync((void *)to, (const void *)from, count * sizeof(T), cudaMemcpyDeviceToDevice, stream),
            "copy");
    }
}
// The input is kept: it is sorted between the output and memory of its own.
template <class K, class V>
void sort_pairs(cudaStream_t stream, const K *keys_in, K *keys_out, const V *values_in, V *values_out, long long count,
                bool is_descending, int begin, int end)
{
    constexpr bool has_values = !std::is_same<V, Nothing>::value;
    thrust::detail::temporary<K> keys(count);
    thrust::detail::temporary<V> values(has_values ? count : 0);
    copy_on(stream, keys.get(), keys_in, count);
    if constexpr (has_values) {
        copy_on(stream, values.get(), values_in, count);
    }
    bool is_out = thrust::detail::radix_sort(stream, keys.get(), values.get(), keys_out, values_out, count,
                                             is_descending, begin, end);
    if (!is_out) {
        copy_on(stream, keys_out, (const K *)keys.get(), count);
        if constexpr (has_values) {
            copy_on(stream, values_out, (const V *)values.get(), count);
        }
        thrust::detail::finish(stream, "sort");
    }
}
template <class K, class V>
void sort_buffers(cudaStream_t stream, DoubleBuffer<K> &keys, V *values, V *other_values, int *selector,
                  long long count, bool is_descending, int begin, int end)
{
    bool is_other = thrust::detail::radix_sort(stream, keys.Current(), values, keys.Alternate(), other_values, count,
                                               is_descending, begin, end);
    if (is_other) {
        keys.selector ^= 1;
        if (selector != nullptr) {
            *selector ^= 1;
        }
    }
}
} // namespace detail

struct DeviceRadixSort {
#define LOCKSTEP_CUB_SORT(keys_name, pairs_name, is_descending)                                                        \
    template <class K, class N>                                                                                        \
    static cudaError_t keys_name(void *storage, size_t &bytes, const K *in, K *out, N count, int begin_bit = 0,        \
                                 int end_bit = sizeof(K) * 8, cudaStream_t stream = 0, bool = false)                   \
    {                                                                                                                  \
        return detail::run(storage, bytes, [&] {                                                                       \
            const detail::Nothing *none = nullptr;                                                                     \
            detail::sort_pairs(stream, in, out, none, (detail::Nothing *)nullptr, (long long)count, is_descending,     \
                               begin_bit, end_bit);                                                                    \
        });                                                                                                            \
    }                                                                                                                  \
    template <class K, class V, class N>                                                                               \
    static cudaError_t pairs_name(void *storage, size_t &bytes, const K *in, K *out, const V *values_in,               \
                                  V *values_out, N count, int begin_bit = 0, int end_bit = sizeof(K) * 8,              \
                                  cudaStream_t stream = 0, bool = false)                                               \
    {                                                                                                                  \
        return detail::run(storage, bytes, [&] {                                                                       \
            detail::sort_pairs(stream, in, out, values_in, values_out, (long long)count, is_descending, begin_bit,     \
                               end_bit);                                                                               \
        });                                                                                                            \
    }                                                                                                                  \
    template <class K, class N>                                                                                        \
    static cudaError_t keys_name(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N count, int begin_bit = 0,      \
                                 int end_bit = sizeof(K) * 8, cudaStream_t stream = 0, bool = false)                   \
    {                                                                                                                  \
        return detail::run(storage, bytes, [&] {                                                                       \
            detail::Nothing *none = nullptr;                                                                           \
            detail::sort_buffers(stream, keys, none, none, nullptr, (long long)count, is_descending, begin_bit,        \
                                 end_bit);                                                                             \
        });                                                                                                            \
    }                                                                                                                  \
    template <class K, class V, class N>                                                                               \
    static cudaError_t pairs_name(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values,        \
                                  N count, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0,    \
                                  bool = false)                                                                        \
    {                                                                                                                  \
        return detail::run(storage, bytes, [&] {                                                                       \
            detail::sort_buffers(stream, keys, values.Current(), values.Alternate(), &values.selector,                 \
                                 (long long)count, is_descending, begin_bit, end_bit);                                 \
        });                                                                                                            \
    }
    LOCKSTEP_CUB_SORT(SortKeys, SortPairs, false)
    LOCKSTEP_CUB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef LOCKSTEP_CUB_SORT
};

namespace detail
{
// Calls f(first, end) for each segment.
template <class Begin, class End, class F>
void each_segment(cudaStream_t stream, long long segments, Begin begin, End end, F f)
{
    typedef value_of<Begin> Offset;
    thrust::detail::temporary<Offset> from(segments), to(segments);
    typedef thrust::detail::copy_step<raw_t<Begin>, Offset *> CopyBegin;
    typedef thrust::detail::copy_step<raw_t<End>, Offset *> CopyEnd;
    thrust::detail::launch_each(stream, CopyBegin{raw(begin), from.get()}, segments);
    thrust::detail::launch_each(stream, CopyEnd{raw(end), to.get()}, segments);
    for (long long i = 0; i < segments; i++) {
        f((long long)from.read(i), (long long)to.read(i));
    }
}
} // namespace detail

struct DeviceSegmentedRadixSort {
#define LOCKSTEP_CUB_SORT(keys_name, pairs_name, is_descending)                                                        \
    template <class K, class N, class S, class Begin, class End>                                                       \
    static cudaError_t keys_name(void *storage, size_t &bytes, const K *in, K *out, N, S segments, Begin begin,        \
                                 End end, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0,     \
                                 bool = false)                                                                         \
    {                                                                                                                  \
        return detail::run(storage, bytes, [&] {                                                                       \
            const detail::Nothing *none = nullptr;                                                                     \
            detail::each_segment(stream, segments, begin, end, [&](long long first, long long last) {                  \
                detail::sort_pairs(stream, in + first, out + first, none, (detail::Nothing *)nullptr, last - first,    \
                                   is_descending, begin_bit, end_bit);                                                 \
            });                                                                                                        \
        });                                                                                                            \
    }                                                                                                                  \
    template <class K, class V, class N, class S, class Begin, class End>                                              \
    static cudaError_t pairs_name(void *storage, size_t &bytes, const K *in, K *out, const V *values_in,               \
                                  V *values_out, N, S segments, Begin begin, End end, int begin_bit = 0,               \
                                  int end_bit = sizeof(K) * 8, cudaStream_t stream = 0, bool = false)                  \
    {                                                                                                                  \
        return detail::run(storage, bytes, [&] {                                                                       \
            detail::each_segment(stream, segments, begin, end, [&](long long first, long long last) {                  \
                detail::sort_pairs(stream, in + first, out + first, values_in + first, values_out + first,             \
                                   last - first, is_descending, begin_bit, end_bit);                                   \
            });                                                                                                        \
        });                                                                                                            \
    }
    LOCKSTEP_CUB_SORT(SortKeys, SortPairs, false)
    LOCKSTEP_CUB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef LOCKSTEP_CUB_SORT
};
typedef DeviceSegmentedRadixSort DeviceSegmentedSort;

struct DeviceMergeSort {
  private:
    template <class K, class V, class Less>
    static void sort(cudaStream_t stream, K keys, V values, long long count, Less less)
    {
        typedef detail::value_of<K> Key;
        thrust::detail::temporary<Key> a(count), b(count);
        thrust::detail::launch_each(stream, thrust::detail::copy_step<K, Key *>{keys, a.get()}, count);
        if constexpr (std::is_same<V, detail::Nothing>::value) {
            detail::Nothing *none = nullptr;
            bool is_other = thrust::detail::merge_sort(stream, a.get(), none, b.get(), none, count, less);
            thrust::detail::launch_each(
                stream, thrust::detail::copy_step<Key *, K>{is_other ? b.get() : a.get(), keys}, count);
        } else {
            typedef detail::value_of<V> Value;
            thrust::detail::temporary<Value> c(count), d(count);
            thrust::detail::launch_each(stream, thrust::detail::copy_step<V, Value *>{values, c.get()}, count);
            bool is_other = thrust::detail::merge_sort(stream, a.get(), c.get(), b.get(), d.get(), count, less);
            thrust::detail::launch_each(
                stream, thrust::detail::copy_step<Key *, K>{is_other ? b.get() : a.get(), keys}, count);
            thrust::detail::launch_each(
                stream, thrust::detail::copy_step<Value *, V>{is_other ? d.get() : c.get(), values}, count);
        }
    }

  public:
    template <class K, class N, class Less>
    static cudaError_t SortKeys(void *storage, size_t &bytes, K keys, N count, Less less, cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes,
                           [&] { sort(stream, detail::raw(keys), detail::Nothing(), count, less); });
    }
    template <class K, class V, class N, class Less>
    static cudaError_t SortPairs(void *storage, size_t &bytes, K keys, V values, N count, Less less,
                                 cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes,
                           [&] { sort(stream, detail::raw(keys), detail::raw(values), count, less); });
    }
    template <class K, class N, class Less>
    static cudaError_t StableSortKeys(void *storage, size_t &bytes, K keys, N count, Less less, cudaStream_t stream = 0)
    {
        return SortKeys(storage, bytes, keys, count, less, stream);
    }
    template <class K, class V, class N, class Less>
    static cudaError_t StableSortPairs(void *storage, size_t &bytes, K keys, V values, N count, Less less,
                                       cudaStream_t stream = 0)
    {
        return SortPairs(storage, bytes, keys, values, count, less, stream);
    }
};
} // namespace cub
#endif
