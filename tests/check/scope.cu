// SPDX-License-Identifier: Apache-2.0
// Who an atomic function orders, and shared memory of other blocks of a cluster.
#include "check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect race-scope
__global__ void block_counter_wrong(int *out)
{
    atomicAdd_block(out, 1);
}
__global__ void block_counter_right(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    atomicAdd_block(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(out, sum);
    }
}

// expect race-scope
__global__ void mixed_scope_wrong(int *out)
{
    if (blockIdx.x == 0) {
        atomicAdd(out, 1);
    } else {
        atomicMax_block(out, 1);
    }
}
__global__ void mixed_scope_right(int *out)
{
    if (blockIdx.x == 0) {
        atomicAdd(out, 1);
    } else {
        atomicMax_system(out, 1);
    }
}

// expect race-
__global__ void block_flag_wrong(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        __threadfence();
        atomicExch_block(out, 1);
    } else {
        while (atomicAdd_block(out, 0) == 0) {
        }
        __threadfence();
        out[2] = out[1];
    }
}
__global__ void block_flag_right(int *out)
{
    if (blockIdx.x == 0) {
        out[1] = 7;
        __threadfence();
        atomicExch(out, 1);
    } else {
        while (atomicAdd(out, 0) == 0) {
        }
        __threadfence();
        out[2] = out[1];
    }
}

// expect race-raw
__global__ void __cluster_dims__(2) remote_read_wrong(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * 32 + threadIdx.x] =
        cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x];
    cluster.sync();
}
__global__ void __cluster_dims__(2) remote_read_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] =
        cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x];
    cluster.sync();
}

// expect cluster-exit
__global__ void __cluster_dims__(2) early_exit_wrong(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        out[threadIdx.x] = cluster.map_shared_rank(s, 1)[threadIdx.x];
    }
}
__global__ void __cluster_dims__(2) early_exit_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        out[threadIdx.x] = cluster.map_shared_rank(s, 1)[threadIdx.x];
    }
    cluster.sync();
}

// expect race-waw
__global__ void __cluster_dims__(2) remote_write_wrong(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x;
    cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x] = blockIdx.x + 2;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}
__global__ void __cluster_dims__(2) remote_write_right(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x;
    cluster.sync();
    cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x] = blockIdx.x + 2;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (block_counter_wrong<<<4, 32>>>(out)));
    RUN(1, (block_counter_right<<<4, 32>>>(out)));
    RUN(2, (mixed_scope_wrong<<<2, 1>>>(out)));
    RUN(3, (mixed_scope_right<<<2, 1>>>(out)));
    RUN(4, (block_flag_wrong<<<2, 1>>>(out)));
    RUN(5, (block_flag_right<<<2, 1>>>(out)));
    RUN(6, (remote_read_wrong<<<2, 32>>>(out)));
    RUN(7, (remote_read_right<<<2, 32>>>(out)));
    RUN(8, (early_exit_wrong<<<2, 32>>>(out)));
    RUN(9, (early_exit_right<<<2, 32>>>(out)));
    RUN(10, (remote_write_wrong<<<2, 32>>>(out)));
    RUN(11, (remote_write_right<<<2, 32>>>(out)));
}
