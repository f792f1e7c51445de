// SPDX-License-Identifier: Apache-2.0
__constant__ float weights[8];
__global__ void k(const float *in, float *const out, const int n)
{
    in[threadIdx.x] = 1.0f;
    n = 3;
    out = nullptr;
    out[0] = 2.0f;
    weights[0] = 1.0f;
    threadIdx.x = 0;
}
