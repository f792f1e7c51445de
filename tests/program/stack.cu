// SPDX-License-Identifier: Apache-2.0
// How deep a recursion goes with cudaLimitStackSize: what an H200 has for frames of these sizes. Arguments: size and limit.
#include <cstdio>
#include <cstdlib>

template <int N> __device__ __noinline__ int down(int depth)
{
    volatile int frame[N];
    frame[depth % N] = depth;
    return depth == 0 ? 0 : down<N>(depth - 1) + frame[depth % N];
}

template <int N> __global__ void recurse(int *out, int depth)
{
    *out = down<N>(depth);
}

template <int N> static void find(size_t limit)
{
    for (int depth = 0;; depth++) {
        int *out;
        cudaDeviceSetLimit(cudaLimitStackSize, limit);
        cudaMalloc(&out, sizeof *out);
        recurse<N><<<1, 1>>>(out, depth);
        bool has_failed = cudaDeviceSynchronize() != cudaSuccess;
        cudaDeviceReset();
        if (has_failed) {
            printf("%d ", depth);
            return;
        }
    }
}

int main(int, char **arguments)
{
    size_t limit = atoi(arguments[2]);
    atoi(arguments[1]) == 8 ? find<8>(limit) : find<32>(limit);
    printf("calls\n");
    return 0;
}
