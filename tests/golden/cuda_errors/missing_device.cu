// SPDX-License-Identifier: Apache-2.0
float square(float x)
{
    return x * x;
}
__host__ float cube(float x)
{
    return x * x * x;
}
__global__ void k(float *a)
{
    a[threadIdx.x] = square(a[threadIdx.x]);
    a[threadIdx.x] += cube(a[threadIdx.x]);
}
