// SPDX-License-Identifier: Apache-2.0
// lockstep compile --arch sm_60
__global__ void reduce(const float *in, float *out)
{
    __shared__ float s[256];
    unsigned tid = threadIdx.x;
    s[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 32; half /= 2) {
        if (tid < half) {
            s[tid] += s[tid + half];
        }
        __syncthreads();
    }
    if (tid < 32) {
        s[tid] += s[tid + 32];
        s[tid] += s[tid + 16];
        s[tid] += s[tid + 8];
        s[tid] += s[tid + 4];
        s[tid] += s[tid + 2];
        s[tid] += s[tid + 1];
    }
    if (tid == 0) {
        out[blockIdx.x] = s[0];
    }
}
