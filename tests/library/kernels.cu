// SPDX-License-Identifier: Apache-2.0
// One kernel a row of function.def: y = f(x) for the arguments in `all`, then for arguments spread
// over [low, high] by `unit`, numbers of [0, 1]. Built by our own compiler the functions are the
// library's; built by nvcc (LIBRARY_BY_NVCC) nvcc_shim.h brings the library in under a namespace.
#ifdef LIBRARY_BY_NVCC
#include "nvcc_shim.h"
#else
#define LIBRARY
#endif

#include "wrappers.h"

#define KERNEL1(type, name)                                                                        \
    extern "C" __global__ void test_##name(const type *all, const type *unit, type low, type high, \
                                           int half, type *y)                                      \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        type x = i < half ? all[i] : unit[i - half] * (high - low) + low;                          \
        y[i] = LIBRARY name(x);                                                                    \
    }

#define KERNEL2(type, name)                                                                        \
    extern "C" __global__ void test_##name(const type *all, const type *all2, const type *unit,    \
                                           const type *unit2, type low, type high, type low2,      \
                                           type high2, int half, type *y)                          \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        type x = i < half ? all[i] : unit[i - half] * (high - low) + low;                          \
        type x2 = i < half ? all2[i] : unit2[i - half] * (high2 - low2) + low2;                    \
        y[i] = LIBRARY name(x, x2);                                                                \
    }

#define FLOAT1(name, reference, low, high, ulp, absolute) KERNEL1(float, name)
#define FLOAT2(name, reference, low, high, low2, high2, ulp, absolute) KERNEL2(float, name)
#define DOUBLE1(name, reference, low, high, ulp, absolute) KERNEL1(double, name)
#define DOUBLE2(name, reference, low, high, low2, high2, ulp, absolute) KERNEL2(double, name)
#include "function.def"
