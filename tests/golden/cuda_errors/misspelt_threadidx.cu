// SPDX-License-Identifier: Apache-2.0
__global__ void add(float *a)
{
    int i = threadIDx.x;
    a[i] = threadidx.x;
}
