// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, int n)
{
    if (1 = n) {
        a[0] = 1;
    }
    a[0] + 1 = n;
    n++ = 3;
    &n = a;
}
