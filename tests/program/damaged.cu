// SPDX-License-Identifier: Apache-2.0
// The compiler errs in one kernel (damage.c): the others run.
#include <cstdio>

__global__ void before(int *out) { *out += 1; }
__global__ void damaged(int *out)
{
    if (*out > 0)
        *out = 100;
}
__global__ void after(int *out) { *out += 2; }

int main()
{
    int *d, sum = 0;
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    before<<<1, 1>>>(d);
    printf("before: %s\n", cudaGetErrorName(cudaGetLastError()));
    damaged<<<1, 1>>>(d);
    printf("damaged: %s\n", cudaGetErrorName(cudaGetLastError()));
    after<<<1, 1>>>(d);
    printf("after: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
}
