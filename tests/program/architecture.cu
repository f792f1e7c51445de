// SPDX-License-Identifier: Apache-2.0
// What device code learns of the architecture it is compiled for.
#include <cstdio>

__global__ void tell(int *told)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    told[0] = 1;
#endif
#ifdef __CUDA_ARCH_SPECIFIC__
    told[1] = __CUDA_ARCH_SPECIFIC__;
#endif
#ifdef __CUDA_ARCH_FAMILY_SPECIFIC__
    told[2] = __CUDA_ARCH_FAMILY_SPECIFIC__;
#endif
    told[3] = __CUDA_ARCH__;
}

int main()
{
    int *told;
    cudaMallocManaged(&told, 4 * sizeof *told);
    tell<<<1, 1>>>(told);
    cudaDeviceSynchronize();
    printf("all %d, specific %d, family %d, %d\n", told[0], told[1], told[2], told[3]);
    cudaFree(told);
}
