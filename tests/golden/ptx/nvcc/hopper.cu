// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies, mbarriers, clusters, distributed shared memory.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void copies(float4 *out, const float4 *in)
{
    __shared__ float4 s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void arrivals(float *out, const float *in)
{
    __shared__ float s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    bar.arrive_and_wait();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
#if __CUDA_ARCH__ >= 900
__global__ __cluster_dims__(2, 1, 1) void clusters(int *out)
{
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x + cluster.block_rank();
    cluster.sync();
    int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];
    atomicAdd(other, 1);
    cluster.sync();
}
#endif
__global__ void groups(int *a)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = a[block.thread_rank()];
    for (int o = 4; o > 0; o /= 2) v += tile.shfl_down(v, o);
    tile.sync();
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) a[0] = v + (int)active.size();
}
