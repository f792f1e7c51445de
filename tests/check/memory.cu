// SPDX-License-Identifier: Apache-2.0
#include "check.h"

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int words[16];

// expect fault
__global__ void past_end_wrong(int *out)
{
    out[threadIdx.x + 4096] = 1;
}
__global__ void past_end_right(int *out)
{
    out[threadIdx.x + 4032] = 1;
}

// expect fault
__global__ void before_start_wrong(int *out)
{
    out[-1] = 1;
}
__global__ void before_start_right(int *out)
{
    out[threadIdx.x] = 1;
}

// expect fault
__global__ void read_past_end_wrong(int *out, const int *in)
{
    out[threadIdx.x] = in[4096 + threadIdx.x];
}
__global__ void read_past_end_right(int *out, const int *in)
{
    out[threadIdx.x] = in[4095 - threadIdx.x];
}

// expect fault, not in nvcc's code
__global__ void null_wrong(int *out)
{
    int *p = out[0] == 0 ? nullptr : out;
    *p = 1;
}
__global__ void null_right(int *out)
{
    int *p = out[0] == 0 ? out + 1 : nullptr;
    if (threadIdx.x == 0) {
        *p = 1;
    }
}

// expect fault
__global__ void misaligned_wrong(char *out)
{
    *(int *)(out + 1) = 1;
}
__global__ void misaligned_right(char *out)
{
    *(int *)(out + 4 * threadIdx.x) = 1;
}

// expect fault
__global__ void misaligned_vector_wrong(int *out)
{
    *(int4 *)(out + 2) = make_int4(1, 2, 3, 4);
}
__global__ void misaligned_vector_right(int *out)
{
    *(int4 *)(out + 4 * threadIdx.x) = make_int4(1, 2, 3, 4);
}

// expect fault
__global__ void misaligned_atomic_wrong(char *out)
{
    atomicAdd((int *)(out + 2), 1);
}
__global__ void misaligned_atomic_right(char *out)
{
    atomicAdd((int *)(out + 4), 1);
}

// expect fault
__global__ void shared_end_wrong(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x + 1] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_end_right(int *out)
{
    __shared__ int s[65];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

// expect fault, not in nvcc's code
__global__ void shared_far_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    s[in[2000]] = 1;
    out[0] = s[in[2000]];
}
__global__ void shared_far_right(int *out, const int *in)
{
    __shared__ int s[64];
    s[in[threadIdx.x]] = 1;
    out[threadIdx.x] = s[in[threadIdx.x]];
}

// expect fault
__global__ void dynamic_end_wrong(int *out)
{
    extern __shared__ int d[];
    d[64 + threadIdx.x] = 1;
    out[threadIdx.x] = 1;
}
__global__ void dynamic_end_right(int *out)
{
    extern __shared__ int d[];
    d[threadIdx.x] = 1;
    out[threadIdx.x] = 1;
}

// expect fault
__global__ void local_far_wrong(int *out, const int *in)
{
    int a[8];
    for (int i = 0; i < 8; i++) {
        a[i] = i * in[i];
    }
    out[threadIdx.x] = a[in[4000]];
}
__global__ void local_far_right(int *out, const int *in)
{
    int a[8];
    for (int i = 0; i < 8; i++) {
        a[i] = i * in[i];
    }
    out[threadIdx.x] = a[in[4000] & 7];
}

// expect fault
__global__ void constant_wrong(int *out, const int *in)
{
    out[threadIdx.x] = table[in[4] + threadIdx.x % 4];
}
__global__ void constant_right(int *out, const int *in)
{
    out[threadIdx.x] = table[in[0] + threadIdx.x % 4];
}

// expect fault
__global__ void variable_wrong(int *out, const int *in)
{
    out[threadIdx.x] = words[in[16] + threadIdx.x];
}
__global__ void variable_right(int *out, const int *in)
{
    out[threadIdx.x] = words[in[threadIdx.x] % 16];
}

