// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and powers of doubles. Errors and polynomials: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_EXP_H
#define LOCKSTEP_MATH_DOUBLE_EXP_H

#include "math_primitive.h"

#define __LOCKSTEP_SHIFT                                                                           \
    6755399441055744.0 // 1.5 2^52: adding it rounds to an integer in the low word

// exp(r) for |r| <= ln2 / 2, and exp(r) - 1
__device__ __forceinline__ double __lockstep_expm1_core(double r)
{
    double p = 2.0889368199479905e-09;
    p = __builtin_fma(p, r, 2.5109125841113319e-08);
    p = __builtin_fma(p, r, 2.7557353180736525e-07);
    p = __builtin_fma(p, r, 2.7557243916345689e-06);
    p = __builtin_fma(p, r, 2.4801587237336895e-05);
    p = __builtin_fma(p, r, 0.00019841269886468444);
    p = __builtin_fma(p, r, 0.0013888888888923844);
    p = __builtin_fma(p, r, 0.008333333333321466);
    p = __builtin_fma(p, r, 0.041666666666666609);
    p = __builtin_fma(p, r, 0.16666666666666677);
    p = __builtin_fma(p, r, 0.5);
    return __builtin_fma(p, r * r, r);
}

__device__ __forceinline__ double __lockstep_exp_core(double r)
{
    double p = 2.0889368199479905e-09;
    p = __builtin_fma(p, r, 2.5109125841113319e-08);
    p = __builtin_fma(p, r, 2.7557353180736525e-07);
    p = __builtin_fma(p, r, 2.7557243916345689e-06);
    p = __builtin_fma(p, r, 2.4801587237336895e-05);
    p = __builtin_fma(p, r, 0.00019841269886468444);
    p = __builtin_fma(p, r, 0.0013888888888923844);
    p = __builtin_fma(p, r, 0.008333333333321466);
    p = __builtin_fma(p, r, 0.041666666666666609);
    p = __builtin_fma(p, r, 0.16666666666666677);
    p = __builtin_fma(p, r, 0.5);
    p = __builtin_fma(p, r, 1.0);
    return __builtin_fma(p, r, 1.0);
}

// p 2^n for p near 1 and a normal result.
__device__ __forceinline__ double __lockstep_scale_by(double p, int n)
{
    return __lockstep_from_words(__lockstep_high_word(p) + (n << 20), __lockstep_low_word(p));
}

// Whether |x| reaches the number whose high word is `limit`, or x is NaN; without a double's
// compare.
__device__ __forceinline__ bool __lockstep_is_beyond(double x, int limit)
{
    return (__lockstep_high_word(x) & 0x7fffffff) >= limit;
}

// The exponential p 2^n of x where 2^n is no normal number: in two steps up to `limit`, 0 and
// infinity beyond.
__device__ __forceinline__ double __lockstep_scale_far(double p, int n, double x, double limit)
{
    int half = n >> 1;
    double y = __lockstep_scale_by(p, half) * __lockstep_power_of_two(n - half);
    if (!(__builtin_fabs(x) <= limit)) // or NaN
        y = x < 0.0 ? 0.0 : x * __LOCKSTEP_INF;
    return y;
}

// 1 ulp
__device__ __forceinline__ double exp(double x)
{
    double big = __builtin_fma(x, 1.4426950408889634, __LOCKSTEP_SHIFT);
    double n = big - __LOCKSTEP_SHIFT;
    double r = __builtin_fma(n, -0.69314718055994529, x);
    r = __builtin_fma(n, -2.3190468138462996e-17, r);
    double p = __lockstep_exp_core(r);
    double y = __lockstep_scale_by(p, __lockstep_low_word(big));
    if (__lockstep_is_beyond(x, 0x40862000)) // 708
        y = __lockstep_scale_far(p, __lockstep_low_word(big), x, 746.0);
    return y;
}

// 1 ulp
__device__ __forceinline__ double exp2(double x)
{
    double n = __builtin_rint(x);
    double r = (x - n) * 0.69314718055994529;
    double p = __lockstep_exp_core(r);
    double y = __lockstep_scale_by(p, __lockstep_int_rn_double(n));
    if (__lockstep_is_beyond(x, 0x408fe000)) // 1020
        y = __lockstep_scale_far(p, __lockstep_int_rn_double(n), x, 1076.0);
    return y;
}

