// SPDX-License-Identifier: Apache-2.0
__global__ void scale(float *a, float factor, int count)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (indx < count) {
        a[index] = a[index] * facter;
    }
    a[index] = completely_unknown;
}
