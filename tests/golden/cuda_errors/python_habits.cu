// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a, int n)
{
    for i in range(n):
        a[i] = 1
}
