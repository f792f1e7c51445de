// SPDX-License-Identifier: Apache-2.0
__global__ void add(float *a, int n)
{
    if (threadIdx.x < n {
        a[threadIdx.x] = 1.0f;
    }
    a[(threadIdx.x + 1] = 2.0f;
}
