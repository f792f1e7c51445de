// SPDX-License-Identifier: Apache-2.0
#include <cub/cub.cuh>
__global__ void k(int *a)
{
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    a[0] = Reduce(storage).Sum(a[threadIdx.x]);
}
