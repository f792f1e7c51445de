// SPDX-License-Identifier: Apache-2.0
// The second half of lockstep_sixteen.h: functions of __half and of __nv_bfloat16 that are made
// from their arithmetic, and from float's. Needs what that header says, and undefines it.

// The float's format holds a product of two of these and keeps a quotient's rounding innocuous.
__device__ __forceinline__ __one __hdiv(__one a, __one b) { return __one((float)a / (float)b); }
__device__ __forceinline__ __two __h2div(__two a, __two b) { return __two(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__device__ __forceinline__ __two __hmax2_nan(__two a, __two b) { return __two(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }
__device__ __forceinline__ __two __hmin2_nan(__two a, __two b) { return __two(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }
// (a.x + i a.y) (b.x + i b.y) + c
__device__ __forceinline__ __two __hcmadd(__two a, __two b, __two c)
{
    __two r = __hfma2(__two(a.x, a.x), b, c);
    return __hfma2(__two(__hneg(a.y), a.y), __two(b.y, b.x), r);
}

// Conversions.
__device__ __forceinline__ __one __name(__float2,)(float a) { return __one(a); }
__device__ __forceinline__ __one __name(__float2, _rn)(float a) { return __one(a); }
__device__ __forceinline__ float __name(__, 2float)(__one a) { return (float)a; }
__device__ __forceinline__ __one __name(__double2,)(double a) { return __one(a); }
__device__ __forceinline__ signed char __name(__, 2char_rz)(__one a) { int whole = __name(__, 2int_rz)(a); return (signed char)(whole < -128 ? -128 : whole > 127 ? 127 : whole); }
__device__ __forceinline__ unsigned char __name(__, 2uchar_rz)(__one a) { unsigned whole = __name(__, 2uint_rz)(a); return (unsigned char)(whole > 255 ? 255 : whole); }
__device__ __forceinline__ unsigned short __name(__, _as_ushort)(__one a) { return a.__x; }
__device__ __forceinline__ short __name(__, _as_short)(__one a) { return (short)a.__x; }
__host__ __device__ __forceinline__ constexpr __one __name(__ushort_as_,)(unsigned short a) { return __space::of(a); }
__host__ __device__ __forceinline__ constexpr __one __name(__short_as_,)(short a) { return __space::of((unsigned short)a); }
__host__ __device__ __forceinline__ constexpr __two __name(__halves2, 2)(__one a, __one b) { return __two(a, b); }
__host__ __device__ __forceinline__ constexpr __two __name(make_, 2)(__one a, __one b) { return __two(a, b); }
__host__ __device__ __forceinline__ constexpr __one __name(__low2,)(__two a) { return a.x; }
__host__ __device__ __forceinline__ constexpr __one __name(__high2,)(__two a) { return a.y; }
__host__ __device__ __forceinline__ constexpr __two __name(__low2, 2)(__two a) { return __two(a.x, a.x); }
__host__ __device__ __forceinline__ constexpr __two __name(__high2, 2)(__two a) { return __two(a.y, a.y); }
__host__ __device__ __forceinline__ constexpr __two __lowhigh2highlow(__two a) { return __two(a.y, a.x); }
__host__ __device__ __forceinline__ constexpr __two __name(__lows2, 2)(__two a, __two b) { return __two(a.x, b.x); }
__host__ __device__ __forceinline__ constexpr __two __name(__highs2, 2)(__two a, __two b) { return __two(a.y, b.y); }
__device__ __forceinline__ float __low2float(__two a) { return (float)a.x; }
__device__ __forceinline__ float __high2float(__two a) { return (float)a.y; }
__device__ __forceinline__ __two __name(__floats2, 2_rn)(float a, float b)
{
#if __CUDA_ARCH__ < 800
    return __two(__one(a), __one(b));
#else
    unsigned r;
    asm("cvt.rn." __ptx "x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
    return __space::unpack(r);
#endif
}
__device__ __forceinline__ __two __name(__float2, 2_rn)(float a) { return __name(__floats2, 2_rn)(a, a); }
__device__ __forceinline__ __two __name(__float22, 2_rn)(float2 a) { return __name(__floats2, 2_rn)(a.x, a.y); }
__device__ __forceinline__ float2 __name(__, 22float2)(__two a) { return make_float2((float)a.x, (float)a.y); }

// Comparisons; the forms with u are true when unordered.
__device__ __forceinline__ bool __heq(__one a, __one b) { return ((float)a == (float)b); }
__device__ __forceinline__ bool __hequ(__one a, __one b) { return !((float)a < (float)b || (float)a > (float)b); }
__device__ __forceinline__ bool __hne(__one a, __one b) { float x = (float)a, y = (float)b; return x < y || x > y; }
__device__ __forceinline__ bool __hneu(__one a, __one b) { float x = (float)a, y = (float)b; return x != y; }
__device__ __forceinline__ bool __hlt(__one a, __one b) { return ((float)a < (float)b); }
__device__ __forceinline__ bool __hltu(__one a, __one b) { return !((float)a >= (float)b); }
__device__ __forceinline__ bool __hle(__one a, __one b) { return ((float)a <= (float)b); }
__device__ __forceinline__ bool __hleu(__one a, __one b) { return !((float)a > (float)b); }
__device__ __forceinline__ bool __hgt(__one a, __one b) { return ((float)a > (float)b); }
__device__ __forceinline__ bool __hgtu(__one a, __one b) { return !((float)a <= (float)b); }
__device__ __forceinline__ bool __hge(__one a, __one b) { return ((float)a >= (float)b); }
__device__ __forceinline__ bool __hgeu(__one a, __one b) { return !((float)a < (float)b); }
#define __compare_both(name)                                                                       \
    __device__ __forceinline__ __two __h##name##2(__two a, __two b) { return __two(__one(__h##name(a.x, b.x) ? 1.0f : 0.0f), __one(__h##name(a.y, b.y) ? 1.0f : 0.0f)); } \
    __device__ __forceinline__ bool __hb##name##2(__two a, __two b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    __device__ __forceinline__ unsigned __h##name##2_mask(__two a, __two b) { return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); }
// `as` is the function that the operator is.
#define __compare(name, sign, as)                                                                  \
    __compare_both(name)                                                                           \
    __compare_both(name##u)                                                                        \
    __device__ __forceinline__ bool operator sign(const __one &a, const __one &b) { return __h##as(a, b); } \
    __device__ __forceinline__ bool operator sign(const __two &a, const __two &b) { return __hb##as##2(a, b); }
__compare(eq, ==, eq)
__compare(ne, !=, neu)
__compare(lt, <, lt)
__compare(le, <=, le)
__compare(gt, >, gt)
__compare(ge, >=, ge)
__device__ __forceinline__ bool __hisnan(__one a) { return (float)a != (float)a; }
__device__ __forceinline__ __two __hisnan2(__two a) { return __two(__one(__hisnan(a.x) ? 1.0f : 0.0f), __one(__hisnan(a.y) ? 1.0f : 0.0f)); }

// Functions: rounded once from the float result.
#define __function(name, value)                                                                    \
    __device__ __forceinline__ __one h##name(__one a) { float x = (float)a; return __one(value); } \
    __device__ __forceinline__ __two h2##name(__two a) { return __two(h##name(a.x), h##name(a.y)); }
__function(sqrt, __builtin_sqrtf(x))
__function(rsqrt, rsqrtf(x))
__function(rcp, 1.0f / x)
__function(exp, expf(x))
__function(exp2, exp2f(x))
__function(exp10, exp10f(x))
__function(log, logf(x))
__function(log2, log2f(x))
__function(log10, log10f(x))
__function(sin, sinf(x))
__function(cos, cosf(x))
__function(tanh, tanhf(x))
__function(floor, __builtin_floorf(x))
__function(ceil, __builtin_ceilf(x))
__function(trunc, __builtin_truncf(x))
__function(rint, __builtin_rintf(x))

// The machine's own approximation: cc 7.5 and later, of bfloat16 cc 9.0.
__device__ __forceinline__ __one htanh_approx(__one a)
{
    unsigned short r;
    asm("tanh.approx." __ptx " %0, %1;" : "=h"(r) : "h"(a.__x));
    return __space::of(r);
}
__device__ __forceinline__ __two h2tanh_approx(__two a)
{
    unsigned r;
    asm("tanh.approx." __ptx "x2 %0, %1;" : "=r"(r) : "r"(__space::pack(a)));
    return __space::unpack(r);
}

// Operators.
#define __operator(sign, type, function)                                                           \
    __device__ __forceinline__ type operator sign(const type &a, const type &b) { return function(a, b); } \
    __device__ __forceinline__ type &operator sign##=(type &a, const type &b) { a = function(a, b); return a; }
#define __step(sign, one_function, two_function)                                                   \
    __device__ __forceinline__ __one &operator sign(__one &a) { a = one_function(a, __one(1.0f)); return a; } \
    __device__ __forceinline__ __one operator sign(__one &a, int) { __one old = a; a = one_function(a, __one(1.0f)); return old; } \
    __device__ __forceinline__ __two &operator sign(__two &a) { a = two_function(a, __two(__one(1.0f), __one(1.0f))); return a; } \
    __device__ __forceinline__ __two operator sign(__two &a, int) { __two old = a; sign a; return old; }
__operator(+, __one, __hadd)
__operator(-, __one, __hsub)
__operator(*, __one, __hmul)
__operator(/, __one, __hdiv)
__operator(+, __two, __hadd2)
__operator(-, __two, __hsub2)
__operator(*, __two, __hmul2)
__operator(/, __two, __h2div)
__step(++, __hadd, __hadd2)
__step(--, __hsub, __hsub2)
__device__ __forceinline__ __one operator+(const __one &a) { return a; }
__device__ __forceinline__ __one operator-(const __one &a) { return __hneg(a); }
__device__ __forceinline__ __two operator+(const __two &a) { return a; }
__device__ __forceinline__ __two operator-(const __two &a) { return __hneg2(a); }

// Warps and memory.
#define __shuffle(name, type)                                                                      \
    __device__ __forceinline__ __one name(unsigned mask, __one value, type other, int width = 32) { return __space::of((unsigned short)name(mask, (unsigned)value.__x, other, width)); } \
    __device__ __forceinline__ __two name(unsigned mask, __two value, type other, int width = 32) { return __space::unpack(name(mask, __space::pack(value), other, width)); }
#define __load(name)                                                                               \
    __device__ __forceinline__ __one name(const __one *address) { return __space::of(name((const unsigned short *)address)); } \
    __device__ __forceinline__ __two name(const __two *address) { return __space::unpack(name((const unsigned *)address)); }
#define __store(name)                                                                              \
    __device__ __forceinline__ void name(__one *address, __one value) { name((unsigned short *)address, value.__x); } \
    __device__ __forceinline__ void name(__two *address, __two value) { name((unsigned *)address, __space::pack(value)); }
__shuffle(__shfl_sync, int)
__shuffle(__shfl_up_sync, unsigned)
__shuffle(__shfl_down_sync, unsigned)
__shuffle(__shfl_xor_sync, int)
__load(__ldcg)
__load(__ldca)
__load(__ldcs)
__load(__ldlu)
__load(__ldcv)
__store(__stwb)
__store(__stcg)
__store(__stcs)
__store(__stwt)
#if __has_atomic
__device__ __forceinline__ __one atomicAdd(__one *address, __one value)
{
    unsigned short old;
    asm volatile("atom.add.noftz." __ptx " %0, [%1], %2;" : "=h"(old) : "l"(address), "h"(value.__x) : "memory");
    return __space::of(old);
}
__device__ __forceinline__ __two atomicAdd(__two *address, __two value)
{
    unsigned old;
    asm volatile("atom.add.noftz." __ptx "x2 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(__space::pack(value)) : "memory");
    return __space::unpack(old);
}
#else
// As nvcc's headers: until no other thread has changed the word meanwhile.
__device__ __forceinline__ __one atomicAdd(__one *address, __one value)
{
    unsigned short old = *(volatile unsigned short *)address, seen;
    do {
        seen = old;
        old = atomicCAS((unsigned short *)address, seen, __hadd(__space::of(seen), value).__x);
    } while (old != seen);
    return __space::of(old);
}
__device__ __forceinline__ __two atomicAdd(__two *address, __two value)
{
    unsigned old = *(volatile unsigned *)address, seen;
    do {
        seen = old;
        old = atomicCAS((unsigned *)address, seen, __space::pack(__hadd2(__space::unpack(seen), value)));
    } while (old != seen);
    return __space::unpack(old);
}
#endif

#undef __has_atomic
#undef __one
#undef __two
#undef __raw
#undef __space
#undef __ptx
#undef __name
#undef __unary
#undef __binary_of_one
#undef __binary
#undef __ternary_of_one
#undef __ternary
#undef __unary_of_both
#undef __binary_of_both
#undef __ternary_of_both
#undef __minimum
#undef __minimum_in_float
#undef __from
#undef __to
#undef __integer
#undef __integers
#undef __compare_both
#undef __compare
#undef __function
#undef __operator
#undef __step
#undef __shuffle
#undef __load
#undef __store
