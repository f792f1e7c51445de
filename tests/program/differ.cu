// SPDX-License-Identifier: Apache-2.0
// A program that does not do the same on every GPU: it leaves a launch out, chooses its grid, and
// ends in another way. What it says of stdin shows that every GPU's process reads all of it.
#include <cstdio>
#include <cstdlib>

__global__ void only_new(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

__global__ void everywhere(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

int main()
{
    cudaDeviceProp device;
    int words = 0, *out;
    cudaGetDeviceProperties(&device, 0);
    while (scanf("%*s") != EOF)
        words++;
    printf("%d words on stdin\n", words);
    cudaMalloc(&out, 4096 * sizeof *out);
    if (device.major >= 2)
        only_new<<<1, 32>>>(out);
    else
        printf("only_new is left out\n");
    everywhere<<<device.major, 32>>>(out);
    cudaFree(out);
    fflush(stdout);
    if (device.major == 3)
        abort();
    return device.major == 9 ? 5 : 0;
}
