// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a)
{
    extern __shared__ float tile[256];
    tile[threadIdx.x] = a[threadIdx.x];
    a[0] = tile[0];
}
__global__ void missing(float *a)
{
    __shared__ float tile[];
    a[0] = tile[0];
}
