// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a, float x)
{
    a[x] = 1.0f;
    a[x / 2] = a[2.0];
    a[x % 2] = 1.0f;
    int i = x << 1;
}
