// SPDX-License-Identifier: Apache-2.0
// Functions of CUDA's math library that the host's C and C++ libraries lack and that CUDA offers to
// host code as well (CUDA Math API): min and max without std::, rsqrt, sinpi, ...
#ifndef LOCKSTEP_CUDA_HOST_FUNCTIONS_H
#define LOCKSTEP_CUDA_HOST_FUNCTIONS_H

#include <cmath>

// clang-format off
#define __LOCKSTEP_MIN_MAX(type)                                                                   \
    static inline type min(type a, type b) { return a < b ? a : b; }                               \
    static inline type max(type a, type b) { return a > b ? a : b; }
__LOCKSTEP_MIN_MAX(int)
__LOCKSTEP_MIN_MAX(unsigned int)
__LOCKSTEP_MIN_MAX(long)
__LOCKSTEP_MIN_MAX(unsigned long)
__LOCKSTEP_MIN_MAX(long long)
__LOCKSTEP_MIN_MAX(unsigned long long)
#undef __LOCKSTEP_MIN_MAX
// The mixed forms of CUDA's headers.
static inline unsigned int min(int a, unsigned int b) { return min((unsigned int)a, b); }
static inline unsigned int min(unsigned int a, int b) { return min(a, (unsigned int)b); }
static inline unsigned int max(int a, unsigned int b) { return max((unsigned int)a, b); }
static inline unsigned int max(unsigned int a, int b) { return max(a, (unsigned int)b); }
static inline float min(float a, float b) { return std::fmin(a, b); }
static inline float max(float a, float b) { return std::fmax(a, b); }
static inline double min(double a, double b) { return std::fmin(a, b); }
static inline double max(double a, double b) { return std::fmax(a, b); }
static inline double min(float a, double b) { return std::fmin((double)a, b); }
static inline double min(double a, float b) { return std::fmin(a, (double)b); }
static inline double max(float a, double b) { return std::fmax((double)a, b); }
static inline double max(double a, float b) { return std::fmax(a, (double)b); }
static inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
static inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
static inline float rcbrtf(float x) { return 1.0f / std::cbrt(x); }
static inline double rcbrt(double x) { return 1.0 / std::cbrt(x); }
// clang-format on

static inline double sinpi(double x)
{
    return std::sin(3.141592653589793 * std::fmod(x, 2.0));
}

static inline double cospi(double x)
{
    return std::cos(3.141592653589793 * std::fmod(x, 2.0));
}

static inline float sinpif(float x)
{
    return (float)sinpi((double)x);
}

static inline float cospif(float x)
{
    return (float)cospi((double)x);
}

static inline float normcdff(float x)
{
    return (float)(0.5 * std::erfc(-(double)x * 0.7071067811865476));
}

static inline double normcdf(double x)
{
    return 0.5 * std::erfc(-x * 0.7071067811865476);
}

#endif
