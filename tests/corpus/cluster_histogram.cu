// SPDX-License-Identifier: Apache-2.0
// Thread block clusters (compute capability 9.0): a histogram spread over the shared memory of the blocks of
// a cluster, and a ring in which each block reads its neighbour's tile.
#include "corpus.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kBins = 256, kCluster = 4, kEach = kBins / kCluster;

__global__ void __cluster_dims__(kCluster, 1, 1) histogram(const unsigned *in, int *bins, int n)
{
    __shared__ int mine[kEach];
    cg::cluster_group cluster = cg::this_cluster();
    for (int k = threadIdx.x; k < kEach; k += blockDim.x)
        mine[k] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned bin = in[i] % kBins;
        int *owner = cluster.map_shared_rank(mine, bin / kEach);
        atomicAdd(owner + bin % kEach, 1);
    }
    cluster.sync();
    for (int k = threadIdx.x; k < kEach; k += blockDim.x)
        atomicAdd(&bins[cluster.block_rank() * kEach + k], mine[k]);
}

__global__ void __cluster_dims__(2, 2, 1) ring(const int *in, int *out)
{
    __shared__ int tile[64];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    tile[threadIdx.x] = in[block * 64 + threadIdx.x];
    cluster.sync();
    const int *next = cluster.map_shared_rank(tile, (rank + 1) % size);
    int value = next[63 - threadIdx.x] * 2 + tile[threadIdx.x];
    dim3 at = cluster.block_index();
    value = value * 16 + (int)(at.x + 2 * at.y) * 4 + (int)cluster.dim_blocks().x;
    cluster.sync(); // nobody leaves while its memory is read
    out[block * 64 + threadIdx.x] = value;
}

__global__ void sizes(int *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        out[blockIdx.x] = (int)(cluster.num_blocks() * 100 + cluster.block_rank() * 10 + cluster.num_threads() / 32);
    cluster.sync();
}

int main()
{
    const int n = 50000;
    Random random(341);
    std::vector<unsigned> in(n);
    std::vector<int> expected(kBins);
    for (auto &x : in) {
        x = random.next() % 1000 * (random.next() % 7);
        expected[x % kBins]++;
    }
    unsigned *din = to_device(in);
    int *bins = on_device<int>(kBins), *out = on_device<int>(16 * 64);
    histogram<<<16, 128>>>(din, bins, n);
    printf("histogram: %s\n", to_host(bins, kBins) == expected ? "same" : "different");
    print_hash("histogram", bins, kBins);
    ring<<<dim3(4, 4), 64>>>((const int *)din, out);
    print_hash("ring", out, 16 * 64);

    cudaLaunchConfig_t config = {};
    config.gridDim = 12;
    config.blockDim = 64;
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 3;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, sizes, out));
    print_hash("sizes", out, 12);
    return 0;
}
