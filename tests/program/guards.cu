// SPDX-License-Identifier: Apache-2.0
// Helper headers ask by the names of NVIDIA's guards which headers there are.
#include <cuda.h>
static const uint64_t known_from_cuda_h = 1;

#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>

#if !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__) || !defined(__VECTOR_TYPES_H__)
#error "the runtime's headers are not seen"
#endif
#if !defined(__cuda_cuda_h__) || !defined(__CUDA_FP16_H__) || !defined(_COOPERATIVE_GROUPS_H_)
#error "included headers are not seen"
#endif

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error)
{
    return cudaGetErrorName(error);
}
#endif

#ifdef __CUDA_RUNTIME_H__
__global__ void square(int *x)
{
    *x *= *x;
}
#endif

int main()
{
    int *x;
    cudaMallocManaged(&x, sizeof *x);
    *x = 12;
    square<<<1, 1>>>(x);
    printf("%s", name_of(cudaDeviceSynchronize()));
    printf(" %d\n", *x);
    return 0;
}
