// SPDX-License-Identifier: Apache-2.0
// Exercise "boundary" (SHEF): the block's values are loaded evenly, but one thread loads all six values of the
// boundary, one after another. Spread these loads over threads, so that they take each block at most two requests of
// a half-warp.
#include <cstdio>
#include <vector>

const int RADIUS = 3, BLOCK = 256, BLOCKS = 64, COUNT = BLOCK * BLOCKS;
// The input has RADIUS values more in front of these and after them.

__global__ void sum_around(const int *in, int *out)
{
    __shared__ int tile[BLOCK + 2 * RADIUS];
    const int *start = in + blockIdx.x * BLOCK; // of the block's values and the boundary in front of them
    tile[RADIUS + threadIdx.x] = start[RADIUS + threadIdx.x];
    if (threadIdx.x == 0) {
        for (int i = 0; i < RADIUS; i++) {
            tile[i] = start[i];
            tile[RADIUS + BLOCK + i] = start[RADIUS + BLOCK + i];
        }
    }
    __syncthreads();
    int sum = 0;
    for (int i = 0; i <= 2 * RADIUS; i++)
        sum += tile[threadIdx.x + i];
    out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

int main()
{
    std::vector<int> in(COUNT + 2 * RADIUS), out(COUNT);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (int)(i * 37 % 101);
    int *from, *to;
    cudaMalloc(&from, in.size() * sizeof(int));
    cudaMalloc(&to, out.size() * sizeof(int));
    cudaMemcpy(from, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    sum_around<<<BLOCKS, BLOCK>>>(from, to);
    cudaMemcpy(out.data(), to, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    bool is_right = true;
    for (int i = 0; i < COUNT; i++) {
        int sum = 0;
        for (int j = 0; j <= 2 * RADIUS; j++)
            sum += in[i + j];
        is_right &= out[i] == sum;
    }
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
