// SPDX-License-Identifier: Apache-2.0
// Errors of CUDA calls: what becomes of each, and which are looked at.
#include <cuda_runtime.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

static void look(int *out)
{
    int *none = NULL;
    fill<<<1, 4096>>>(out);
    cudaGetLastError();
    fill<<<1, 4096>>>(out);
    if (cudaPeekAtLastError() != cudaSuccess) {
        cudaMalloc(&none, (size_t)1 << 60);
    }
    cudaGetLastError();
    cudaStreamQuery(0);
    fill<<<1, 64>>>(out);
}

static void mask(int *out)
{
    for (int i = 0; i < 3; i++) {
        fill<<<1, 4096>>>(out); // launch-error: the launch of 'fill' returned cudaErrorInvalidValue
        cudaFree(out + 1);
        cudaGetLastError();
    }
    fill<<<1, 4097>>>(out); // launch-error: cudaSetDevice at
    cudaSetDevice(9);       // call-error: cudaSetDevice returned cudaErrorInvalidDevice
    cudaFree(out);
    cudaDeviceReset();
}

int main()
{
    int *out;
    cudaMalloc(&out, 256);
    look(out);
    mask(out);
    cudaMalloc(&out, 256);
    fill<<<0, 64>>>(out);   // launch-error: the program ended without looking at it
    cudaFree(out);
}
