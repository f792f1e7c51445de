// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstdio>
__global__ void k(int *a)
{
    a[0] = rand();
    a[1] = std::max(a[2], a[3]);
    fprintf(stderr, "hello");
    exit(1);
}
