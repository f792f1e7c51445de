// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a)
{
    __shared__ float tile[256][256];
    tile[threadIdx.y][threadIdx.x] = a[0];
    __syncthreads();
    a[1] = tile[threadIdx.x][threadIdx.y];
}
