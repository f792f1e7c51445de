// SPDX-License-Identifier: Apache-2.0
// When equal reads of several SMs are one read for L2. The blocks of a cluster (one GPC), each on
// an SM of its own, read the same lines, each block `delay` cycles after the one before; or SMs
// anywhere read them at once. ncu counts the sectors that L2 serves: `blocks` times those of a line
// if none are merged. Run under ncu twice: its default flushes caches before each launch, so that
// lines come from device memory; with --cache-control none L2 has them. Each launch prints its line
// of traces/h200/probes/merges.csv, which has ncu's sectors beside it.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

const int LINES = 1024;

__device__ __forceinline__ unsigned now()
{
    unsigned t;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory");
    return t;
}

// `sectors` of each line, 8 lanes each; a line every `pace` cycles, or when the one before is there
// (0).
__device__ void read_lines(const unsigned *memory, unsigned pace, int sectors, unsigned *out,
                           unsigned *times)
{
    unsigned sum = 0, begin = now(), first = begin;
    for (int i = 0; i < LINES; i++) {
        unsigned x;
        asm volatile("ld.global.u32 %0, [%1];"
                     : "=r"(x)
                     : "l"(memory + i * 32 + threadIdx.x % (8 * sectors))
                     : "memory");
        if (pace == 0) {
            if (x == 0x12345)
                *out = x;
        } else {
            sum += x;
            while (now() - begin < pace) {
            }
            begin += pace;
        }
    }
    if (sum == 0x12345)
        *out = sum;
    if (threadIdx.x == 0)
        *times = now() - first;
}

__global__ void together(const unsigned *memory, unsigned delay, unsigned pace, int sectors,
                         unsigned *out, unsigned *sms)
{
    cg::cluster_group cluster = cg::this_cluster();
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    sms[cluster.block_rank()] = sm;
    cluster.sync();
    unsigned begin = now();
    while (now() - begin < delay * cluster.block_rank()) {
    }
    read_lines(memory, pace, sectors, out, sms + 16 + cluster.block_rank());
    cluster.sync();
}

// Every SM reads every line, all at once.
__global__ void everyone(const unsigned *memory, int active, unsigned pace, int sectors,
                         unsigned *out, volatile unsigned *here, unsigned *times)
{
    if (blockIdx.x >= active)
        return;
    if (threadIdx.x == 0) {
        atomicAdd((unsigned *)here, 1);
        while (*here < active) {
        }
    }
    __syncwarp();
    read_lines(memory, pace, sectors, out, times + blockIdx.x);
}

int main()
{
    unsigned *memory, *out, *sms, *here;
    cudaMalloc(&memory, 64 << 20);
    cudaMemset(memory, 1, 64 << 20);
    cudaMalloc(&out, 4);
    cudaMalloc(&sms, 1024);
    cudaMalloc(&here, 4);
    unsigned s[256];
    cudaFuncSetAttribute(together, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    for (int sectors : {1, 2, 4})
        for (unsigned pace : {0u, 64u, 400u}) {
            for (unsigned size : {1u, 2u, 4u, 8u, 16u}) {
                for (unsigned delay : {0u, 8u, 32u, 128u, 512u, 4096u}) {
                    if (size == 1 && delay)
                        continue;
                    if (sectors == 2 && (size == 2 || size == 4))
                        continue;
                    cudaLaunchConfig_t config = {};
                    config.gridDim = dim3(size);
                    config.blockDim = dim3(32);
                    cudaLaunchAttribute a;
                    a.id = cudaLaunchAttributeClusterDimension;
                    a.val.clusterDim.x = size;
                    a.val.clusterDim.y = a.val.clusterDim.z = 1;
                    config.attrs = &a;
                    config.numAttrs = 1;
                    if (cudaLaunchKernelEx(&config, together, (const unsigned *)memory, delay, pace,
                                           sectors, out, sms) != cudaSuccess)
                        puts("failed");
                    cudaMemcpy(s, sms, 128, cudaMemcpyDeviceToHost);
                    printf("together,%u,%u,%u,%d,", size, delay, pace, sectors);
                    for (unsigned i = 0; i < size; i++)
                        printf(" %.0f", s[16 + i] / (double)LINES);
                    printf("\n");
                }
            }
            for (int active : {8, 16, 66, 132}) {
                cudaMemset(here, 0, 4);
                everyone<<<132, 32>>>(memory, active, pace, sectors, out, here, sms);
                cudaMemcpy(s, sms, 132 * 4, cudaMemcpyDeviceToHost);
                printf("everyone,%d,,%u,%d, %.0f\n", active, pace, sectors, s[0] / (double)LINES);
            }
        }
    fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
