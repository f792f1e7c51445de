// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a)
{
    float *p = new float[16];
    p[0] = a[0];
    delete[] p;
}
