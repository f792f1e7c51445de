// SPDX-License-Identifier: Apache-2.0
// A kernel for sweeps: threads read words that are `stride` apart.
__global__ void scale(float *out, const float *in, int stride, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i * stride];
}
