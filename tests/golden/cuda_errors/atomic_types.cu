// SPDX-License-Identifier: Apache-2.0
__global__ void k(char *c, short *s, const int *n, double *d)
{
    atomicAdd(c, 1);
    atomicAdd(n, 1);
    atomicMax(d, 1.0);
    atomicAdd(d[0], 1.0);
}
