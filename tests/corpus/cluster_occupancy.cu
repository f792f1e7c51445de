// SPDX-License-Identifier: Apache-2.0
// How many clusters of one and of two blocks fit on the GPU, without clusters, and with sizes that cannot be.
#include <cstdio>
__global__ void k0() {}
__global__ void k1(int *p) { __shared__ int s[4096]; s[threadIdx.x] = *p; __syncthreads(); *p = s[3]; }
extern __shared__ int dyn[];
__global__ void k2(int *p) { dyn[threadIdx.x] = *p; __syncthreads(); *p = dyn[3]; }
static void ask(const char *n, const void *f, int threads, int shared, int cluster)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute at[1];
    c.gridDim = dim3(cluster == 3 ? 1024 * 48 + 1 : 1024 * 48); c.blockDim = dim3(threads); c.dynamicSmemBytes = shared;
    at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x = cluster; at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
    c.attrs = at; c.numAttrs = cluster > 0;
    int clusters = -7, blocks = -7;
    cudaError_t e = cudaOccupancyMaxActiveClusters(&clusters, f, &c);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads, shared);
    printf("%s threads %d shared %d cluster %d: %d clusters %d, blocks %d\n", n, threads, shared, cluster, e, clusters, blocks);
    cudaGetLastError();
}
int main()
{
    cudaFuncSetAttribute(k2, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
    cudaFuncSetAttribute(k0, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    cudaFuncSetAttribute(k2, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    ask("k1", (const void *)k1, 128, 0, 16);
    for (int t : {32, 64, 128, 256, 512, 1024}) for (int c : {0, 1, 2, 3}) ask("k0", (const void *)k0, t, 0, c);
    for (int t : {128, 256, 512}) for (int c : {0, 1, 2}) ask("k1", (const void *)k1, t, 0, c);
    for (int s : {1000, 16384, 30000, 49152, 100000, 200000}) for (int c : {0, 1, 2}) ask("k2", (const void *)k2, 128, s, c);
}
