// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, int n)
{
    int i = 0;
    float i = 1;
    a[i] = n;
}
