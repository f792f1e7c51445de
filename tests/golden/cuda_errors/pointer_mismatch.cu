// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *out, float *in)
{
    out = in;
    int n = in;
    out[0] = in;
    in = 3;
    float *p = &n;
}
