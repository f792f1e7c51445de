// SPDX-License-Identifier: Apache-2.0
// mbarriers, named barriers and asynchronous copies.
#include "check.h"
#include <cuda_pipeline.h>

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void barrier_init(unsigned long long *b, unsigned count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(count) : "memory");
}
__device__ void barrier_arrive(unsigned long long *b)
{
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(shared_address(b)) : "memory");
}
__device__ bool barrier_is_done(unsigned long long *b, unsigned parity)
{
    unsigned done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(shared_address(b)), "r"(parity) : "memory");
    return done != 0;
}

// expect race-raw
__global__ void no_wait_wrong(int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    barrier_arrive(&barrier);
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void no_wait_right(int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    barrier_arrive(&barrier);
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// expect race-raw
__global__ void late_arrival_wrong(int *out) // arrives, then writes
{
    __shared__ unsigned long long barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    __syncthreads();
    barrier_arrive(&barrier);
    s[threadIdx.x] = threadIdx.x;
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void late_arrival_right(int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    barrier_arrive(&barrier);
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// expect race-
__global__ void unordered_init_wrong(int *out) // others arrive before it is sure to be there
{
    __shared__ unsigned long long barrier;
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    barrier_arrive(&barrier);
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = 1;
}
__global__ void unordered_init_right(int *out)
{
    __shared__ unsigned long long barrier;
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    __syncthreads();
    barrier_arrive(&barrier);
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = 1;
}

// expect race-async
__global__ void no_commit_wrong(int *out, const int *in) // waits for groups, but this copy is in none
{
    __shared__ int s[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&s[threadIdx.x])), "l"(in + threadIdx.x)
                 : "memory");
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void no_commit_right(int *out, const int *in)
{
    __shared__ int s[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&s[threadIdx.x])), "l"(in + threadIdx.x)
                 : "memory");
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x];
}

// expect race
__global__ void two_stages_wrong(int *out, const int *in) // the second copy overwrites what others still read
{
    __shared__ int s[64];
    for (int stage = 0; stage < 2; stage++) {
        __pipeline_memcpy_async(&s[threadIdx.x], in + 64 * stage + threadIdx.x, 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        out[64 * stage + threadIdx.x] = s[63 - threadIdx.x];
    }
}
__global__ void two_stages_right(int *out, const int *in)
{
    __shared__ int s[64];
    for (int stage = 0; stage < 2; stage++) {
        __pipeline_memcpy_async(&s[threadIdx.x], in + 64 * stage + threadIdx.x, 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        out[64 * stage + threadIdx.x] = s[63 - threadIdx.x];
        __syncthreads();
    }
}

// expect race-raw
__global__ void two_numbers_wrong(int *out) // half of the block at barrier 1, half at barrier 2
{
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
    out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void two_numbers_right(int *out)
{
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
    out[threadIdx.x] = s[threadIdx.x ^ 63];
}

// expect fault, or race-war with a clock
__global__ void producer_wrong(int *out) // the producer arrives a second time before the first phase ends
{
    __shared__ int s[32];
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x < 32) {
            s[threadIdx.x] = i;
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[32 * i + threadIdx.x] = s[threadIdx.x - 32];
        }
    }
}
__global__ void producer_right(int *out)
{
    __shared__ int s[32];
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x < 32) {
            s[threadIdx.x] = i;
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[32 * i + threadIdx.x] = s[threadIdx.x - 32];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}

// expect fault
__global__ void too_few_wrong(int *out) // 64 arrivals are expected, 63 come
{
    __shared__ unsigned long long barrier;
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 64);
    }
    __syncthreads();
    if (threadIdx.x > 0) {
        barrier_arrive(&barrier);
    }
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = 1;
}
__global__ void too_few_right(int *out)
{
    __shared__ unsigned long long barrier;
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 63);
    }
    __syncthreads();
    if (threadIdx.x > 0) {
        barrier_arrive(&barrier);
    }
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = 1;
}

// Copies 256 bytes and counts as the mbarrier's only arrival.
__device__ void bulk_load(int *to, const int *from, unsigned long long *b)
{
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], 256; }" ::"r"(shared_address(b)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(shared_address(to)),
                 "l"(__cvta_generic_to_global(from)), "r"(shared_address(b)) : "memory");
}

// expect race-async race-raw
__global__ void bulk_no_wait_wrong(int *out, const int *in)
{
    __shared__ unsigned long long barrier;
    __shared__ alignas(128) int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_load(s, in, &barrier);
    }
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void bulk_no_wait_right(int *out, const int *in)
{
    __shared__ unsigned long long barrier;
    __shared__ alignas(128) int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_load(s, in, &barrier);
    }
    while (!barrier_is_done(&barrier, 0)) {
    }
    out[threadIdx.x] = s[threadIdx.x];
}

// expect race-war
__global__ void bulk_too_early_wrong(int *out, const int *in) // the next copy may come before the reads
{
    __shared__ unsigned long long barrier;
    __shared__ alignas(128) int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 1);
    }
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x == 0) {
            bulk_load(s, in + 64 * i, &barrier);
        }
        while (!barrier_is_done(&barrier, i)) {
        }
        out[64 * i + threadIdx.x] = s[threadIdx.x];
    }
}
__global__ void bulk_too_early_right(int *out, const int *in)
{
    __shared__ unsigned long long barrier;
    __shared__ alignas(128) int s[64];
    if (threadIdx.x == 0) {
        barrier_init(&barrier, 1);
    }
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x == 0) {
            bulk_load(s, in + 64 * i, &barrier);
        }
        while (!barrier_is_done(&barrier, i)) {
        }
        out[64 * i + threadIdx.x] = s[threadIdx.x];
        __syncthreads();
    }
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (no_wait_wrong<<<1, 64>>>(out)));
    RUN(1, (no_wait_right<<<1, 64>>>(out)));
    RUN(2, (late_arrival_wrong<<<1, 64>>>(out)));
    RUN(3, (late_arrival_right<<<1, 64>>>(out)));
    RUN(4, (unordered_init_wrong<<<1, 64>>>(out)));
    RUN(5, (unordered_init_right<<<1, 64>>>(out)));
    RUN(6, (no_commit_wrong<<<1, 64>>>(out, in)));
    RUN(7, (no_commit_right<<<1, 64>>>(out, in)));
    RUN(8, (two_stages_wrong<<<1, 64>>>(out, in)));
    RUN(9, (two_stages_right<<<1, 64>>>(out, in)));
    RUN(10, (two_numbers_wrong<<<1, 128>>>(out)));
    RUN(11, (two_numbers_right<<<1, 128>>>(out)));
    RUN(12, (producer_wrong<<<1, 64>>>(out)));
    RUN(13, (producer_right<<<1, 64>>>(out)));
    RUN(14, (too_few_wrong<<<1, 64>>>(out)));
    RUN(15, (too_few_right<<<1, 64>>>(out)));
    RUN(16, (bulk_no_wait_wrong<<<1, 64>>>(out, in)));
    RUN(17, (bulk_no_wait_right<<<1, 64>>>(out, in)));
    RUN(18, (bulk_too_early_wrong<<<1, 64>>>(out, in)));
    RUN(19, (bulk_too_early_right<<<1, 64>>>(out, in)));
}
