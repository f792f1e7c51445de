// SPDX-License-Identifier: Apache-2.0
// <cuda/ptx>: mbarriers, barriers of a cluster, fences; libcu++ documentation, "PTX bindings".
#pragma once
#include "lockstep_ptx_select.h"

// A wait's result is a predicate.
#define __LOCKSTEP_PTX_TEST(instruction, operands)                                                                     \
    "{\n\t.reg .pred p;\n\t" instruction " p, " operands ";\n\tselp.u32 %0, 1, 0, p;\n\t}"
#define __LOCKSTEP_PTX_TEST_SCOPE(scope, instruction, operands, ...)                                                   \
    __LOCKSTEP_PTX_SCOPE(scope, "{\n\t.reg .pred p;\n\t" instruction,                                                  \
                         ".shared::cta.b64 p, " operands ";\n\tselp.u32 %0, 1, 0, p;\n\t}" __VA_ARGS__)
// mbarrier.test_wait and try_wait, of a state or of a phase's parity; try_wait also with a time in nanoseconds.
#define __LOCKSTEP_PTX_WAIT(name, instruction, space, T, letter)                                                       \
    __LOCKSTEP_PTX bool name(uint64_t *bar, const T &phase)                                                            \
    {                                                                                                                  \
        uint32_t is_done;                                                                                              \
        asm volatile(__LOCKSTEP_PTX_TEST(instruction space ".b64", "[%1], %2")                                         \
                     : "=r"(is_done)                                                                                   \
                     : "r"(__shared(bar)), letter(phase)                                                               \
                     : "memory");                                                                                      \
        return is_done != 0;                                                                                           \
    }                                                                                                                  \
    __LOCKSTEP_PTX_WAIT_SCOPE(name, instruction, acquire, T, letter)                                                   \
    __LOCKSTEP_PTX_WAIT_SCOPE(name, instruction, relaxed, T, letter)
