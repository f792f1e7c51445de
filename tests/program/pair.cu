// SPDX-License-Identifier: Apache-2.0
// Two launches: one that every GPU can run, and one of 1024 threads a block, which those before cc
// 2.0 cannot.
#include <cstdio>
#include <cstdlib>

__global__ void scale(int *out, int stride)
{
    __shared__ int words[256];
    words[threadIdx.x % 256] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x * stride % 256];
}

int main(int count, char **arguments)
{
    int *out;
    cudaMalloc(&out, 4096 * sizeof *out);
    scale<<<4, 256>>>(out, 2);
    scale<<<4, 1024>>>(out, 1);
    bool is_refused = cudaGetLastError() != cudaSuccess;
    printf("1024 threads a block: %s\n", is_refused ? "refused" : "ok");
    cudaFree(out);
    return count > 1 && is_refused ? atoi(arguments[1]) : 0;
}
