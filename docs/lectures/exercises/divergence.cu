// SPDX-License-Identifier: Apache-2.0
// Exercise "divergence" (UT): half of the threads do one thing, half another, and every warp runs
// both. Assign the work so that no warp diverges; each element may be worked on by another thread.
#include <cstdio>
#include <vector>

const int COUNT = 4096, BLOCK = 256, ROUNDS = 64;

__host__ __device__ inline unsigned first(unsigned x)
{
    for (int i = 0; i < ROUNDS; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}

__host__ __device__ inline unsigned second(unsigned x)
{
    for (int i = 0; i < ROUNDS; i++)
        x = (x ^ x >> 13) * 22695477u;
    return x;
}

__global__ void work(unsigned *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0)
        values[i] = first(values[i]);
    else
        values[i] = second(values[i]);
}

int main()
{
    std::vector<unsigned> in(COUNT), found(COUNT);
    for (int i = 0; i < COUNT; i++)
        in[i] = i * 2654435761u;
    unsigned *values;
    cudaMalloc(&values, COUNT * sizeof(unsigned));
    cudaMemcpy(values, in.data(), COUNT * sizeof(unsigned), cudaMemcpyHostToDevice);
    work<<<COUNT / BLOCK, BLOCK>>>(values);
    cudaMemcpy(found.data(), values, COUNT * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(values);
    bool is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= found[i] == (i % 2 == 0 ? first(in[i]) : second(in[i]));
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
