// SPDX-License-Identifier: Apache-2.0
__global__ void k(float *a)
{
    try {
        if (a[0] < 0) {
            throw 1;
        }
    } catch (int e) {
        a[0] = e;
    }
}
