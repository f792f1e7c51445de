// SPDX-License-Identifier: Apache-2.0
// Complex numbers as pairs; the functions of the CUDA toolkit's cuComplex.h. Quotients and absolute
// values are scaled so that they overflow only where their results do.
#pragma once

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __LOCKSTEP_COMPLEX(part, complex, real, imaginary, make, conjugate, add, subtract,         \
                           multiply, divide, absolute, fused, square_root, magnitude, largest,     \
                           pair)                                                                   \
    __host__ __device__ __forceinline__ part real(complex x) { return x.x; }                       \
    __host__ __device__ __forceinline__ part imaginary(complex x) { return x.y; }                  \
    __host__ __device__ __forceinline__ complex make(part r, part i) { return pair(r, i); }        \
    __host__ __device__ __forceinline__ complex conjugate(complex x) { return pair(x.x, -x.y); }   \
    __host__ __device__ __forceinline__ complex add(complex x, complex y)                          \
    {                                                                                              \
        return pair(x.x + y.x, x.y + y.y);                                                         \
    }                                                                                              \
    __host__ __device__ __forceinline__ complex subtract(complex x, complex y)                     \
    {                                                                                              \
        return pair(x.x - y.x, x.y - y.y);                                                         \
    }                                                                                              \
    __host__ __device__ __forceinline__ complex multiply(complex x, complex y)                     \
    {                                                                                              \
        return pair((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x));                         \
    }                                                                                              \
    __host__ __device__ __forceinline__ complex divide(complex x, complex y)                       \
    {                                                                                              \
        part scale = (part)1 / (magnitude(y.x) + magnitude(y.y));                                  \
        part a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;                   \
        part inverse = (part)1 / ((c * c) + (d * d));                                              \
        return pair(((a * c) + (b * d)) * inverse, ((b * c) - (a * d)) * inverse);                 \
    }                                                                                              \
    __host__ __device__ __forceinline__ part absolute(complex x)                                   \
    {                                                                                              \
        part a = magnitude(x.x), b = magnitude(x.y);                                               \
        part more = a > b ? a : b, less = a > b ? b : a;                                           \
        part ratio = less / more;                                                                  \
        part length = more * square_root((part)1 + ratio * ratio);                                 \
        return more == (part)0 || more > largest || less > largest ? more + less : length;         \
    }                                                                                              \
    __host__ __device__ __forceinline__ complex fused(complex x, complex y, complex d)             \
    {                                                                                              \
        part r = (x.x * y.x) + d.x, i = (x.x * y.y) + d.y;                                         \
        return pair(-(x.y * y.y) + r, (x.y * y.x) + i);                                            \
    }

__LOCKSTEP_COMPLEX(float, cuFloatComplex, cuCrealf, cuCimagf, make_cuFloatComplex, cuConjf, cuCaddf,
                   cuCsubf, cuCmulf, cuCdivf, cuCabsf, cuCfmaf, sqrtf, fabsf, FLT_MAX, make_float2)
__LOCKSTEP_COMPLEX(double, cuDoubleComplex, cuCreal, cuCimag, make_cuDoubleComplex, cuConj, cuCadd,
                   cuCsub, cuCmul, cuCdiv, cuCabs, cuCfma, sqrt, fabs, DBL_MAX, make_double2)

__host__ __device__ __forceinline__ cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
__host__ __device__ __forceinline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) { return make_float2((float)c.x, (float)c.y); }
__host__ __device__ __forceinline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return make_double2((double)c.x, (double)c.y); }
