// SPDX-License-Identifier: Apache-2.0
struct Complex { float re, im; };
__global__ void k(Complex *c)
{
    c[0] = c[1] + c[2];
    c[0] = 3;
    if (c[0]) {
        c[1].re = c[0];
    }
    c[2] = -c[1];
    c[0] += c[1];
}
