// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a, float4 *b)
{
    a[0] = __shfl_down_sync(a[0], 16);
    b[0] = __shfl_sync(0xffffffff, b[0], 0);
    a[1] = __ballot_sync(a[0] > 0);
}
