// SPDX-License-Identifier: Apache-2.0
// What is said beside findings: where memory comes from, what is one statement, how leaks add up.
#include <cuda_runtime.h>

__global__ void add(int *out, const int *fresh)
{
    out[threadIdx.x] = fresh[threadIdx.x] + 1;
}

__global__ void count(int *counter)
{
    counter[0] = counter[0] + 1;
    atomicAdd_block(counter + 1, 1);
}

__global__ void rows(int *out)
{
    __shared__ int row[256];
    int at = threadIdx.y * blockDim.x + threadIdx.x;
    row[at] = at;
    out[at] = row[at ^ 16];
}

__global__ void endless(int *out)
{
    int i = threadIdx.x;
    while (i < 1000) {
        out[i] = 1;
    }
}

int main()
{
    int *out, *fresh, host[256];
    cudaMalloc(&out, 1024);
    cudaMalloc(&fresh, 1024);
    for (int i = 0; i < 3; i++) {
        int *lost;
        cudaMalloc(&lost, 100);
    }
    cudaMemset(out, 0, 1024);
    add<<<1, 256>>>(out, fresh);
    count<<<2, 32>>>(out);
    rows<<<1, dim3(16, 16)>>>(out);
    cudaMemcpy(host, fresh, 1024, cudaMemcpyDeviceToHost);
    cudaFree(out);
    cudaFree(fresh);
    cudaDeviceReset();
    cudaMalloc(&out, 1024);
    endless<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
}
