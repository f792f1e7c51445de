// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a)
{
    int x[3] = {1, 2, 3, 4};
    int y[-1];
    int z[];
    int w[3];
    w = x;
    a[0] = x[0] + w[0];
    int u[0x7fffffffffff];
}
