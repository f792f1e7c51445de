// SPDX-License-Identifier: Apache-2.0
// A program may declare CUDA's functions again; it still calls CUDA's.
#include <cstdio>

int min(int a, int b);

__global__ void find(const int *from, int *to)
{
    *to = min(from[0], from[1]);
}

int main()
{
    int values[] = {7, -3}, *from, *to;
    cudaMalloc(&from, sizeof values);
    cudaMalloc(&to, sizeof *to);
    cudaMemcpy(from, values, sizeof values, cudaMemcpyHostToDevice);
    find<<<1, 1>>>(from, to);
    cudaMemcpy(values, to, sizeof *to, cudaMemcpyDeviceToHost);
    printf("%d %d\n", values[0], min(2, 1));
    return 0;
}
