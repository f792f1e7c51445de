// SPDX-License-Identifier: Apache-2.0
// An odd number of shorts, and behind them floats that start in the middle of a word.
#include <cstdio>

extern __shared__ float4 memory[];

__global__ void split(int *out, int count)
{
    short *shorts = (short *)memory;
    float *floats = (float *)&shorts[count];
    shorts[threadIdx.x] = (short)threadIdx.x;
    floats[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = shorts[threadIdx.x] + (int)floats[threadIdx.x];
}

int main()
{
    int *out = nullptr;
    cudaMalloc(&out, 33 * sizeof(int));
    split<<<1, 32, 256>>>(out, 32);
    printf("even: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    split<<<1, 33, 256>>>(out, 33);
    printf("odd: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
