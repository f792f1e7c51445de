// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
__global__ void rank_and_index(int *d)
{
    __shared__ int s[256];
    unsigned rank = cooperative_groups::this_thread_block().thread_rank();
    s[rank] = d[rank];
    d[rank] = s[255 - threadIdx.x];
}
__global__ void reverse(float *a)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = a[t];
    a[t] = s[31 - t];
}
__global__ void shift(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[threadIdx.x + 1] + s[threadIdx.x];
}
__global__ void right(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x + 1];
}
__global__ void reverse_rows_of_16(const float *in, float *out)
{
    extern __shared__ float row[];
    row[threadIdx.y * 16 + threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = row[threadIdx.y * 16 + 15 - threadIdx.x];
}
