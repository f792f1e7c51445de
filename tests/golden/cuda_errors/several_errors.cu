// SPDX-License-Identifier: Apache-2.0
__device__ float helper(float x) { return x + missing; }
__global__ void first(float *a)
{
    int i = threadIdx.x
    a[i] = helper(a[i]);
}
__global__ void second(const float *a, float *b)
{
    a[0] = 1;
    b[threadIdx.y] = undefined_thing;
    b[1] = helper(1, 2);
}
__global__ void third(float *a)
{
    a[0] = *a[1];
    a[1] = a[2] +;
    a[2] = 3;
}
