// SPDX-License-Identifier: Apache-2.0
// Atomic functions; CUDA Programming Guide, "Atomic Functions". Relaxed, at the scope of the GPU;
// _block and _system at theirs.
#pragma once

#define __atomic(name, builtin, scope, type)                                                       \
    __device__ __forceinline__ type atomic##name##scope(type *address, type value) { return __builtin_atomic_##builtin##scope(address, value); }
#define __subtract(scope, type)                                                                    \
    __device__ __forceinline__ type atomicSub##scope(type *address, type value) { return __builtin_atomic_add##scope(address, (type)(0 - value)); }
#define __exchange_if(scope, type)                                                                 \
    __device__ __forceinline__ type atomicCAS##scope(type *address, type compare, type value) { return __builtin_atomic_cas##scope(address, compare, value); }
#define __atomic_int(name, builtin, scope)                                                         \
    __atomic(name, builtin, scope, int)                                                            \
    __atomic(name, builtin, scope, unsigned)                                                       \
    __atomic(name, builtin, scope, unsigned long long)

// All of one scope, which is `ptx` in instructions.
#define __atomics(scope, ptx)                                                                      \
    __atomic_int(Add, add, scope)                                                                  \
    __atomic(Add, add, scope, float)                                                               \
    __atomic(Add, add, scope, double)                                                              \
    __subtract(scope, int)                                                                         \
    __subtract(scope, unsigned)                                                                    \
    __subtract(scope, unsigned long long)                                                          \
    __atomic_int(Min, min, scope)                                                                  \
    __atomic(Min, min, scope, long long)                                                           \
    __atomic_int(Max, max, scope)                                                                  \
    __atomic(Max, max, scope, long long)                                                           \
    __atomic_int(And, and, scope)                                                                  \
    __atomic_int(Or, or, scope)                                                                    \
    __atomic_int(Xor, xor, scope)                                                                  \
    __atomic(Inc, inc, scope, unsigned)                                                            \
    __atomic(Dec, dec, scope, unsigned)                                                            \
    __atomic_int(Exch, exch, scope)                                                                \
    __atomic(Exch, exch, scope, float)                                                             \
    __exchange_if(scope, int)                                                                      \
    __exchange_if(scope, unsigned)                                                                 \
    __exchange_if(scope, unsigned long long)                                                       \
    __device__ __forceinline__ unsigned short atomicCAS##scope(unsigned short *address, unsigned short compare, unsigned short value) \
    {                                                                                              \
        unsigned short old;                                                                        \
        asm volatile("atom" ptx ".cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory"); \
        return old;                                                                                \
    }
__atomics(, "")
__atomics(_block, ".cta")
__atomics(_system, ".sys")

#undef __atomic
#undef __subtract
#undef __exchange_if
#undef __atomic_int
#undef __atomics
