// SPDX-License-Identifier: Apache-2.0
// A matrix of 256 MB, copied, read or written by warps that take eight rows of 128 bytes each (or one), with rows of
// 4 to 64 KB. traces/h200/probes/rows.csv has what an H200 counted.
#include <cstdio>

__device__ size_t first(int rows, int width)
{
    return (size_t)(blockIdx.y * 2 + threadIdx.y) * rows * width + blockIdx.x * 32 + threadIdx.x;
}

__global__ void copy_eight(float *to, const float *from, int width)
{
    size_t at = first(8, width);
    float value[8];
    for (int i = 0; i < 8; i++) {
        value[i] = from[at + (size_t)i * width];
    }
    for (int i = 0; i < 8; i++) {
        to[at + (size_t)i * width] = value[i] + 1;
    }
}

__global__ void copy_one(float *to, const float *from, int width)
{
    size_t at = first(1, width);
    to[at] = from[at] + 1;
}

__global__ void read_eight(float *to, const float *from, int width)
{
    size_t at = first(8, width);
    float sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += from[at + (size_t)i * width];
    }
    if (sum == 12345) {
        to[threadIdx.x] = sum;
    }
}

__global__ void write_eight(float *to, const float *from, int width)
{
    size_t at = first(8, width);
    for (int i = 0; i < 8; i++) {
        to[at + (size_t)i * width] = i;
    }
}

int main()
{
    float *to, *from;
    cudaMalloc(&to, 256 << 20);
    cudaMalloc(&from, 256 << 20);
    for (int width = 1024; width <= 16384; width *= 2) {
        int height = (64 << 20) / width;
        dim3 block(32, 2), eight(width / 32, height / 16), one(width / 32, height / 2);
        copy_eight<<<eight, block>>>(to, from, width);
        copy_one<<<one, block>>>(to, from, width);
        read_eight<<<eight, block>>>(to, from, width);
        write_eight<<<eight, block>>>(to, from, width);
    }
    cudaError_t error = cudaDeviceSynchronize();
    puts(cudaGetErrorString(error));
    return error != cudaSuccess;
}
