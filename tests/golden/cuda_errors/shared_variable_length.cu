// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a, int n)
{
    __shared__ float tile[n];
    float local[n + 1];
    tile[threadIdx.x] = a[threadIdx.x];
    local[0] = tile[0];
    a[0] = local[0];
}
