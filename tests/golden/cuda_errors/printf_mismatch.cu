// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__global__ void k(float *a, long long n)
{
    printf("%d\n", a[0]);
    printf("%f %s\n", n, 3);
    printf("%d %d\n", 1);
    printf("%d\n", 1, 2);
    printf("%d\n", n);
    printf("%q\n", 1);
}
