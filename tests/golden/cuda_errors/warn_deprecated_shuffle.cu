// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a)
{
    float sum = a[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) {
        sum += __shfl_down(sum, d);
    }
    unsigned votes = __ballot(sum > 0);
    a[0] = sum + votes + __shfl_sync(0xffffffff, sum, 0);
}
