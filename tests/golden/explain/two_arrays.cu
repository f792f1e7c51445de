// SPDX-License-Identifier: Apache-2.0
// Two loads on one line: from an array whose rows are padded, and from one whose rows are not.
__global__ void two(float *out, const float *in)
{
    __shared__ float plain[32][32], padded[32][33];
    int t = threadIdx.x;
    for (int row = 0; row < 32; row++) {
        plain[row][t] = padded[row][t] = in[t];
    }
    __syncthreads();
    out[t] = padded[t][3] * plain[t][3];
}