// 1 ulp
__device__ __forceinline__ double exp10(double x)
{
    double big = __builtin_fma(x, 3.3219280948873622, __LOCKSTEP_SHIFT);
    double n = big - __LOCKSTEP_SHIFT;
    double r = __builtin_fma(n, -0.3010299956639812, x);
    r = __builtin_fma(n, 2.8037281277851704e-18, r);
    r = __builtin_fma(r, 2.3025850929940459, r * -2.1707562233822494e-16);
    double p = __lockstep_exp_core(r);
    double y = __lockstep_scale_by(p, __lockstep_low_word(big));
    if (__lockstep_is_beyond(x, 0x40733000)) // 307
        y = __lockstep_scale_far(p, __lockstep_low_word(big), x, 324.0);
    return y;
}

// 1 ulp
__device__ __forceinline__ double expm1(double x)
{
    double big = __builtin_fma(x, 1.4426950408889634, __LOCKSTEP_SHIFT);
    int n = __lockstep_low_word(big);
    double fn = big - __LOCKSTEP_SHIFT;
    double r = __builtin_fma(fn, -0.69314718055994529, x);
    r = __builtin_fma(fn, -2.3190468138462996e-17, r);
    double p = __lockstep_expm1_core(r);
    double half_scale = __lockstep_power_of_two(n - 1);
    double y = __builtin_fma(p, half_scale, half_scale - 0.5);
    y = n == 0 ? p : y + y;
    y = x > 709.8 ? __LOCKSTEP_INF : y;
    y = x < -40.0 ? -1.0 : y;
    return x == 0.0 ? x : y;
}

// x = 2^n m with m in [sqrt(1/2), sqrt(2)); x positive and normal.
__device__ __forceinline__ int __lockstep_split_power(double x, double *m)
{
    int high = __lockstep_high_word(x);
    int n = (high - 0x3fe6a09e) >> 20;
    *m = __lockstep_from_words(high - (n << 20), __lockstep_low_word(x));
    return n;
}

// Zero, subnormal, negative, infinite or NaN.
__device__ __forceinline__ bool __lockstep_is_unusual(double x)
{
    return (unsigned int)(__lockstep_high_word(x) - 0x00100000) >= 0x7fe00000u;
}

// log(1 + f) = returned value + *low for 1 + f in [sqrt(1/2), sqrt(2)): with u = 2f / (2 + f) it is
// u + u^3 p(u^2), and *low holds what u lost by rounding, too.
__device__ __forceinline__ double __lockstep_log_core(double f, double *low)
{
    double d = f + 2.0;
    double reciprocal = __lockstep_rcp_double(d);
    double e = __builtin_fma(-d, reciprocal, 1.0);
    e = __builtin_fma(e, e, e);
    reciprocal = __builtin_fma(e, reciprocal, reciprocal);
    double u = __lockstep_mul_double(f + f, reciprocal);
    double rest = f - u;
    rest = __builtin_fma(-u, f, rest + rest);
    double s = u * u;
    double p = 1.009752221286618e-06;
    p = __builtin_fma(p, s, 4.0442316683050668e-06);
    p = __builtin_fma(p, s, 1.8782944838681534e-05);
    p = __builtin_fma(p, s, 8.8778214782960361e-05);
    p = __builtin_fma(p, s, 0.00043402778527884642);
    p = __builtin_fma(p, s, 0.0022321428569857318);
    p = __builtin_fma(p, s, 0.012500000000001532);
    p = __builtin_fma(p, s, 0.083333333333333329);
    *low = __builtin_fma(p * s, u, reciprocal * rest);
    return u;
}

// What log of zero, a negative number, infinity or NaN is.
__device__ __forceinline__ double __lockstep_log_special(double x)
{
    return x == 0.0 ? -__LOCKSTEP_INF : x < 0.0 ? __LOCKSTEP_NAN : x + x;
}

