// SPDX-License-Identifier: Apache-2.0
// Barriers, fences, clocks, traps, assert and printf.
#pragma once

__device__ __forceinline__ void __syncthreads() { __builtin_barrier(); }
__device__ __forceinline__ void __syncwarp(unsigned mask = 0xffffffff) { __builtin_syncwarp(mask); }
__device__ __forceinline__ void __threadfence_block() { __builtin_fence_cta(); }
__device__ __forceinline__ void __threadfence() { __builtin_fence_gl(); }
__device__ __forceinline__ void __threadfence_system() { __builtin_fence_sys(); }

#if __CUDA_ARCH__ < 300
#define __LOCKSTEP_BARRIER "bar"
#else
#define __LOCKSTEP_BARRIER "barrier"
#endif
__device__ __forceinline__ int __syncthreads_count(int predicate)
{
    int count;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\t" __LOCKSTEP_BARRIER ".red.popc.u32 %0, 0, p;\n\t}"
                 : "=r"(count)
                 : "r"(predicate)
                 : "memory");
    return count;
}
__device__ __forceinline__ int __syncthreads_and(int predicate)
{
    int all;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\t" __LOCKSTEP_BARRIER ".red.and.pred q, 0, p;\n\t"
                 "selp.s32 %0, 1, 0, q;\n\t}"
                 : "=r"(all)
                 : "r"(predicate)
                 : "memory");
    return all;
}
__device__ __forceinline__ int __syncthreads_or(int predicate)
{
    int any;
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\t" __LOCKSTEP_BARRIER ".red.or.pred q, 0, p;\n\t"
                 "selp.s32 %0, 1, 0, q;\n\t}"
                 : "=r"(any)
                 : "r"(predicate)
                 : "memory");
    return any;
}
__device__ __forceinline__ void __barrier_sync(unsigned id)
{
    asm volatile("barrier.sync %0;" : : "r"(id) : "memory");
}
__device__ __forceinline__ void __barrier_sync_count(unsigned id, unsigned count)
{
    asm volatile("barrier.sync %0, %1;" : : "r"(id), "r"(count) : "memory");
}

__device__ __forceinline__ clock_t clock()
{
    int cycles;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles) : : "memory");
    return cycles;
}
__device__ __forceinline__ long long clock64()
{
    long long cycles;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles) : : "memory");
    return cycles;
}
__device__ __forceinline__ unsigned long long __globaltimer()
{
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds) : : "memory");
    return nanoseconds;
}
__device__ __forceinline__ void __nanosleep(unsigned nanoseconds)
{
    asm volatile("nanosleep.u32 %0;" : : "r"(nanoseconds));
}
__device__ __forceinline__ void __trap() { asm volatile("trap;"); }
__device__ __forceinline__ void __brkpt() { asm volatile("brkpt;"); }
__device__ __forceinline__ void __brkpt(int) { asm volatile("brkpt;"); }
__device__ __forceinline__ void __prof_trigger(int) {}
__device__ __forceinline__ void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
__device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }

#if !defined(__clang__) // which knows printf, and asserts as the C library's header does
// The compiler packs its arguments.
extern "C" __host__ __device__ int printf(const char *format, ...);
namespace std {
using ::printf;
}

extern "C" __device__ void __assertfail(const char *message, const char *file, unsigned line,
                                        const char *function, size_t character_size);
#define __LOCKSTEP_ASSERT(condition)                                                               \
    ((condition) ? (void)0                                                                         \
                 : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __LOCKSTEP_ASSERT(condition)
#endif
#endif

extern "C" __device__ void *malloc(size_t size);
extern "C" __device__ void free(void *address);
__device__ __forceinline__ void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
__device__ __forceinline__ void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
__device__ __forceinline__ void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }
