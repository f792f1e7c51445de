// SPDX-License-Identifier: Apache-2.0
__device__ void nothing() {}
__global__ void k(int *a, void *p)
{
    void v;
    a[0] = *p;
    p[1] = 3;
    a[1] = nothing() + 1;
    p = p + 1;
}
