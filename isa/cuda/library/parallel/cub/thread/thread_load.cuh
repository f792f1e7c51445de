// SPDX-License-Identifier: Apache-2.0
// Loads and stores with a cache modifier.
#pragma once
#include <cub/util.cuh>

namespace cub
{
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
namespace detail
{
template <class T> struct has_cached_load {
    static constexpr bool value = std::is_arithmetic<T>::value && !std::is_same<T, bool>::value;
};
} // namespace detail
template <CacheLoadModifier MODIFIER, class Iterator>
__device__ __forceinline__ typename thrust::iterator_traits<Iterator>::value_type ThreadLoad(Iterator at)
{
    typedef typename thrust::iterator_traits<Iterator>::value_type T;
    if constexpr (!std::is_pointer<Iterator>::value || !detail::has_cached_load<T>::value) {
        return *at;
    } else if constexpr (MODIFIER == LOAD_LDG) {
        return __ldg((const T *)at);
    } else if constexpr (MODIFIER == LOAD_CG) {
        return __ldcg((const T *)at);
    } else if constexpr (MODIFIER == LOAD_CA) {
        return __ldca((const T *)at);
    } else if constexpr (MODIFIER == LOAD_CS) {
        return __ldcs((const T *)at);
    } else if constexpr (MODIFIER == LOAD_CV || MODIFIER == LOAD_VOLATILE) {
        return *(const volatile T *)at;
    } else {
        return *at;
    }
}
template <CacheStoreModifier MODIFIER, class Iterator, class T>
__device__ __forceinline__ void ThreadStore(Iterator at, T value)
{
    *at = value;
}
} // namespace cub
