// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *out, int n)
{
    out[0] = *n;
    n[0] = 1;
    n->x = 2;
    n.x = 3;
    out.x = 4;
    out[0][1] = 5;
}
