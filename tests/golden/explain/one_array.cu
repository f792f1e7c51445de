// SPDX-License-Identifier: Apache-2.0
// A line that reads one array along a row and down a column.
extern "C" __global__ void one_array(float *out)
{
    __shared__ float s[1024];
    int t = threadIdx.x;
    for (int i = 0; i < 32; i++) {
        s[i * 32 + t] = (float)i;
    }
    __syncthreads();
    out[t] = s[t] + s[t * 32];
}
