// SPDX-License-Identifier: Apache-2.0
// What programs of csmith include, so that one is a kernel of one thread, or a program of the host:
// arithmetic without undefined behavior, and a checksum of all variables. csmith.sh makes MAIN of
// main().
#ifndef LOCKSTEP_TESTS_CSMITH_H
#define LOCKSTEP_TESTS_CSMITH_H

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned uint32_t;
typedef unsigned long long uint64_t;

#ifdef __CUDACC__
#define NULL 0
#define static static __device__
#define platform_main_end(sum, print) *out = checksum
#define MAIN                          extern "C" __global__ void kernel0(uint64_t *out)
#else
#include <cstdio>
#define platform_main_end(sum, print) printf("%016llx\n", checksum)
#define MAIN                          int main()
#endif
#define platform_main_begin() (void)0
#define crc32_gentab()        (void)0

// T is done in U; MARK: s or u; IS_LEAST: a divided by b would wrap; IS_BELOW: a shift of a is not
// defined.
#define SHIFTS(T, U, MARK, BITS, IS_BELOW, OTHER, AMOUNT, IS_OTHER_BELOW)                          \
    static T safe_lshift_func_##T##_##MARK##_##OTHER(T a, AMOUNT b)                                \
    {                                                                                              \
        return IS_BELOW || IS_OTHER_BELOW || b >= BITS ? a : (T)((U)a << b);                       \
    }                                                                                              \
    static T safe_rshift_func_##T##_##MARK##_##OTHER(T a, AMOUNT b)                                \
    {                                                                                              \
        return IS_BELOW || IS_OTHER_BELOW || b >= BITS ? a : (T)(a >> b);                          \
    }
#define SAFE(T, U, MARK, BITS, IS_LEAST, IS_BELOW)                                                 \
    static T safe_add_func_##T##_##MARK##_##MARK(T a, T b)                                         \
    {                                                                                              \
        return (T)((U)a + (U)b);                                                                   \
    }                                                                                              \
    static T safe_sub_func_##T##_##MARK##_##MARK(T a, T b)                                         \
    {                                                                                              \
        return (T)((U)a - (U)b);                                                                   \
    }                                                                                              \
    static T safe_mul_func_##T##_##MARK##_##MARK(T a, T b)                                         \
    {                                                                                              \
        return (T)((U)a * (U)b);                                                                   \
    }                                                                                              \
    static T safe_div_func_##T##_##MARK##_##MARK(T a, T b)                                         \
    {                                                                                              \
        return b == 0 || IS_LEAST ? a : (T)(a / b);                                                \
    }                                                                                              \
    static T safe_mod_func_##T##_##MARK##_##MARK(T a, T b)                                         \
    {                                                                                              \
        return b == 0 || IS_LEAST ? a : (T)(a % b);                                                \
    }                                                                                              \
    static T safe_unary_minus_func_##T##_##MARK(T a)                                               \
    {                                                                                              \
        return (T)(0 - (U)a);                                                                      \
    }                                                                                              \
    SHIFTS(T, U, MARK, BITS, IS_BELOW, s, int, b < 0)                                              \
    SHIFTS(T, U, MARK, BITS, IS_BELOW, u, unsigned, false)

#define IS_LEAST(T, U, BITS) (b == -1 && a == (T)((U)1 << (BITS - 1)))
SAFE(int8_t, uint32_t, s, 8, IS_LEAST(int8_t, uint32_t, 8), a < 0)
SAFE(int16_t, uint32_t, s, 16, IS_LEAST(int16_t, uint32_t, 16), a < 0)
SAFE(int32_t, uint32_t, s, 32, IS_LEAST(int32_t, uint32_t, 32), a < 0)
SAFE(int64_t, uint64_t, s, 64, IS_LEAST(int64_t, uint64_t, 64), a < 0)
SAFE(uint8_t, uint32_t, u, 8, false, false)
SAFE(uint16_t, uint32_t, u, 16, false, false)
SAFE(uint32_t, uint32_t, u, 32, false, false)
SAFE(uint64_t, uint64_t, u, 64, false, false)

static uint64_t checksum = 5381;
static uint64_t crc32_context = 0;
static void transparent_crc(uint64_t value, const char *, int)
{
    checksum = checksum * 33 + (value ^ value >> 29);
}

#endif
