// SPDX-License-Identifier: Apache-2.0
// Stores beyond its buffer, and a branch that no thread takes.
__global__ void k(float *o, int n)
{
    __shared__ float t[64];
    t[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x + n] = t[threadIdx.x * 2];
    if (threadIdx.x > 100) {
        o[3] = t[5];
    }
}
