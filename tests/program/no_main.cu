// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void lonely(int *x)
{
    x[threadIdx.x] = 1;
}
