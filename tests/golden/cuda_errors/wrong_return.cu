// SPDX-License-Identifier: Apache-2.0
__device__ void nothing(int x) { return x; }
__device__ int something(int x) { return; }
__device__ int *pointer(float *x) { return x; }
__global__ void k(int *a)
{
    nothing(1);
    a[0] = something(2);
    a[1] = nothing(3);
    pointer(nullptr);
}
