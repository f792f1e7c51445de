// SPDX-License-Identifier: Apache-2.0
__global__ void add(float4 *a)
{
    a[threadIdx.w].x = 1.0f;
    a[threadIdx.x].u = 2.0f;
}
