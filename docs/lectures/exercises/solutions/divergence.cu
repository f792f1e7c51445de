// SPDX-License-Identifier: Apache-2.0
// The first half of each block takes the even elements of its part, the second half the odd ones: a warp
// has one kind.
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
    int half = blockDim.x / 2;
    bool is_even = threadIdx.x < half;
    int i = blockIdx.x * blockDim.x + 2 * (threadIdx.x % half) + (is_even ? 0 : 1);
    if (is_even)
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
