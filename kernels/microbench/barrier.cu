// SPDX-License-Identifier: Apache-2.0
// What barriers cost: of a block against its warps, named ones, of a cluster, of a grid; and a load
// from the shared memory of another block of the cluster.
#include "microbench.h"

#include <cooperative_groups.h>

enum Kind { BLOCK, BLOCK_REDUCTION, NAMED_HALVES };

// Cycles of `rounds` barriers in straight loops; the second of two tries.
template <Kind KIND> __global__ void block_barrier(Clock *cycles, int *result, int rounds)
{
    Clock elapsed = 0;
    int votes = 0;
    unsigned half = threadIdx.x < blockDim.x / 2 ? 1 : 2, half_threads = blockDim.x / 2;
#pragma unroll 1
    for (int attempt = 0; attempt < 2; attempt++) {
        __syncthreads();
        Clock begin = clock_now();
#pragma unroll 8
        for (int i = 0; i < rounds; i++) {
            if (KIND == BLOCK)
                __syncthreads();
            else if (KIND == BLOCK_REDUCTION)
                votes += __syncthreads_count((int)threadIdx.x + votes);
            else
                asm volatile("barrier.sync %0, %1;" : : "r"(half), "r"(half_threads) : "memory");
        }
        elapsed = clock_now() - begin;
    }
    if (threadIdx.x == 0)
        *cycles = elapsed;
    result[threadIdx.x] = votes;
}

template <Kind KIND> static double barrier_cycles(int warps)
{
    int rounds = machine.is_quick ? 8 : 512;
    Buffer<Clock> cycles(1);
    Buffer<int> result(1024);
    block_barrier<KIND><<<1, 32 * warps>>>(cycles.data, result.data, rounds);
    return (double)cycles.fetch()[0] / rounds;
}

static void measure_block_barriers()
{
    double two = barrier_cycles<BLOCK>(2), all = barrier_cycles<BLOCK>(32);
    key("lat_barrier", two, "cycles");
    key("lat_barrier_warp", (all - two) / 30, "cycles");
    key("rate_barrier", ratio(1024, all), "per cycle");
    for (int warps : {1, 2, 4, 8, 16, 32}) {
        row("barrier", text("kind=block warps=%d", warps), barrier_cycles<BLOCK>(warps), "cycles");
        row("barrier", text("kind=block_count warps=%d", warps),
            barrier_cycles<BLOCK_REDUCTION>(warps), "cycles");
        if (warps > 1)
            row("barrier", text("kind=named_halves warps=%d", warps),
                barrier_cycles<NAMED_HALVES>(warps), "cycles");
    }
}

// How the last warp of a block delays the others: warp 0 works `delay` dependent additions longer.
// What a barrier takes beyond that work is its latency alone.
__global__ void late_warp(Clock *cycles, float *result, int rounds)
{
    float x = (float)threadIdx.x;
    __syncthreads();
    Clock begin = clock_now();
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x < 32) {
#pragma unroll
            for (int i = 0; i < 64; i++)
                asm volatile("add.rn.f32 %0, %0, %0;" : "+f"(x));
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *cycles = clock_now() - begin;
    result[threadIdx.x] = x;
}

static void measure_late_warp()
{
    int rounds = machine.is_quick ? 8 : 128;
    Buffer<Clock> cycles(1);
    Buffer<float> result(1024);
    for (int warps : {1, 2, 8, 32}) {
        late_warp<<<1, 32 * warps>>>(cycles.data, result.data, rounds);
        row("barrier_after_64_adds", text("warps=%d", warps), (double)cycles.fetch()[0] / rounds,
            "cycles");
    }
}

// Barriers of a cluster, and a chain of loads from the shared memory of the next block.
__global__ void cluster(Clock *cycles, unsigned *result, int rounds)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    __shared__ unsigned word;
    unsigned rank, blocks, address, x;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    address = (unsigned)__cvta_generic_to_shared(&word);
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(x)
                 : "r"(address), "r"((rank + 1) % blocks));
    // The word of the next block holds its own address as seen from here.
    if (threadIdx.x == 0)
        asm volatile("st.shared::cluster.u32 [%0], %0;" : : "r"(x) : "memory");
    Clock barrier = 0;
    for (int attempt = 0; attempt < 2; attempt++) {
        Clock begin = clock_now();
#pragma unroll 1
        for (int i = 0; i < rounds; i++)
            asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;"
                         :
                         :
                         : "memory");
        barrier = clock_now() - begin;
    }
    Clock begin = clock_now();
#pragma unroll 8
    for (int i = 0; i < rounds; i++)
        asm volatile("ld.shared::cluster.u32 %0, [%0];" : "+r"(x) : : "memory");
    if (x == 0) // never; the clock waits for the last load
        result[1] = x;
    Clock loads = clock_now() - begin;
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" : : : "memory");
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        cycles[0] = barrier;
        cycles[1] = loads;
        result[0] = x;
    }
#endif
}

static void measure_clusters()
{
    int rounds = machine.is_quick ? 8 : 256;
    Buffer<Clock> cycles(2);
    Buffer<unsigned> result(2);
    for (int blocks : {2, 4, 8}) {
        for (int warps : {1, 8, 32}) {
            cudaLaunchConfig_t configuration = {};
            cudaLaunchAttribute attribute = {};
            attribute.id = cudaLaunchAttributeClusterDimension;
            attribute.val.clusterDim.x = (unsigned)blocks;
            attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
            configuration.gridDim = dim3((unsigned)blocks);
            configuration.blockDim = dim3(32 * (unsigned)warps);
            configuration.attrs = &attribute;
            configuration.numAttrs = 1;
            CUDA(cudaLaunchKernelEx(&configuration, cluster, cycles.data, result.data, rounds));
            std::vector<Clock> measured = cycles.fetch();
            row("barrier", text("kind=cluster blocks=%d warps=%d", blocks, warps),
                (double)measured[0] / rounds, "cycles");
            double load = (double)measured[1] / rounds;
            if (warps == 1)
                row("shared_remote_latency", text("blocks=%d", blocks), load, "cycles");
            if (warps == 1 && blocks == 2)
                key("lat_shared_remote", load, "cycles");
        }
    }
}

__global__ void grid_barrier(Clock *cycles, int rounds)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    grid.sync();
    Clock begin = clock_now();
    for (int i = 0; i < rounds; i++)
        grid.sync();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *cycles = clock_now() - begin;
}

static void measure_grids()
{
    int rounds = machine.is_quick ? 2 : 32;
    Buffer<Clock> cycles(1);
    for (int blocks : sizes({2, machine.sm_count / 2, machine.sm_count, 2 * machine.sm_count}, 1)) {
        for (int threads : {32, 256, 1024}) {
            Clock *out = cycles.data;
            void *arguments[] = {&out, &rounds};
            CUDA(cudaLaunchCooperativeKernel((const void *)grid_barrier, dim3((unsigned)blocks),
                                             dim3((unsigned)threads), arguments, 0, 0));
            row("barrier", text("kind=grid blocks=%d warps=%d", blocks, threads / 32),
                (double)cycles.fetch()[0] / rounds, "cycles");
        }
    }
}

void measure_barrier()
{
    measure_block_barriers();
    measure_late_warp();
    if (machine.compute_capability >= 90)
        measure_clusters();
    measure_grids();
}
