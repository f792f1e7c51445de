// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include <cuda_pipeline.h>

// expect race-raw
__global__ void shared_raw_wrong(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void shared_raw_right(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// expect race-war
__global__ void shared_war_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    s[threadIdx.x] = v;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_war_right(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = v;
    out[threadIdx.x] = s[threadIdx.x];
}

// expect race-waw
__global__ void shared_waw_wrong(int *out)
{
    __shared__ int s;
    s = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s;
}
__global__ void shared_waw_right(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0) {
        s = 7;
    }
    __syncthreads();
    out[threadIdx.x] = s;
}

// expect race-waw
__global__ void by_data_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    s[in[threadIdx.x] / 2] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x / 2];
}
__global__ void by_data_right(int *out, const int *in)
{
    __shared__ int s[64];
    s[in[threadIdx.x]] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x / 2];
}

// expect race-raw
__global__ void by_pointer_wrong(int *out, const int *in)
{
    __shared__ int s[65];
    int *a = in[1] == 1 ? s : s + 1;
    s[64] = 1;
    a[threadIdx.x] = 1;
    out[threadIdx.x] = s[(threadIdx.x + 5) % 64];
}
__global__ void by_pointer_right(int *out, const int *in)
{
    __shared__ int s[65];
    int *a = in[1] == 1 ? s : s + 1;
    a[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[1 + (threadIdx.x + 5) % 63];
}

// expect race-raw
__global__ void in_a_warp_wrong(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void in_a_warp_right(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x];
}

// expect race-raw
__global__ void half_mask_wrong(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(threadIdx.x < 16 ? 0x0000ffff : 0xffff0000);
    out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void half_mask_right(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(threadIdx.x < 16 ? 0x0000ffff : 0xffff0000);
    out[threadIdx.x] = s[threadIdx.x ^ 15];
}

// expect race
__global__ void warp_reduction_wrong(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32];
        s[threadIdx.x] += s[threadIdx.x + 16];
    }
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 16];
}
__global__ void warp_reduction_right(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32];
        __syncwarp();
        int v = s[(threadIdx.x + 16) % 32];
        __syncwarp();
        s[threadIdx.x] += v;
    }
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 16];
}

// expect race-raw
__global__ void loop_carried_wrong(int *out)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = i * threadIdx.x;
        __syncthreads();
        sum += s[63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
__global__ void loop_carried_right(int *out)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = i * threadIdx.x;
        __syncthreads();
        sum += s[63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// expect race-raw
__global__ void bytes_wrong(char *out)
{
    __shared__ char s[64];
    s[threadIdx.x] = (char)threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
// Neighbouring bytes belong to different threads.
__global__ void bytes_right(char *out)
{
    __shared__ char s[64];
    s[threadIdx.x] = (char)threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x];
}

// expect race-raw
__global__ void wide_wrong(double *out)
{
    __shared__ double s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x ^ 32];
}
__global__ void wide_right(double *out)
{
    __shared__ double s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 32];
}

// expect race-raw
__global__ void dynamic_wrong(int *out)
{
    extern __shared__ int d[];
    d[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = d[(threadIdx.x + 33) % 64];
}
__global__ void dynamic_right(int *out)
{
    extern __shared__ int d[];
    d[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = d[(threadIdx.x + 33) % 64];
}

// expect race-raw
__global__ void atomic_and_plain_wrong(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0) {
        s = 0;
    }
    atomicAdd(&s, 1);
    __syncthreads();
    out[threadIdx.x] = s;
}
__global__ void atomic_and_plain_right(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0) {
        s = 0;
    }
    __syncthreads();
    atomicAdd(&s, 1);
    __syncthreads();
    out[threadIdx.x] = s;
}

// expect race-raw
__global__ void named_barrier_wrong(int *out)
{
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = s[127 - threadIdx.x];
    }
}
__global__ void named_barrier_right(int *out)
{
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = s[63 - threadIdx.x];
    }
}

// expect race-raw
__global__ void arrive_wrong(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        s[threadIdx.x] = threadIdx.x;
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = s[threadIdx.x - 32];
    }
}
__global__ void arrive_right(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x < 32) {
        s[threadIdx.x] = threadIdx.x;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = s[threadIdx.x - 32];
    }
}

// expect race-async
__global__ void async_copy_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    out[threadIdx.x] = s[threadIdx.x];
    __pipeline_wait_prior(0);
}
__global__ void async_copy_right(int *out, const int *in)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x];
}