// 1 ulp
__device__ __forceinline__ double log(double x)
{
    int lift = 0;
    if (__lockstep_is_unusual(x)) {
        if (!(x > 0.0 && x < __LOCKSTEP_INF))
            return __lockstep_log_special(x);
        x = x * 18014398509481984.0; // 2^54
        lift = -54;
    }
    double m, low;
    double n = (double)(__lockstep_split_power(x, &m) + lift);
    double u = __lockstep_log_core(m - 1.0, &low);
    double high = __builtin_fma(n, 0.69314718055994529, u);
    double lost = u - __builtin_fma(n, -0.69314718055994529, high);
    low = __builtin_fma(n, 2.3190468138462996e-17, low);
    return high + (low + lost);
}

// n scale_n + (u + low) (factor + factor_low)
__device__ __forceinline__ double __lockstep_log_to_base(double n_part, double n_low, double u,
                                                         double low, double factor,
                                                         double factor_low)
{
    double product = __lockstep_mul_double(u, factor);
    double rest = __builtin_fma(u, factor, -product);
    rest = __builtin_fma(u, factor_low, rest);
    rest = __builtin_fma(low, factor, rest);
    double sum = n_part + product;
    double lost = n_part == 0.0 ? 0.0 : product - (sum - n_part);
    return sum + (lost + (rest + n_low));
}

// 1 ulp
__device__ __forceinline__ double log2(double x)
{
    int lift = 0;
    if (__lockstep_is_unusual(x)) {
        if (!(x > 0.0 && x < __LOCKSTEP_INF))
            return __lockstep_log_special(x);
        x = x * 18014398509481984.0; // 2^54
        lift = -54;
    }
    double m, low;
    double n = (double)(__lockstep_split_power(x, &m) + lift);
    double u = __lockstep_log_core(m - 1.0, &low);
    return __lockstep_log_to_base(n, 0.0, u, low, 1.4426950408889634, 2.0355273740931033e-17);
}

// 1 ulp
__device__ __forceinline__ double log10(double x)
{
    int lift = 0;
    if (__lockstep_is_unusual(x)) {
        if (!(x > 0.0 && x < __LOCKSTEP_INF))
            return __lockstep_log_special(x);
        x = x * 18014398509481984.0; // 2^54
        lift = -54;
    }
    double m, low;
    double n = (double)(__lockstep_split_power(x, &m) + lift);
    double u = __lockstep_log_core(m - 1.0, &low);
    double n_part = __lockstep_mul_double(n, 0.3010299956639812);
    double n_low =
        __builtin_fma(n, -2.8037281277851704e-18, __builtin_fma(n, 0.3010299956639812, -n_part));
    return __lockstep_log_to_base(n_part, n_low, u, low, 0.43429448190325182,
                                  1.0983196502167651e-17);
}

// 1 ulp. 1 + x = 2^n (1 + f), f by exponents so that nothing of x is lost.
__device__ __forceinline__ double log1p(double x)
{
    if (!(x > -1.0 && x < __LOCKSTEP_INF))
        return x == -1.0 ? -__LOCKSTEP_INF : x < -1.0 ? __LOCKSTEP_NAN : x + x;
    int n = (__lockstep_high_word(x + 1.0) - 0x3fe6a09e) & (int)0xfff00000;
    double scaled = __lockstep_from_words(__lockstep_high_word(x) - n, __lockstep_low_word(x));
    double four = __lockstep_from_words(0x40100000 - n, 0);
    double f = n == 0 ? x : scaled + __builtin_fma(four, 0.25, -1.0);
    double low;
    double u = __lockstep_log_core(f, &low);
    double fn = (double)(n >> 20);
    double high = __builtin_fma(fn, 0.69314718055994529, u);
    double lost = u - __builtin_fma(fn, -0.69314718055994529, high);
    low = __builtin_fma(fn, 2.3190468138462996e-17, low);
    double r = high + (low + lost);
    return __builtin_fabs(x) < 1e-300 ? x : r;
}

