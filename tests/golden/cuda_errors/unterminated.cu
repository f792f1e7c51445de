// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__global__ void k(int *a)
{
    printf("hello);
    a[0] = 1;
}
/* the end
