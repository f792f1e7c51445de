// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma: matrices held by a warp and their multiplication on tensor cores, each function one
// wmma instruction of PTX (CUDA C++ Programming Guide, "Warp Matrix Functions"). Elements of 8 and 16
// bits are kept as PTX keeps them, in words of 32 bits; x[i] is then a reference into its word.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

namespace __lockstep {
// What holds an element of a fragment, or several of less than a byte.
template <class T> struct element {
    typedef T type;
    enum { in_each = 1 };
};
template <> struct element<precision::tf32> {
    typedef float type;
    enum { in_each = 1 };
};
template <> struct element<experimental::precision::u4> {
    typedef unsigned type;
    enum { in_each = 8 };
};
template <> struct element<experimental::precision::s4> {
    typedef int type;
    enum { in_each = 8 };
};
template <> struct element<experimental::precision::b1> {
    typedef unsigned type;
    enum { in_each = 32 };
};

template <class T> __device__ __forceinline__ unsigned bits(T value) { return (unsigned char)value; }
__device__ __forceinline__ unsigned bits(__half value) { return __half_as_ushort(value); }
__device__ __forceinline__ unsigned bits(__nv_bfloat16 value) { return __bfloat16_as_ushort(value); }
template <class T> struct from {
    static __device__ __forceinline__ T bits(unsigned word) { return (T)word; }
};
template <> struct from<__half> {
    static __device__ __forceinline__ __half bits(unsigned word) { return __ushort_as_half((unsigned short)word); }
};
template <> struct from<__nv_bfloat16> {
    static __device__ __forceinline__ __nv_bfloat16 bits(unsigned word) { return __ushort_as_bfloat16((unsigned short)word); }
};

// An element within its word.
template <class T> struct reference {
    unsigned *word;
    unsigned shift;
    __device__ __forceinline__ operator T() const { return from<T>::bits(*word >> shift); }
    __device__ __forceinline__ reference &operator=(T value)
    {
        const unsigned mask = (1u << 8 * sizeof(T)) - 1;
        *word = (*word & ~(mask << shift)) | bits(value) << shift;
        return *this;
    }
    __device__ __forceinline__ reference &operator=(const reference &value) { return *this = (T)value; }
    __device__ __forceinline__ reference &operator+=(T value) { return *this = (T)((T)*this + value); }
    __device__ __forceinline__ reference &operator-=(T value) { return *this = (T)((T)*this - value); }
    __device__ __forceinline__ reference &operator*=(T value) { return *this = (T)((T)*this * value); }
    __device__ __forceinline__ reference &operator/=(T value) { return *this = (T)((T)*this / value); }
};

// The elements of a fragment, by their size: words and references, or plain.
template <class T, int count, int size> struct elements {
    T words[count];
    __device__ __forceinline__ T &operator[](int i) { return words[i]; }
    __device__ __forceinline__ const T &operator[](int i) const { return words[i]; }
    __device__ __forceinline__ T *begin() { return words; }
    __device__ __forceinline__ T *end() { return words + count; }
    __device__ __forceinline__ const T *begin() const { return words; }
    __device__ __forceinline__ const T *end() const { return words + count; }
};
template <class T, int count> struct elements<T, count, 2> {
    unsigned words[count / 2];
    __device__ __forceinline__ reference<T> operator[](int i) { return reference<T>{&words[i / 2], i % 2 * 16u}; }
    __device__ __forceinline__ T operator[](int i) const { return from<T>::bits(words[i / 2] >> i % 2 * 16); }
};
template <class T, int count> struct elements<T, count, 1> {
    unsigned words[count / 4];
    __device__ __forceinline__ reference<T> operator[](int i) { return reference<T>{&words[i / 4], i % 4 * 8u}; }
    __device__ __forceinline__ T operator[](int i) const { return from<T>::bits(words[i / 4] >> i % 4 * 8); }
};

template <class T, int count, int in_each> struct fragment {
    enum { num_elements = count * in_each, num_storage_elements = count };
    typedef T element_type;
    typedef T storage_element_type;
    elements<T, count, sizeof(T)> x;
};

// The words of a factor, as operands: PTX takes tf32 in registers of untyped bits.
template <class T, int n> __device__ __forceinline__ T *operands(const T (&words)[n]) { return (T *)words; }
template <int n> __device__ __forceinline__ unsigned *operands(const float (&words)[n]) { return (unsigned *)words; }
}

