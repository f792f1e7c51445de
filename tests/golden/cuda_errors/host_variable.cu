// SPDX-License-Identifier: Apache-2.0
int width = 16;
float table[4] = {1, 2, 3, 4};
__global__ void k(float *a)
{
    a[threadIdx.x * width] = table[threadIdx.x];
}
