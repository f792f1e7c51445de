// SPDX-License-Identifier: Apache-2.0
// Assertions in kernels: ones that hold cost a branch and nothing else; one that fails ends the kernel and
// leaves cudaErrorAssert on every later call.
#include "corpus.h"
#include <assert.h>

__device__ int checked_index(int i, int n)
{
    assert(i >= 0 && "index is negative");
    assert(i < n);
    return i;
}

__global__ void holds(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(blockDim.x % warpSize == 0);
    if (i < n) {
        int at = in[i] % n;
        out[checked_index(at, n)] = i;
        assert(out != nullptr), out[at] += 0;
    }
}

__global__ void fails(const int *in, int limit)
{
    assert(in[threadIdx.x] < limit);
}

int main()
{
    const int n = 5000;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (int)((i * 37ll + 11) % n); // each once: 37 and 5000 have no common factor
    int *din = to_device(in), *dout = on_device<int>(n);
    holds<<<(n + 127) / 128, 128>>>(din, dout, n);
    auto out = to_host(dout, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[in[i]] != i;
    printf("wrong: %d\n", wrong);
    print_hash("permuted", out);
    fails<<<1, 32>>>(din, n);
    printf("holds: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    fails<<<1, 32>>>(din, 5);
    cudaError_t error = cudaDeviceSynchronize();
    printf("fails: %d %s: %s\n", (int)error, cudaGetErrorName(error), cudaGetErrorString(error));
    void *more = nullptr;
    printf("later: %s\n", cudaGetErrorName(cudaMalloc(&more, 16)));
    printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 3;
}
