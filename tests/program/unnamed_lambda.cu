// SPDX-License-Identifier: Apache-2.0
// A kernel template over a lambda of the host, which only the host's compiler can name: refused with a reason.
#include <cstdio>

template <typename F> __global__ void each(F f, int *x)
{
    f(x);
}

int main()
{
    int *device;
    cudaMalloc(&device, 4);
    each<<<1, 1>>>([](int *x) { *x = 1; }, device);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