// expect fault
__global__ void heap_double_free_wrong(int *out)
{
    int *p = (int *)malloc(16);
    free(p);
    free(p);
}
__global__ void heap_double_free_right(int *out)
{
    int *p = (int *)malloc(16);
    free(p);
}

// expect heap-bounds
__global__ void heap_end_wrong(int *out)
{
    int *p = (int *)malloc(16);
    p[4] = 1;
    out[0] = 1;
    free(p);
}
__global__ void heap_end_right(int *out)
{
    int *p = (int *)malloc(16);
    p[3] = 1;
    out[0] = 1;
    free(p);
}

// expect heap-bounds
__global__ void heap_after_free_wrong(int *out)
{
    int *p = (int *)malloc(16);
    p[0] = 1;
    free(p);
    out[0] = p[0];
}
__global__ void heap_after_free_right(int *out)
{
    int *p = (int *)malloc(16);
    p[0] = 1;
    out[0] = p[0];
    free(p);
}

// expect fault
__global__ void after_free_wrong(const int *freed)
{
    *(int *)freed = 1;
}
__global__ void after_free_right(int *out)
{
    out[threadIdx.x] = 1;
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (past_end_wrong<<<1, 64>>>(out)));
    RUN(1, (past_end_right<<<1, 64>>>(out)));
    RUN(2, (before_start_wrong<<<1, 1>>>(out)));
    RUN(3, (before_start_right<<<1, 1>>>(out)));
    RUN(4, (read_past_end_wrong<<<1, 64>>>(out, in)));
    RUN(5, (read_past_end_right<<<1, 64>>>(out, in)));
    RUN(6, (null_wrong<<<1, 1>>>(out)));
    RUN(7, (null_right<<<1, 64>>>(out)));
    RUN(8, (misaligned_wrong<<<1, 1>>>((char *)out)));
    RUN(9, (misaligned_right<<<1, 64>>>((char *)out)));
    RUN(10, (misaligned_vector_wrong<<<1, 1>>>(out)));
    RUN(11, (misaligned_vector_right<<<1, 64>>>(out)));
    RUN(12, (misaligned_atomic_wrong<<<1, 64>>>((char *)out)));
    RUN(13, (misaligned_atomic_right<<<1, 64>>>((char *)out)));
    RUN(14, (shared_end_wrong<<<1, 64>>>(out)));
    RUN(15, (shared_end_right<<<1, 64>>>(out)));
    RUN(16, (shared_far_wrong<<<1, 1>>>(out, in)));
    RUN(17, (shared_far_right<<<1, 64>>>(out, in)));
    RUN(18, (dynamic_end_wrong<<<1, 64, 256>>>(out)));
    RUN(19, (dynamic_end_right<<<1, 64, 256>>>(out)));
    RUN(20, (local_far_wrong<<<1, 64>>>(out, in)));
    RUN(21, (local_far_right<<<1, 64>>>(out, in)));
    RUN(22, (constant_wrong<<<1, 64>>>(out, in)));
    RUN(23, (constant_right<<<1, 64>>>(out, in)));
    RUN(24, (variable_wrong<<<1, 64>>>(out, in)));
    RUN(25, (variable_right<<<1, 64>>>(out, in)));
    RUN(26, (heap_double_free_wrong<<<1, 1>>>(out)));
    RUN(27, (heap_double_free_right<<<1, 1>>>(out)));
    RUN(28, (heap_end_wrong<<<1, 1>>>(out)));
    RUN(29, (heap_end_right<<<1, 1>>>(out)));
    RUN(30, (heap_after_free_wrong<<<1, 1>>>(out)));
    RUN(31, (heap_after_free_right<<<1, 1>>>(out)));
    RUN(32, (after_free_wrong<<<1, 1>>>(freed)));
    RUN(33, (after_free_right<<<1, 64>>>(out)));
}
