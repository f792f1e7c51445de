// SPDX-License-Identifier: Apache-2.0
// A kernel launched from a constructor before main(), and exit() called in another thread.
#include <cstdio>
#include <cstdlib>
#include <thread>
__device__ int counter;
__global__ void k(int n)
{
    counter += n;
    printf("kernel %d\n", n);
}
struct S {
    S()
    {
        k<<<1, 1>>>(5);
        printf("ctor %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    ~S()
    {
        printf("dtor %s\n", cudaGetErrorName(cudaGetLastError()));
    }
} s;
int main(int c, char **v)
{
    int h = 0;
    cudaMemcpyFromSymbol(&h, counter, 4);
    printf("%d\n", h);
    fflush(stdout);
    std::thread t([] { exit(7); });
    t.join();
}
