// SPDX-License-Identifier: Apache-2.0
__device__ float twice(float a) { return 2 * a; }
__global__ void k(float *a)
{
    a[0] = twice(a[1], a[2]);
}
