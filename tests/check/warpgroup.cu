// SPDX-License-Identifier: Apache-2.0
// Products of warpgroups (wgmma): when their sums may be read, and where fences must be.
#include "check.h"

// A matrix of zeros without a swizzle: core matrices of 128 bytes side by side.
__device__ unsigned long long described(const void *matrix)
{
    unsigned long long address = (unsigned)__cvta_generic_to_shared(matrix);
    return (address & 0x3ffff) >> 4 | 8ull << 16 | 8ull << 32;
}
__device__ void clear(int *matrix)
{
    for (int i = threadIdx.x; i < 1024; i += 128) {
        matrix[i] = 0;
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
}
#define MULTIPLY(d, matrix)                                                                                            \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;"         \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(described(matrix)) : "memory")
#define MULTIPLY_WIDE(d, matrix)                                                                                       \
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %8, 1, 1, " \
                 "1, 0, 0;"                                                                                            \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])      \
                 : "l"(described(matrix)) : "memory")
#define MULTIPLY_BY(d, a, matrix)                                                                                      \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, " \
                 "0;"                                                                                                  \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                      \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(described(matrix)) : "memory")
#define FENCE()   asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT()  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n)   asm volatile("wgmma.wait_group.sync.aligned " #n ";" ::: "memory")

// expect wgmma-read
__global__ void early_read_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    COMMIT();
    out[threadIdx.x] = (int)(d[0] + d[3]);
    WAIT(0);
}
__global__ void early_read_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    MULTIPLY(d, matrix);
    COMMIT();
    WAIT(0);
    out[threadIdx.x] = (int)(d[0] + d[3]);
}
// expect wgmma-read
__global__ void no_commit_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    WAIT(0);
    out[threadIdx.x] = (int)d[1];
}
__global__ void no_commit_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    COMMIT();
    WAIT(0);
    out[threadIdx.x] = (int)d[1];
}
// expect wgmma-read
__global__ void newest_group_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4}, e[4] = {5, 6, 7, 8};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    COMMIT();
    MULTIPLY(e, matrix);
    COMMIT();
    WAIT(1);
    out[threadIdx.x] = (int)e[0];
    WAIT(0);
    out[threadIdx.x] += (int)d[0];
}
__global__ void newest_group_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4}, e[4] = {5, 6, 7, 8};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    COMMIT();
    MULTIPLY(e, matrix);
    COMMIT();
    WAIT(1);
    out[threadIdx.x] = (int)d[0];
    WAIT(0);
    out[threadIdx.x] += (int)e[0];
}
// expect wgmma-fence
__global__ void no_fence_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    MULTIPLY(d, matrix);
    COMMIT();
    WAIT(0);
    out[threadIdx.x] = (int)d[1];
}
__global__ void no_fence_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    FENCE();
    MULTIPLY(d, matrix);
    MULTIPLY(d, matrix);
    COMMIT();
    WAIT(0);
    out[threadIdx.x] = (int)d[1];
}
// expect wgmma-fence
__global__ void scaled_sum_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    FENCE();
    for (int i = 0; i < 3; i++) {
        MULTIPLY(d, matrix);
        COMMIT();
        WAIT(0);
        for (int k = 0; k < 4; k++) {
            d[k] *= 2;
        }
    }
    out[threadIdx.x] = (int)d[1];
}
__global__ void scaled_sum_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    clear(matrix);
    for (int i = 0; i < 3; i++) {
        FENCE();
        MULTIPLY(d, matrix);
        COMMIT();
        WAIT(0);
        for (int k = 0; k < 4; k++) {
            d[k] *= 2;
        }
    }
    out[threadIdx.x] = (int)d[1];
}
// expect wgmma-fence
__global__ void fragment_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    unsigned a[4] = {};
    clear(matrix);
    FENCE();
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 4; k++) {
            a[k] = (unsigned)matrix[threadIdx.x + k];
        }
        MULTIPLY_BY(d, a, matrix);
        COMMIT();
        WAIT(0);
    }
    out[threadIdx.x] = (int)d[1];
}
__global__ void fragment_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[4] = {1, 2, 3, 4};
    unsigned a[4] = {};
    clear(matrix);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 4; k++) {
            a[k] = (unsigned)matrix[threadIdx.x + k];
        }
        FENCE();
        MULTIPLY_BY(d, a, matrix);
        COMMIT();
        WAIT(0);
    }
    out[threadIdx.x] = (int)d[1];
}
// expect wgmma-fence
__global__ void other_shape_wrong(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    clear(matrix);
    FENCE();
    MULTIPLY_WIDE(d, matrix);
    MULTIPLY(d, matrix);
    COMMIT();
    WAIT(0);
    out[threadIdx.x] = (int)(d[1] + d[5]);
}
__global__ void other_shape_right(int *out)
{
    __shared__ __align__(1024) int matrix[1024];
    float d[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    clear(matrix);
    FENCE();
    MULTIPLY_WIDE(d, matrix);
    MULTIPLY_WIDE(d, matrix);
    COMMIT();
    WAIT(0);
    FENCE();
    MULTIPLY(d, matrix);
    COMMIT();
    WAIT(0);
    out[threadIdx.x] = (int)(d[1] + d[5]);
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (early_read_wrong<<<1, 128>>>(out)));
    RUN(1, (early_read_right<<<1, 128>>>(out)));
    RUN(2, (no_commit_wrong<<<1, 128>>>(out)));
    RUN(3, (no_commit_right<<<1, 128>>>(out)));
    RUN(4, (newest_group_wrong<<<1, 128>>>(out)));
    RUN(5, (newest_group_right<<<1, 128>>>(out)));
    RUN(6, (no_fence_wrong<<<1, 128>>>(out)));
    RUN(7, (no_fence_right<<<1, 128>>>(out)));
    RUN(8, (scaled_sum_wrong<<<1, 128>>>(out)));
    RUN(9, (scaled_sum_right<<<1, 128>>>(out)));
    RUN(10, (fragment_wrong<<<1, 128>>>(out)));
    RUN(11, (fragment_right<<<1, 128>>>(out)));
    RUN(12, (other_shape_wrong<<<1, 128>>>(out)));
    RUN(13, (other_shape_right<<<1, 128>>>(out)));
}
