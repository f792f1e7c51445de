// SPDX-License-Identifier: Apache-2.0
void host(float *a)
{
    __syncthreads();
    a[0] = undeclared;
}
__global__ void k(float *a) { a[0] = 1; }
