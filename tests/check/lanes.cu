// SPDX-License-Identifier: Apache-2.0
// Threads of a warp: whose value a shuffle gives, what a short branch hangs on, what orders them.
#include "check.h"

// expect uninit-result
__global__ void outside_mask_wrong(int *out)
{
    int value = threadIdx.x;
    if (threadIdx.x < 16) {
        value = __shfl_sync(0x0000ffff, value, threadIdx.x + 8);
    }
    out[threadIdx.x] = value;
}
// What nobody uses may come from anywhere.
__global__ void outside_mask_right(int *out)
{
    int value = threadIdx.x;
    if (threadIdx.x < 16) {
        for (int step = 8; step > 0; step /= 2) {
            value += __shfl_sync(0x0000ffff, value, threadIdx.x + step);
        }
    }
    if (threadIdx.x == 0) {
        out[0] = value;
    }
}

// expect uninit-branch, not in nvcc's code
__global__ void short_branch_wrong(int *out, const int *in)
{
    int best[4], most = 0;
    for (int i = 0; i < 3; i++) {
        best[i] = in[i];
    }
    for (int i = 0; i < 4; i++) {
        if (best[i] > most) {
            most = best[i];
        }
    }
    out[threadIdx.x] = most;
}
__global__ void short_branch_right(int *out, const int *in)
{
    int best[4], most = 0;
    for (int i = 0; i < 4; i++) {
        best[i] = in[i];
    }
    for (int i = 0; i < 4; i++) {
        if (best[i] > most) {
            most = best[i];
        }
    }
    out[threadIdx.x] = most;
}

// expect uninit-result, not in nvcc's code
__global__ void chosen_wrong(int *out, const int *in)
{
    int last;
    for (int i = 0; i < 4; i++) {
        if (in[i] > 7) {
            last = i;
        }
    }
    out[threadIdx.x] = last == 3 ? 1 : 2;
}
__global__ void chosen_right(int *out, const int *in)
{
    int last = -1;
    for (int i = 0; i < 4; i++) {
        if (in[i] > 7) {
            last = i;
        }
    }
    out[threadIdx.x] = last == 3 ? 1 : 2;
}

// expect uninit-result
__global__ void vector_wrong(int4 *out, const int4 *fresh)
{
    int4 value = fresh[threadIdx.x];
    value.x = value.x * 3 + 1;
    out[threadIdx.x] = value;
}
// A copy of bytes that nobody has written is none.
__global__ void vector_right(int4 *out, const int4 *fresh)
{
    int4 value = fresh[threadIdx.x];
    value.x = 1;
    out[threadIdx.x] = value;
}

// expect race-raw race-war
__global__ void volatile_warp_wrong(int *out, const int *in)
{
    __shared__ int sums[64];
    sums[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        volatile int *sum = sums;
        for (int step = 32; step > 0; step /= 2) {
            sum[threadIdx.x] += sum[threadIdx.x + step];
        }
    }
    if (threadIdx.x == 0) {
        out[0] = sums[0];
    }
}
__global__ void volatile_warp_right(int *out, const int *in)
{
    __shared__ int sums[64];
    sums[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        volatile int *sum = sums;
        for (int step = 32; step > 0; step /= 2) {
            int other = sum[threadIdx.x + step];
            __syncwarp();
            sum[threadIdx.x] += other;
            __syncwarp();
        }
    }
    if (threadIdx.x == 0) {
        out[0] = sums[0];
    }
}

// expect race-raw
__global__ void omitted_wrong(int *out)
{
    __shared__ int words[32];
    words[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 16) {
        __syncwarp(0x0000ffff);
        out[threadIdx.x] = words[31 - threadIdx.x];
    }
}
__global__ void omitted_right(int *out)
{
    __shared__ int words[32];
    words[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 16) {
        __syncwarp(0x0000ffff);
        out[threadIdx.x] = words[15 - threadIdx.x];
    }
}

__device__ void wait_for_all(unsigned long long *barrier)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(barrier);
    asm volatile("{\n\t"
                 ".reg .b64 state;\n\t"
                 ".reg .pred done;\n\t"
                 "mbarrier.arrive.shared.b64 state, [%0];\n"
                 "again:\n\t"
                 "mbarrier.test_wait.shared.b64 done, [%0], state;\n\t"
                 "@!done bra again;\n\t"
                 "}" ::"r"(at) : "memory");
}
__device__ void expect_threads(unsigned long long *barrier)
{
    if (threadIdx.x == 0) {
        unsigned at = (unsigned)__cvta_generic_to_shared(barrier);
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x) : "memory");
    }
    __syncthreads();
}

// expect race-raw race-war
__global__ void one_phase_wrong(int *out, const int *in)
{
    __shared__ unsigned long long barrier;
    __shared__ int words[64];
    int sum = 0;
    expect_threads(&barrier);
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        words[threadIdx.x] = in[i * 64 + threadIdx.x];
        wait_for_all(&barrier);
        sum += words[63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
__global__ void one_phase_right(int *out, const int *in)
{
    __shared__ unsigned long long barrier;
    __shared__ int words[64];
    int sum = 0;
    expect_threads(&barrier);
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        words[threadIdx.x] = in[i * 64 + threadIdx.x];
        wait_for_all(&barrier);
        sum += words[63 - threadIdx.x];
        wait_for_all(&barrier);
    }
    out[threadIdx.x] = sum;
}

int main(int argc, char **argv)
{
    selected = argc > 1 ? atoi(argv[1]) : -1;
    RUN(0, (outside_mask_wrong<<<1, 32>>>(out)));
    RUN(1, (outside_mask_right<<<1, 32>>>(out)));
    RUN(2, (short_branch_wrong<<<1, 32>>>(out, in)));
    RUN(3, (short_branch_right<<<1, 32>>>(out, in)));
    RUN(4, (chosen_wrong<<<1, 32>>>(out, in)));
    RUN(5, (chosen_right<<<1, 32>>>(out, in)));
    RUN(6, (vector_wrong<<<1, 32>>>((int4 *)out, (const int4 *)fresh)));
    RUN(7, (vector_right<<<1, 32>>>((int4 *)out, (const int4 *)fresh)));
    RUN(8, (volatile_warp_wrong<<<1, 64>>>(out, in)));
    RUN(9, (volatile_warp_right<<<1, 64>>>(out, in)));
    RUN(10, (omitted_wrong<<<1, 32>>>(out)));
    RUN(11, (omitted_right<<<1, 32>>>(out)));
    RUN(12, (one_phase_wrong<<<1, 64>>>(out, in)));
    RUN(13, (one_phase_right<<<1, 64>>>(out, in)));
    return 0;
}