// expect race-async
__global__ void async_groups_wrong(int *out, const int *in)
{
    __shared__ int s[128];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[64 + threadIdx.x], &in[64 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[threadIdx.x] = s[64 + threadIdx.x];
}
__global__ void async_groups_right(int *out, const int *in)
{
    __shared__ int s[128];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[64 + threadIdx.x], &in[64 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[threadIdx.x] = s[threadIdx.x];
}

// expect race-raw
__global__ void async_shared_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void async_shared_right(int *out, const int *in)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// expect race
__global__ void flag_wrong(int *out)
{
    __shared__ int data;
    __shared__ int flag;
    if (threadIdx.x == 0) {
        flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 42;
        flag = 1;
    } else if (threadIdx.x == 32) {
        out[0] = flag ? data : 0;
    }
}
__global__ void flag_right(int *out)
{
    __shared__ int data;
    __shared__ volatile int flag;
    if (threadIdx.x == 0) {
        flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 42;
        __threadfence_block();
        flag = 1;
    } else if (threadIdx.x == 32) {
        while (flag == 0) {
        }
        __threadfence_block();
        out[0] = data;
    }
}

// expect race-raw, not in nvcc's code
__global__ void early_publish_wrong(int *out)
{
    __shared__ int data;
    __shared__ volatile int flag;
    if (threadIdx.x == 0) {
        flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        flag = 1;
        data = 42;
    } else if (threadIdx.x == 32) {
        while (flag == 0) {
        }
        out[0] = data;
    }
}
__global__ void early_publish_right(int *out)
{
    __shared__ int data;
    if (threadIdx.x == 0) {
        data = 42;
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        out[0] = data;
    }
}

// expect race-waw
__global__ void tile_edge_wrong(int *out)
{
    __shared__ int tile[66];
    tile[threadIdx.x] = 0;
    tile[threadIdx.x + 1] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void tile_edge_right(int *out)
{
    __shared__ int tile[66];
    tile[threadIdx.x + 1] = threadIdx.x;
    if (threadIdx.x == 0) {
        tile[0] = tile[65] = 0;
    }
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

// expect race-raw
__global__ void scan_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        s[threadIdx.x] += v;
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void scan_right(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (shared_raw_wrong<<<1, 64>>>(out)));
    RUN(1, (shared_raw_right<<<1, 64>>>(out)));
    RUN(2, (shared_war_wrong<<<1, 64>>>(out, in)));
    RUN(3, (shared_war_right<<<1, 64>>>(out, in)));
    RUN(4, (shared_waw_wrong<<<1, 64>>>(out)));
    RUN(5, (shared_waw_right<<<1, 64>>>(out)));
    RUN(6, (by_data_wrong<<<1, 64>>>(out, in)));
    RUN(7, (by_data_right<<<1, 64>>>(out, in)));
    RUN(8, (by_pointer_wrong<<<1, 64>>>(out, in)));
    RUN(9, (by_pointer_right<<<1, 64>>>(out, in)));
    RUN(10, (in_a_warp_wrong<<<1, 32>>>(out)));
    RUN(11, (in_a_warp_right<<<1, 32>>>(out)));
    RUN(12, (half_mask_wrong<<<1, 32>>>(out)));
    RUN(13, (half_mask_right<<<1, 32>>>(out)));
    RUN(14, (warp_reduction_wrong<<<1, 64>>>(out)));
    RUN(15, (warp_reduction_right<<<1, 64>>>(out)));
    RUN(16, (loop_carried_wrong<<<1, 64>>>(out)));
    RUN(17, (loop_carried_right<<<1, 64>>>(out)));
    RUN(18, (bytes_wrong<<<1, 64>>>((char *)out)));
    RUN(19, (bytes_right<<<1, 64>>>((char *)out)));
    RUN(20, (wide_wrong<<<1, 64>>>((double *)out)));
    RUN(21, (wide_right<<<1, 64>>>((double *)out)));
    RUN(22, (dynamic_wrong<<<1, 64, 256>>>(out)));
    RUN(23, (dynamic_right<<<1, 64, 256>>>(out)));
    RUN(24, (atomic_and_plain_wrong<<<1, 64>>>(out)));
    RUN(25, (atomic_and_plain_right<<<1, 64>>>(out)));
    RUN(26, (named_barrier_wrong<<<1, 128>>>(out)));
    RUN(27, (named_barrier_right<<<1, 128>>>(out)));
    RUN(28, (arrive_wrong<<<1, 64>>>(out)));
    RUN(29, (arrive_right<<<1, 64>>>(out)));
    RUN(30, (async_copy_wrong<<<1, 64>>>(out, in)));
    RUN(31, (async_copy_right<<<1, 64>>>(out, in)));
    RUN(32, (async_groups_wrong<<<1, 64>>>(out, in)));
    RUN(33, (async_groups_right<<<1, 64>>>(out, in)));
    RUN(34, (async_shared_wrong<<<1, 64>>>(out, in)));
    RUN(35, (async_shared_right<<<1, 64>>>(out, in)));
    RUN(36, (flag_wrong<<<1, 64>>>(out)));
    RUN(37, (flag_right<<<1, 64>>>(out)));
    RUN(38, (early_publish_wrong<<<1, 64>>>(out)));
    RUN(39, (early_publish_right<<<1, 64>>>(out)));
    RUN(40, (tile_edge_wrong<<<1, 64>>>(out)));
    RUN(41, (tile_edge_right<<<1, 64>>>(out)));
    RUN(42, (scan_wrong<<<1, 64>>>(out, in)));
    RUN(43, (scan_right<<<1, 64>>>(out, in)));
}
