// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies into shared memory: a block's cuda::pipeline of several stages, a thread's own pipeline,
// the primitives beneath, cg::memcpy_async, and a cuda::barrier that counts arrivals.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>
#include <cstdio>
#include <numeric>
#include <vector>
#include "corpus.h"

namespace cg = cooperative_groups;
#define BLOCK 64

template <int STAGES> __global__ void staged(const int *in, int *out, int batches)
{
    auto block = cg::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    extern __shared__ int buffer[]; // STAGES * BLOCK
    auto pipeline = cuda::make_pipeline(block, &state);
    auto first = [&](int batch) { return (batch * gridDim.x + block.group_index().x) * BLOCK; };

    int sum = 0;
    for (int compute = 0, fetch = 0; compute < batches; compute++) {
        for (; fetch < batches && fetch < compute + STAGES; fetch++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, buffer + fetch % STAGES * BLOCK, in + first(fetch), sizeof(int) * BLOCK, pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        const int *tile = buffer + compute % STAGES * BLOCK;
        sum = sum * 3 + tile[(block.thread_rank() + compute + 1) % BLOCK] - tile[block.thread_rank()];
        pipeline.consumer_release();
    }
    out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

__global__ void own_pipeline(const int4 *in, int *out, int batches)
{
    __shared__ int4 ring[2][BLOCK];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&ring[0][threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(sizeof(int4)), pipe);
    pipe.producer_commit();
    int sum = 0;
    for (int b = 0; b < batches; b++) {
        if (b + 1 < batches) {
            pipe.producer_acquire();
            cuda::memcpy_async(&ring[(b + 1) & 1][threadIdx.x], &in[(b + 1) * BLOCK + threadIdx.x],
                               cuda::aligned_size_t<16>(sizeof(int4)), pipe);
            pipe.producer_commit();
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        int4 v = ring[b & 1][threadIdx.x];
        sum += v.x ^ v.y ^ v.z ^ v.w;
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void primitives(const float2 *in, float2 *out, int n)
{
    __shared__ float2 tile[BLOCK + 2];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    size_t beyond = i < n ? 0 : sizeof(float2); // filled with zeros
    __pipeline_memcpy_async(&tile[threadIdx.x + 1], &in[min(i, n - 1)], sizeof(float2), beyond);
    if (threadIdx.x < 2) {
        int edge = threadIdx.x ? (int)(blockIdx.x + 1) * BLOCK : (int)blockIdx.x * BLOCK - 1;
        bool inside = edge >= 0 && edge < n;
        __pipeline_memcpy_async(&tile[threadIdx.x ? BLOCK + 1 : 0], &in[inside ? edge : 0], sizeof(float2),
                                inside ? 0 : sizeof(float2));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (i < n) {
        float2 l = tile[threadIdx.x], m = tile[threadIdx.x + 1], r = tile[threadIdx.x + 2];
        out[i] = make_float2(l.x + 2 * m.x + r.x, l.y - 2 * m.y + r.y);
    }
}

__global__ void by_groups(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    __shared__ int data[BLOCK];
    int offset = tile.meta_group_rank() * 16;
    cg::memcpy_async(tile, data + offset, in + blockIdx.x * BLOCK + offset, sizeof(int) * 16);
    cg::wait(tile);
    int reversed = data[offset + 15 - tile.thread_rank()];
    out[blockIdx.x * BLOCK + threadIdx.x] = reversed;
}

// Half of the block fills, the other half empties: two barriers for each of two buffers.
__global__ void producers_consumers(const int *in, int *out, int batches)
{
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier ready[2], filled[2];
    __shared__ int buffer[2][BLOCK / 2];
    auto block = cg::this_thread_block();
    if (block.thread_rank() < 4) {
        barrier *b = block.thread_rank() < 2 ? &ready[block.thread_rank()] : &filled[block.thread_rank() - 2];
        init(b, block.size());
    }
    block.sync();
    int lane = threadIdx.x % (BLOCK / 2);
    if (threadIdx.x < BLOCK / 2) {
        for (int b = 0; b < batches; b++) {
            ready[b & 1].arrive_and_wait();
            buffer[b & 1][lane] = in[b * (BLOCK / 2) + lane] * 2;
            (void)filled[b & 1].arrive();
        }
    } else {
        barrier::arrival_token first = ready[0].arrive(), second = ready[1].arrive();
        int sum = 0;
        for (int b = 0; b < batches; b++) {
            filled[b & 1].arrive_and_wait();
            sum = sum * 5 + buffer[b & 1][lane ^ 1];
            (void)ready[b & 1].arrive();
        }
        (void)first, (void)second;
        out[lane] = sum;
    }
}

int main()
{
    const int batches = 12, blocks = 3, n = batches * blocks * BLOCK;
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 1);
    for (int &v : values)
        v = v * v % 1009;
    int *in = to_device(values), *out = on_device<int>(blocks * BLOCK);
    staged<1><<<blocks, BLOCK, 1 * BLOCK * sizeof(int)>>>(in, out, batches);
    print_hash("one stage", out, blocks * BLOCK);
    staged<2><<<blocks, BLOCK, 2 * BLOCK * sizeof(int)>>>(in, out, batches);
    print_hash("two stages", out, blocks * BLOCK);
    staged<4><<<blocks, BLOCK, 4 * BLOCK * sizeof(int)>>>(in, out, batches);
    print_hash("four stages", out, blocks * BLOCK);
    own_pipeline<<<1, BLOCK>>>((const int4 *)in, out, 9);
    print_hash("a thread's", out, BLOCK);
    by_groups<<<blocks, BLOCK>>>(in, out);
    print_hash("groups", out, blocks * BLOCK);
    producers_consumers<<<1, BLOCK>>>(in, out, 15);
    print_hash("producers", out, BLOCK / 2);
    std::vector<float2> pairs(150);
    for (int i = 0; i < 150; i++)
        pairs[i] = make_float2(i * 0.25f, 100.0f - i);
    float2 *from = to_device(pairs), *to = on_device<float2>(150);
    primitives<<<3, BLOCK>>>(from, to, 150);
    std::vector<float2> result = to_host(to, 150);
    printf("primitives: (%g, %g) (%g, %g) (%g, %g)\n", result[0].x, result[0].y, result[64].x, result[64].y, result[149].x, result[149].y);
    return 0;
}
