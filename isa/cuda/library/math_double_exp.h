// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and powers of doubles. Errors and bits: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_EXP_H
#define LOCKSTEP_MATH_DOUBLE_EXP_H

#include "math_double_steps.h"
#include "math_fast.h"
#include "math_primitive.h"

#define __LOCKSTEP_SHIFT                                                                           \
    6755399441055744.0 // 1.5 2^52: adding it rounds to an integer in the low word

// exp(r) for |r| <= ln2 / 2
__device__ __forceinline__ double __lockstep_exp_core(double r)
{
    double p = 2.502232253650299e-08;
    p = __builtin_fma(p, r, 2.763090348817311e-07);
    p = __builtin_fma(p, r, 2.755751454588244e-06);
    p = __builtin_fma(p, r, 2.4801491039099165e-05);
    p = __builtin_fma(p, r, 0.00019841269589115497);
    p = __builtin_fma(p, r, 0.001388888894591638);
    p = __builtin_fma(p, r, 0.008333333333455043);
    p = __builtin_fma(p, r, 0.041666666666519754);
    p = __builtin_fma(p, r, 0.16666666666666477);
    p = __builtin_fma(p, r, 0.5000000000000012);
    p = __builtin_fma(p, r, 1.0);
    return __builtin_fma(p, r, 1.0);
}

// exp(r) - 1 for |r| <= ln2 / 2
__device__ __forceinline__ double __lockstep_expm1_core(double r)
{
    double p = 2.0900320002536536e-09;
    p = __builtin_fma(p, r, 2.5118162590908232e-08);
    p = __builtin_fma(p, r, 2.7557338697780046e-07);
    p = __builtin_fma(p, r, 2.755722422687505e-06);
    p = __builtin_fma(p, r, 2.4801587233770713e-05);
    p = __builtin_fma(p, r, 0.00019841269897009385);
    p = __builtin_fma(p, r, 0.0013888888888929842);
    p = __builtin_fma(p, r, 0.008333333333321891);
    p = __builtin_fma(p, r, 0.04166666666666661);
    p = __builtin_fma(p, r, 0.1666666666666667);
    p = __builtin_fma(p, r, 0.5);
    return __builtin_fma(r * p, r, r);
}

// exp(r) - 1 = r + r^2 times the result for |r| <= ln2 / 2, as erf and tanh use it
__device__ __forceinline__ double __lockstep_expm1_tail(double r)
{
    double p = 2.506210197447926e-08;
    p = __builtin_fma(p, r, 2.762626470761021e-07);
    p = __builtin_fma(p, r, 2.7557381798574225e-06);
    p = __builtin_fma(p, r, 2.4801504596442702e-05);
    p = __builtin_fma(p, r, 0.00019841269746984988);
    p = __builtin_fma(p, r, 0.0013888888932264757);
    p = __builtin_fma(p, r, 0.008333333333377164);
    p = __builtin_fma(p, r, 0.041666666666573884);
    p = __builtin_fma(p, r, 0.16666666666666607);
    p = __builtin_fma(p, r, 0.5000000000000006);
    return r * p;
}

// The same in two factors.
__device__ __forceinline__ double __lockstep_scale_twice(double p, int n)
{
    int half = n / 2;
    return __lockstep_scale_by(p, half) * __lockstep_power_of_two(n - half);
}

// The exponential p 2^n of x, where `first` and `second` are high words: up to the first 2^n is a
// normal number, up to the second the result is not 0 or infinity.
__device__ __forceinline__ double __lockstep_exp_scale(double p, int n, double x, int first,
                                                       int second)
{
    double y = __lockstep_scale_by(p, n);
    if (__lockstep_is_beyond(x, first)) {
        y = x < 0.0 ? 0.0 : x + __LOCKSTEP_INF;
        if (!__lockstep_is_beyond(x, second))
            y = __lockstep_scale_twice(p, n);
    }
    return y;
}

// r = x - n ln2, |r| <= ln2 / 2; the result's low word is n.
__device__ __forceinline__ double __lockstep_exp_reduce(double x, double *r)
{
    double big = __builtin_fma(x, 1.4426950408889634, __LOCKSTEP_SHIFT);
    double n = __dadd_rn(big, -__LOCKSTEP_SHIFT);
    *r = __builtin_fma(n, -2.3190468138462996e-17, __builtin_fma(n, -0.6931471805599453, x));
    return big;
}

// 1 ulp; from 708.4 on in two factors, to 745
__device__ __forceinline__ double exp(double x)
{
    double r, big = __lockstep_exp_reduce(x, &r);
    return __lockstep_exp_scale(__lockstep_exp_core(r), __lockstep_low_word(big), x, 0x4086232b,
                                0x40874800);
}

