// SPDX-License-Identifier: Apache-2.0
// __nv_atomic_* with memory orders and thread scopes; CUDA C++ Programming Guide, "Atomic Functions". Objects of 4 and 8
// bytes; loads and stores of 1 and 2 bytes too.
#pragma once

enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };

#if __CUDA_ARCH__ >= 900
#define __lockstep_cluster ".cluster"
#else
#define __lockstep_cluster ".gpu"
#endif
#define __lockstep_scoped(start, end, ...)                                                         \
    do {                                                                                           \
        if (scope == __NV_THREAD_SCOPE_THREAD || scope == __NV_THREAD_SCOPE_BLOCK)                 \
            asm volatile(start ".cta" end : __VA_ARGS__ : "memory");                               \
        else if (scope == __NV_THREAD_SCOPE_CLUSTER)                                               \
            asm volatile(start __lockstep_cluster end : __VA_ARGS__ : "memory");                   \
        else if (scope == __NV_THREAD_SCOPE_DEVICE)                                                \
            asm volatile(start ".gpu" end : __VA_ARGS__ : "memory");                               \
        else                                                                                       \
            asm volatile(start ".sys" end : __VA_ARGS__ : "memory");                               \
    } while (0)

#if __CUDA_ARCH__ >= 700
// Sequential consistency is a fence before an acquire, as in nvcc's PTX.
#define __lockstep_ordered(start, end, ...)                                                        \
    do {                                                                                           \
        if (order == __NV_ATOMIC_RELAXED)                                                          \
            __lockstep_scoped(start ".relaxed", end, __VA_ARGS__);                                 \
        else if (order == __NV_ATOMIC_RELEASE)                                                     \
            __lockstep_scoped(start ".release", end, __VA_ARGS__);                                 \
        else if (order == __NV_ATOMIC_ACQ_REL)                                                     \
            __lockstep_scoped(start ".acq_rel", end, __VA_ARGS__);                                 \
        else                                                                                       \
            __lockstep_scoped(start ".acquire", end, __VA_ARGS__);                                 \
    } while (0)
#define __lockstep_load(end, ...)                                                                  \
    do {                                                                                           \
        if (order == __NV_ATOMIC_RELAXED)                                                          \
            __lockstep_scoped("ld.relaxed", end, __VA_ARGS__);                                     \
        else                                                                                       \
            __lockstep_scoped("ld.acquire", end, __VA_ARGS__);                                     \
    } while (0)
#define __lockstep_store(end, ...)                                                                 \
    do {                                                                                           \
        if (order == __NV_ATOMIC_RELEASE)                                                          \
            __lockstep_scoped("st.release", end, : __VA_ARGS__);                                   \
        else                                                                                       \
            __lockstep_scoped("st.relaxed", end, : __VA_ARGS__);                                   \
    } while (0)
#define __lockstep_before if (order == __NV_ATOMIC_SEQ_CST) __lockstep_scoped("fence.sc", ";", :)
#define __lockstep_after (void)0
#else
// Without orders in instructions, fences stand around those that ask for one.
#define __lockstep_ordered(start, end, ...) __lockstep_scoped(start, end, __VA_ARGS__)
#define __lockstep_load(end, ...) asm volatile("ld.volatile" end : __VA_ARGS__ : "memory")
#define __lockstep_store(end, ...) asm volatile("st.volatile" end : : __VA_ARGS__ : "memory")
#define __lockstep_before if (order >= __NV_ATOMIC_RELEASE) __nv_atomic_thread_fence(order, scope)
#define __lockstep_after if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE) __nv_atomic_thread_fence(order, scope)
#endif

__device__ __forceinline__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD)
        return;
#if __CUDA_ARCH__ >= 700
    if (order == __NV_ATOMIC_SEQ_CST)
        __lockstep_scoped("fence.sc", ";", :);
    else
        __lockstep_scoped("fence.acq_rel", ";", :);
