// SPDX-License-Identifier: Apache-2.0
#include <cuda/barrier>
__global__ void k(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
    }
    bar.arrive_and_wait();
    a[0] = 1;
}
