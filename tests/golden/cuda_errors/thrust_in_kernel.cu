// SPDX-License-Identifier: Apache-2.0
#include <thrust/async/reduce.h>
#include <thrust/mr/pool.h>
__global__ void k(float *a, int n)
{
    a[0] = thrust::async::reduce(thrust::device, a, a + n);
}
