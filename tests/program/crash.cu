// SPDX-License-Identifier: Apache-2.0
// Host code that uses a pointer it must not: the argument says which.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void fill(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

static int overflow(int depth)
{
    volatile char frame[4096];
    frame[0] = (char)depth;
    return overflow(depth + 1) + frame[0];
}

int main(int, char **arguments)
{
    int *device, *managed;
    cudaMalloc(&device, 4096);
    cudaMallocManaged(&managed, 4096);
    fill<<<1, 32>>>(device);
    cudaDeviceSynchronize();
    printf("printed before\n");
    switch (arguments[1][0]) {
    case 'd': printf("%d\n", device[4]); break;
    case 's': printf("%s\n", (char *)device); break;
    case 'm': managed[1 << 14] = 1; break;
    case 'f':
        cudaFree(managed);
        managed[2] = 1;
        break;
    case 'n': *(volatile int *)nullptr = 1; break;
    case 'o': return overflow(0);
    case 'a': abort();
    }
    return 0;
}
