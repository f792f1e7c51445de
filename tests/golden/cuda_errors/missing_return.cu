// SPDX-License-Identifier: Apache-2.0
__device__ int sign(int x)
{
    if (x > 0) {
        return 1;
    }
    if (x < 0) {
        return -1;
    }
}
__device__ float none(float x)
{
    x = x * 2;
}
__global__ void k(int *a) { a[0] = sign(a[1]) + (int)none(1.0f); }
