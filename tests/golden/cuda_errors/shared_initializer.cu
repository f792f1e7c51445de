// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a)
{
    __shared__ int sum = 0;
    __shared__ int table[3] = {1, 2, 3};
    sum += a[threadIdx.x];
    a[0] = sum + table[0];
}
