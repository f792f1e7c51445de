// SPDX-License-Identifier: Apache-2.0
__global__ void add(flaot *a, unsinged int n)
{
    a[threadIdx.x] = n;
}
