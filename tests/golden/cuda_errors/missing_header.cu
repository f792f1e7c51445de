// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nosuchheader.h>
#include <unistd.h>
__global__ void k(int *o)
{
    o[0] = 1;
}
