// SPDX-License-Identifier: Apache-2.0
#include <cub/nothing.cuh>

__constant__ float factor;
static __global__ void scale(float *p)
{
    *p -= factor;
}

void other(float *p)
{
    float half = 0.5f;
    cudaMemcpyToSymbol(factor, &half, sizeof half);
    scale<<<1, 1>>>(p);
}
