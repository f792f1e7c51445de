// SPDX-License-Identifier: Apache-2.0
__global__ void turn(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthread();
    a[threadIdx.x] = s[255 - threadIdx.x];
    syncthreads();
}
