// SPDX-License-Identifier: Apache-2.0
// A histogram of more bins than suit one block. The bins may lie in global memory, where all
// threads of the grid contend; in the shared memory of each block, which must hold them all; or,
// from compute capability 9.0 on, in the shared memory of a cluster: blocks that are certain to run
// at the same time and may use each other's shared memory, so that each holds only a part of the
// bins.
#include "lecture.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

const int COUNT = 1 << 20;
const int BINS = 2048;
const int BLOCK = 256;
const int BLOCKS = 128;

__global__ void histogram_global(const int *values, int *bins, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[values[i]], 1);
}

__global__ void histogram_shared(const int *values, int *bins, int count)
{
    __shared__ int block_bins[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_bins[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&block_bins[values[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&bins[bin], block_bins[bin]);
}

// Block r of a cluster holds the bins from r * bins_per_block on.
__global__ void histogram_distributed(const int *values, int *bins, int count, int bins_per_block)
{
#if __CUDA_ARCH__ >= 900 // an older compiler target knows no clusters
    extern __shared__ int part[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int bin = threadIdx.x; bin < bins_per_block; bin += blockDim.x)
        part[bin] = 0;
    cluster.sync(); // all blocks are there, and their parts are empty
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int owner = values[i] / bins_per_block;
        int *part_of_owner = cluster.map_shared_rank(part, owner);
        atomicAdd(&part_of_owner[values[i] % bins_per_block], 1);
    }
    cluster.sync(); // nobody leaves, or reads, while others still count
    int first = cluster.block_rank() * bins_per_block;
    for (int bin = threadIdx.x; bin < bins_per_block; bin += blockDim.x)
        atomicAdd(&bins[first + bin], part[bin]);
#endif
}

// The size of a cluster is a property of the launch. Shared memory is given for each block.
static void launch_distributed(const int *values, int *bins, int cluster_size)
{
    int bins_per_block = BINS / cluster_size;
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = cluster_size;
    cluster.val.clusterDim.y = 1;
    cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = BLOCKS;
    config.blockDim = BLOCK;
    config.dynamicSmemBytes = bins_per_block * sizeof(int);
    config.attrs = &cluster;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, histogram_distributed, values, bins, COUNT, bins_per_block);
}

int main()
{
    std::vector<int> values(COUNT), expected(BINS, 0);
    unsigned random = 1;
    for (int &value : values) {
        random = random * 1664525u + 1013904223u;
        value = (int)(random >> 21);
        expected[value]++;
    }
    int *device_values = upload(values);
    int *device_bins = device_zeros<int>(BINS);
    bool all_right = true;
    auto check = [&](const char *variant) {
        if (refused(variant))
            return;
        all_right &= report(variant, download(device_bins, BINS) == expected);
        CUDA(cudaMemset(device_bins, 0, BINS * sizeof(int)));
    };

    histogram_global<<<BLOCKS, BLOCK>>>(device_values, device_bins, COUNT);
    check("histogram_global");
    histogram_shared<<<BLOCKS, BLOCK>>>(device_values, device_bins, COUNT);
    check("histogram_shared");
    for (int cluster_size : {2, 4, 8}) {
        char variant[64];
        snprintf(variant, sizeof variant, "histogram_distributed, blocks a cluster: %d",
                 cluster_size);
        launch_distributed(device_values, device_bins, cluster_size);
        check(variant);
    }

    CUDA(cudaFree(device_values));
    CUDA(cudaFree(device_bins));
    return all_right ? 0 : 1;
}
