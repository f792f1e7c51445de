// SPDX-License-Identifier: Apache-2.0
__device__ int pick(int a, double b) { return a + (int)b; }
__device__ int pick(double a, int b) { return (int)a + b; }
__global__ void k(int *out)
{
    out[0] = pick(1, 2);
}