#else
    if (scope == __NV_THREAD_SCOPE_BLOCK)
        __threadfence_block();
    else if (scope == __NV_THREAD_SCOPE_SYSTEM)
        __threadfence_system();
    else
        __threadfence();
#endif
}

template <int size> struct __lockstep_bits;
#define __lockstep_move(bytes, bits, letter, held, whole)                                          \
    static __device__ __forceinline__ whole load(const void *address, int order, int scope)        \
    {                                                                                              \
        held value;                                                                                \
        __lockstep_before;                                                                         \
        __lockstep_load(".b" #bits " %0, [%1];", "="#letter(value) : "l"(address));                \
        __lockstep_after;                                                                          \
        return (whole)value;                                                                       \
    }                                                                                              \
    static __device__ __forceinline__ void store(void *address, whole value, int order, int scope) \
    {                                                                                              \
        __lockstep_before;                                                                         \
        __lockstep_store(".b" #bits " [%0], %1;", "l"(address), #letter((held)value));             \
        __lockstep_after;                                                                          \
    }
#define __lockstep_update(name, operation, form, letter, type)                                     \
    static __device__ __forceinline__ type name(void *address, type value, int order, int scope)   \
    {                                                                                              \
        type old;                                                                                  \
        __lockstep_before;                                                                         \
        __lockstep_ordered("atom." operation, "." form " %0, [%1], %2;", "="#letter(old) : "l"(address), #letter(value)); \
        __lockstep_after;                                                                          \
        return old;                                                                                \
    }
#define __lockstep_word(bytes, bits, letter, whole, integer, real)                                 \
    template <> struct __lockstep_bits<bytes> {                                                    \
        typedef whole type;                                                                        \
        __lockstep_move(bytes, bits, letter, whole, whole)                                         \
        static __device__ __forceinline__ whole swap(void *address, whole compare, whole value, int order, int scope) \
        {                                                                                          \
            whole old;                                                                             \
            __lockstep_before;                                                                     \
            __lockstep_ordered("atom.cas", ".b" #bits " %0, [%1], %2, %3;", "="#letter(old) : "l"(address), #letter(compare), #letter(value)); \
            __lockstep_after;                                                                      \
            return old;                                                                            \
        }                                                                                          \
        __lockstep_update(exchange, "exch", "b" #bits, letter, whole)                              \
        __lockstep_update(add, "add", "u" #bits, letter, whole)                                    \
        __lockstep_update(both, "and", "b" #bits, letter, whole)                                   \
        __lockstep_update(either, "or", "b" #bits, letter, whole)                                  \
        __lockstep_update(differ, "xor", "b" #bits, letter, whole)                                 \
        __lockstep_update(smaller, "min", "u" #bits, letter, whole)                                \
        __lockstep_update(larger, "max", "u" #bits, letter, whole)                                 \
        __lockstep_update(smaller_signed, "min", "s" #bits, letter, integer)                       \
        __lockstep_update(larger_signed, "max", "s" #bits, letter, integer)                        \
        real                                                                                       \
    };
template <> struct __lockstep_bits<1> {
    typedef unsigned char type;
    __lockstep_move(1, 8, r, unsigned, unsigned char)
};
template <> struct __lockstep_bits<2> {
    typedef unsigned short type;
    __lockstep_move(2, 16, h, unsigned short, unsigned short)
};
__lockstep_word(4, 32, r, unsigned, int, __lockstep_update(add_real, "add", "f32", f, float))
__lockstep_word(8, 64, l, unsigned long long, long long, __lockstep_update(add_real, "add", "f64", d, double))

// A value and the integer that the instructions move.
template <typename T> union __lockstep_value {
    typedef __lockstep_bits<sizeof(T)> words;
    T value;
    typename words::type raw;
};

template <typename T> __device__ __forceinline__ void __nv_atomic_load(T *address, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    __lockstep_value<T> it;
    it.raw = __lockstep_bits<sizeof(T)>::load(address, order, scope);
    *result = it.value;
}
template <typename T> __device__ __forceinline__ T __nv_atomic_load_n(T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    return (T)__lockstep_bits<sizeof(T)>::load(address, order, scope);
}
template <typename T> __device__ __forceinline__ void __nv_atomic_store(T *address, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    __lockstep_value<T> it;
    it.value = *value;
    __lockstep_bits<sizeof(T)>::store(address, it.raw, order, scope);
}
template <typename T, typename V> __device__ __forceinline__ void __nv_atomic_store_n(T *address, V value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    typedef typename __lockstep_bits<sizeof(T)>::type word;
    __lockstep_bits<sizeof(T)>::store(address, (word)(T)value, order, scope);
}
template <typename T> __device__ __forceinline__ void __nv_atomic_exchange(T *address, T *value, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    __lockstep_value<T> it;
    it.value = *value;
    it.raw = __lockstep_bits<sizeof(T)>::exchange(address, it.raw, order, scope);
    *result = it.value;
}
template <typename T, typename V> __device__ __forceinline__ T __nv_atomic_exchange_n(T *address, V value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    typedef typename __lockstep_bits<sizeof(T)>::type word;
    return (T)__lockstep_bits<sizeof(T)>::exchange(address, (word)(T)value, order, scope);
}
template <typename T> __device__ __forceinline__ bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool, int order, int, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    __lockstep_value<T> old, wanted, now;
    old.value = *expected;
    wanted.value = *desired;
    now.raw = __lockstep_bits<sizeof(T)>::swap(address, old.raw, wanted.raw, order, scope);
    *expected = now.value;
    return now.raw == old.raw;
}
template <typename T, typename V> __device__ __forceinline__ bool __nv_atomic_compare_exchange_n(T *address, T *expected, V desired, bool weak, int order, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    T wanted = (T)desired;
    return __nv_atomic_compare_exchange(address, expected, &wanted, weak, order, failure, scope);
}

// fetch_ returns the old value.
#define __lockstep_fetch(name, ...)                                                                \
    template <typename T, typename V> __device__ __forceinline__ T __nv_atomic_fetch_##name(T *address, V given, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) \
    {                                                                                              \
        typedef __lockstep_bits<sizeof(T)> words;                                                  \
        typedef typename words::type word;                                                         \
        T value = (T)given;                                                                        \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    template <typename T, typename V> __device__ __forceinline__ void __nv_atomic_##name(T *address, V given, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) \
    {                                                                                              \
        __nv_atomic_fetch_##name(address, given, order, scope);                                    \
    }
#define __lockstep_is_real ((T)0.5 != (T)0)
#define __lockstep_is_signed ((T)-1 < (T)0)
__lockstep_fetch(add, if constexpr (__lockstep_is_real) return words::add_real(address, value, order, scope);
                      else return (T)words::add(address, (word)value, order, scope);)
__lockstep_fetch(sub, if constexpr (__lockstep_is_real) return words::add_real(address, -value, order, scope);
                      else return (T)words::add(address, (word)(0 - (word)value), order, scope);)
__lockstep_fetch(and, return (T)words::both(address, (word)value, order, scope);)
__lockstep_fetch(or, return (T)words::either(address, (word)value, order, scope);)
__lockstep_fetch(xor, return (T)words::differ(address, (word)value, order, scope);)
__lockstep_fetch(min, if constexpr (__lockstep_is_signed) return (T)words::smaller_signed(address, value, order, scope);
                      else return (T)words::smaller(address, (word)value, order, scope);)
__lockstep_fetch(max, if constexpr (__lockstep_is_signed) return (T)words::larger_signed(address, value, order, scope);
                      else return (T)words::larger(address, (word)value, order, scope);)

#undef __lockstep_cluster
#undef __lockstep_scoped
#undef __lockstep_ordered
#undef __lockstep_load
#undef __lockstep_store
#undef __lockstep_before
#undef __lockstep_after
#undef __lockstep_move
#undef __lockstep_update
#undef __lockstep_word
#undef __lockstep_fetch
#undef __lockstep_is_real
#undef __lockstep_is_signed