// The elements of a fragment that each lane holds.
template <class Use, int m, int n, int k, class T> struct __count;
template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment : __lockstep::fragment<typename __lockstep::element<T>::type, __count<Use, m, n, k, T>::value,
                                       __lockstep::element<T>::in_each> {};

template <class Use, int m, int n, int k, class T, class Layout, class V>
__device__ __forceinline__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value)
{
    const typename __lockstep::element<T>::type element = value;
#pragma unroll
    for (int i = 0; i < f.num_storage_elements; i++) {
        f.x[i] = element;
    }
}

__device__ __forceinline__ float __float_to_tf32(float a)
{
    unsigned r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(a));
    return __uint_as_float(r);
}

// Operands of a vector: as the operands from number `first` on, in braces; as outputs; as inputs.
#define __wmma_out_1(c, w) c(w[0])
#define __wmma_out_2(c, w) c(w[0]), c(w[1])
#define __wmma_out_4(c, w) __wmma_out_2(c, w), c(w[2]), c(w[3])
#define __wmma_out_8(c, w) __wmma_out_4(c, w), c(w[4]), c(w[5]), c(w[6]), c(w[7])
#define __wmma_load_1 "{%0}, [%1], %2;"
#define __wmma_load_2 "{%0,%1}, [%2], %3;"
#define __wmma_load_4 "{%0,%1,%2,%3}, [%4], %5;"
#define __wmma_load_8 "{%0,%1,%2,%3,%4,%5,%6,%7}, [%8], %9;"
#define __wmma_store_2 "[%2], {%0,%1}, %3;"
#define __wmma_store_4 "[%4], {%0,%1,%2,%3}, %5;"
#define __wmma_store_8 "[%8], {%0,%1,%2,%3,%4,%5,%6,%7}, %9;"

#define __wmma_size(use, m, n, k, T, count)                                                        \
    template <> struct __count<use, m, n, k, T> {                                                  \
        enum { value = count };                                                                    \
    };

