// SPDX-License-Identifier: Apache-2.0
// The machine's own approximations and the bit patterns of numbers, each one PTX instruction: what
// the functions of math_*.h are built from. The names are reserved; programs do not call them.
// A builtin (__builtin_fmaf) is an operation that the optimizer knows; asm without volatile is
// pure.
#ifndef LOCKSTEP_MATH_PRIMITIVE_H
#define LOCKSTEP_MATH_PRIMITIVE_H

#define __LOCKSTEP_INF_F __builtin_int_as_float(0x7f800000)
#define __LOCKSTEP_NAN_F __builtin_int_as_float(0x7fffffff)
#define __LOCKSTEP_INF   __builtin_longlong_as_double(0x7ff0000000000000LL)
#define __LOCKSTEP_NAN   __builtin_longlong_as_double((long long)0xfff8000000000000ULL)

// nvcc's --ftz=true and --use_fast_math: float instructions take denormals as zeros, and the
// functions that have an intrinsic become it (CUDA C++ Programming Guide, "Intrinsic Functions").
#ifdef __LOCKSTEP_FLUSH__
#define __LOCKSTEP_FTZ ".ftz"
#else
#define __LOCKSTEP_FTZ ""
#endif
#ifdef __USE_FAST_MATH__
#define __LOCKSTEP_FAST(value) return value
#else
#define __LOCKSTEP_FAST(value)
#endif

// 2^x, subnormal results zero.
__device__ __forceinline__ float __lockstep_ex2_ftz(float x)
{
    float r;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __lockstep_ex2(float x)
{
    float r;
    asm("ex2.approx" __LOCKSTEP_FTZ ".f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __lockstep_lg2(float x)
{
    float r;
    asm("lg2.approx" __LOCKSTEP_FTZ ".f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __lockstep_lg2_ftz(float x)
{
    float r;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __lockstep_rcp_ftz(float x)
{
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __lockstep_div_ftz(float x, float y)
{
    float r;
    asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
}

__device__ __forceinline__ float __lockstep_rsqrt(float x)
{
    float r;
    asm("rsqrt.approx" __LOCKSTEP_FTZ ".f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ float __lockstep_rsqrt_ftz(float x)
{
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ double __lockstep_rcp_double(double x)
{
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __lockstep_rsqrt_double(double x)
{
    double r;
    asm("rsqrt.approx.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __lockstep_rsqrt_double_ftz(double x)
{
    double r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}

// x clamped to [0, 1], NaN becomes 0.
__device__ __forceinline__ float __lockstep_saturate(float x)
{
    float r;
    asm("cvt.sat" __LOCKSTEP_FTZ ".f32.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

// a b + c rounded down, for a c that leaves no digits behind the point.
__device__ __forceinline__ float __lockstep_fma_down(float a, float b, float c)
{
#if __CUDA_ARCH__ < 200
    return __builtin_floorf(a * b) + c;
#endif
    float r;
    asm("fma.rm" __LOCKSTEP_FTZ ".f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

// A product and a sum that are never fused with what follows.
__device__ __forceinline__ float __lockstep_mul(float a, float b)
{
    float r;
    asm("mul.rn" __LOCKSTEP_FTZ ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

__device__ __forceinline__ double __lockstep_mul_double(double a, double b)
{
    double r;
    asm("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// The nearest integer, ties to even; NaN becomes 0, what does not fit the nearest that does.
__device__ __forceinline__ int __lockstep_int_rn(float x)
{
    int r;
    asm("cvt.rni" __LOCKSTEP_FTZ ".s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ int __lockstep_int_rn_double(double x)
{
    int r;
    asm("cvt.rni.s32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ long long __lockstep_long_rn(float x)
{
    long long r;
    asm("cvt.rni" __LOCKSTEP_FTZ ".s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return r;
}

__device__ __forceinline__ long long __lockstep_long_rn_double(double x)
{
    long long r;
    asm("cvt.rni.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ unsigned int __lockstep_funnel_left(unsigned int low, unsigned int high,
                                                               unsigned int count)
{
#if __CUDA_ARCH__ < 320
    return high << (count & 31) | low >> 1 >> (~count & 31);
#endif
    unsigned int r;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(count));
    return r;
}

// The words of a double. In PTX's own way: shifts would cost more than the moves between registers.
__device__ __forceinline__ int __lockstep_high_word(double x)
{
    int r;
    asm("{ .reg .b32 low; mov.b64 {low, %0}, %1; }" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ int __lockstep_low_word(double x)
{
    int r;
    asm("{ .reg .b32 high; mov.b64 {%0, high}, %1; }" : "=r"(r) : "d"(x));
    return r;
}

__device__ __forceinline__ double __lockstep_from_words(int high, int low)
{
    double r;
    asm("mov.b64 %0, {%1, %2};" : "=d"(r) : "r"(low), "r"(high));
    return r;
}

// 2^n as a float and as a double, n in the range of normal numbers.
__device__ __forceinline__ float __lockstep_power_of_two_f(int n)
{
    return __builtin_int_as_float((n << 23) + 0x3f800000);
}

__device__ __forceinline__ double __lockstep_power_of_two(int n)
{
    return __lockstep_from_words((n << 20) + 0x3ff00000, 0);
}

// The number that a tag writes, as C does: 0x1f, 017, 19; 0 if it is no number. It is the payload.
__device__ inline unsigned long long __lockstep_nan_payload(const char *tag)
{
    unsigned long long value = 0;
    unsigned base = tag[0] != '0' ? 10 : tag[1] == 'x' || tag[1] == 'X' ? 16 : 8;
    for (tag += base == 16 ? 2 : 0; *tag != 0; tag++) {
        unsigned digit = *tag >= '0' && *tag <= '9'   ? *tag - '0'
                         : *tag >= 'a' && *tag <= 'f' ? *tag - 'a' + 10
                         : *tag >= 'A' && *tag <= 'F' ? *tag - 'A' + 10
                                                      : 16;
        if (digit >= base)
            return 0;
        value = value * base + digit;
    }
    return value;
}

#endif
