// SPDX-License-Identifier: Apache-2.0
__global__ void add(float *a, int n)
{
    if (threadIdx.x < n) {
        a[threadIdx.x] = 1.0f;
    }
    }
}
__global__ void next(float *a)
{
    a[0] = 2.0f;
}
