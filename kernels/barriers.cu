// SPDX-License-Identifier: Apache-2.0
// Who waits for whom: the threads of a block at __syncthreads(), those of a warp at __syncwarp(),
// and with cooperative groups also the lanes of a tile, the blocks of a cluster, and the whole
// grid. A barrier must be reached by all threads that it names, or none of them gets past it.
#include "lecture.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

const int BLOCK = 128;
const int BLOCKS = 16;
const int COUNT = BLOCKS * BLOCK;
const int STEPS = 10;
const int TILE = 8;
const int CLUSTER = 4;

// Each step replaces a value by itself and its neighbors in the ring of a block. Two arrays take
// turns, so that one barrier a step is enough: what is written is not what others still read.
__global__ void ping_pong(const int *in, int *out)
{
    __shared__ int values[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    values[0][t] = in[i];
    __syncthreads();
    for (int step = 0; step < STEPS; step++) {
        const int *from = values[step % 2];
        int *to = values[(step + 1) % 2];
        to[t] = from[(t + BLOCK - 1) % BLOCK] + from[t] + from[(t + 1) % BLOCK];
        __syncthreads();
    }
    out[i] = values[STEPS % 2][t];
}

// Barriers that also ask each thread a question, and tell all of them the answer (compute
// capability 2.0).
__global__ void ask_block(const int *in, int *out)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int odd_ones = __syncthreads_count(in[i] % 2 != 0);
    bool all_small = __syncthreads_and(in[i] < 90) != 0;
    bool any_seven = __syncthreads_or(in[i] == 7) != 0;
    out[i] = odd_ones * 4 + all_small * 2 + any_seven;
}

// Lanes exchange values through shared memory; only their own warp need be there.
__global__ void reverse_in_warp(const int *in, int *out)
{
    __shared__ int values[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    values[t] = in[i];
    __syncwarp();
    out[i] = values[t ^ 31];
}

// The block as an object, and its division into tiles whose lanes exchange values without memory.
__global__ void sum_tiles(const int *in, int *out)
{
    __shared__ int sums[BLOCK / TILE];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<TILE> tile = cg::tiled_partition<TILE>(block);
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int sum = in[i];
    for (int distance = TILE / 2; distance > 0; distance /= 2)
        sum += tile.shfl_xor(sum, distance);
    if (tile.thread_rank() == 0)
        sums[tile.meta_group_rank()] = sum;
    block.sync();
    int next = (threadIdx.x / TILE + 1) % (BLOCK / TILE);
    out[i] = sum * 1000 + sums[next];
}

// Each block of a cluster reads what the next one has in its shared memory.
__global__ void pass_around_cluster(const int *in, int *out)
{
#if __CUDA_ARCH__ >= 900 // an older compiler target knows no clusters
    __shared__ int values[BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    values[threadIdx.x] = in[i];
    cluster.sync();
    unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    out[i] = cluster.map_shared_rank(values, next)[threadIdx.x];
    cluster.sync(); // no block leaves while its memory is read
#endif
}

// The ping-pong of a block, on a ring through global memory: all blocks wait for each other at each
// step. They must all be running at once, which a cooperative launch makes sure of.
__global__ void ping_pong_grid(int *from, int *to)
{
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    for (int step = 0; step < STEPS; step++) {
        to[i] = from[(i + COUNT - 1) % COUNT] + from[i] + from[(i + 1) % COUNT];
        grid.sync();
        int *swapped = from;
        from = to;
        to = swapped;
    }
}

// The ring of `size` values from `first` on, after all steps.
static void step_ring(std::vector<int> &values, int first, int size)
{
    std::vector<int> before(size);
    for (int step = 0; step < STEPS; step++) {
        std::copy_n(values.begin() + first, size, before.begin());
        for (int t = 0; t < size; t++)
            values[first + t] = before[(t + size - 1) % size] + before[t] + before[(t + 1) % size];
    }
}

static std::vector<int> rings(const std::vector<int> &in, int size)
{
    std::vector<int> values = in;
    for (int first = 0; first < COUNT; first += size)
        step_ring(values, first, size);
    return values;
}

static std::vector<int> answers(const std::vector<int> &in)
{
    std::vector<int> out(COUNT);
    for (int first = 0; first < COUNT; first += BLOCK) {
        int odd_ones = 0, all_small = 1, any_seven = 0;
        for (int i = first; i < first + BLOCK; i++) {
            odd_ones += in[i] % 2;
            all_small &= in[i] < 90;
            any_seven |= in[i] == 7;
        }
        std::fill_n(out.begin() + first, BLOCK, odd_ones * 4 + all_small * 2 + any_seven);
    }
    return out;
}

static std::vector<int> tile_sums(const std::vector<int> &in)
{
    std::vector<int> sums(COUNT / TILE, 0), out(COUNT);
    for (int i = 0; i < COUNT; i++)
        sums[i / TILE] += in[i];
    for (int i = 0; i < COUNT; i++)
        out[i] = sums[i / TILE] * 1000 +
                 sums[i / BLOCK * (BLOCK / TILE) + (i % BLOCK / TILE + 1) % (BLOCK / TILE)];
    return out;
}

static std::vector<int> passed_around(const std::vector<int> &in)
{
    std::vector<int> out(COUNT);
    for (int i = 0; i < COUNT; i++) {
        int block = i / BLOCK;
        int next = block / CLUSTER * CLUSTER + (block % CLUSTER + 1) % CLUSTER;
        out[i] = in[next * BLOCK + i % BLOCK];
    }
    return out;
}

static void launch_cluster(const int *in, int *out)
{
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = CLUSTER;
    cluster.val.clusterDim.y = 1;
    cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = BLOCKS;
    config.blockDim = BLOCK;
    config.attrs = &cluster;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, pass_around_cluster, in, out);
}

int main()
{
    std::vector<int> in(COUNT), reversed(COUNT);
    for (int i = 0; i < COUNT; i++)
        in[i] = i * i % 101 % (20 + i / BLOCK * 5);
    for (int i = 0; i < COUNT; i++)
        reversed[i] = in[i ^ 31];
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(COUNT);
    bool all_right = true;
    auto check = [&](const char *variant, const int *result, const std::vector<int> &expected) {
        if (refused(variant))
            return;
        all_right &= report(variant, download(result, COUNT) == expected);
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(int)));
    };

    ping_pong<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("ping_pong", device_out, rings(in, BLOCK));
    ask_block<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("ask_block", device_out, answers(in));
    reverse_in_warp<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("reverse_in_warp", device_out, reversed);
    sum_tiles<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("sum_tiles", device_out, tile_sums(in));
    launch_cluster(device_in, device_out);
    check("pass_around_cluster", device_out, passed_around(in));
    void *arguments[] = {&device_in, &device_out};
    cudaLaunchCooperativeKernel((const void *)ping_pong_grid, BLOCKS, BLOCK, arguments, 0, nullptr);
    check("ping_pong_grid", STEPS % 2 == 0 ? device_in : device_out, rings(in, COUNT));

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
