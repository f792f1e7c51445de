// SPDX-License-Identifier: Apache-2.0
__global__ void add(float *a, int n)
{
    int i = threadIdx.x;
    a[i] = 1.0f
    a[i] += n;
}
