// SPDX-License-Identifier: Apache-2.0
// GUIDE's histogram in distributed shared memory, as printed, with clusters of 1, 2 and 4 blocks: how
// many of 1024 bins are those of the host.
#include "../../lecture.h"
#include <cooperative_groups.h>

// Distributed Shared memory histogram kernel
__global__ void clusterHist_kernel(int *bins, const int nbins, const int bins_per_block, const int *__restrict__ input,
                                   size_t array_size)
{
    extern __shared__ int smem[];
    namespace cg = cooperative_groups;
    int tid = cg::this_grid().thread_rank();

    // Cluster initialization, size and calculating local bin offsets.
    cg::cluster_group cluster = cg::this_cluster();
    unsigned int clusterBlockRank = cluster.block_rank();
    int cluster_size = cluster.dim_blocks().x;

    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) {
        smem[i] = 0; // Initialize shared memory histogram to zeros
    }

    // cluster synchronization ensures that shared memory is initialized to zero in
    // all thread blocks in the cluster. It also ensures that all thread blocks
    // have started executing and they exist concurrently.
    cluster.sync();

    for (int i = tid; i < array_size; i += blockDim.x * gridDim.x) {
        int ldata = input[i];

        // Find the right histogram bin.
        int binid = ldata;
        if (ldata < 0)
            binid = 0;
        else if (ldata >= nbins)
            binid = nbins - 1;

        // Find destination block rank and offset for computing
        // distributed shared memory histogram
        int dst_block_rank = (int)(binid / bins_per_block);
        int dst_offset = binid % bins_per_block;

        // Pointer to target block shared memory
        int *dst_smem = cluster.map_shared_rank(smem, dst_block_rank);

        // Perform atomic update of the histogram bin
        atomicAdd(dst_smem + dst_offset, 1);
    }

    // cluster synchronization is required to ensure all distributed shared
    // memory operations are completed and no thread block exits while
    // other thread blocks are still accessing distributed shared memory
    cluster.sync();

    // Perform global memory histogram, using the local distributed memory histogram
    int *lbins = bins + cluster.block_rank() * bins_per_block;
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) {
        atomicAdd(&lbins[i], smem[i]);
    }
}

static void launch(int *bins, int nbins, const int *input, size_t array_size, int cluster_size)
{
    int threads_per_block = 128;
    cudaLaunchConfig_t config = {0};
    config.gridDim = array_size / threads_per_block;
    config.blockDim = threads_per_block;

    int nbins_per_block = nbins / cluster_size;

    // dynamic shared memory size is per block.
    // Distributed shared memory size =  cluster_size * nbins_per_block * sizeof(int)
    config.dynamicSmemBytes = nbins_per_block * sizeof(int);

    CUDA(::cudaFuncSetAttribute((void *)clusterHist_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, config.dynamicSmemBytes));

    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = cluster_size;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;

    config.numAttrs = 1;
    config.attrs = attribute;

    CUDA(cudaLaunchKernelEx(&config, clusterHist_kernel, bins, nbins, nbins_per_block, input, array_size));
}

int main()
{
    const int nbins = 1024, count = 1 << 14;
    std::vector<int> input(count), expected(nbins);
    for (int i = 0; i < count; i++) {
        input[i] = i * 7919 % (nbins + 40) - 20; // some beyond either end
        expected[std::min(std::max(input[i], 0), nbins - 1)]++;
    }
    int *device_input = upload(input);
    for (int cluster_size : {1, 2, 4}) {
        int *bins = device_zeros<int>(nbins);
        launch(bins, nbins, device_input, count, cluster_size);
        std::vector<int> found = download(bins, nbins);
        int right = 0;
        for (int i = 0; i < nbins; i++)
            right += found[i] == expected[i];
        printf("clusters-of-%d  %d bins\n", cluster_size, right);
        CUDA(cudaFree(bins));
    }
    return 0;
}
