// SPDX-License-Identifier: Apache-2.0
// CUB's parts of a block: load and store in four arrangements, scan, reduction, sort.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

#include <cstdio>
#include <vector>

#include "corpus.h"

const int threads = 128, items = 4, tile = threads * items;

template <cub::BlockLoadAlgorithm loading, cub::BlockStoreAlgorithm storing>
__global__ void prefix_sums(const int *in, int *out, int *totals)
{
    typedef cub::BlockLoad<int, threads, items, loading> Load;
    typedef cub::BlockStore<int, threads, items, storing> Store;
    typedef cub::BlockScan<int, threads> Scan;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } shared;
    int data[items], total;
    Load(shared.load).Load(in + blockIdx.x * tile, data);
    __syncthreads();
    Scan(shared.scan).InclusiveSum(data, data, total);
    __syncthreads();
    Store(shared.store).Store(out + blockIdx.x * tile, data);
    if (threadIdx.x == 0)
        totals[blockIdx.x] = total;
}

struct Least {
    __device__ int operator()(int a, int b) const
    {
        return a < b ? a : b;
    }
};

template <cub::BlockReduceAlgorithm algorithm>
__global__ void reductions(const int *in, int *out, int valid)
{
    typedef cub::BlockReduce<int, threads, algorithm> Reduce;
    __shared__ typename Reduce::TempStorage shared;
    int x = in[blockIdx.x * threads + threadIdx.x];
    int sum = Reduce(shared).Sum(x);
    __syncthreads();
    int least = Reduce(shared).Reduce(x, Least());
    __syncthreads();
    int part = Reduce(shared).Sum(x, valid);
    if (threadIdx.x == 0) {
        out[blockIdx.x * 3] = sum;
        out[blockIdx.x * 3 + 1] = least;
        out[blockIdx.x * 3 + 2] = part;
    }
}

__global__ void sort_tiles(const int *in, int *out)
{
    typedef cub::BlockRadixSort<int, threads, items> Sort;
    __shared__ typename Sort::TempStorage shared;
    int data[items];
    cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * tile, data);
    Sort(shared).SortBlockedToStriped(data);
    cub::StoreDirectStriped<threads>(threadIdx.x, out + blockIdx.x * tile, data);
}

int main()
{
    const int blocks = 12, n = blocks * tile;
    std::vector<int> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (i * 2654435761u >> 16) % 10007;
    int *in = to_device(h), *out = on_device<int>(n), *totals = on_device<int>(3 * blocks);

    prefix_sums<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT><<<blocks, threads>>>(in, out, totals);
    print_hash("direct", out, n);
    prefix_sums<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>
        <<<blocks, threads>>>(in, out, totals);
    print_hash("vectors", out, n);
    prefix_sums<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>
        <<<blocks, threads>>>(in, out, totals);
    print_hash("transposed", out, n);
    prefix_sums<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>
        <<<blocks, threads>>>(in, out, totals);
    print_hash("transposed by warps", out, n);
    print_hash("totals", totals, blocks);

    reductions<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<blocks, threads>>>(in, totals, 77);
    print_hash("by warps", totals, 3 * blocks);
    reductions<cub::BLOCK_REDUCE_RAKING><<<blocks, threads>>>(in, totals, 77);
    print_hash("raking", totals, 3 * blocks);

    sort_tiles<<<blocks, threads>>>(in, out);
    print_hash("sorted tiles", out, n);
    CHECK(cudaDeviceSynchronize());
}
