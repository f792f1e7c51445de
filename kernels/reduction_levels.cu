// SPDX-License-Identifier: Apache-2.0
// A sum needs all blocks to finish one level before the next begins, and the end of a kernel is the
// only barrier that all blocks have. With pairs added in global memory every level is a launch, and
// every addition costs two reads and a write there. Blocks that sum 256 elements in shared memory
// need three levels for 2^22, and read little more than the data themselves. reduction.cu improves
// what such a block does.
#include "lecture.h"

const int COUNT = 1 << 22;
const int BLOCK = 256;

__global__ void add_pairs(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < count)
        out[i] = in[2 * i] + in[2 * i + 1];
    else if (2 * i < count)
        out[i] = in[2 * i]; // the last of an odd number
}

// The launch says how much shared memory a block has: one int for each thread.
__global__ void sum_blocks(const int *in, int *out, int count)
{
    extern __shared__ int sums[];
    unsigned t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    sums[t] = i < count ? in[i] : 0;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static int blocks_of(int threads)
{
    return (threads + BLOCK - 1) / BLOCK;
}

int main()
{
    std::vector<int> in(COUNT);
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = i % 89 - 30;
        expected += in[i];
    }
    int *device_in = upload(in);
    int *levels[2] = {device_zeros<int>(COUNT / 2), device_zeros<int>(COUNT / 2)};
    bool all_right = true;
    char variant[64];

    // Each level reads what the one before it wrote; two arrays take turns.
    const int *from = device_in;
    int launches = 0;
    for (int count = COUNT; count > 1; count = (count + 1) / 2) {
        int *to = levels[launches++ % 2];
        add_pairs<<<blocks_of((count + 1) / 2), BLOCK>>>(from, to, count);
        CUDA(cudaGetLastError());
        from = to;
    }
    snprintf(variant, sizeof variant, "add_pairs, %d launches", launches);
    all_right &= report(variant, download(from, 1)[0] == expected);

    from = device_in;
    launches = 0;
    for (int count = COUNT; count > 1; count = blocks_of(count)) {
        int *to = levels[launches++ % 2];
        sum_blocks<<<blocks_of(count), BLOCK, BLOCK * sizeof(int)>>>(from, to, count);
        CUDA(cudaGetLastError());
        from = to;
    }
    snprintf(variant, sizeof variant, "sum_blocks, %d launches", launches);
    all_right &= report(variant, download(from, 1)[0] == expected);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(levels[0]));
    CUDA(cudaFree(levels[1]));
    return all_right ? 0 : 1;
}
