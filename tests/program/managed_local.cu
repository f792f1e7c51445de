// SPDX-License-Identifier: Apache-2.0
// Managed variables that only kernels write, and whose names are local to the file: the host reads
// what the kernels wrote, not the initial values. (A variable of an unnamed class is local to g++.)
#include <cstdio>

static __managed__ int hits = 3;
static __device__ __managed__ int pair[2] = {1, 2};
int __managed__ late = 7;

namespace
{
__managed__ int hidden = 4;
}

__device__ __managed__ struct { int count; float2 where; } state = {5, {1.5f, -2.0f}};

__global__ void change()
{
    hits++, pair[1] *= 10, late--, hidden += 30;
    state.count++;
    state.where.x *= 2;
}

int main()
{
    change<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d %d %d %d, %d (%g, %g)\n", hits, pair[1], late, hidden, state.count, state.where.x, state.where.y);
    return 0;
}
