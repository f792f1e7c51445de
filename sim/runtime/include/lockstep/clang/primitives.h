// SPDX-License-Identifier: Apache-2.0
// The builtins of the built-in compiler (isa/cuda/tree/builtin.def) that clang lacks. Barriers and
// fences are assembly that clobbers memory: up to clang 16 the optimizer moves loads of static
// shared memory across the intrinsics. They have no lines of their own (nodebug).
#pragma once
#define __LOCKSTEP_PRIMITIVE                                                                       \
    static __attribute__((device, nodebug)) inline __attribute__((always_inline))
typedef __SIZE_TYPE__ size_t;
__LOCKSTEP_PRIMITIVE int __builtin_min_s32(int a, int b)
{
    return a < b ? a : b;
}
__LOCKSTEP_PRIMITIVE int __builtin_max_s32(int a, int b)
{
    return a > b ? a : b;
}
__LOCKSTEP_PRIMITIVE unsigned __builtin_min_u32(unsigned a, unsigned b)
{
    return a < b ? a : b;
}
__LOCKSTEP_PRIMITIVE unsigned __builtin_max_u32(unsigned a, unsigned b)
{
    return a > b ? a : b;
}
__LOCKSTEP_PRIMITIVE long long __builtin_min_s64(long long a, long long b)
{
    return a < b ? a : b;
}
__LOCKSTEP_PRIMITIVE long long __builtin_max_s64(long long a, long long b)
{
    return a > b ? a : b;
}
__LOCKSTEP_PRIMITIVE unsigned long long __builtin_min_u64(unsigned long long a,
                                                          unsigned long long b)
{
    return a < b ? a : b;
}
__LOCKSTEP_PRIMITIVE unsigned long long __builtin_max_u64(unsigned long long a,
                                                          unsigned long long b)
{
    return a > b ? a : b;
}
__LOCKSTEP_PRIMITIVE int __builtin_abs_s32(int a)
{
    return a < 0 ? (int)(0u - (unsigned)a) : a;
}
__LOCKSTEP_PRIMITIVE long long __builtin_abs_s64(long long a)
{
    return a < 0 ? (long long)(0ull - (unsigned long long)a) : a;
}
__LOCKSTEP_PRIMITIVE int __builtin_mulhi_s32(int a, int b)
{
    return (int)((long long)a * b >> 32);
}
__LOCKSTEP_PRIMITIVE unsigned __builtin_mulhi_u32(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}
__LOCKSTEP_PRIMITIVE long long __builtin_mulhi_s64(long long a, long long b)
{
    return (long long)((__int128)a * b >> 64);
}
__LOCKSTEP_PRIMITIVE unsigned long long __builtin_mulhi_u64(unsigned long long a,
                                                            unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
__LOCKSTEP_PRIMITIVE int __builtin_popc32(unsigned a)
{
    return __builtin_popcount(a);
}
__LOCKSTEP_PRIMITIVE int __builtin_popc64(unsigned long long a)
{
    return __builtin_popcountll(a);
}
__LOCKSTEP_PRIMITIVE int __builtin_clz32(unsigned a)
{
    return a == 0 ? 32 : __builtin_clz(a);
}
__LOCKSTEP_PRIMITIVE int __builtin_clz64(unsigned long long a)
{
    return a == 0 ? 64 : __builtin_clzll(a);
}
__LOCKSTEP_PRIMITIVE unsigned __builtin_brev32(unsigned a)
{
    return __builtin_bitreverse32(a);
}
__LOCKSTEP_PRIMITIVE unsigned long long __builtin_brev64(unsigned long long a)
{
    return __builtin_bitreverse64(a);
}
#define __builtin_float_as_int(x)       __builtin_bit_cast(int, (float)(x))
#define __builtin_int_as_float(x)       __builtin_bit_cast(float, (int)(x))
#define __builtin_double_as_longlong(x) __builtin_bit_cast(long long, (double)(x))
#define __builtin_longlong_as_double(x) __builtin_bit_cast(double, (long long)(x))
// A function that clang defines itself, as that intrinsic.
#define __syncthreads                  __lockstep_syncthreads
#define __builtin_barrier()            asm volatile("bar.sync 0;" : : : "memory")
#define __builtin_syncwarp(mask)       asm volatile("bar.warp.sync %0;" : : "r"(mask) : "memory")
#define __builtin_vote_all(mask, p)    __nvvm_vote_all_sync(mask, p)
#define __builtin_vote_any(mask, p)    __nvvm_vote_any_sync(mask, p)
#define __builtin_vote_uni(mask, p)    __nvvm_vote_uni_sync(mask, p)
#define __builtin_vote_ballot(mask, p) __nvvm_vote_ballot_sync(mask, p)
#define __builtin_fence_cta()          asm volatile("membar.cta;" : : : "memory")
#define __builtin_fence_gl()           asm volatile("membar.gl;" : : : "memory")
#define __builtin_fence_sys()          asm volatile("membar.sys;" : : : "memory")

// Address spaces.
#define __builtin_is_global(p)   __nvvm_isspacep_global(p)
#define __builtin_is_shared(p)   __nvvm_isspacep_shared(p)
#define __builtin_is_constant(p) __nvvm_isspacep_const(p)
#define __builtin_is_local(p)    __nvvm_isspacep_local(p)
#define __LOCKSTEP_CVTA(space, ptx)                                                                \
    __LOCKSTEP_PRIMITIVE size_t __builtin_cvta_##space(const void *p)                              \
    {                                                                                              \
        size_t address;                                                                            \
        asm("cvta.to." ptx ".u64 %0, %1;" : "=l"(address) : "l"(p));                               \
        return address;                                                                            \
    }                                                                                              \
    __LOCKSTEP_PRIMITIVE void *__builtin_from_##space(size_t address)                              \
    {                                                                                              \
        void *p;                                                                                   \
        asm("cvta." ptx ".u64 %0, %1;" : "=l"(p) : "l"(address));                                  \
        return p;                                                                                  \
    }
__LOCKSTEP_CVTA(global, "global")
__LOCKSTEP_CVTA(shared, "shared")
__LOCKSTEP_CVTA(constant, "const")
__LOCKSTEP_CVTA(local, "local")
#undef __LOCKSTEP_CVTA

// Atomics: of the GPU's scope as builtins, whose address space clang infers; of others as PTX.
#define __LOCKSTEP_ATOMIC(operation, type, builtin, held)                                          \
    __LOCKSTEP_PRIMITIVE type __builtin_atomic_##operation(type *p, type value)                    \
    {                                                                                              \
        return (type)__nvvm_atom_##builtin((held *)p, (held)value);                                \
    }
#define __LOCKSTEP_ATOMICS(operation, gen)                                                         \
    __LOCKSTEP_ATOMIC(operation, int, gen##_gen_i, int)                                            \
    __LOCKSTEP_ATOMIC(operation, unsigned, gen##_gen_i, int)                                       \
    __LOCKSTEP_ATOMIC(operation, long long, gen##_gen_ll, long long)                               \
    __LOCKSTEP_ATOMIC(operation, unsigned long long, gen##_gen_ll, long long)
#define __LOCKSTEP_ATOMIC_ORDER(operation)                                                         \
    __LOCKSTEP_ATOMIC(operation, int, operation##_gen_i, int)                                      \
    __LOCKSTEP_ATOMIC(operation, unsigned, operation##_gen_ui, unsigned)                           \
    __LOCKSTEP_ATOMIC(operation, long long, operation##_gen_ll, long long)                         \
    __LOCKSTEP_ATOMIC(operation, unsigned long long, operation##_gen_ull, unsigned long long)
__LOCKSTEP_ATOMICS(add, add)
__LOCKSTEP_ATOMIC(add, float, add_gen_f, float)
__LOCKSTEP_ATOMICS(and, and)
__LOCKSTEP_ATOMICS(or, or)
__LOCKSTEP_ATOMICS(xor, xor)
__LOCKSTEP_ATOMICS(exch, xchg)
__LOCKSTEP_ATOMIC_ORDER(min)
__LOCKSTEP_ATOMIC_ORDER(max)
__LOCKSTEP_ATOMIC(inc, unsigned, inc_gen_ui, unsigned)
__LOCKSTEP_ATOMIC(dec, unsigned, dec_gen_ui, unsigned)
#undef __LOCKSTEP_ATOMIC
#undef __LOCKSTEP_ATOMICS
#undef __LOCKSTEP_ATOMIC_ORDER
__LOCKSTEP_PRIMITIVE float __builtin_atomic_exch(float *p, float value)
{
    return __builtin_int_as_float(__nvvm_atom_xchg_gen_i((int *)p, __builtin_float_as_int(value)));
}
__LOCKSTEP_PRIMITIVE int __builtin_atomic_cas(int *p, int compare, int value)
{
    return __nvvm_atom_cas_gen_i(p, compare, value);
}
__LOCKSTEP_PRIMITIVE unsigned __builtin_atomic_cas(unsigned *p, unsigned compare, unsigned value)
{
    return (unsigned)__nvvm_atom_cas_gen_i((int *)p, (int)compare, (int)value);
}
__LOCKSTEP_PRIMITIVE unsigned long long
__builtin_atomic_cas(unsigned long long *p, unsigned long long compare, unsigned long long value)
{
    return (unsigned long long)__nvvm_atom_cas_gen_ll((long long *)p, (long long)compare,
                                                      (long long)value);
}
#define __LOCKSTEP_ATOMIC(operation, scope, ptx, type, word, constraint)                           \
    __LOCKSTEP_PRIMITIVE type __builtin_atomic_##operation##scope(type *p, type value)             \
    {                                                                                              \
        type old;                                                                                  \
        asm volatile("atom" ptx "." word " %0, [%1], %2;"                                          \
                     : "=" constraint(old)                                                         \
                     : "l"(p), constraint(value)                                                   \
                     : "memory");                                                                  \
        return old;                                                                                \
    }
#define __LOCKSTEP_ATOMICS(operation, ptx_operation, scope, ptx, s, u)                             \
    __LOCKSTEP_ATOMIC(operation, scope, ptx, int, ptx_operation "." s "32", "r")                   \
    __LOCKSTEP_ATOMIC(operation, scope, ptx, unsigned, ptx_operation "." u "32", "r")              \
    __LOCKSTEP_ATOMIC(operation, scope, ptx, long long, ptx_operation "." s "64", "l")             \
    __LOCKSTEP_ATOMIC(operation, scope, ptx, unsigned long long, ptx_operation "." u "64", "l")
#define __LOCKSTEP_ATOMIC_CAS(scope, ptx, type, word, constraint)                                  \
    __LOCKSTEP_PRIMITIVE type __builtin_atomic_cas##scope(type *p, type compare, type value)       \
    {                                                                                              \
        type old;                                                                                  \
        asm volatile("atom" ptx ".cas." word " %0, [%1], %2, %3;"                                  \
                     : "=" constraint(old)                                                         \
                     : "l"(p), constraint(compare), constraint(value)                              \
                     : "memory");                                                                  \
        return old;                                                                                \
    }
#define __LOCKSTEP_ATOMIC_SCOPE(scope, ptx)                                                        \
    __LOCKSTEP_ATOMICS(add, "add", scope, ptx, "u", "u")                                           \
    __LOCKSTEP_ATOMIC(add, scope, ptx, float, "add.f32", "f")                                      \
    __LOCKSTEP_ATOMIC(add, scope, ptx, double, "add.f64", "d")                                     \
    __LOCKSTEP_ATOMICS(min, "min", scope, ptx, "s", "u")                                           \
    __LOCKSTEP_ATOMICS(max, "max", scope, ptx, "s", "u")                                           \
    __LOCKSTEP_ATOMICS(and, "and", scope, ptx, "b", "b")                                           \
    __LOCKSTEP_ATOMICS(or, "or", scope, ptx, "b", "b")                                             \
    __LOCKSTEP_ATOMICS(xor, "xor", scope, ptx, "b", "b")                                           \
    __LOCKSTEP_ATOMICS(exch, "exch", scope, ptx, "b", "b")                                         \
    __LOCKSTEP_ATOMIC(exch, scope, ptx, float, "exch.b32", "f")                                    \
    __LOCKSTEP_ATOMIC(inc, scope, ptx, unsigned, "inc.u32", "r")                                   \
    __LOCKSTEP_ATOMIC(dec, scope, ptx, unsigned, "dec.u32", "r")                                   \
    __LOCKSTEP_ATOMIC_CAS(scope, ptx, int, "b32", "r")                                             \
    __LOCKSTEP_ATOMIC_CAS(scope, ptx, unsigned, "b32", "r")                                        \
    __LOCKSTEP_ATOMIC_CAS(scope, ptx, unsigned long long, "b64", "l")
__LOCKSTEP_ATOMIC(add, , "", double, "add.f64", "d")
__LOCKSTEP_ATOMIC_SCOPE(_block, ".cta")
__LOCKSTEP_ATOMIC_SCOPE(_system, ".sys")
#undef __LOCKSTEP_ATOMIC
#undef __LOCKSTEP_ATOMICS
#undef __LOCKSTEP_ATOMIC_CAS
#undef __LOCKSTEP_ATOMIC_SCOPE
// A load that may go through the read-only path; of what PTX cannot load at once, a plain one.
template <typename T> __LOCKSTEP_PRIMITIVE T __builtin_ldg(const T *p)
{
    return *p;
}
#define __LOCKSTEP_LDG(type, builtin, held)                                                        \
    __LOCKSTEP_PRIMITIVE type __builtin_ldg(const type *p)                                         \
    {                                                                                              \
        return (type)__nvvm_ldg_##builtin((const held *)p);                                        \
    }
__LOCKSTEP_LDG(char, c, char)
__LOCKSTEP_LDG(signed char, c, char)
__LOCKSTEP_LDG(unsigned char, uc, unsigned char)
__LOCKSTEP_LDG(short, s, short)
__LOCKSTEP_LDG(unsigned short, us, unsigned short)
__LOCKSTEP_LDG(int, i, int)
__LOCKSTEP_LDG(unsigned, ui, unsigned)
__LOCKSTEP_LDG(long, l, long)
__LOCKSTEP_LDG(unsigned long, ul, unsigned long)
__LOCKSTEP_LDG(long long, ll, long long)
__LOCKSTEP_LDG(unsigned long long, ull, unsigned long long)
__LOCKSTEP_LDG(float, f, float)
__LOCKSTEP_LDG(double, d, double)
#undef __LOCKSTEP_LDG