#define __wmma_load_factor(use, letter, m, n, k, T, E, type, layout, text, held, c)               \
    __device__ __forceinline__ void load_matrix_sync(fragment<use, m, n, k, T, layout> &f, const E *p, unsigned ldm) \
    {                                                                                              \
        asm volatile("wmma.load." letter ".sync.aligned." text ".m" #m "n" #n "k" #k "." type " "  \
                     __wmma_load_##held : __wmma_out_##held("=" c, __lockstep::operands(f.x.words)) : "l"(p), "r"(ldm) : "memory"); \
    }

#define __wmma_factor(use, letter, m, n, k, T, E, type, held, count, c)                           \
    __wmma_size(use, m, n, k, T, count)                                                            \
    __wmma_load_factor(use, letter, m, n, k, T, E, type, row_major, "row", held, c)               \
    __wmma_load_factor(use, letter, m, n, k, T, E, type, col_major, "col", held, c)

#define __wmma_accumulator(m, n, k, T, type, held, count, c)                                      \
    __wmma_size(accumulator, m, n, k, T, count)                                                    \
    __device__ __forceinline__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, unsigned ldm, layout_t layout) \
    {                                                                                              \
        if (layout == mem_row_major) {                                                             \
            asm volatile("wmma.load.c.sync.aligned.row.m" #m "n" #n "k" #k "." type " " __wmma_load_##held \
                         : __wmma_out_##held("=" c, f.x.words) : "l"(p), "r"(ldm) : "memory");    \
        } else {                                                                                   \
            asm volatile("wmma.load.c.sync.aligned.col.m" #m "n" #n "k" #k "." type " " __wmma_load_##held \
                         : __wmma_out_##held("=" c, f.x.words) : "l"(p), "r"(ldm) : "memory");    \
        }                                                                                          \
    }                                                                                              \
    __device__ __forceinline__ void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, unsigned ldm, layout_t layout) \
    {                                                                                              \
        if (layout == mem_row_major) {                                                             \
            asm volatile("wmma.store.d.sync.aligned.row.m" #m "n" #n "k" #k "." type " " __wmma_store_##held \
                         : : __wmma_out_##held(c, f.x.words), "l"(p), "r"(ldm) : "memory");       \
        } else {                                                                                   \
            asm volatile("wmma.store.d.sync.aligned.col.m" #m "n" #n "k" #k "." type " " __wmma_store_##held \
                         : : __wmma_out_##held(c, f.x.words), "l"(p), "r"(ldm) : "memory");       \
        }                                                                                          \
    }

// d = a * b + c, for both layouts of a and b.
#define __wmma_list_4_8_8_4 " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15,%16,%17,%18,%19}, {%20,%21,%22,%23};"
#define __wmma_list_8_8_8_4 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11,%12,%13,%14,%15}, {%16,%17,%18,%19,%20,%21,%22,%23}, {%24,%25,%26,%27};"
#define __wmma_list_4_8_8_8 " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15,%16,%17,%18,%19}, {%20,%21,%22,%23,%24,%25,%26,%27};"
#define __wmma_list_8_8_8_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11,%12,%13,%14,%15}, {%16,%17,%18,%19,%20,%21,%22,%23}, {%24,%25,%26,%27,%28,%29,%30,%31};"
#define __wmma_list_8_4_4_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19,%20,%21,%22,%23};"
#define __wmma_list_8_2_2_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15,%16,%17,%18,%19};"
#define __wmma_list_8_8_2_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11,%12,%13,%14,%15}, {%16,%17}, {%18,%19,%20,%21,%22,%23,%24,%25};"
#define __wmma_list_8_4_1_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12}, {%13,%14,%15,%16,%17,%18,%19,%20};"
#define __wmma_list_8_2_8_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13,%14,%15,%16,%17}, {%18,%19,%20,%21,%22,%23,%24,%25};"
#define __wmma_list_8_1_4_8 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8}, {%9,%10,%11,%12}, {%13,%14,%15,%16,%17,%18,%19,%20};"
#define __wmma_list_2_1_1_2 " {%0,%1}, {%2}, {%3}, {%4,%5};"
#define __wmma_multiply_as(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc, suffix) \
    asm volatile("wmma.mma.sync.aligned." la "." lb ".m" #m "n" #n "k" #k "." types suffix list     \
                 : __wmma_out_##wd("=" cd, d.x.words)                                              \
                 : __wmma_out_##wa(ca, __lockstep::operands(a.x.words)),                           \
                   __wmma_out_##wb(ca, __lockstep::operands(b.x.words)), __wmma_out_##wc(cc, c.x.words))
#define __wmma_multiply_in(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc, kind) \
    __device__ __forceinline__ void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, T, la##_major> &a, \
                                             const fragment<matrix_b, m, n, k, T, lb##_major> &b, \
                                             const fragment<accumulator, m, n, k, C> &c, bool saturates = false) \
    {                                                                                              \
        kind(m, n, k, T, C, D, #la, #lb, types, list, wd, wa, wb, wc, cd, ca, cc)                  \
    }
#define __wmma_plain(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc)            \
    __wmma_multiply_as(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc, "");
#define __wmma_saturated(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc)        \
    if (saturates) {                                                                               \
        __wmma_multiply_as(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc, ".satfinite"); \
    } else {                                                                                       \
        __wmma_multiply_as(m, n, k, T, C, D, la, lb, types, list, wd, wa, wb, wc, cd, ca, cc, ""); \
    }
#define __wmma_multiply(m, n, k, T, C, D, types, list, wd, wa, wb, wc, cd, ca, cc, kind)           \
    __wmma_multiply_in(m, n, k, T, C, D, row, row, types, list, wd, wa, wb, wc, cd, ca, cc, kind)  \
    __wmma_multiply_in(m, n, k, T, C, D, row, col, types, list, wd, wa, wb, wc, cd, ca, cc, kind)  \
    __wmma_multiply_in(m, n, k, T, C, D, col, row, types, list, wd, wa, wb, wc, cd, ca, cc, kind)  \
    __wmma_multiply_in(m, n, k, T, C, D, col, col, types, list, wd, wa, wb, wc, cd, ca, cc, kind)

__wmma_factor(matrix_a, "a", 16, 16, 16, __half, __half, "f16", 8, 16, "r")
__wmma_factor(matrix_b, "b", 16, 16, 16, __half, __half, "f16", 8, 16, "r")
__wmma_accumulator(16, 16, 16, __half, "f16", 4, 8, "r")
__wmma_accumulator(16, 16, 16, float, "f32", 8, 8, "f")
__wmma_multiply(16, 16, 16, __half, __half, __half, "f16.f16", __wmma_list_4_8_8_4, 4, 8, 8, 4, "r", "r", "r", __wmma_plain)
__wmma_multiply(16, 16, 16, __half, __half, float, "f32.f16", __wmma_list_8_8_8_4, 8, 8, 8, 4, "f", "r", "r", __wmma_plain)
__wmma_multiply(16, 16, 16, __half, float, __half, "f16.f32", __wmma_list_4_8_8_8, 4, 8, 8, 8, "r", "r", "f", __wmma_plain)
__wmma_multiply(16, 16, 16, __half, float, float, "f32.f32", __wmma_list_8_8_8_8, 8, 8, 8, 8, "f", "r", "f", __wmma_plain)
__wmma_accumulator(16, 16, 16, int, "s32", 8, 8, "r")
__wmma_factor(matrix_a, "a", 16, 16, 16, signed char, signed char, "s8", 2, 8, "r")
__wmma_factor(matrix_b, "b", 16, 16, 16, signed char, signed char, "s8", 2, 8, "r")
__wmma_multiply(16, 16, 16, signed char, int, int, "s32.s8.s8.s32", __wmma_list_8_2_2_8, 8, 2, 2, 8, "r", "r", "r", __wmma_saturated)
__wmma_factor(matrix_a, "a", 16, 16, 16, unsigned char, unsigned char, "u8", 2, 8, "r")
__wmma_factor(matrix_b, "b", 16, 16, 16, unsigned char, unsigned char, "u8", 2, 8, "r")
__wmma_multiply(16, 16, 16, unsigned char, int, int, "s32.u8.u8.s32", __wmma_list_8_2_2_8, 8, 2, 2, 8, "r", "r", "r", __wmma_saturated)
__wmma_factor(matrix_a, "a", 32, 8, 16, __half, __half, "f16", 8, 16, "r")
__wmma_factor(matrix_b, "b", 32, 8, 16, __half, __half, "f16", 8, 16, "r")
__wmma_accumulator(32, 8, 16, __half, "f16", 4, 8, "r")
__wmma_accumulator(32, 8, 16, float, "f32", 8, 8, "f")
__wmma_multiply(32, 8, 16, __half, __half, __half, "f16.f16", __wmma_list_4_8_8_4, 4, 8, 8, 4, "r", "r", "r", __wmma_plain)
__wmma_multiply(32, 8, 16, __half, __half, float, "f32.f16", __wmma_list_8_8_8_4, 8, 8, 8, 4, "f", "r", "r", __wmma_plain)
__wmma_multiply(32, 8, 16, __half, float, __half, "f16.f32", __wmma_list_4_8_8_8, 4, 8, 8, 8, "r", "r", "f", __wmma_plain)
__wmma_multiply(32, 8, 16, __half, float, float, "f32.f32", __wmma_list_8_8_8_8, 8, 8, 8, 8, "f", "r", "f", __wmma_plain)
__wmma_accumulator(32, 8, 16, int, "s32", 8, 8, "r")
__wmma_factor(matrix_a, "a", 32, 8, 16, signed char, signed char, "s8", 4, 16, "r")
__wmma_factor(matrix_b, "b", 32, 8, 16, signed char, signed char, "s8", 1, 4, "r")
__wmma_multiply(32, 8, 16, signed char, int, int, "s32.s8.s8.s32", __wmma_list_8_4_1_8, 8, 4, 1, 8, "r", "r", "r", __wmma_saturated)
__wmma_factor(matrix_a, "a", 32, 8, 16, unsigned char, unsigned char, "u8", 4, 16, "r")
__wmma_factor(matrix_b, "b", 32, 8, 16, unsigned char, unsigned char, "u8", 1, 4, "r")
__wmma_multiply(32, 8, 16, unsigned char, int, int, "s32.u8.u8.s32", __wmma_list_8_4_1_8, 8, 4, 1, 8, "r", "r", "r", __wmma_saturated)
__wmma_factor(matrix_a, "a", 8, 32, 16, __half, __half, "f16", 8, 16, "r")
__wmma_factor(matrix_b, "b", 8, 32, 16, __half, __half, "f16", 8, 16, "r")
__wmma_accumulator(8, 32, 16, __half, "f16", 4, 8, "r")
__wmma_accumulator(8, 32, 16, float, "f32", 8, 8, "f")
__wmma_multiply(8, 32, 16, __half, __half, __half, "f16.f16", __wmma_list_4_8_8_4, 4, 8, 8, 4, "r", "r", "r", __wmma_plain)
__wmma_multiply(8, 32, 16, __half, __half, float, "f32.f16", __wmma_list_8_8_8_4, 8, 8, 8, 4, "f", "r", "r", __wmma_plain)
__wmma_multiply(8, 32, 16, __half, float, __half, "f16.f32", __wmma_list_4_8_8_8, 4, 8, 8, 8, "r", "r", "f", __wmma_plain)
__wmma_multiply(8, 32, 16, __half, float, float, "f32.f32", __wmma_list_8_8_8_8, 8, 8, 8, 8, "f", "r", "f", __wmma_plain)
__wmma_accumulator(8, 32, 16, int, "s32", 8, 8, "r")
__wmma_factor(matrix_a, "a", 8, 32, 16, signed char, signed char, "s8", 1, 4, "r")
__wmma_factor(matrix_b, "b", 8, 32, 16, signed char, signed char, "s8", 4, 16, "r")
__wmma_multiply(8, 32, 16, signed char, int, int, "s32.s8.s8.s32", __wmma_list_8_1_4_8, 8, 1, 4, 8, "r", "r", "r", __wmma_saturated)
__wmma_factor(matrix_a, "a", 8, 32, 16, unsigned char, unsigned char, "u8", 1, 4, "r")
__wmma_factor(matrix_b, "b", 8, 32, 16, unsigned char, unsigned char, "u8", 4, 16, "r")
__wmma_multiply(8, 32, 16, unsigned char, int, int, "s32.u8.u8.s32", __wmma_list_8_1_4_8, 8, 1, 4, 8, "r", "r", "r", __wmma_saturated)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__wmma_factor(matrix_a, "a", 16, 16, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 4, 8, "r")
__wmma_factor(matrix_b, "b", 16, 16, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 4, 8, "r")
__wmma_multiply(16, 16, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", __wmma_list_8_4_4_8, 8, 4, 4, 8, "f", "r", "f", __wmma_plain)
__wmma_factor(matrix_a, "a", 32, 8, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 8, 16, "r")
__wmma_factor(matrix_b, "b", 32, 8, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 2, 4, "r")
__wmma_multiply(32, 8, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", __wmma_list_8_8_2_8, 8, 8, 2, 8, "f", "r", "f", __wmma_plain)
__wmma_factor(matrix_a, "a", 8, 32, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 2, 4, "r")
__wmma_factor(matrix_b, "b", 8, 32, 16, __nv_bfloat16, __nv_bfloat16, "bf16", 8, 16, "r")
__wmma_multiply(8, 32, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", __wmma_list_8_2_8_8, 8, 2, 8, 8, "f", "r", "f", __wmma_plain)
__wmma_factor(matrix_a, "a", 16, 16, 8, precision::tf32, float, "tf32", 4, 4, "r")
__wmma_factor(matrix_b, "b", 16, 16, 8, precision::tf32, float, "tf32", 4, 4, "r")
__wmma_accumulator(16, 16, 8, float, "f32", 8, 8, "f")
__wmma_multiply(16, 16, 8, precision::tf32, float, float, "f32.tf32.tf32.f32", __wmma_list_8_4_4_8, 8, 4, 4, 8, "f", "r", "f", __wmma_plain)
__wmma_factor(matrix_a, "a", 8, 8, 4, double, double, "f64", 1, 1, "d")
__wmma_factor(matrix_b, "b", 8, 8, 4, double, double, "f64", 1, 1, "d")
__wmma_accumulator(8, 8, 4, double, "f64", 2, 2, "d")
__wmma_multiply(8, 8, 4, double, double, double, "f64.f64.f64.f64", __wmma_list_2_1_1_2, 2, 1, 1, 2, "d", "d", "d", __wmma_plain)
#endif

// Elements of less than a byte: a by rows, b by columns.
#define __wmma_narrow(k, T, type)                                                                  \
    __wmma_size(matrix_a, 8, 8, k, T, 1)                                                           \
    __wmma_size(matrix_b, 8, 8, k, T, 1)                                                           \
    __wmma_load_factor(matrix_a, "a", 8, 8, k, T, void, type, row_major, "row", 1, "r")           \
    __wmma_load_factor(matrix_b, "b", 8, 8, k, T, void, type, col_major, "col", 1, "r")
#define __wmma_bits(operation)                                                                     \
    asm volatile("wmma.mma." operation ".popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32" __wmma_list_2_1_1_2 \
                 : __wmma_out_2("=r", d.x.words)                                                   \
                 : __wmma_out_1("r", a.x.words), __wmma_out_1("r", b.x.words), __wmma_out_2("r", c.x.words))
__wmma_narrow(32, experimental::precision::u4, "u4")
__wmma_narrow(32, experimental::precision::s4, "s4")
__wmma_narrow(128, experimental::precision::b1, "b1")
__wmma_accumulator(8, 8, 32, int, "s32", 2, 2, "r")
__wmma_accumulator(8, 8, 128, int, "s32", 2, 2, "r")
__wmma_multiply_in(8, 8, 32, experimental::precision::u4, int, int, row, col, "s32.u4.u4.s32", __wmma_list_2_1_1_2, 2, 1, 1, 2, "r", "r", "r", __wmma_saturated)
__wmma_multiply_in(8, 8, 32, experimental::precision::s4, int, int, row, col, "s32.s4.s4.s32", __wmma_list_2_1_1_2, 2, 1, 1, 2, "r", "r", "r", __wmma_saturated)

__device__ __forceinline__ void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
                                          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
                                          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
                                          const fragment<accumulator, 8, 8, 128, int> &c,
                                          experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                                          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    if (operation == experimental::bmmaBitOpAND) {
        __wmma_bits("and");
    } else {
        __wmma_bits("xor");
    }
}
}
}
