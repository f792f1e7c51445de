// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void hello()
{
    printf("thread %d\n", threadIdx.x);
}

int main(int count, char **arguments)
{
    hello<<<1, 2>>>();
    cudaDeviceSynchronize();
    printf("%d arguments, the last '%s'\n", count - 1, arguments[count - 1]);
    return 7;
}
