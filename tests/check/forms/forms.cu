// SPDX-License-Identifier: Apache-2.0
// One of each group of findings: races and a leak, a warning of the compiler, uninitialized memory,
// and bank conflicts, which cost time.
#include <cuda_runtime.h>

__global__ void reverse(int *out, const int *in)
{
    __shared__ int tile[4][32];
    int i = threadIdx.x;
    tile[i / 32][i % 32] = in[i];
    out[i] = tile[3 - i / 32][31 - i % 32];
}

__global__ void add(int *out, const int *fresh)
{
    int value = fresh[threadIdx.x];
    out[threadIdx.x] = value + 1;
}

__global__ void column(int *out)
{
    __shared__ int tile[32][32];
    tile[threadIdx.x][threadIdx.y] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x][0];
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 512);
    add<<<1, 128>>>(out, in);
    cudaMemset(in, 0, 512);
    reverse<<<1, 128>>>(out, in);
    column<<<2, 32>>>(out);
    column<<<2, 32>>>(out);
    cudaFree(out);
    return cudaDeviceSynchronize();
}
