// SPDX-License-Identifier: Apache-2.0
// A loop that measures a kernel: sums from zero each time. From the third launch on it finds what the
// second found, until the input changes.
#include <cstdio>

__global__ void sum_powers(const int *in, unsigned *out)
{
    unsigned x = in[blockIdx.x];
    for (int i = 0; i < 500; i++)
        x = x * 1664525u + threadIdx.x;
    atomicAdd(out, x);
}

int main()
{
    int numbers[64], *in;
    unsigned *out, sum;
    for (int i = 0; i < 64; i++)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof *out);
    for (int k = 0; k < 6; k++) {
        numbers[0] = k / 5;
        cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
        cudaMemset(out, 0, sizeof *out);
        sum_powers<<<64, 256>>>(in, out);
        cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
        printf("%u\n", sum);
    }
    return cudaDeviceSynchronize();
}
