// SPDX-License-Identifier: Apache-2.0
__device__ float square(float x) { return x * x; }
__global__ void k(float *a)
{
    a[0] = sqare(a[1]);
    a[1] = sqrtff(a[2]);
    a[2] = integrate(a[3]);
}
