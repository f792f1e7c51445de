// SPDX-License-Identifier: Apache-2.0
// What host code by clang registers: a kernel that a constructor launches, a lambda's kernel, a
// static kernel and a constant whose names another file has, too, and half precision on the host.
#include <cub/nothing.cuh>

#include "constructor.cu"

#include <cuda_fp16.h>

__constant__ float factor;
static __global__ void scale(float *p)
{
    *p *= factor;
}

template <class F> __global__ void apply(float *p, F f)
{
    *p = f(*p);
}

void other(float *p);

struct Registered {
    Registered()
    {
        float *p, value = __half2float(__float2half(1.5f)), two = 2;
        cudaMalloc(&p, sizeof *p);
        cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice);
        cudaMemcpyToSymbol(factor, &two, sizeof two);
        scale<<<1, 1>>>(p);
        apply<<<1, 1>>>(p, [=] __device__(float x) { return x + two; });
        other(p);
        cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
        printf("%g\n", value);
    }
} registered;
