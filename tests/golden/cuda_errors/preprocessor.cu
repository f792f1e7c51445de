// SPDX-License-Identifier: Apache-2.0
#include "not_there.h"
#define TWICE(x) ((x) * 2)
#if UNDEFINED(3)
#endif
#else
__global__ void k(int *a)
{
    a[0] = TWICE(1, 2);
}
#error this is refused
#ifdef NEVER
