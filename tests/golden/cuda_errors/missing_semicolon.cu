// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x
    if (i < n) {
        b[i] = a[i] + 1.0f;
    }
}
