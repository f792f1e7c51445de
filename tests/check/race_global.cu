// SPDX-License-Identifier: Apache-2.0
#include "check.h"

__device__ int variable[64];

// expect race-waw
__global__ void between_blocks_wrong(int *out)
{
    out[0] = blockIdx.x + 1;
}
__global__ void between_blocks_right(int *out)
{
    out[blockIdx.x] = blockIdx.x + 1;
}

// expect race-raw
__global__ void neighbour_wrong(int *out)
{
    out[blockIdx.x] = out[(blockIdx.x + 1) % gridDim.x] + 1;
}
__global__ void neighbour_right(int *out, const int *in)
{
    out[blockIdx.x] = in[(blockIdx.x + 1) % gridDim.x] + 1;
}

// expect race-raw
__global__ void in_a_block_wrong(int *out)
{
    out[threadIdx.x] = threadIdx.x;
    out[64 + threadIdx.x] = out[63 - threadIdx.x];
}
__global__ void in_a_block_right(int *out)
{
    out[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[64 + threadIdx.x] = out[63 - threadIdx.x];
}

// expect race
__global__ void counter_wrong(int *out)
{
    out[0] = out[0] + 1;
}
__global__ void counter_right(int *out)
{
    atomicAdd(&out[0], 1);
}

// expect race
__global__ void mixed_atomic_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = out[0];
    } else {
        atomicAdd(&out[0], 1);
    }
}
__global__ void mixed_atomic_right(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = atomicAdd(&out[0], 0);
    } else {
        atomicAdd(&out[0], 1);
    }
}

// expect race-raw
__global__ void last_block_wrong(int *out)
{
    out[1 + blockIdx.x] = blockIdx.x;
    int ticket = atomicAdd(&out[0], 1);
    if (ticket == gridDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) {
            sum += out[1 + i];
        }
        out[100] = sum;
    }
}
__global__ void last_block_right(int *out)
{
    out[1 + blockIdx.x] = blockIdx.x;
    __threadfence();
    int ticket = atomicAdd(&out[0], 1);
    if (ticket == gridDim.x - 1) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) {
            sum += out[1 + i];
        }
        out[100] = sum;
    }
}

// expect race-raw
__global__ void publish_wrong(int *out)
{
    volatile int *flag = &out[1];
    if (blockIdx.x == 0) {
        out[0] = 42;
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        out[2] = out[0];
    }
}
__global__ void publish_right(int *out)
{
    volatile int *flag = &out[1];
    if (blockIdx.x == 0) {
        out[0] = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        out[2] = out[0];
    }
}

// expect race-raw
__global__ void block_fence_wrong(int *out)
{
    volatile int *flag = &out[1];
    if (blockIdx.x == 0) {
        out[0] = 42;
        __threadfence_block();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        out[2] = out[0];
    }
}
__global__ void block_fence_right(int *out)
{
    volatile int *flag = &out[1];
    if (blockIdx.x == 0) {
        out[0] = 42;
        __threadfence_system();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence_system();
        out[2] = out[0];
    }
}

// expect race
__global__ void lock_wrong(int *out)
{
    while (atomicCAS(&out[0], 0, 1) != 0) {
    }
    out[1] = out[1] + 1;
    atomicExch(&out[0], 0);
}
__global__ void lock_right(int *out)
{
    while (atomicCAS(&out[0], 0, 1) != 0) {
    }
    __threadfence();
    out[1] = out[1] + 1;
    __threadfence();
    atomicExch(&out[0], 0);
}

// expect race-waw
__global__ void bytes_wrong(char *out)
{
    out[threadIdx.x / 2] = (char)threadIdx.x;
}
__global__ void bytes_right(char *out)
{
    out[threadIdx.x] = (char)threadIdx.x;
}

// expect race
__global__ void stencil_in_place_wrong(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = out[i] + out[i + 1];
}
__global__ void stencil_in_place_right(int *out, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[i + 1];
}

// expect race-waw
__global__ void halo_wrong(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
    if (threadIdx.x == 0) {
        out[i + blockDim.x] = -1;
    }
}
__global__ void halo_right(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = threadIdx.x == 0 ? -1 : i;
}

// expect race-raw
__global__ void grid_barrier_wrong(int *out)
{
    out[4 + blockIdx.x] = blockIdx.x;
    atomicAdd(&out[0], 1);
    while (atomicAdd(&out[0], 0) < gridDim.x) {
    }
    out[64 + blockIdx.x] = out[4 + (blockIdx.x + 1) % gridDim.x];
}
__global__ void grid_barrier_right(int *out)
{
    out[4 + blockIdx.x] = blockIdx.x;
    __threadfence();
    atomicAdd(&out[0], 1);
    while (atomicAdd(&out[0], 0) < gridDim.x) {
    }
    __threadfence();
    out[64 + blockIdx.x] = out[4 + (blockIdx.x + 1) % gridDim.x];
}

// expect race-raw
__global__ void device_variable_wrong(int *out)
{
    variable[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = variable[63 - threadIdx.x];
}
__global__ void device_variable_right(int *out)
{
    variable[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = variable[63 - threadIdx.x];
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (between_blocks_wrong<<<4, 1>>>(out)));
    RUN(1, (between_blocks_right<<<4, 1>>>(out)));
    RUN(2, (neighbour_wrong<<<64, 1>>>(out)));
    RUN(3, (neighbour_right<<<64, 1>>>(out, in)));
    RUN(4, (in_a_block_wrong<<<1, 64>>>(out)));
    RUN(5, (in_a_block_right<<<1, 64>>>(out)));
    RUN(6, (counter_wrong<<<4, 64>>>(out)));
    RUN(7, (counter_right<<<4, 64>>>(out)));
    RUN(8, (mixed_atomic_wrong<<<4, 1>>>(out)));
    RUN(9, (mixed_atomic_right<<<4, 1>>>(out)));
    RUN(10, (last_block_wrong<<<8, 1>>>(out)));
    RUN(11, (last_block_right<<<8, 1>>>(out)));
    RUN(12, (publish_wrong<<<2, 1>>>(out)));
    RUN(13, (publish_right<<<2, 1>>>(out)));
    RUN(14, (block_fence_wrong<<<2, 1>>>(out)));
    RUN(15, (block_fence_right<<<2, 1>>>(out)));
    RUN(16, (lock_wrong<<<4, 1>>>(out)));
    RUN(17, (lock_right<<<4, 1>>>(out)));
    RUN(18, (bytes_wrong<<<1, 64>>>((char *)out)));
    RUN(19, (bytes_right<<<1, 64>>>((char *)out)));
    RUN(20, (stencil_in_place_wrong<<<4, 64>>>(out)));
    RUN(21, (stencil_in_place_right<<<4, 64>>>(out, in)));
    RUN(22, (halo_wrong<<<4, 64>>>(out)));
    RUN(23, (halo_right<<<4, 64>>>(out)));
    RUN(24, (grid_barrier_wrong<<<8, 1>>>(out)));
    RUN(25, (grid_barrier_right<<<8, 1>>>(out)));
    RUN(26, (device_variable_wrong<<<1, 64>>>(out)));
    RUN(27, (device_variable_right<<<1, 64>>>(out)));
}
