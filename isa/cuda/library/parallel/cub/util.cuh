// SPDX-License-Identifier: Apache-2.0
// What the parts of CUB share: functors, small types, lanes and shuffles of any type.
#pragma once
#include <cuda_runtime.h>
#include <thrust/detail/traits.h>

#ifndef __CUDA_ARCH__
#include <cstdio>
#include <cstdlib>
#endif

#define CUB_VERSION 300000
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 0
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_WARP_THREADS(unused) 32
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y) - 1) / (y)) * y)
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_IS_INT128_ENABLED 0

namespace cub
{
struct NullType {
    template <class T> __host__ __device__ NullType &operator=(const T &)
    {
        return *this;
    }
    __host__ __device__ bool operator==(const NullType &) const
    {
        return true;
    }
    __host__ __device__ bool operator!=(const NullType &) const
    {
        return false;
    }
};

template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    __host__ __device__ KeyValuePair() {}
    __host__ __device__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
    __host__ __device__ bool operator!=(const KeyValuePair &other) const
    {
        return value != other.value || key != other.key;
    }
    __host__ __device__ bool operator==(const KeyValuePair &other) const { return !(*this != other); }
};

struct Sum {
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const -> decltype(a + b)
    {
        return a + b;
    }
};
struct Difference {
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const -> decltype(a - b)
    {
        return a - b;
    }
};
struct Division {
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const -> decltype(a / b)
    {
        return a / b;
    }
};
struct Max {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a > b ? a : b; }
};
struct Min {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? a : b; }
};
struct Equality {
    template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a == b; }
};
struct Inequality {
    template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a != b; }
};
template <class Equal> struct InequalityWrapper {
    Equal op;
    __host__ __device__ InequalityWrapper(Equal equal) : op(equal) {}
    template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) { return !op(a, b); }
};
// The least key among those of equal values.
struct ArgMax {
    template <class K, class V>
    __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const
    {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class K, class V>
    __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
template <class T> struct CastOp {
    template <class U> __host__ __device__ T operator()(const U &x) const { return (T)x; }
};

template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    __host__ __device__ DoubleBuffer() : selector(0)
    {
        d_buffers[0] = d_buffers[1] = nullptr;
    }
    __host__ __device__ DoubleBuffer(T *current, T *alternate) : selector(0)
    {
        d_buffers[0] = current;
        d_buffers[1] = alternate;
    }
    __host__ __device__ T *Current() { return d_buffers[selector]; }
    __host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};

// Memory whose objects are not constructed.
template <class T> struct Uninitialized {
    alignas(T) unsigned char storage[sizeof(T)];
    __host__ __device__ T &Alias() { return reinterpret_cast<T &>(*this); }
};

template <int N, int count = 0, bool is_small = (N <= 1)> struct Log2 {
    enum { VALUE = Log2<(N + 1) / 2, count + 1>::VALUE };
};
template <int N, int count> struct Log2<N, count, true> {
    enum { VALUE = count };
};
template <int N> struct PowerOfTwo {
    enum { VALUE = (N & (N - 1)) == 0 };
};
template <class A, class B> __host__ __device__ constexpr A DivideAndRoundUp(A a, B b)
{
    return (A)(a / b + (a % b != 0 ? 1 : 0));
}

__device__ __forceinline__ unsigned LaneId()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
__device__ __forceinline__ unsigned WarpId()
{
    unsigned warp;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    return warp;
}
__device__ __forceinline__ unsigned LaneMaskLt() { return (1u << LaneId()) - 1; }
__device__ __forceinline__ unsigned LaneMaskLe() { return LaneMaskLt() << 1 | 1; }
__device__ __forceinline__ unsigned LaneMaskGt() { return ~LaneMaskLe(); }
__device__ __forceinline__ unsigned LaneMaskGe() { return ~LaneMaskLt(); }
__device__ __forceinline__ int RowMajorTid(int x, int y, int z)
{
    return (z == 1 ? 0 : threadIdx.z * x * y) + (y == 1 ? 0 : threadIdx.y * x) + threadIdx.x;
}
__device__ __forceinline__ void CTA_SYNC() { __syncthreads(); }
__device__ __forceinline__ void WARP_SYNC(unsigned mask) { __syncwarp(mask); }

namespace detail
{
// Only what the block's shape needs, so that a block of one dimension is seen as one.
template <int X, int Y, int Z> __device__ __forceinline__ int block_thread()
{
    if constexpr (Z > 1) {
        return (threadIdx.z * Y + threadIdx.y) * X + threadIdx.x;
    } else if constexpr (Y > 1) {
        return threadIdx.y * X + threadIdx.x;
    } else {
        return threadIdx.x;
    }
}
enum ShuffleKind { SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_INDEX };
// A value of any type, word by word; `width` lanes exchange among themselves.
template <ShuffleKind kind, class T> __device__ __forceinline__ T shuffle(const T &value, int by, int width, unsigned mask)
{
    enum { WORDS = (sizeof(T) + 3) / 4 };
    union Words {
        unsigned at[WORDS];
        unsigned char bytes[sizeof(T)];
        __device__ Words() {}
    };
    Words words;
    memcpy(words.bytes, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < WORDS; i++) {
        words.at[i] = kind == SHUFFLE_UP     ? __shfl_up_sync(mask, words.at[i], by, width)
                      : kind == SHUFFLE_DOWN ? __shfl_down_sync(mask, words.at[i], by, width)
                                             : __shfl_sync(mask, words.at[i], by, width);
    }
    T result;
    memcpy(&result, words.bytes, sizeof(T));
    return result;
}
} // namespace detail

template <int WIDTH, class T> __device__ __forceinline__ T ShuffleUp(T x, int by, int, unsigned mask)
{
    return detail::shuffle<detail::SHUFFLE_UP>(x, by, WIDTH, mask);
}
template <int WIDTH, class T> __device__ __forceinline__ T ShuffleDown(T x, int by, int, unsigned mask)
{
    return detail::shuffle<detail::SHUFFLE_DOWN>(x, by, WIDTH, mask);
}
template <int WIDTH, class T> __device__ __forceinline__ T ShuffleIndex(T x, int lane, unsigned mask)
{
    return detail::shuffle<detail::SHUFFLE_INDEX>(x, lane, WIDTH, mask);
}

#ifndef __CUDA_ARCH__
inline cudaError_t Debug(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", error, file, line, cudaGetErrorString(error));
        fflush(stderr);
    }
    return error;
}
#endif
} // namespace cub
#ifndef __CUDA_ARCH__
#define CubDebug(e) cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e)                                                                                                \
    if (cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) {                                                            \
        exit(1);                                                                                                       \
    }
#else
#define CubDebug(e) (e)
#define CubDebugExit(e) (void)(e)
#endif
