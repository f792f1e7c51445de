// SPDX-License-Identifier: Apache-2.0
// Pointers that leave what they were made for and reach something else.
#include "check.h"

// expect array-bounds
__global__ void next_array_wrong(int *out, int n)
{
    __shared__ int a[32], b[32], c[32];
    a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = a[31 - threadIdx.x] + b[threadIdx.x + n] + c[31 - threadIdx.x];
}
__global__ void next_array_right(int *out, int n)
{
    __shared__ int a[32], b[32 + 1], c[32];
    a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) {
        b[32] = 0;
    }
    __syncthreads();
    out[threadIdx.x] = a[31 - threadIdx.x] + b[threadIdx.x + n] + c[31 - threadIdx.x];
}

// expect array-bounds
__global__ void walk_wrong(int *out, int n)
{
    __shared__ int a[64], b[64], c[64];
    a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int sum = a[0] + c[0];
    for (int *p = b + threadIdx.x; p <= b + n; p++) {
        sum += *p;
    }
    out[threadIdx.x] = sum;
}
__global__ void walk_right(int *out, int n)
{
    __shared__ int a[64], b[64], c[64];
    a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int sum = a[0] + c[0];
    for (int *p = b + threadIdx.x; p < b + n; p++) {
        sum += *p;
    }
    out[threadIdx.x] = sum;
}

// expect other-object
__global__ void other_allocation_wrong(int *from, long far)
{
    from[far + threadIdx.x] = 1;
}
__global__ void other_allocation_right(int *from, long far)
{
    int *to = from + far;
    from[threadIdx.x + (to - from) - far] = 1;
}

// expect other-object
__global__ void by_structure_wrong(int2 *from, long far, int *out)
{
    const int *words = &from[far + threadIdx.x].x;
    out[threadIdx.x] = words[0] + words[1];
}
__global__ void by_structure_right(int2 *from, long far, int *out)
{
    const int *words = &from[threadIdx.x].x;
    out[threadIdx.x] = words[0] + words[1] + (int)far;
}

// A pointer that is one of two, and one that is an end, are right.
__global__ void choice_right(int *a, int *b, int *out)
{
    const int *p = threadIdx.x % 2 == 0 ? a : b;
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void from_the_end_right(const int *end, int *out)
{
    out[threadIdx.x] = *(end - 1 - threadIdx.x);
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (next_array_wrong<<<1, 32>>>(out, 1)));
    RUN(1, (next_array_right<<<1, 32>>>(out, 1)));
    RUN(2, (walk_wrong<<<1, 64>>>(out, 64)));
    RUN(3, (walk_right<<<1, 64>>>(out, 64)));
    RUN(4, (other_allocation_wrong<<<1, 64>>>(in, out - in)));
    RUN(5, (other_allocation_right<<<1, 64>>>(in, out - in)));
    RUN(6, (by_structure_wrong<<<1, 64>>>((int2 *)in, (out - in) / 2, out + 64)));
    RUN(7, (by_structure_right<<<1, 64>>>((int2 *)in, (out - in) / 2, out + 64)));
    RUN(8, (choice_right<<<1, 64>>>(in, out, out + 64)));
    RUN(9, (from_the_end_right<<<1, 64>>>(in + WORDS, out)));
}
