// SPDX-License-Identifier: Apache-2.0
// Cooperative groups inside a block: thread_block, tiles of 32, 16 and 4 with shuffles and votes, groups of
// coalesced threads, nested partitions, reductions and scans of the library, functions that take any group.
#include "corpus.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <typename Group> __device__ int group_sum(Group group, int *scratch, int value)
{
    int lane = (int)group.thread_rank();
    for (int step = (int)group.size() / 2; step > 0; step /= 2) {
        scratch[lane] = value;
        group.sync();
        if (lane < step)
            value += scratch[lane + step];
        group.sync();
    }
    return value;
}

__global__ void sums(const int *in, int *out)
{
    __shared__ int scratch[128];
    cg::thread_block block = cg::this_thread_block();
    int i = blockIdx.x * 128 + block.thread_rank();
    int whole = group_sum(block, scratch, in[i]);
    auto tile = cg::tiled_partition<16>(block);
    int part = group_sum(tile, scratch + tile.meta_group_rank() * 16, in[i]);
    if (block.thread_rank() == 0)
        out[blockIdx.x * 9] = whole;
    if (tile.thread_rank() == 0)
        out[blockIdx.x * 9 + 1 + tile.meta_group_rank()] = part;
}

__global__ void tiles(const int *in, int *out)
{
    auto block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<4> quad = cg::tiled_partition<4>(warp);
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    int *o = out + i * 8;
    o[0] = quad.shfl(v, 2) + (int)quad.meta_group_size();
    o[1] = quad.shfl_xor(v, 1) - quad.shfl_up(v, 1);
    o[2] = warp.shfl_down(v, 7);
    o[3] = (int)warp.ballot(v & 1);
    o[4] = quad.any(v > 900) + 2 * quad.all(v > 100) + 4 * (int)quad.ballot(v & 2);
    o[5] = (int)warp.match_any(v & 3);
    o[6] = cg::reduce(quad, v, cg::plus<int>()) + cg::reduce(warp, v, cg::greater<int>());
    o[7] = cg::inclusive_scan(warp, v) + cg::exclusive_scan(quad, v, cg::plus<int>());
}

__global__ void coalesced(const int *in, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    if (v % 3) {
        auto active = cg::coalesced_threads();
        int sum = cg::reduce(active, v, cg::plus<int>());
        out[i] = sum * 64 + (int)active.thread_rank() + active.shfl(v, 0) % 2 * 32;
        if (active.thread_rank() == 0)
            atomicAdd(count, (int)active.num_threads());
    } else {
        out[i] = -1;
    }
}

__global__ void dimensions(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    dim3 index = block.thread_index(), group = block.group_index(), size = block.group_dim();
    out[grid.thread_rank()] = (int)(index.x + 10 * index.y + 100 * group.x + 1000 * size.y + 10000 * group.y);
    auto half = cg::tiled_partition(block, 8);
    if (half.thread_rank() == 0 && half.size() == 8)
        out[grid.thread_rank()] += 100000;
    block.sync();
}

int main()
{
    const int n = 4096;
    Random random(321);
    std::vector<int> in(n);
    for (auto &x : in)
        x = (int)(random.next() % 1000);
    int *din = to_device(in), *dout = on_device<int>(n * 8), *count = on_device<int>(1);
    sums<<<n / 128, 128>>>(din, dout);
    auto out = to_host(dout, n / 128 * 9);
    int wrong = 0;
    for (int b = 0; b < n / 128; b++) {
        int sum = 0, parts = 0;
        for (int k = 0; k < 128; k++)
            sum += in[b * 128 + k];
        for (int k = 1; k < 9; k++)
            parts += out[b * 9 + k];
        wrong += sum != out[b * 9] || sum != parts;
    }
    printf("wrong sums: %d\n", wrong);
    print_hash("sums", out);
    tiles<<<n / 64, 64>>>(din, dout);
    print_hash("tiles", dout, n * 8);
    coalesced<<<n / 256, 256>>>(din, dout, count);
    print_hash("coalesced", dout, n);
    printf("%d were active\n", to_host(count, 1)[0]);
    dimensions<<<dim3(3, 2), dim3(8, 4)>>>(dout);
    print_hash("dimensions", dout, 192);
    return 0;
}
