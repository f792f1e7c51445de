// SPDX-License-Identifier: Apache-2.0
// Exercise "reduction" (EPFL): in every step of the sum some threads of each warp work and others do
// not. Choose the threads and the values that they add so that whole warps work or rest, and no two
// lanes meet in a bank.
#include <cstdio>
#include <vector>

const int BLOCKS = 64, THREADS = 256;

__global__ void sum(const int *in, int *out)
{
    __shared__ int values[THREADS];
    unsigned tid = threadIdx.x;
    values[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            values[tid] += values[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = values[0];
}

int main()
{
    std::vector<int> in(BLOCKS * THREADS), out(BLOCKS);
    long expected = 0, found = 0;
    for (size_t i = 0; i < in.size(); i++)
        expected += in[i] = (int)(i * 37 % 1000);
    int *from, *to;
    cudaMalloc(&from, in.size() * sizeof(int));
    cudaMalloc(&to, out.size() * sizeof(int));
    cudaMemcpy(from, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    sum<<<BLOCKS, THREADS>>>(from, to);
    cudaMemcpy(out.data(), to, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    for (int part : out)
        found += part;
    printf("%s\n", found == expected ? "right" : "wrong");
    return found == expected ? 0 : 1;
}