// 1 ulp; from 1022 on in two factors, to 1075
__device__ __forceinline__ double exp2(double x)
{
    double big = __dadd_rn(x, __LOCKSTEP_SHIFT);
    double f = x - __dadd_rn(big, -__LOCKSTEP_SHIFT);
    double r = __builtin_fma(f, 0.6931471805599453, f * 2.3190468138462996e-17);
    return __lockstep_exp_scale(__lockstep_exp_core(r), __lockstep_low_word(big), x, 0x408ff000,
                                0x4090cc00);
}

// 1 ulp; from 307.6 on in two factors, to 323.6
__device__ __forceinline__ double exp10(double x)
{
    double big = __builtin_fma(x, 3.321928094887362, __LOCKSTEP_SHIFT);
    double n = __dadd_rn(big, -__LOCKSTEP_SHIFT);
    double f = __builtin_fma(n, -0.3010299956639812, x);
    f = __builtin_fma(n, 2.8037281277851704e-18, f);
    double r = __builtin_fma(f, 2.302585092994046, f * -2.1707562233822494e-16);
    return __lockstep_exp_scale(__lockstep_exp_core(r), __lockstep_low_word(big), x, 0x40733a71,
                                0x407439b8);
}

// (exp(x) - 1) 2^-lift for |x| < 709.8, where base is 2^-lift. Below 0.405 n is 0; a half keeps
// 2^1024 in range.
__device__ __forceinline__ double __lockstep_expm1_scaled(double x, int lift, double base)
{
    double r, big = __lockstep_exp_reduce(x, &r);
    unsigned int twice = (unsigned int)__lockstep_high_word(x) << 1;
    bool is_small = twice < 0x7fb3e647u;
    r = is_small ? x : r;
    int n = is_small ? 0 : __lockstep_low_word(big) - lift;
    double p = __lockstep_expm1_core(r);
    bool is_top = n == 1024;
    n = is_top ? n - 1 : n;
    double scale = __lockstep_power_of_two(n);
    double y = __builtin_fma(p, scale, scale - base);
    y = is_top ? y + y : y;
    return twice == 0 ? r : y;
}

// 1 ulp. The high word of x lies, as a float, between those of -52.5 and 709.8.
__device__ __forceinline__ double expm1(double x)
{
    float high = __builtin_int_as_float(__lockstep_high_word(x));
    if (high < 4.19314718f && high > -3.1640625f)
        return __lockstep_expm1_scaled(x, 0, 1.0);
    double limit = __lockstep_high_word(x) < 0 ? -1.0 : __LOCKSTEP_INF;
    return __builtin_fabs(x) <= __LOCKSTEP_INF ? limit : x + x;
}

// u = 2 (m - 1) / (m + 1), of which log(m) is u + u^3 p(u^2); what u lost by rounding goes to
// *lost.
__device__ __forceinline__ double __lockstep_log_fraction(double m, double *lost)
{
    double inverse = __lockstep_reciprocal(m + 1.0);
    double f = m - 1.0;
    double u = __builtin_fma(f, inverse, f * inverse);
    double rest = f - u;
    *lost = inverse * __builtin_fma(-u, f, rest + rest);
    return u;
}

// x = 2^n m with m in [sqrt(1/2), sqrt(2)); x positive and normal, its exponent's bias in `bias`.
__device__ __forceinline__ int __lockstep_split_power(double x, int bias, double *m)
{
    int high = __lockstep_high_word(x), low = __lockstep_low_word(x);
    int n = (high >> 20) - bias;
    high = (high & 0x000fffff) | 0x3ff00000;
    bool is_large = high >= 0x3ff6a09f;
    high = is_large ? high - 0x00100000 : high;
    *m = __lockstep_from_words(high, low);
    return is_large ? n + 1 : n;
}

// 1 ulp
__device__ __forceinline__ double log(double x)
{
    int bias = 1023;
    if (__lockstep_high_word(x) <= 0x000fffff) { // subnormal, zero, negative
        x = x * 18014398509481984.0;             // 2^54
        bias = 1023 + 54;
    }
    if ((unsigned int)__lockstep_high_word(x) - 1u >= 0x7fefffffu) {
        double r = __builtin_fma(x, __LOCKSTEP_INF, __LOCKSTEP_INF);
        bool is_zero = __builtin_int_as_float(__lockstep_high_word(x)) == 0.0f;
        return is_zero ? -__LOCKSTEP_INF : r;
    }
    double m, lost;
    int exponent = __lockstep_split_power(x, bias, &m);
    double u = __lockstep_log_fraction(m, &lost);
    double s = u * u;
    double p = 1.0263276909458365e-06;
    p = __builtin_fma(p, s, 4.036488625710656e-06);
    p = __builtin_fma(p, s, 1.8784407018835667e-05);
    p = __builtin_fma(p, s, 8.877807196497797e-05);
    p = __builtin_fma(p, s, 0.00043402779293201976);
    p = __builtin_fma(p, s, 0.0022321428567665586);
    p = __builtin_fma(p, s, 0.012500000000004514);
    p = __builtin_fma(p, s, 0.08333333333333331);
    double low = __builtin_fma(s * p, u, lost);
    double n = __lockstep_to_double(exponent);
    double high = __builtin_fma(n, 0.6931471805599453, u);
    double rounding = __builtin_fma(-n, 0.6931471805599453, high) - u;
    return high + __builtin_fma(n, 2.3190468138462996e-17, low - rounding);
}

