// SPDX-License-Identifier: Apache-2.0
#include "scale.h"

__global__ void add(const float *values, int count, float *result)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        atomicAdd(result, values[i]);
    }
}

float sum(const float *values, int count)
{
    float *result, host = 0;
    cudaMalloc(&result, sizeof *result);
    cudaMemset(result, 0, sizeof *result);
    add<<<1, 32>>>(values, count, result);
    cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(result);
    return host;
}
