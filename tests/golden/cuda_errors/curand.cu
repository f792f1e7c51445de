// SPDX-License-Identifier: Apache-2.0
#include <curand_kernel.h>
__global__ void draw(curandState *states, float *out)
{
    curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
    out[threadIdx.x] = curand_uniform(&states[threadIdx.x]);
}