// 1 ulp
__device__ __forceinline__ double log2(double x)
{
    double r = log(x);
    return __builtin_fma(r, 1.4426950408889634, r * 2.0355273740931033e-17);
}

// 1 ulp
__device__ __forceinline__ double log10(double x)
{
    double r = log(x);
    return __builtin_fma(r, 0.4342944819032518, r * 1.098319650216765e-17);
}

// 1 ulp. Around 0, where the high word lies as a float between those of -0.4 and 0.666, by
// u = 2x / (2 + x) = x - x^2 / (2 + x).
__device__ __forceinline__ double log1p(double x)
{
    float high = __builtin_int_as_float(__lockstep_high_word(x));
    if (!(high < 1.79166663f && high > -1.69999993f))
        return log(x + 1.0);
    double t = __lockstep_mul_double(x, x / (x + 2.0));
    double u = x - t;
    double s = u * u;
    double p = 1.1592593968945531e-06;
    p = __builtin_fma(p, s, 3.941356435158717e-06);
    p = __builtin_fma(p, s, 1.881270924625768e-05);
    p = __builtin_fma(p, s, 8.87736089951566e-05);
    p = __builtin_fma(p, s, 0.0004340281868625582);
    p = __builtin_fma(p, s, 0.0022321428379086373);
    p = __builtin_fma(p, s, 0.012500000000436613);
    p = __builtin_fma(p, s, 0.08333333333332996);
    return x + __builtin_fma(s * p, u, -t);
}

// |x|^y for finite positive a = |x|: log(a) as high + low with some 68 bits. u^3 / 12 is computed
// with its rounding errors, u^5 p(u^2) is small enough without.
__device__ __noinline__ double __lockstep_pow_core(double a, double y)
{
    int bias = 1023;
    if (__lockstep_high_word(a) <= 0x000fffff) {
        a = a * 18014398509481984.0; // 2^54
        bias = 1023 + 54;
    }
    double m, u_low;
    int exponent = __lockstep_split_power(a, bias, &m);
    double u = __lockstep_log_fraction(m, &u_low);
    double s = u * u;
    double p = 1.0109501899597673e-06;
    p = __builtin_fma(p, s, 4.043636205277137e-06);
    p = __builtin_fma(p, s, 1.8783065870784382e-05);
    p = __builtin_fma(p, s, 8.877820186630203e-05);
    p = __builtin_fma(p, s, 0.0004340277860504996);
    p = __builtin_fma(p, s, 0.002232142856960391);
    p = __builtin_fma(p, s, 0.012500000000001945);
    double q = __builtin_fma(s, p, 0.08333333333333333);
    double q_low =
        __builtin_fma(s, p, 0.08333333333333333 - q) + -2.4550373211645616e-18; // of 1/12
    double q_sum = q + q_low;
    q_low = q_low + (q - q_sum);
    double square = __lockstep_mul_double(u, u);
    double square_low = __builtin_fma(u, u_low + u_low, __builtin_fma(u, u, -square));
    double cube = __lockstep_mul_double(square, u);
    double cube_low = __builtin_fma(square, u_low, __builtin_fma(square, u, -cube));
    cube_low = __builtin_fma(square_low, u, cube_low);
    double w = __lockstep_mul_double(q_sum, cube);
    double w_low = __builtin_fma(q_sum, cube_low, __builtin_fma(q_sum, cube, -w));
    w_low = __builtin_fma(q_low, cube, w_low);
    double w_sum = w + w_low;
    w_low = w_low + (w - w_sum);
    double sum = u + w_sum;
    double sum_low = u_low + (w_low + (w_sum + (u - sum)));
    double log_m = sum + sum_low;
    double log_m_low = sum_low + (sum - log_m);
    double n = __lockstep_to_double(exponent);
    double high = __builtin_fma(n, 0.6931471805599453, log_m);
    double rounding = __builtin_fma(-n, 0.6931471805599453, high) - log_m;
    double low = __builtin_fma(n, 2.3190468138462996e-17, log_m_low - rounding);
    double log_a = high + low;
    low = low + (high - log_a);
    int y_high = __lockstep_high_word(y); // above 2^1009 y loses bits of its exponent
    y_high = (unsigned int)y_high << 1 > 0xfdffffffu ? y_high & (int)0xff0fffff : y_high;
    y = __lockstep_from_words(y_high, __lockstep_low_word(y));
    double product = __lockstep_mul_double(log_a, y);
    double product_low = __builtin_fma(low, y, __builtin_fma(log_a, y, -product));
    double power = product + product_low;
    double power_low = product_low + (product - power);
    double r = exp(power);
    return __builtin_fabs(r) == __LOCKSTEP_INF ? r : __builtin_fma(r, power_low, r);
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
