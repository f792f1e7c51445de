// SPDX-License-Identifier: Apache-2.0
// <cuda/cmath>: what new programs compute grids with, on the host and in kernels.
#include <cuda/cmath>

#include <cstdio>

template <int blocks> __global__ void divide(const unsigned *from, unsigned *to, unsigned by)
{
    unsigned i = threadIdx.x;
    to[i] = cuda::ceil_div(from[i], by) + 1000 * cuda::round_up(from[i], by) +
            1000000 * (unsigned)cuda::ilog2(from[i]) + blocks;
}

int main()
{
    constexpr int blocks = cuda::ceil_div(1000, 256);
    unsigned *from, *to;
    cudaMallocManaged(&from, 4 * sizeof *from);
    cudaMallocManaged(&to, 4 * sizeof *to);
    for (int i = 0; i < 4; i++) {
        from[i] = 7u * i + 1;
    }
    divide<blocks><<<1, 4>>>(from, to, 8);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) {
        printf("%u ", to[i]);
    }
    printf("%d %zu %d %d %d\n", blocks, cuda::ceil_div(size_t(1) << 40, 3), cuda::round_down(29, 8),
           cuda::ilog10(999), cuda::ilog10(1000));
    return 0;
}
