// SPDX-License-Identifier: Apache-2.0
#include "check.h"

// expect divergent-barrier
__global__ void divergent_wrong(int *out)
{
    if (threadIdx.x < 16) {
        __syncthreads();
    }
    out[threadIdx.x] = 1;
}
__global__ void divergent_right(int *out)
{
    __syncthreads();
    if (threadIdx.x < 16) {
        out[threadIdx.x] = 1;
    }
}

// expect exited-barrier
__global__ void exited_wrong(int *out)
{
    if (threadIdx.x >= 48) {
        return;
    }
    __syncthreads();
    out[threadIdx.x] = 1;
}
__global__ void exited_right(int *out)
{
    __syncthreads();
    if (threadIdx.x < 48) {
        out[threadIdx.x] = 1;
    }
}

// expect mask-without-self
__global__ void own_bit_wrong(int *out)
{
    if (threadIdx.x < 16) {
        __syncwarp(0xffff0000);
        out[threadIdx.x] = 1;
    } else {
        __syncwarp(0xffff0000);
    }
}
__global__ void own_bit_right(int *out)
{
    if (threadIdx.x < 16) {
        __syncwarp(0x0000ffff);
        out[threadIdx.x] = 1;
    } else {
        __syncwarp(0xffff0000);
    }
}

// expect mask-without-self
__global__ void shuffle_mask_wrong(int *out)
{
    out[threadIdx.x] = __shfl_down_sync(0x0000ffff, (int)threadIdx.x, 1);
}
__global__ void shuffle_mask_right(int *out)
{
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1);
}

// expect uninit-result
__global__ void shuffle_after_exit_wrong(int *out)
{
    if (threadIdx.x >= 16) {
        return;
    }
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, threadIdx.x, 8);
}
// A mask may name threads that have exited.
__global__ void shuffle_after_exit_right(int *out)
{
    int value = __shfl_down_sync(0xffffffff, threadIdx.x, 8);
    if (threadIdx.x >= 16) {
        return;
    }
    __syncwarp();
    out[threadIdx.x] = __all_sync(0xffffffff, threadIdx.x < 20) + value;
}

// expect barrier-count
__global__ void counts_wrong(int *out)
{
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;");
    } else {
        asm volatile("bar.sync 1, 96;");
    }
    out[threadIdx.x] = 1;
}
__global__ void counts_right(int *out)
{
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;");
    } else {
        asm volatile("bar.sync 1, 64;");
    }
    out[threadIdx.x] = 1;
}

// expect mbarrier-uninit
__global__ void mbarrier_wrong(int *out)
{
    __shared__ unsigned long long b;
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"(
        (unsigned)__cvta_generic_to_shared(&b)));
    out[0] = 1;
}
__global__ void mbarrier_right(int *out)
{
    __shared__ unsigned long long b;
    unsigned at = (unsigned)__cvta_generic_to_shared(&b);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x));
    }
    __syncthreads();
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"(at));
    out[threadIdx.x] = 1;
}

// expect fault
__global__ void other_barrier_wrong(int *out)
{
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;");
    } else {
        asm volatile("bar.sync 2, 64;");
    }
    out[threadIdx.x] = 1;
}
__global__ void other_barrier_right(int *out)
{
    asm volatile("bar.sync 1, 64;");
    out[threadIdx.x] = 1;
}

// expect fault
__global__ void missing_warp_wrong(int *out)
{
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;");
    }
    out[threadIdx.x] = 1;
}
__global__ void missing_warp_right(int *out)
{
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 32;");
    }
    out[threadIdx.x] = 1;
}

// expect fault
__global__ void spin_wrong(int *out)
{
    volatile int *flag = out;
    while (*flag == 0) {
    }
    out[1] = 1;
}
__global__ void spin_right(int *out)
{
    volatile int *flag = out;
    while (*flag == 1) {
    }
    out[1 + threadIdx.x] = 1;
}

// expect fault
__global__ void no_step_wrong(int *out, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[i] = 1;
    }
}
__global__ void no_step_right(int *out, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[i] = 1;
        i += blockDim.x;
    }
}

// expect fault
__global__ void count_wrong(int *out) // the counter decides nothing
{
    volatile int *flag = out;
    int tries = 0;
    while (*flag == 0) {
        tries++;
    }
    out[1] = tries;
}
__global__ void count_right(int *out) // gives up
{
    volatile int *flag = out;
    int tries = 0;
    while (*flag == 0 && tries < 100000) {
        tries++;
    }
    out[1 + threadIdx.x] = tries;
}

// expect fault
__global__ void sum_wrong(int *out, int n)
{
    int sum = 0;
    for (int i = threadIdx.x; i < n;) {
        sum += out[i] + 1;
    }
    out[threadIdx.x] = sum;
}
__global__ void sum_right(int *out, int n)
{
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sum += out[i] + 1;
    }
    __syncthreads();
    out[threadIdx.x] = sum;
}

// expect fault
__global__ void lock_wrong(int *out) // nobody unlocks
{
    int tries = 0;
    while (atomicCAS(&out[0], 0, 1) != 0) {
        tries++;
    }
    out[1 + threadIdx.x] = tries;
}
__global__ void lock_right(int *out)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&out[0], 0, 1) != 0) {
        }
        __threadfence();
        out[1] = 1;
        __threadfence();
        atomicExch(&out[0], 0);
    }
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (divergent_wrong<<<1, 32>>>(out)));
    RUN(1, (divergent_right<<<1, 32>>>(out)));
    RUN(2, (exited_wrong<<<1, 64>>>(out)));
    RUN(3, (exited_right<<<1, 64>>>(out)));
    RUN(4, (own_bit_wrong<<<1, 32>>>(out)));
    RUN(5, (own_bit_right<<<1, 32>>>(out)));
    RUN(6, (shuffle_mask_wrong<<<1, 32>>>(out)));
    RUN(7, (shuffle_mask_right<<<1, 32>>>(out)));
    RUN(8, (shuffle_after_exit_wrong<<<1, 32>>>(out)));
    RUN(9, (shuffle_after_exit_right<<<1, 32>>>(out)));
    RUN(10, (counts_wrong<<<1, 64>>>(out)));
    RUN(11, (counts_right<<<1, 64>>>(out)));
    RUN(12, (mbarrier_wrong<<<1, 1>>>(out)));
    RUN(13, (mbarrier_right<<<1, 64>>>(out)));
    RUN(14, (other_barrier_wrong<<<1, 64>>>(out)));
    RUN(15, (other_barrier_right<<<1, 64>>>(out)));
    RUN(16, (missing_warp_wrong<<<1, 64>>>(out)));
    RUN(17, (missing_warp_right<<<1, 64>>>(out)));
    RUN(18, (spin_wrong<<<1, 1>>>(out)));
    RUN(19, (spin_right<<<1, 64>>>(out)));
    RUN(20, (no_step_wrong<<<1, 64>>>(out, WORDS)));
    RUN(21, (no_step_right<<<1, 64>>>(out, WORDS)));
    RUN(22, (count_wrong<<<1, 1>>>(out)));
    RUN(23, (count_right<<<1, 1>>>(out)));
    RUN(24, (sum_wrong<<<1, 64>>>(out, WORDS)));
    RUN(25, (sum_right<<<1, 64>>>(out, 64)));
    RUN(26, (lock_wrong<<<1, 32>>>(out)));
    RUN(27, (lock_right<<<2, 32>>>(out)));
}
