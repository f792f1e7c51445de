// SPDX-License-Identifier: Apache-2.0
// Atomics and flags whose scope or order is too weak for those who use them.
#include "check.h"

__device__ void store_relaxed(int *p, int v) { asm volatile("st.relaxed.gpu.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ void store_release(int *p, int v) { asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ void store_release_block(int *p, int v) { asm volatile("st.release.cta.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ int load_relaxed(int *p) { int v; asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ int load_acquire(int *p) { int v; asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ int load_acquire_block(int *p) { int v; asm volatile("ld.acquire.cta.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }

// expect race-scope
__global__ void block_atomic_wrong(int *out) { atomicAdd_block(&out[0], 1); }
__global__ void block_atomic_right(int *out) { atomicAdd_block(&out[blockIdx.x], 1); }

// expect race-raw
__global__ void relaxed_store_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        store_relaxed(&out[0], 1);
    } else {
        while (load_acquire(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}
__global__ void relaxed_store_right(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        store_release(&out[0], 1);
    } else {
        while (load_acquire(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}

// expect race-raw
__global__ void relaxed_load_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        store_release(&out[0], 1);
    } else {
        while (load_relaxed(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}
__global__ void relaxed_load_right(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        store_release(&out[0], 1);
    } else {
        while (load_relaxed(&out[0]) == 0) {
        }
        __threadfence();
        out[2] = out[1];
    }
}

// expect race-raw
__global__ void block_release_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        store_release_block(&out[0], 1);
    } else {
        while (load_acquire_block(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}
__global__ void block_release_right(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        store_release(&out[0], 1);
    } else {
        while (load_acquire(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}

// expect race-raw
__global__ void within_block_wrong(int *out)
{
    if (threadIdx.x == 0) {
        out[1] = 7;
        store_relaxed(&out[0], 1);
    } else if (threadIdx.x == 32) {
        while (load_acquire_block(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}
__global__ void within_block_right(int *out)
{
    if (threadIdx.x == 0) {
        out[1] = 7;
        store_release_block(&out[0], 1);
    } else if (threadIdx.x == 32) {
        while (load_acquire_block(&out[0]) == 0) {
        }
        out[2] = out[1];
    }
}

// expect race
__global__ void plain_and_atomic_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[0] = 5;
    } else {
        atomicAdd(&out[0], 1);
    }
}
__global__ void plain_and_atomic_right(int *out)
{
    if (blockIdx.x == 0) {
        atomicExch(&out[0], 5);
    } else {
        atomicAdd(&out[0], 1);
    }
}

// expect race
__global__ void ticket_wrong(int *out) // the ticket orders nobody: all plain stores meet in out[1]
{
    int ticket = atomicAdd(&out[0], 1);
    out[1] = ticket;
}
__global__ void ticket_right(int *out)
{
    int ticket = atomicAdd(&out[0], 1);
    out[1 + ticket] = ticket;
}

// expect race-raw
__global__ void exchange_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        atomicExch(&out[0], 1);
    } else {
        while (atomicAdd(&out[0], 0) == 0) {
        }
        out[2] = out[1];
    }
}
__global__ void exchange_right(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        __threadfence();
        atomicExch(&out[0], 1);
    } else {
        while (atomicAdd(&out[0], 0) == 0) {
        }
        __threadfence();
        out[2] = out[1];
    }
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (block_atomic_wrong<<<2, 64>>>(out)));
    RUN(1, (block_atomic_right<<<2, 64>>>(out)));
    RUN(2, (relaxed_store_wrong<<<2, 1>>>(out)));
    RUN(3, (relaxed_store_right<<<2, 1>>>(out)));
    RUN(4, (relaxed_load_wrong<<<2, 1>>>(out)));
    RUN(5, (relaxed_load_right<<<2, 1>>>(out)));
    RUN(6, (block_release_wrong<<<2, 1>>>(out)));
    RUN(7, (block_release_right<<<2, 1>>>(out)));
    RUN(8, (plain_and_atomic_wrong<<<2, 1>>>(out)));
    RUN(9, (plain_and_atomic_right<<<2, 1>>>(out)));
    RUN(10, (ticket_wrong<<<2, 1>>>(out)));
    RUN(11, (ticket_right<<<2, 1>>>(out)));
    RUN(12, (exchange_wrong<<<2, 1>>>(out)));
    RUN(13, (exchange_right<<<2, 1>>>(out)));
    RUN(14, (within_block_wrong<<<1, 64>>>(out)));
    RUN(15, (within_block_right<<<1, 64>>>(out)));
}
