// SPDX-License-Identifier: Apache-2.0
// Uniform, normal and log-normal numbers from cuRAND's words: pseudorandom normals by Box and
// Muller's transform, quasirandom ones by the inverse of the distribution. Which operations fuse
// matters for the last bit.
#pragma once
#include "lockstep_curand_bits.h"
#include "lockstep_curand_sobol.h"

#define __CURAND_2_TO_MINUS_32F 2.3283064e-10f
#define __CURAND_2_TO_MINUS_53  1.1102230246251565e-16

__curand float __curand_unit(unsigned int x)
{
    return x * __CURAND_2_TO_MINUS_32F + __CURAND_2_TO_MINUS_32F / 2;
}
__curand double __curand_unit_double(unsigned int x)
{
    return x * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
__curand unsigned long long __curand_join(unsigned int x, unsigned int y)
{
    return x ^ (unsigned long long)y << 21;
}
__curand double __curand_unit_double(unsigned int x, unsigned int y)
{
    return __curand_join(x, y) * __CURAND_2_TO_MINUS_53 + __CURAND_2_TO_MINUS_53 / 2;
}

template <class State> __curand float curand_uniform(State *state)
{
    return __curand_unit(curand(state));
}
__curand float curand_uniform(curandStateMRG32k3a_t *state)
{
    return (float)(__curand_mrg(state) * 2.3283065498378288e-10);
}
__curand float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_float4(__curand_unit(x.x), __curand_unit(x.y), __curand_unit(x.z),
                       __curand_unit(x.w));
}

template <class State> __curand double curand_uniform_double(State *state)
{
    return __curand_unit_double(curand(state));
}
__curand double curand_uniform_double(curandStateMRG32k3a_t *state)
{
    return __curand_mrg(state) * 2.3283065498378288e-10;
}
__curand double curand_uniform_double(curandStateXORWOW_t *state)
{
    unsigned int x = curand(state), y = curand(state);
    return __curand_unit_double(x, y);
}
__curand double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_double2(__curand_unit_double(x.x, x.y), __curand_unit_double(x.z, x.w));
}
__curand double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state)
{
    double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
    return make_double4(first.x, first.y, second.x, second.y);
}

__curand float2 __curand_polar(float u, float angle)
{
    float2 result;
    float radius = sqrtf(-2.0f * logf(u));
    __sincosf(angle, &result.x, &result.y);
    result.x *= radius;
    result.y *= radius;
    return result;
}

__curand double2 __curand_polar_double(double u, double half_turns)
{
    double2 result;
    double radius = sqrt(-2.0 * log(u));
    sincospi(half_turns, &result.x, &result.y);
    result.x *= radius;
    result.y *= radius;
    return result;
}

__curand float2 __curand_box_muller(unsigned int x, unsigned int y)
{
    const float step = __CURAND_2_TO_MINUS_32F * 6.2831855f;
    return __curand_polar(__curand_unit(x), y * step + step / 2);
}

__curand double2 __curand_box_muller_double(uint4 x)
{
    double v = __curand_join(x.z, x.w) * (__CURAND_2_TO_MINUS_53 * 2.0) + __CURAND_2_TO_MINUS_53;
    return __curand_polar_double(__curand_unit_double(x.x, x.y), v);
}

// Two normal numbers of mean 0 and deviation 1.
template <class State> __curand float2 curand_normal2(State *state)
{
    unsigned int x = curand(state), y = curand(state);
    return __curand_box_muller(x, y);
}
__curand float2 curand_normal2(curandStateMRG32k3a_t *state)
{
    float u = curand_uniform(state), v = curand_uniform(state);
    return __curand_polar(u, v * 6.2831855f);
}
__curand float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    float2 first = __curand_box_muller(x.x, x.y), second = __curand_box_muller(x.z, x.w);
    return make_float4(first.x, first.y, second.x, second.y);
}

