// SPDX-License-Identifier: Apache-2.0
// Poisson numbers of pseudorandom generators: products of uniform numbers for small means (Knuth,
// The Art of Computer Programming, volume 2, 3.4.1), rejection below an approximate density for
// middle ones, rounded normal numbers for large ones.
#pragma once
#include "lockstep_curand_real.h"

template <class State> __curand unsigned int __curand_poisson_product(State *state, float lambda)
{
    unsigned int count = 0;
    float product = expf(lambda);
    do {
        count++;
        product *= curand_uniform(state);
    } while (product > 1.0);
    return count - 1;
}

__curand float __curand_rsqrt(float x)
{
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x));
    return x;
}
__curand float __curand_reciprocal(float x)
{
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x));
    return x;
}
__curand float __curand_exp(float x)
{
    x = (float)(x * 1.4426950408889634074);
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x));
    return x;
}
__curand float __curand_log(float x)
{
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x));
    return (float)(x * 0.69314718055994530942);
}

// The regularized incomplete gamma function as 1 / (1 + exp(slope (a - x) - bend))^2, whose
// parameters depend on a.
struct __curand_gamma {
    float slope, bend;
};
__curand __curand_gamma __curand_gamma_of(float a)
{
    __curand_gamma gamma;
    gamma.slope =
        1.43248035075540910f * __curand_rsqrt(a - 0.12400979329415655f) + 0.00025361074907033f;
    gamma.bend =
        0.21096734870196546f * __curand_rsqrt(a - 1.97381164089999420f) + 0.94201734077887530f;
    return gamma;
}
__curand float __curand_gamma_below(float a, float x)
{
    __curand_gamma gamma = __curand_gamma_of(a);
    float t = 1.0f + __curand_exp(gamma.slope * (a - x) - gamma.bend);
    return __curand_reciprocal(t * t);
}
__curand float __curand_gamma_inverse(float a, float y)
{
    __curand_gamma gamma = __curand_gamma_of(a);
    float t = gamma.bend + __curand_log(__curand_rsqrt(y) - 1.0f);
    return -t * __curand_reciprocal(gamma.slope) + a;
}

// The logarithm of the gamma function at a positive integer: Stirling's series with the
// coefficients 5404 of Hart et al., Computer Approximations, 1968.
static __device__ double __curand_lgamma(int a)
{
    switch (a) {
    case 1:
    case 2: return 0.0;
    case 3: return 6.931471805599453094e-1;
    case 4: return 1.791759469228055001e0;
    case 5: return 3.178053830347945620e0;
    case 6: return 4.787491742782045994e0;
    case 7: return 6.579251212010100995e0;
    case 8: return 8.525161361065414300e0;
    default: break;
    }
    double value = (float)a, inverse = 1.0 / value, square = inverse * inverse;
    double sum = -0.1633436431e-2;
    sum = sum * square + 0.83645878922e-3;
    sum = sum * square - 0.5951896861197e-3;
    sum = sum * square + 0.793650576493454e-3;
    sum = sum * square - 0.277777777735865004e-2;
    sum = sum * square + 0.833333333333331018375e-1;
    sum = sum * inverse + 0.918938533204672;
    double main = 0.5 * log(value) * (value - 0.5);
    return main - value + (main + sum);
}

template <class State> __curand unsigned int __curand_poisson_rejection(State *state, float lambda)
{
    float logarithm = __curand_log(lambda);
    while (true) {
        float x = floorf(__curand_gamma_inverse(lambda, curand_uniform(state)));
        float z = curand_uniform(state);
        float bound =
            (__curand_gamma_below(lambda, x + 1.0f) - __curand_gamma_below(lambda, x)) * 1.3f;
        float density =
            __curand_exp(-lambda + x * logarithm - (float)__curand_lgamma((int)(1.0f + x)));
        if (z * bound < density && bound >= 1e-20)
            return (unsigned int)x;
    }
}

__curand unsigned int __curand_poisson_rounded(double normal, double lambda)
{
    return (unsigned int)(sqrt(lambda) * normal + lambda + 0.5);
}

template <class State> __curand unsigned int curand_poisson(State *state, double lambda)
{
    if (lambda < 64)
        return __curand_poisson_product(state, (float)lambda);
    if (lambda > 4000)
        return __curand_poisson_rounded(curand_normal_double(state), lambda);
    return __curand_poisson_rejection(state, (float)lambda);
}

// NVIDIA's library takes other ways from quasirandom words, which are not here.
unsigned int curand_poisson(curandStateSobol32_t *, double) = delete;
unsigned int curand_poisson(curandStateScrambledSobol32_t *, double) = delete;

__curand uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda)
{
    uint4 result;
    if (lambda > 4000) {
        double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
        return make_uint4(
            __curand_poisson_rounded(first.x, lambda), __curand_poisson_rounded(first.y, lambda),
            __curand_poisson_rounded(second.x, lambda), __curand_poisson_rounded(second.y, lambda));
    }
    result.x = curand_poisson(state, lambda);
    result.y = curand_poisson(state, lambda);
    result.z = curand_poisson(state, lambda);
    result.w = curand_poisson(state, lambda);
    return result;
}
