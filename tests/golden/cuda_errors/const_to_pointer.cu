// SPDX-License-Identifier: Apache-2.0
__device__ void clear(float *p) { *p = 0; }
__global__ void k(const float *a)
{
    float *b = a;
    clear(a);
    b[0] = 1;
}
