// SPDX-License-Identifier: Apache-2.0
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
__global__ void k(float *a, int n)
{
    a[0] = thrust::reduce(thrust::device, a, a + n);
}
