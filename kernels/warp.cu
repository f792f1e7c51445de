// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp can read each other's registers (shuffle) and vote (ballot), with no shared
// memory and no barrier. Needs compute capability 3.0; the mask names the lanes that take part.
#include "lecture.h"

const unsigned ALL_LANES = 0xffffffff;
const int COUNT = 1 << 20;
const int BLOCK = 256;
const int BLOCKS = COUNT / BLOCK;
const int WARPS = BLOCK / 32;

// Lane 0 ends with the sum of the warp, after five steps.
__device__ int warp_sum(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    return value;
}

// Lane i ends with the sum of lanes 0 ... i.
__device__ int warp_scan(int value)
{
    int lane = threadIdx.x % 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (lane >= distance)
            value += below;
    }
    return value;
}

// One sum per block: first each warp, then the first warp over the warps' sums.
__global__ void reduce_shuffle(const int *in, int *out)
{
    __shared__ int sums[WARPS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int sum = warp_sum(in[i]);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < WARPS ? sums[lane] : 0);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

// How many elements are odd, counted by votes: one bit for each lane.
__global__ void count_ballot(const int *in, int *out)
{
    __shared__ int counts[WARPS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(ALL_LANES, in[i] % 2 != 0);
    if (threadIdx.x % 32 == 0)
        counts[threadIdx.x / 32] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        int count = 0;
        for (int warp = 0; warp < WARPS; warp++)
            count += counts[warp];
        out[blockIdx.x] = count;
    }
}

// Running sums within each block.
__global__ void scan_block(const int *in, int *out)
{
    __shared__ int sums[WARPS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int sum = warp_scan(in[i]);
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    for (int before = 0; before < warp; before++)
        sum += sums[before];
    out[i] = sum;
}

// Every lane gets the sum of its warp: partners swap across ever smaller distances.
__global__ void sum_butterfly(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, distance);
    out[i] = sum;
}

int main()
{
    std::vector<int> in(COUNT), block_sums(BLOCKS, 0), block_odds(BLOCKS, 0), scans(COUNT);
    std::vector<int> warp_sums(COUNT / 32, 0), butterflies(COUNT);
    for (int i = 0; i < COUNT; i++) {
        in[i] = i % 97 * (i % 13);
        block_sums[i / BLOCK] += in[i];
        block_odds[i / BLOCK] += in[i] % 2;
        scans[i] = block_sums[i / BLOCK];
        warp_sums[i / 32] += in[i];
    }
    for (int i = 0; i < COUNT; i++)
        butterflies[i] = warp_sums[i / 32];
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(COUNT);
    bool all_right = true;
    auto check = [&](const char *variant, const std::vector<int> &expected) {
        if (refused(variant))
            return;
        all_right &= report(variant, download(device_out, expected.size()) == expected);
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(int)));
    };

    reduce_shuffle<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("reduce_shuffle", block_sums);
    count_ballot<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("count_ballot", block_odds);
    scan_block<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("scan_block", scans);
    sum_butterfly<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("sum_butterfly", butterflies);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
