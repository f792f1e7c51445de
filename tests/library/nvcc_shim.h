// SPDX-License-Identifier: Apache-2.0
// The library's text under nvcc: the builtins of our compiler as nvcc's own functions, and the
// library's functions in a namespace, apart from nvcc's of the same names.
#ifndef LOCKSTEP_TEST_LIBRARY_NVCC_SHIM_H
#define LOCKSTEP_TEST_LIBRARY_NVCC_SHIM_H

#define __builtin_fmaf(a, b, c)         ::__fmaf_rn(a, b, c)
#define __builtin_fma(a, b, c)          ::__fma_rn(a, b, c)
#define __builtin_fabsf(a)              ::fabsf(a)
#define __builtin_fabs(a)               ::fabs(a)
#define __builtin_fminf(a, b)           ::fminf(a, b)
#define __builtin_fmaxf(a, b)           ::fmaxf(a, b)
#define __builtin_fmin(a, b)            ::fmin(a, b)
#define __builtin_fmax(a, b)            ::fmax(a, b)
#define __builtin_sqrtf(a)              ::sqrtf(a)
#define __builtin_sqrt(a)               ::sqrt(a)
#define __builtin_floorf(a)             ::floorf(a)
#define __builtin_ceilf(a)              ::ceilf(a)
#define __builtin_truncf(a)             ::truncf(a)
#define __builtin_rintf(a)              ::rintf(a)
#define __builtin_floor(a)              ::floor(a)
#define __builtin_ceil(a)               ::ceil(a)
#define __builtin_trunc(a)              ::trunc(a)
#define __builtin_rint(a)               ::rint(a)
#define __builtin_copysignf(a, b)       ::copysignf(a, b)
#define __builtin_copysign(a, b)        ::copysign(a, b)
#define __builtin_min_s32(a, b)         ::min((int)(a), (int)(b))
#define __builtin_max_s32(a, b)         ::max((int)(a), (int)(b))
#define __builtin_min_u32(a, b)         ::min((unsigned int)(a), (unsigned int)(b))
#define __builtin_max_u32(a, b)         ::max((unsigned int)(a), (unsigned int)(b))
#define __builtin_min_s64(a, b)         ::min((long long)(a), (long long)(b))
#define __builtin_max_s64(a, b)         ::max((long long)(a), (long long)(b))
#define __builtin_min_u64(a, b)         ::min((unsigned long long)(a), (unsigned long long)(b))
#define __builtin_max_u64(a, b)         ::max((unsigned long long)(a), (unsigned long long)(b))
#define __builtin_abs_s32(a)            ::abs((int)(a))
#define __builtin_abs_s64(a)            ::llabs((long long)(a))
#define __builtin_mulhi_s32(a, b)       ::__mulhi(a, b)
#define __builtin_mulhi_u32(a, b)       ::__umulhi(a, b)
#define __builtin_mulhi_s64(a, b)       ::__mul64hi(a, b)
#define __builtin_mulhi_u64(a, b)       ::__umul64hi(a, b)
#define __builtin_popc32(a)             ::__popc(a)
#define __builtin_popc64(a)             ::__popcll(a)
#define __builtin_clz32(a)              ::__clz((int)(a))
#define __builtin_clz64(a)              ::__clzll((long long)(a))
#define __builtin_brev32(a)             ::__brev(a)
#define __builtin_brev64(a)             ::__brevll(a)
#define __builtin_float_as_int(a)       ::__float_as_int(a)
#define __builtin_int_as_float(a)       ::__int_as_float(a)
#define __builtin_double_as_longlong(a) ::__double_as_longlong(a)
#define __builtin_longlong_as_double(a) ::__longlong_as_double(a)

namespace lockstep
{
#include "math_library.h"
}

#define LIBRARY lockstep::

#endif
