// SPDX-License-Identifier: Apache-2.0
#include "check.h"

// expect race-raw
__global__ void shared_raw_wrong(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void shared_raw_right(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// expect race-war
__global__ void shared_war_wrong(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    s[threadIdx.x] = v;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_war_right(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = v;
    out[threadIdx.x] = s[threadIdx.x];
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (shared_raw_wrong<<<1, 64>>>(out)));
    RUN(1, (shared_raw_right<<<1, 64>>>(out)));
    RUN(2, (shared_war_wrong<<<1, 64>>>(out, in)));
    RUN(3, (shared_war_right<<<1, 64>>>(out, in)));
}
