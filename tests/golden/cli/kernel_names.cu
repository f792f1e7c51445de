// SPDX-License-Identifier: Apache-2.0
template <class T, int N = 2> __global__ void scale(T *x)
{
    x[threadIdx.x] *= N;
}
namespace shapes {
__global__ void fill(int *x)
{
    x[threadIdx.x] = 1;
}
template <class T> __global__ void add(T *x)
{
    x[threadIdx.x] += 1;
}
}
__global__ void two(int *x)
{
    x[threadIdx.x] = 2;
}
__global__ void two(float *x)
{
    x[threadIdx.x] = 2;
}
