// SPDX-License-Identifier: Apache-2.0
__shared__ float tile[256];
struct Holder {
    __shared__ float inside[4];
};
__global__ void k(__shared__ float *a)
{
    tile[threadIdx.x] = a[threadIdx.x];
}
