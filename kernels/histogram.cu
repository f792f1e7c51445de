// SPDX-License-Identifier: Apache-2.0
// Counting values with atomic additions. Additions to one address happen one after the other, so a
// picture of a single color is the worst case. Counting in shared memory first keeps the
// contention inside a block and leaves one addition per block and bin for global memory; counting
// in bins of the warp's own keeps it inside a warp.
#include "lecture.h"

const int COUNT = 1 << 20;
const int BINS = 256;
const int BLOCK = 256;
const int BLOCKS = 264;

__global__ void histogram_global(const unsigned char *values, unsigned *bins, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[values[i]], 1);
}

__global__ void histogram_shared(const unsigned char *values, unsigned *bins, int count)
{
    __shared__ unsigned block_bins[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_bins[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&block_bins[values[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&bins[bin], block_bins[bin]);
}

// Each warp counts for itself; the block adds its warps' bins up at the end.
__global__ void histogram_warps(const unsigned char *values, unsigned *bins, int count)
{
    __shared__ unsigned warp_bins[BLOCK / 32][BINS];
    unsigned *own_bins = warp_bins[threadIdx.x / 32];
    for (int bin = threadIdx.x % 32; bin < BINS; bin += 32)
        own_bins[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own_bins[values[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned sum = 0;
        for (int warp = 0; warp < BLOCK / 32; warp++)
            sum += warp_bins[warp][bin];
        atomicAdd(&bins[bin], sum);
    }
}

// Keeps the values below a limit, in any order: the old value that atomicAdd() returns is the
// place.
__global__ void keep_below(const unsigned char *values, unsigned char *kept, unsigned *kept_count,
                           int count, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && values[i] < limit)
        kept[atomicAdd(kept_count, 1)] = values[i];
}

static std::vector<unsigned> histogram_on_host(const std::vector<unsigned char> &values)
{
    std::vector<unsigned> bins(BINS, 0);
    for (unsigned char value : values)
        bins[value]++;
    return bins;
}

static bool check_keep_below(const unsigned char *device_values,
                             const std::vector<unsigned> &all_bins)
{
    const int limit = 16;
    unsigned char *device_kept = device_zeros<unsigned char>(COUNT);
    unsigned *device_count = device_zeros<unsigned>(1);
    keep_below<<<COUNT / BLOCK, BLOCK>>>(device_values, device_kept, device_count, COUNT, limit);
    if (refused("keep_below"))
        return true;
    unsigned count = download(device_count, 1)[0];
    bool is_right = count <= (unsigned)COUNT;
    if (is_right) {
        std::vector<unsigned> bins = histogram_on_host(download(device_kept, count));
        for (int bin = 0; bin < BINS; bin++)
            is_right &= bins[bin] == (bin < limit ? all_bins[bin] : 0);
    }
    CUDA(cudaFree(device_kept));
    CUDA(cudaFree(device_count));
    return report("keep_below", is_right);
}

int main()
{
    std::vector<unsigned char> mixed(COUNT), one_color(COUNT, 42);
    unsigned random = 1;
    for (int i = 0; i < COUNT; i++) {
        random = random * 1664525u + 1013904223u;
        mixed[i] = (unsigned char)(random >> 24);
    }
    unsigned char *device_mixed = upload(mixed);
    unsigned char *device_one_color = upload(one_color);
    unsigned *device_bins = device_zeros<unsigned>(BINS);
    bool all_right = true;
    auto check = [&](const char *variant, const std::vector<unsigned char> &values) {
        if (refused(variant))
            return;
        all_right &= report(variant, download(device_bins, BINS) == histogram_on_host(values));
        CUDA(cudaMemset(device_bins, 0, BINS * sizeof(unsigned)));
    };

    histogram_global<<<BLOCKS, BLOCK>>>(device_mixed, device_bins, COUNT);
    check("histogram_global, mixed", mixed);
    histogram_global<<<BLOCKS, BLOCK>>>(device_one_color, device_bins, COUNT);
    check("histogram_global, one color", one_color);
    histogram_shared<<<BLOCKS, BLOCK>>>(device_mixed, device_bins, COUNT);
    check("histogram_shared, mixed", mixed);
    histogram_shared<<<BLOCKS, BLOCK>>>(device_one_color, device_bins, COUNT);
    check("histogram_shared, one color", one_color);
    all_right &= check_keep_below(device_mixed, histogram_on_host(mixed));
    histogram_warps<<<BLOCKS, BLOCK>>>(device_mixed, device_bins, COUNT);
    check("histogram_warps, mixed", mixed);
    histogram_warps<<<BLOCKS, BLOCK>>>(device_one_color, device_bins, COUNT);
    check("histogram_warps, one color", one_color);

    CUDA(cudaFree(device_mixed));
    CUDA(cudaFree(device_one_color));
    CUDA(cudaFree(device_bins));
    return all_right ? 0 : 1;
}
