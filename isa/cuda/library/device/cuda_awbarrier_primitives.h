// SPDX-License-Identifier: Apache-2.0
// __mbarrier_t and its functions, by the barriers of <cuda/barrier>; CUDA Programming Guide, "Asynchronous Barrier
// Primitives Interface". Waiting for a time needs compute capability 9.0, as in CUDA.
#pragma once
#include <cuda/barrier>

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

__device__ __forceinline__ cuda::barrier<cuda::thread_scope_block> &__lockstep_mbarrier(__mbarrier_t *b)
{
    return *(cuda::barrier<cuda::thread_scope_block> *)b;
}
__host__ __device__ __forceinline__ uint32_t __mbarrier_maximum_count() { return (1 << 14) - 1; }
__device__ __forceinline__ void __mbarrier_init(__mbarrier_t *b, uint32_t count) { __lockstep_mbarrier(b).__init(count, {}); }
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b)
{
    return __lockstep_mbarrier(b).arrive();
}
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b)
{
    return __lockstep_mbarrier(b).__drop();
}
__device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token)
{
    return __lockstep_mbarrier(b).__is_done(token);
}
__device__ __forceinline__ bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity)
{
    return __lockstep_mbarrier(b).__is_done_parity(parity);
}
#if __CUDA_ARCH__ >= 800
__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t *b) { cuda::ptx::mbarrier_inval(b); }
__device__ __forceinline__ uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    uint32_t count;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
    return count;
}
#else
__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t *b) { *b = 0; }
#endif
#if __CUDA_ARCH__ >= 900
__device__ __forceinline__ bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t token, uint32_t nanoseconds)
{
    return cuda::ptx::mbarrier_try_wait(b, token, nanoseconds);
}
__device__ __forceinline__ bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool parity, uint32_t nanoseconds)
{
    return cuda::ptx::mbarrier_try_wait_parity(b, (uint32_t)parity, nanoseconds);
}
#endif
