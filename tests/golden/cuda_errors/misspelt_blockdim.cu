// SPDX-License-Identifier: Apache-2.0
__global__ void add(float *a)
{
    int i = blockIdx.x * blockdim.x + threadIdx.x;
    a[i] = gridDimm.x;
}
