// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, float x)
{
    switch (a[0]) {
    case 1: a[1] = 1; break;
    case 1: a[1] = 2; break;
    case a[2]: a[1] = 3; break;
    default: a[1] = 4; break;
    default: a[1] = 5;
    }
    switch (x) {
    case 1: a[2] = 3;
    }
}
