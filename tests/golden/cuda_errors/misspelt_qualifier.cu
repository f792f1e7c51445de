// SPDX-License-Identifier: Apache-2.0
__globl__ void add(float *a)
{
    a[threadIdx.x] = 1.0f;
}
__device_ float half_of(float x)
{
    return x / 2;
}