#define __LOCKSTEP_PTX_WAIT_SCOPE(name, instruction, sem, T, letter)                                                   \
    template <dot_scope scope> __LOCKSTEP_PTX bool name(sem_##sem##_t, scope_t<scope>, uint64_t *bar, const T &phase)  \
    {                                                                                                                  \
        uint32_t is_done;                                                                                              \
        __LOCKSTEP_PTX_TEST_SCOPE(scope, instruction "." #sem, "[%1], %2",                                             \
                                  : "=r"(is_done)                                                                      \
                                  : "r"(__shared(bar)), letter(phase)                                                  \
                                  : "memory");                                                                         \
        return is_done != 0;                                                                                           \
    }
#define __LOCKSTEP_PTX_WAIT_TIME(name, instruction, T, letter)                                                         \
    __LOCKSTEP_PTX bool name(uint64_t *bar, const T &phase, const uint32_t &nanoseconds)                               \
    {                                                                                                                  \
        uint32_t is_done;                                                                                              \
        asm volatile(__LOCKSTEP_PTX_TEST(instruction ".shared::cta.b64", "[%1], %2, %3")                               \
                     : "=r"(is_done)                                                                                   \
                     : "r"(__shared(bar)), letter(phase), "r"(nanoseconds)                                             \
                     : "memory");                                                                                      \
        return is_done != 0;                                                                                           \
    }                                                                                                                  \
    __LOCKSTEP_PTX_WAIT_TIME_SCOPE(name, instruction, acquire, T, letter)                                              \
    __LOCKSTEP_PTX_WAIT_TIME_SCOPE(name, instruction, relaxed, T, letter)
#define __LOCKSTEP_PTX_WAIT_TIME_SCOPE(name, instruction, sem, T, letter)                                              \
    template <dot_scope scope>                                                                                         \
    __LOCKSTEP_PTX bool name(sem_##sem##_t, scope_t<scope>, uint64_t *bar, const T &phase,                             \
                             const uint32_t &nanoseconds)                                                              \
    {                                                                                                                  \
        uint32_t is_done;                                                                                              \
        __LOCKSTEP_PTX_TEST_SCOPE(scope, instruction "." #sem, "[%1], %2, %3",                                         \
                                  : "=r"(is_done)                                                                      \
                                  : "r"(__shared(bar)), letter(phase), "r"(nanoseconds)                                \
                                  : "memory");                                                                         \
        return is_done != 0;                                                                                           \
    }

// mbarrier.arrive with an order: on a barrier of the own block, which has a state, or of any block of the cluster.
#define __LOCKSTEP_PTX_ARRIVE(sem)                                                                                     \
    template <dot_scope scope>                                                                                         \
    __LOCKSTEP_PTX uint64_t mbarrier_arrive(sem_##sem##_t, scope_t<scope>, space_shared_t, uint64_t *bar)              \
    {                                                                                                                  \
        uint64_t state;                                                                                                \
        __LOCKSTEP_PTX_SCOPE(scope, "mbarrier.arrive." #sem, ".shared::cta.b64 %0, [%1];"                              \
                             : "=l"(state) : "r"(__shared(bar)) : "memory");                                           \
        return state;                                                                                                  \
    }                                                                                                                  \
    __LOCKSTEP_PTX void mbarrier_arrive(sem_##sem##_t, scope_cluster_t, space_cluster_t, uint64_t *bar)                \
    {                                                                                                                  \
        asm volatile("mbarrier.arrive." #sem ".cluster.shared::cluster.b64 _, [%0];" : : "r"(__shared(bar)) : "memory"); \
    }                                                                                                                  \
    __LOCKSTEP_PTX_ARRIVE_COUNT(mbarrier_arrive, "mbarrier.arrive", sem)                                               \
    __LOCKSTEP_PTX_ARRIVE_COUNT(mbarrier_arrive_expect_tx, "mbarrier.arrive.expect_tx", sem)
#define __LOCKSTEP_PTX_ARRIVE_COUNT(name, instruction, sem)                                                            \
    template <dot_scope scope>                                                                                         \
    __LOCKSTEP_PTX uint64_t name(sem_##sem##_t, scope_t<scope>, space_shared_t, uint64_t *bar, const uint32_t &count)  \
    {                                                                                                                  \
        uint64_t state;                                                                                                \
        __LOCKSTEP_PTX_SCOPE(scope, instruction "." #sem, ".shared::cta.b64 %0, [%1], %2;"                             \
                             : "=l"(state) : "r"(__shared(bar)), "r"(count) : "memory");                               \
        return state;                                                                                                  \
    }                                                                                                                  \
    __LOCKSTEP_PTX void name(sem_##sem##_t, scope_cluster_t, space_cluster_t, uint64_t *bar, const uint32_t &count)    \
    {                                                                                                                  \
        asm volatile(instruction "." #sem ".cluster.shared::cluster.b64 _, [%0], %1;"                                  \
                     : : "r"(__shared(bar)), "r"(count) : "memory");                                                   \
    }

namespace cuda {
namespace ptx {

__LOCKSTEP_PTX void mbarrier_init(uint64_t *bar, const uint32_t &count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(__shared(bar)), "r"(count) : "memory");
}
__LOCKSTEP_PTX void mbarrier_inval(uint64_t *bar)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" : : "r"(__shared(bar)) : "memory");
}

__LOCKSTEP_PTX uint64_t mbarrier_arrive(uint64_t *bar)
{
    uint64_t state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(__shared(bar)) : "memory");
    return state;
}
__LOCKSTEP_PTX uint64_t mbarrier_arrive(uint64_t *bar, const uint32_t &count)
{
    uint64_t state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;"
                 : "=l"(state) : "r"(__shared(bar)), "r"(count) : "memory");
    return state;
}
__LOCKSTEP_PTX uint64_t mbarrier_arrive_no_complete(uint64_t *bar, const uint32_t &count)
{
    uint64_t state;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(state) : "r"(__shared(bar)), "r"(count) : "memory");
    return state;
}
__LOCKSTEP_PTX_ARRIVE(release)
__LOCKSTEP_PTX_ARRIVE(relaxed)

template <dot_scope scope>
__LOCKSTEP_PTX void mbarrier_expect_tx(sem_relaxed_t, scope_t<scope>, space_shared_t, uint64_t *bar, uint32_t bytes)
{
    __LOCKSTEP_PTX_SCOPE(scope, "mbarrier.expect_tx.relaxed", ".shared::cta.b64 [%0], %1;"
                         : : "r"(__shared(bar)), "r"(bytes) : "memory");
}
template <dot_scope scope>
__LOCKSTEP_PTX void mbarrier_expect_tx(sem_relaxed_t, scope_t<scope>, space_cluster_t, uint64_t *bar, uint32_t bytes)
{
    __LOCKSTEP_PTX_SCOPE(scope, "mbarrier.expect_tx.relaxed", ".shared::cluster.b64 [%0], %1;"
                         : : "r"(__shared(bar)), "r"(bytes) : "memory");
}

__LOCKSTEP_PTX_WAIT(mbarrier_test_wait, "mbarrier.test_wait", ".shared", uint64_t, "l")
__LOCKSTEP_PTX_WAIT(mbarrier_test_wait_parity, "mbarrier.test_wait.parity", ".shared", uint32_t, "r")
__LOCKSTEP_PTX_WAIT(mbarrier_try_wait, "mbarrier.try_wait", ".shared::cta", uint64_t, "l")
__LOCKSTEP_PTX_WAIT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", ".shared::cta", uint32_t, "r")
__LOCKSTEP_PTX_WAIT_TIME(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, "l")
__LOCKSTEP_PTX_WAIT_TIME(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", uint32_t, "r")

__LOCKSTEP_PTX void cp_async_mbarrier_arrive(uint64_t *bar)
{
    asm volatile("cp.async.mbarrier.arrive.b64 [%0];" : : "r"(__shared(bar)) : "memory");
}
__LOCKSTEP_PTX void cp_async_mbarrier_arrive_noinc(uint64_t *bar)
{
    asm volatile("cp.async.mbarrier.arrive.noinc.b64 [%0];" : : "r"(__shared(bar)) : "memory");
}

// ---- barriers of a cluster
__LOCKSTEP_PTX void barrier_cluster_arrive() { asm volatile("barrier.cluster.arrive;" : : : "memory"); }
__LOCKSTEP_PTX void barrier_cluster_arrive(sem_release_t) { asm volatile("barrier.cluster.arrive.release;" : : : "memory"); }
__LOCKSTEP_PTX void barrier_cluster_arrive(sem_relaxed_t) { asm volatile("barrier.cluster.arrive.relaxed;"); }
__LOCKSTEP_PTX void barrier_cluster_wait() { asm volatile("barrier.cluster.wait;" : : : "memory"); }
__LOCKSTEP_PTX void barrier_cluster_wait(sem_acquire_t) { asm volatile("barrier.cluster.wait.acquire;" : : : "memory"); }

// ---- fences
template <dot_scope scope> __LOCKSTEP_PTX void fence(sem_sc_t, scope_t<scope>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "fence.sc", ";" : : : "memory");
}
template <dot_scope scope> __LOCKSTEP_PTX void fence(sem_acq_rel_t, scope_t<scope>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "fence.acq_rel", ";" : : : "memory");
}
template <dot_scope scope> __LOCKSTEP_PTX void fence(sem_acquire_t, scope_t<scope>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "fence.acquire", ";" : : : "memory");
}
template <dot_scope scope> __LOCKSTEP_PTX void fence(sem_release_t, scope_t<scope>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "fence.release", ";" : : : "memory");
}
__LOCKSTEP_PTX void fence_mbarrier_init(sem_release_t, scope_cluster_t)
{
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}
__LOCKSTEP_PTX void fence_proxy_alias() { asm volatile("fence.proxy.alias;" : : : "memory"); }
__LOCKSTEP_PTX void fence_proxy_async() { asm volatile("fence.proxy.async;" : : : "memory"); }
template <dot_space space> __LOCKSTEP_PTX void fence_proxy_async(space_t<space>)
{
    __LOCKSTEP_PTX_SPACE(space, "fence.proxy.async", ";" : : : "memory");
}
template <dot_scope scope> __LOCKSTEP_PTX void fence_proxy_tensormap_generic(sem_release_t, scope_t<scope>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "fence.proxy.tensormap::generic.release", ";" : : : "memory");
}
template <int size, dot_scope scope>
__LOCKSTEP_PTX void fence_proxy_tensormap_generic(sem_acquire_t, scope_t<scope>, const void *map, n32_t<size>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "fence.proxy.tensormap::generic.acquire", " [%0], %1;" : : "l"(map), "n"(size) : "memory");
}
__LOCKSTEP_PTX void fence_proxy_async_generic_sync_restrict(sem_acquire_t, space_cluster_t, scope_cluster_t)
{
    asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;" : : : "memory");
}
__LOCKSTEP_PTX void fence_proxy_async_generic_sync_restrict(sem_release_t, space_shared_t, scope_cluster_t)
{
    asm volatile("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;" : : : "memory");
}
__LOCKSTEP_PTX void fence_sync_restrict(sem_acquire_t, space_cluster_t, scope_cluster_t)
{
    asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;" : : : "memory");
}
__LOCKSTEP_PTX void fence_sync_restrict(sem_release_t, space_shared_t, scope_cluster_t)
{
    asm volatile("fence.release.sync_restrict::shared::cta.cluster;" : : : "memory");
}

} // namespace ptx
} // namespace cuda
