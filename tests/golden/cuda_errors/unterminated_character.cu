// SPDX-License-Identifier: Apache-2.0
__global__ void k(char *a)
{
    a[0] = 'a;
    a[1] = '';
}
