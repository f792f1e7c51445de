// SPDX-License-Identifier: Apache-2.0
#include "vectors.h"

#include <cstdlib>
#include <cublas_v2.h>

void report(float dot, int count, int architecture);

__global__ void fill(float *x, float *y, int *architecture)
{
    x[threadIdx.x] = 1;
    y[threadIdx.x] = threadIdx.x;
    *architecture = __CUDA_ARCH__;
}

int main(int, char **arguments)
{
    enum { COUNT = 256 };
    float *x, *y, dot = 0;
    int *architecture;
    cublasHandle_t handle;
    cudaMallocManaged(&x, COUNT * sizeof *x);
    cudaMallocManaged(&y, COUNT * sizeof *y);
    cudaMallocManaged(&architecture, sizeof *architecture);
    fill<<<1, COUNT>>>(x, y, architecture);
    vectors_add(atof(arguments[1]), x, y, COUNT);
    cublasCreate(&handle);
    cublasSdot(handle, COUNT, x, 1, y, 1, &dot);
    cudaDeviceSynchronize();
    report(dot, vectors_count(), *architecture);
    return cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS ? 0 : 1;
}
