// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, int n)
{
    if (n > 0);
        a[0] = 1;
        a[1] = 2;
    else
        a[0] = 2;
}
