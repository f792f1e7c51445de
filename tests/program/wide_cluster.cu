// Clusters of more than 8 blocks are launched once the program allows them for the kernel.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void pass_on(int *out)
{
    __shared__ int value;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
    if (threadIdx.x == 0)
        *cluster.map_shared_rank(&value, (rank + 1) % blocks) = (int)(100 * blocks + rank);
    cluster.sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = value;
}

int main()
{
    int *out, host[32];
    cudaMalloc(&out, sizeof host);
    cudaLaunchConfig_t config = {};
    config.gridDim = 32;
    config.blockDim = 32;
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 16;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.attrs = &cluster;
    config.numAttrs = 1;
    int most = 0;
    cudaOccupancyMaxPotentialClusterSize(&most, pass_on, &config);
    printf("%d %s", most, cudaGetErrorName(cudaLaunchKernelEx(&config, pass_on, out)));
    cudaGetLastError();
    cudaFuncSetAttribute(pass_on, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    printf(" %s", cudaGetErrorName(cudaLaunchKernelEx(&config, pass_on, out)));
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf(" %d %d %d %d\n", host[0], host[1], host[15], host[16]);
    cudaFree(out);
}
