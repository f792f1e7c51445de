// SPDX-License-Identifier: Apache-2.0
__device__ float lerp(float a, float b, float t) { return a + (b - a) * t; }
__global__ void k(float *a)
{
    a[0] = lerp(a[1], a[2]);
    a[1] = sinf();
}
