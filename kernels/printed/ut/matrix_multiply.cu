// SPDX-License-Identifier: Apache-2.0
// UT: "For matrix multiplication, should I use 8x8, 16x16 or 32x32 tiles?" One thread for an element
// of the tile; the answer is the number of threads that an SM takes. Blocks of 32 x 32 threads are
// more than a block may have. The lecture says that a thread has 10 registers: compile with
// --maxrregcount 10, and with 11 for its one more. The lines of matrix_multiply.csv have these names.
#include "../../lecture.h"

template <int WIDTH> __global__ void multiply(const float *m, const float *n, float *p, int size)
{
    __shared__ float ms[WIDTH][WIDTH], ns[WIDTH][WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * WIDTH + ty, col = blockIdx.x * WIDTH + tx;
    float sum = 0;
    for (int tile = 0; tile < size / WIDTH; tile++) {
        ms[ty][tx] = m[row * size + tile * WIDTH + tx];
        ns[ty][tx] = n[(tile * WIDTH + ty) * size + col];
        __syncthreads();
        for (int k = 0; k < WIDTH; k++)
            sum += ms[ty][k] * ns[k][tx];
        __syncthreads();
    }
    p[row * size + col] = sum;
}

template <int WIDTH> static void ask()
{
    cudaDeviceProp device;
    CUDA(cudaGetDeviceProperties(&device, 0));
    int blocks = 0;
    if (WIDTH * WIDTH > device.maxThreadsPerBlock) {
        fprintf(stderr, "%dx%d: too many threads for a block\n", WIDTH, WIDTH);
        return;
    }
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, multiply<WIDTH>, WIDTH * WIDTH, 0));
    printf("%dx%d-blocks   %d blocks\n", WIDTH, WIDTH, blocks);
    printf("%dx%d-threads  %d threads\n", WIDTH, WIDTH, blocks * WIDTH * WIDTH);
}

int main()
{
    ask<8>();
    ask<16>();
    ask<32>();
    return 0;
}
