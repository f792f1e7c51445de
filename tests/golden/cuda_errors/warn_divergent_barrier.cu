// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a, int n)
{
    __shared__ float s[256];
    if (threadIdx.x < 128) {
        s[threadIdx.x] = a[threadIdx.x];
        __syncthreads();
    }
    if (n > 3) {
        __syncthreads();
    }
    a[threadIdx.x] = s[0];
}
