// SPDX-License-Identifier: Apache-2.0
// The initialization of an mbarrier comes before every use of it by others; each lane may initialize another.
#include "check.h"

__device__ static void init(unsigned at, unsigned count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
}
__device__ static void arrive(unsigned at)
{
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"(at) : "memory");
}

// expect race-raw
__global__ void early_arrive_wrong(int *out)
{
    __shared__ unsigned long long b;
    unsigned at = (unsigned)__cvta_generic_to_shared(&b);
    if (threadIdx.x == 0) {
        init(at, 64);
    }
    if (threadIdx.x >= 32) {
        arrive(at);
    }
    out[threadIdx.x] = 1;
}
__global__ void early_arrive_right(int *out)
{
    __shared__ unsigned long long b;
    unsigned at = (unsigned)__cvta_generic_to_shared(&b);
    if (threadIdx.x == 0) {
        init(at, 64);
    }
    __syncthreads();
    if (threadIdx.x >= 32) {
        arrive(at);
    }
    out[threadIdx.x] = 1;
}

// expect race-
__global__ void late_init_wrong(int *out)
{
    __shared__ unsigned long long b;
    unsigned at = (unsigned)__cvta_generic_to_shared(&b);
    if (threadIdx.x == 0) {
        init(at, 64);
    }
    __syncthreads();
    arrive(at);
    if (threadIdx.x == 32) {
        init(at, 64);
    }
    out[threadIdx.x] = 1;
}
__global__ void late_init_right(int *out)
{
    __shared__ unsigned long long b;
    unsigned at = (unsigned)__cvta_generic_to_shared(&b);
    if (threadIdx.x == 0) {
        init(at, 64);
    }
    __syncthreads();
    arrive(at);
    __syncthreads();
    if (threadIdx.x == 32) {
        init(at, 64);
    }
    out[threadIdx.x] = 1;
}

// expect mbarrier-uninit
__global__ void lanes_init_wrong(int *out)
{
    __shared__ unsigned long long b[4];
    if (threadIdx.x < 3) {
        init((unsigned)__cvta_generic_to_shared(b + threadIdx.x), 16);
    }
    __syncthreads();
    arrive((unsigned)__cvta_generic_to_shared(b + threadIdx.x % 4));
    out[threadIdx.x] = 1;
}
__global__ void lanes_init_right(int *out)
{
    __shared__ unsigned long long b[4];
    if (threadIdx.x < 4) {
        init((unsigned)__cvta_generic_to_shared(b + threadIdx.x), 16);
    }
    __syncthreads();
    arrive((unsigned)__cvta_generic_to_shared(b + threadIdx.x % 4));
    out[threadIdx.x] = 1;
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (early_arrive_wrong<<<1, 64>>>(out)));
    RUN(1, (early_arrive_right<<<1, 64>>>(out)));
    RUN(2, (late_init_wrong<<<1, 64>>>(out)));
    RUN(3, (late_init_right<<<1, 64>>>(out)));
    RUN(4, (lanes_init_wrong<<<1, 64>>>(out)));
    RUN(5, (lanes_init_right<<<1, 64>>>(out)));
}
