// SPDX-License-Identifier: Apache-2.0
// Device code of two files, linked: each has names of its own that the other has, too.
#include "linked.h"

#include <cstdio>

extern __shared__ float dynamic[];
static __device__ int secret(int x) { return x + 1; }
static __device__ int own[2] = {1, 2};
static __global__ void show() { printf("show %d\n", own[1]); }

__global__ void use(int *out)
{
    Square square(3);
    const Shape *shape = &square;
    fill(4);
    __syncthreads();
    out[threadIdx.x] = twice(threadIdx.x) + secret(1) + own[1];
    atomicAdd(&counter, 1);
    if (threadIdx.x == 0) {
        printf("%d %d %d %f %d\n", shape->area(), square.twice(), shared_inline(2), dynamic[3], Box<int>(4).get());
        printf("%f %d %f %d\n", scale[2], cube<int>(3), sum(make(2), 'a', -3, true), table[1](5));
    }
}

int other();

int main()
{
    int *out, count = 0;
    cudaMallocManaged(&out, 32 * sizeof(int));
    use<<<1, 32, 256>>>(out);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&count, counter, sizeof count);
    printf("%d %d %d\n", out[0], out[5], count);
    show<<<1, 1>>>();
    return other();
}
