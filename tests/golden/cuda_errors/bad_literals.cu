// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, float *b)
{
    a[0] = 09;
    a[1] = 0xg;
    a[2] = 99999999999999999999;
    b[0] = 1.0g;
    b[1] = 1e;
    a[4] = 1;
}
