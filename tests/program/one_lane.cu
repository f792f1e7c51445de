// SPDX-License-Identifier: Apache-2.0
// Values that only some lanes set, handed on by shuffles: CUDA defines them, C++ alone would not.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void scan(const int *in, int *out, int n)
{
    int lane = threadIdx.x & 31, v;
    if (lane < n)
        v = in[lane];
    for (int o = 1; o < 32; o *= 2) {
        int up = __shfl_up_sync(~0u, v, o);
        if (lane >= o)
            v += up;
    }
    if (lane < n)
        out[lane] = v;
}

__global__ void aggregate(int *counter, int *out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int base;
    if (tile.thread_rank() == 0)
        base = atomicAdd(counter, 32);
    base = tile.shfl(base, 0);
    out[base + tile.thread_rank()] = base;
}

template <class T> __device__ T broadcast(T value, int from) { return __shfl_sync(~0u, value, from); }

__global__ void leader(float *out)
{
    float value;
    if (threadIdx.x == 5)
        value = 2.5f;
    out[threadIdx.x] = broadcast(value, 5);
}

int main()
{
    int in[32], sums[32], counter, bases[128], *a, *b, *c;
    float values[32], *d;
    for (int i = 0; i < 32; i++)
        in[i] = i;
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&b, sizeof bases);
    cudaMalloc(&c, sizeof counter);
    cudaMalloc(&d, sizeof values);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof counter);
    scan<<<1, 32>>>(a, b, 20);
    cudaMemcpy(sums, b, 20 * sizeof(int), cudaMemcpyDeviceToHost);
    aggregate<<<4, 32>>>(c, b);
    cudaMemcpy(bases, b, sizeof bases, cudaMemcpyDeviceToHost);
    cudaMemcpy(&counter, c, sizeof counter, cudaMemcpyDeviceToHost);
    leader<<<1, 32>>>(d);
    cudaMemcpy(values, d, sizeof values, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %g %g %s\n", sums[19], counter, bases[31], bases[127], values[0], values[31],
           cudaGetErrorString(cudaGetLastError()));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}
