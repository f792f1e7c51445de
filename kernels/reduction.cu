// SPDX-License-Identifier: Apache-2.0
// The sum of 2^22 integers in seven steps, each curing what held the one before it back. A block
// adds its share in shared memory and writes one partial sum; the host adds those. The order of the
// steps follows Mark Harris, "Optimizing Parallel Reduction in CUDA".
#include "lecture.h"

const int COUNT = 1 << 22;
const int BLOCK = 256;
const int BLOCKS_OF_LAST_STEP = 1024;

// 1. Neighbors add up: threads 0, 2, 4, ..., then 0, 4, 8, ... Half of each warp idles from the
// first round on, and the remainder is slow arithmetic.
__global__ void reduce_modulo(const int *in, int *out)
{
    __shared__ int sums[BLOCK];
    unsigned t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// 2. The first threads do the work, so that whole warps fall idle; but the stride between their
// words doubles each round, and so do the bank conflicts.
__global__ void reduce_strided_index(const int *in, int *out)
{
    __shared__ int sums[BLOCK];
    unsigned t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned index = 2 * stride * t;
        if (index < blockDim.x)
            sums[index] += sums[index + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// 3. Each thread adds the word half the remaining range away: neighbors use neighboring banks.
__global__ void reduce_sequential(const int *in, int *out)
{
    __shared__ int sums[BLOCK];
    unsigned t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// 4. Half of the threads idled in the first round: load two elements and add them on the way.
__global__ void reduce_add_on_load(const int *in, int *out)
{
    __shared__ int sums[BLOCK];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x * 2 + t;
    sums[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// The last 64 sums by one warp, which needs no barrier of the block. __syncwarp() between reading
// and writing keeps this right where the threads of a warp may drift apart (compute capability 7.0
// on).
__device__ void reduce_last_warp(int *sums, unsigned t)
{
    int sum = sums[t] + sums[t + 32];
#pragma unroll
    for (int stride = 16; stride > 0; stride /= 2) {
        __syncwarp();
        sums[t] = sum;
        __syncwarp();
        sum += sums[t + stride];
    }
    __syncwarp();
    sums[t] = sum;
}

// 5. The rounds of the last warp are unrolled and do without the barrier.
__global__ void reduce_unrolled_last_warp(const int *in, int *out)
{
    __shared__ int sums[BLOCK];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x * 2 + t;
    sums[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t < 32)
        reduce_last_warp(sums, t);
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// With the block size known to the compiler no loop is left.
template <unsigned THREADS> __device__ void reduce_block(int *sums, unsigned t)
{
#pragma unroll
    for (unsigned stride = THREADS / 2; stride > 32; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t < 32)
        reduce_last_warp(sums, t);
}

// 6. All rounds unrolled.
template <unsigned THREADS> __global__ void reduce_unrolled(const int *in, int *out)
{
    __shared__ int sums[THREADS];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * THREADS * 2 + t;
    sums[t] = in[i] + in[i + THREADS];
    __syncthreads();
    reduce_block<THREADS>(sums, t);
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// 7. Fewer blocks, each thread adding many elements in a register before the rounds begin.
template <unsigned THREADS>
__global__ void reduce_many_per_thread(const int *in, int *out, unsigned count)
{
    __shared__ int sums[THREADS];
    unsigned t = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * THREADS * 2 + t; i < count; i += gridDim.x * THREADS * 2)
        sum += in[i] + in[i + THREADS];
    sums[t] = sum;
    __syncthreads();
    reduce_block<THREADS>(sums, t);
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

int main()
{
    std::vector<int> in(COUNT);
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = i % 97 - 40;
        expected += in[i];
    }
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(COUNT / BLOCK);
    bool all_right = true;
    auto check = [&](const char *variant, int blocks) {
        if (refused(variant))
            return;
        int sum = 0;
        for (int partial : download(device_out, blocks))
            sum += partial;
        all_right &= report(variant, sum == expected);
        CUDA(cudaMemset(device_out, 0, COUNT / BLOCK * sizeof(int)));
    };

    int blocks = COUNT / BLOCK;
    reduce_modulo<<<blocks, BLOCK>>>(device_in, device_out);
    check("1 reduce_modulo", blocks);
    reduce_strided_index<<<blocks, BLOCK>>>(device_in, device_out);
    check("2 reduce_strided_index", blocks);
    reduce_sequential<<<blocks, BLOCK>>>(device_in, device_out);
    check("3 reduce_sequential", blocks);
    reduce_add_on_load<<<blocks / 2, BLOCK>>>(device_in, device_out);
    check("4 reduce_add_on_load", blocks / 2);
    reduce_unrolled_last_warp<<<blocks / 2, BLOCK>>>(device_in, device_out);
    check("5 reduce_unrolled_last_warp", blocks / 2);
    reduce_unrolled<BLOCK><<<blocks / 2, BLOCK>>>(device_in, device_out);
    check("6 reduce_unrolled", blocks / 2);
    reduce_many_per_thread<BLOCK><<<BLOCKS_OF_LAST_STEP, BLOCK>>>(device_in, device_out, COUNT);
    check("7 reduce_many_per_thread", BLOCKS_OF_LAST_STEP);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