// |x|^y for finite positive a = |x|: log(a) as high + low with some 68 bits. u^3 / 12 is computed
// with its rounding errors, u^5 p(u^2) is small enough without.
__device__ __noinline__ double __lockstep_pow_core(double a, double y)
{
    int lift = 0;
    if (__lockstep_is_unusual(a)) {
        a = a * 18014398509481984.0; // 2^54
        lift = -54;
    }
    double m;
    double n = (double)(__lockstep_split_power(a, &m) + lift);
    double f = m - 1.0;
    double d = m + 1.0;
    double reciprocal = __lockstep_rcp_double(d);
    double e = __builtin_fma(-d, reciprocal, 1.0);
    e = __builtin_fma(e, e, e);
    reciprocal = __builtin_fma(e, reciprocal, reciprocal);
    double u = __lockstep_mul_double(f + f, reciprocal);
    double rest = f - u;
    double u_low = reciprocal * __builtin_fma(-u, f, rest + rest);
    double s = __lockstep_mul_double(u, u);
    double s_low = __builtin_fma(u + u, u_low, __builtin_fma(u, u, -s));
    double p = 2.2888186131705184e-07;
    p = __builtin_fma(p, s, 8.9060928398316046e-07);
    p = __builtin_fma(p, s, 4.0699444251034349e-06);
    p = __builtin_fma(p, s, 1.877997397444738e-05);
    p = __builtin_fma(p, s, 8.8778412628105508e-05);
    p = __builtin_fma(p, s, 0.00043402777767974186);
    p = __builtin_fma(p, s, 0.0022321428571442747);
    p = __builtin_fma(p, s, 0.012499999999999992);
    p = __lockstep_mul_double(p, s);
    double q = 0.083333333333333329 + p;
    double q_low = ((0.083333333333333329 - q) + p) + 4.6259292692714856e-18; // of 1/12
    double v = __lockstep_mul_double(u, s);
    double v_low = __builtin_fma(u, s, -v);
    v_low = __builtin_fma(u_low, s, __builtin_fma(u, s_low, v_low));
    double w = __lockstep_mul_double(v, q);
    double w_low = __builtin_fma(v, q, -w);
    w_low = __builtin_fma(v_low, q, __builtin_fma(v, q_low, w_low));
    double log_m = u + w;
    double log_m_low = ((u - log_m) + w) + (u_low + w_low);
    double n_part = __lockstep_mul_double(n, 0.69314718055994529);
    double n_low = __builtin_fma(n, 0.69314718055994529, -n_part);
    n_low = __builtin_fma(n, 2.3190468138462996e-17, n_low);
    double high = n_part + log_m;
    double lost = n == 0.0 ? 0.0 : (n_part - high) + log_m;
    double low = lost + (n_low + log_m_low);
    double log_a = high + low;
    low = (high - log_a) + low;
    double product = __lockstep_mul_double(log_a, y);
    double product_low = __builtin_fma(low, y, __builtin_fma(log_a, y, -product));
    double big = __builtin_fma(product, 1.4426950408889634, __LOCKSTEP_SHIFT);
    double whole = big - __LOCKSTEP_SHIFT;
    double r = __builtin_fma(whole, -0.69314718055994529, product);
    r = __builtin_fma(whole, -2.3190468138462996e-17, r);
    r = r + product_low;
    double e_r = __lockstep_exp_core(r);
    double z = __lockstep_scale_by(e_r, __lockstep_low_word(big));
    if (__lockstep_is_beyond(product, 0x40862000)) // 708
        z = __lockstep_scale_far(e_r, __lockstep_low_word(big), product, 746.0);
    return z;
}

// 2 ulp; special cases as C99 F.9.4.4.
__device__ __forceinline__ double pow(double x, double y)
{
    double a = __builtin_fabs(x);
    double r = __lockstep_pow_core(a, y);
    if (x == 1.0 || y == 0.0)
        return 1.0;
    if (!(a <= __LOCKSTEP_INF) || !(__builtin_fabs(y) <= __LOCKSTEP_INF))
        return x + y;
    double half = y * 0.5;
    bool is_odd = __builtin_fabs(y - 2.0 * __builtin_trunc(half)) == 1.0;
    if (a == 0.0 || a == __LOCKSTEP_INF) {
        bool is_zero = (a == 0.0) == (y > 0.0);
        double limit = is_zero ? 0.0 : __LOCKSTEP_INF;
        return is_odd ? __builtin_copysign(limit, x) : limit;
    }
    if (__builtin_fabs(y) == __LOCKSTEP_INF)
        return a == 1.0 ? 1.0 : (a > 1.0) == (y > 0.0) ? __LOCKSTEP_INF : 0.0;
    if (x < 0.0) {
        r = is_odd ? -r : r;
        if (__builtin_floor(y) != y)
            r = __LOCKSTEP_NAN;
    }
    return r;
}

#endif
