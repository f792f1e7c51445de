// SPDX-License-Identifier: Apache-2.0
// Cooperative groups, clusters and their shared memory.
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// expect race-raw
__global__ void tile_wrong(int *out)
{
    __shared__ int s[64];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x ^ 15] + tile.thread_rank();
}
__global__ void tile_right(int *out)
{
    __shared__ int s[64];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 15] + tile.thread_rank();
}

// expect race-raw
__global__ void small_tile_wrong(int *out) // synchronizes 8 lanes, reads from 16
{
    __shared__ int s[64];
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 15];
}
__global__ void small_tile_right(int *out)
{
    __shared__ int s[64];
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 7];
}

// expect race-raw
__global__ void tile_of_block_wrong(int *out) // a tile does not reach the next warp
{
    __shared__ int s[64];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    warp.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 63];
}
__global__ void tile_of_block_right(int *out)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    s[threadIdx.x] = threadIdx.x;
    block.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 63];
}

// expect race-raw
__global__ void coalesced_wrong(int *out) // those in the branch meet, the others read too
{
    __shared__ int s[32];
    if (threadIdx.x < 16) {
        s[threadIdx.x] = threadIdx.x;
        cg::coalesced_threads().sync();
    }
    out[threadIdx.x] = s[threadIdx.x % 16];
}
__global__ void coalesced_right(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x < 16) {
        s[threadIdx.x] = threadIdx.x;
        cg::coalesced_threads().sync();
        out[threadIdx.x] = s[15 - threadIdx.x];
    }
}

// expect race
__global__ void grid_wrong(int *out)
{
    out[blockIdx.x] = blockIdx.x;
    cg::this_thread_block().sync();
    out[2 + blockIdx.x] = out[1 - blockIdx.x];
}
__global__ void grid_right(int *out)
{
    out[blockIdx.x] = blockIdx.x;
    cg::this_grid().sync();
    out[2 + blockIdx.x] = out[1 - blockIdx.x];
}

// expect race-raw
__global__ void __cluster_dims__(2) remote_read_wrong(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
    cluster.sync();
}
__global__ void __cluster_dims__(2) remote_read_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
    cluster.sync();
}

// expect race
__global__ void __cluster_dims__(2) remote_write_wrong(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
    cluster.sync();
}
__global__ void __cluster_dims__(2) remote_write_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

// expect cluster-exit
__global__ void __cluster_dims__(2) early_exit_wrong(int *out) // a block may have left when it is read
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
}
__global__ void __cluster_dims__(2) early_exit_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
    cluster.sync();
}

// expect race
__global__ void __cluster_dims__(2) no_wait_wrong(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.barrier_arrive();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
    cluster.barrier_wait();
    cluster.sync();
}
__global__ void __cluster_dims__(2) no_wait_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.barrier_arrive();
    cluster.barrier_wait();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
    cluster.sync();
}

// expect race
__global__ void __cluster_dims__(2) remote_count_wrong(int *out) // one adds with an atomic, one without
{
    __shared__ int s;
    cg::cluster_group cluster = cg::this_cluster();
    s = 0;
    cluster.sync();
    int *first = cluster.map_shared_rank(&s, 0);
    if (cluster.block_rank() == 0) {
        *first = *first + 1;
    } else {
        atomicAdd(first, 1);
    }
    cluster.sync();
    out[blockIdx.x] = s;
}
__global__ void __cluster_dims__(2) remote_count_right(int *out)
{
    __shared__ int s;
    cg::cluster_group cluster = cg::this_cluster();
    s = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&s, 0), 1);
    cluster.sync();
    out[blockIdx.x] = s;
}

static void cooperative(void (*kernel)(int *), int *out)
{
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((const void *)kernel, 2, 1, arguments, 0, nullptr);
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (tile_wrong<<<1, 64>>>(out)));
    RUN(1, (tile_right<<<1, 64>>>(out)));
    RUN(2, (small_tile_wrong<<<1, 64>>>(out)));
    RUN(3, (small_tile_right<<<1, 64>>>(out)));
    RUN(4, (tile_of_block_wrong<<<1, 64>>>(out)));
    RUN(5, (tile_of_block_right<<<1, 64>>>(out)));
    RUN(6, (coalesced_wrong<<<1, 32>>>(out)));
    RUN(7, (coalesced_right<<<1, 32>>>(out)));
    RUN(8, (cooperative(grid_wrong, out)));
    RUN(9, (cooperative(grid_right, out)));
    RUN(10, (remote_read_wrong<<<2, 32>>>(out)));
    RUN(11, (remote_read_right<<<2, 32>>>(out)));
    RUN(12, (remote_write_wrong<<<2, 32>>>(out)));
    RUN(13, (remote_write_right<<<2, 32>>>(out)));
    RUN(14, (early_exit_wrong<<<2, 32>>>(out)));
    RUN(15, (early_exit_right<<<2, 32>>>(out)));
    RUN(16, (no_wait_wrong<<<2, 32>>>(out)));
    RUN(17, (no_wait_right<<<2, 32>>>(out)));
    RUN(18, (remote_count_wrong<<<2, 1>>>(out)));
    RUN(19, (remote_count_right<<<2, 1>>>(out)));
}