__curand double2 curand_normal2_double(curandStateXORWOW_t *state)
{
    unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
    return __curand_box_muller_double(make_uint4(x, y, z, w));
}
__curand double2 curand_normal2_double(curandStatePhilox4_32_10_t *state)
{
    return __curand_box_muller_double(curand4(state));
}
__curand double2 curand_normal2_double(curandStateMRG32k3a_t *state)
{
    double u = curand_uniform_double(state), v = curand_uniform_double(state);
    return __curand_polar_double(u, v * 2.0);
}
__curand double4 curand_normal4_double(curandStatePhilox4_32_10_t *state)
{
    double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
    return make_double4(first.x, first.y, second.x, second.y);
}

// Of a pair the second is kept for the next call: of the same distribution, which the flag names.
enum { __curand_keeps_normal = 1, __curand_keeps_log_normal = 2 };

template <class State> __curand float curand_normal(State *state)
{
    if (state->boxmuller_flag == __curand_keeps_normal) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 pair = curand_normal2(state);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = __curand_keeps_normal;
    return pair.x;
}

template <class State> __curand double curand_normal_double(State *state)
{
    if (state->boxmuller_flag_double == __curand_keeps_normal) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = __curand_keeps_normal;
    return pair.x;
}

template <class State> __curand float2 curand_log_normal2(State *state, float mean, float stddev)
{
    float2 pair = curand_normal2(state);
    return make_float2(expf(mean + stddev * pair.x), expf(mean + stddev * pair.y));
}
__curand float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    float4 x = curand_normal4(state);
    return make_float4(expf(mean + stddev * x.x), expf(mean + stddev * x.y),
                       expf(mean + stddev * x.z), expf(mean + stddev * x.w));
}
template <class State>
__curand double2 curand_log_normal2_double(State *state, double mean, double stddev)
{
    double2 pair = curand_normal2_double(state);
    return make_double2(exp(mean + stddev * pair.x), exp(mean + stddev * pair.y));
}
__curand double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean,
                                           double stddev)
{
    double4 x = curand_normal4_double(state);
    return make_double4(exp(mean + stddev * x.x), exp(mean + stddev * x.y),
                        exp(mean + stddev * x.z), exp(mean + stddev * x.w));
}

template <class State> __curand float curand_log_normal(State *state, float mean, float stddev)
{
    if (state->boxmuller_flag == __curand_keeps_log_normal) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 pair = curand_log_normal2(state, mean, stddev);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = __curand_keeps_log_normal;
    return pair.x;
}

template <class State>
__curand double curand_log_normal_double(State *state, double mean, double stddev)
{
    if (state->boxmuller_flag_double == __curand_keeps_log_normal) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 pair = curand_log_normal2_double(state, mean, stddev);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = __curand_keeps_log_normal;
    return pair.x;
}

// A word above the middle mirrors, where the inverse would lose digits.
__curand float __curand_inverse(unsigned int x)
{
    float sign = -1.4142135f;
    if (x > 0x80000000u) {
        x = 0xffffffffu - x;
        sign = -sign;
    }
    return sign * erfcinvf(2.0f * __curand_unit(x));
}
__curand double __curand_inverse_double(unsigned int x)
{
    double sign = -1.4142135623730951;
    if (x > 0x80000000u) {
        x = 0xffffffffu - x;
        sign = -sign;
    }
    return sign * erfcinv(2.0 * (x * 2.3283064365386963e-10 + 2.3283064365386963e-10 / 2.0));
}
#define __curand_quasi(State)                                                                      \
    __curand float curand_normal(State *state)                                                     \
    {                                                                                              \
        return __curand_inverse(curand(state));                                                    \
    }                                                                                              \
    __curand double curand_normal_double(State *state)                                             \
    {                                                                                              \
        return __curand_inverse_double(curand(state));                                             \
    }                                                                                              \
    __curand float curand_log_normal(State *state, float mean, float stddev)                       \
    {                                                                                              \
        return expf(mean + stddev * curand_normal(state));                                         \
    }                                                                                              \
    __curand double curand_log_normal_double(State *state, double mean, double stddev)             \
    {                                                                                              \
        return exp(mean + stddev * curand_normal_double(state));                                   \
    }
__curand_quasi(curandStateSobol32_t) __curand_quasi(curandStateScrambledSobol32_t)
#undef __curand_quasi
