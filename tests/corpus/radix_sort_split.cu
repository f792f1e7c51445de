// SPDX-License-Identifier: Apache-2.0
// Radix sort by one bit a pass, each pass a stable split: ballots count a warp's zeros, a block's in
// shared memory, the blocks' by one more kernel. Floats are sorted by their bits turned into order.
#include <algorithm>
#include <cstdint>

#include "corpus.h"

namespace split
{

constexpr int block_size = 256;
constexpr int warps = block_size / 32;
constexpr unsigned all = 0xffffffffu;

__device__ inline unsigned lanes_below()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

// How many keys of each block have a zero at `bit`.
__global__ void count_zeros(const uint32_t *keys, int n, int bit, int *zeros)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int count = __syncthreads_count(i < n && !(keys[i] >> bit & 1u));
    if (threadIdx.x == 0)
        zeros[blockIdx.x] = count;
}

// One warp: exclusive sums of the blocks' zeros; the total goes last.
__global__ void offsets(int *zeros, int blocks)
{
    int carry = 0;
    const int lane = threadIdx.x;
    for (int base = 0; base < blocks; base += 32) {
        const int mine = base + lane < blocks ? zeros[base + lane] : 0;
        int sum = mine;
        for (int d = 1; d < 32; d *= 2) {
            const int other = __shfl_up_sync(all, sum, d);
            sum += lane >= d ? other : 0;
        }
        if (base + lane < blocks)
            zeros[base + lane] = carry + sum - mine;
        carry += __shfl_sync(all, sum, 31);
    }
    if (lane == 0)
        zeros[blocks] = carry;
}

template <bool with_values>
__global__ void scatter(const uint32_t *keys, const int *values, uint32_t *keys_out,
                        int *values_out, int n, int bit, const int *zeros)
{
    __shared__ int warp_zeros[warps];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int warp = threadIdx.x / 32;
    const uint32_t key = i < n ? keys[i] : 0xffffffffu;
    const bool zero = i < n && (key >> bit & 1u) == 0;
    const unsigned ballot = __ballot_sync(all, zero);
    int before = __popc(ballot & lanes_below());
    if (threadIdx.x % 32 == 0)
        warp_zeros[warp] = __popc(ballot);
    __syncthreads();
    for (int w = 0; w < warp; w++)
        before += warp_zeros[w];
    if (i >= n)
        return;
    const int zeros_before = zeros[blockIdx.x] + before;
    const int place = zero ? zeros_before : zeros[gridDim.x] + i - zeros_before;
    keys_out[place] = key;
    if (with_values)
        values_out[place] = values[i];
}

// Negative numbers in falling order below the positive ones in rising order.
__global__ void floats_to_keys(uint32_t *bits, int n, bool back)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const uint32_t x = bits[i];
    bits[i] = back ? x ^ ((x >> 31) - 1 | 0x80000000u) : x ^ (-(x >> 31) | 0x80000000u);
}

void sort(uint32_t *keys, int *values, int n, int bits)
{
    const int blocks = (n + block_size - 1) / block_size;
    uint32_t *other_keys = on_device<uint32_t>(n);
    int *other_values = values ? on_device<int>(n) : nullptr;
    int *zeros = on_device<int>(blocks + 1);
    for (int bit = 0; bit < bits; bit++) {
        count_zeros<<<blocks, block_size>>>(keys, n, bit, zeros);
        offsets<<<1, 32>>>(zeros, blocks);
        if (values)
            scatter<true><<<blocks, block_size>>>(keys, values, other_keys, other_values, n, bit,
                                                  zeros);
        else
            scatter<false><<<blocks, block_size>>>(keys, nullptr, other_keys, nullptr, n, bit,
                                                   zeros);
        std::swap(keys, other_keys);
        std::swap(values, other_values);
    }
    // An even number of passes: the result is where the keys were.
    CHECK(cudaFree(other_keys));
    CHECK(cudaFree(other_values));
    CHECK(cudaFree(zeros));
}

} // namespace split

int main()
{
    const int n = 5000, blocks = (n + split::block_size - 1) / split::block_size;
    Random random(31);
    std::vector<uint32_t> keys(n);
    std::vector<int> values(n);
    for (int i = 0; i < n; i++) {
        keys[i] = random.next() & 0xfff;
        values[i] = i;
    }
    uint32_t *d_keys = to_device(keys);
    int *d_values = to_device(values);
    split::sort(d_keys, d_values, n, 12);
    std::stable_sort(values.begin(), values.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    printf("stable: %s\n", to_host(d_values, n) == values ? "yes" : "NO");
    print_hash("keys", d_keys, n);
    print_hash("values", d_values, n);

    std::vector<float> floats(n);
    for (float &x : floats)
        x = (random.uniform() - 0.5f) * (float)(1 << random.next() % 20);
    float *d_floats = to_device(floats);
    split::floats_to_keys<<<blocks, split::block_size>>>((uint32_t *)d_floats, n, false);
    split::sort((uint32_t *)d_floats, nullptr, n, 32);
    split::floats_to_keys<<<blocks, split::block_size>>>((uint32_t *)d_floats, n, true);
    std::sort(floats.begin(), floats.end());
    printf("floats: %s\n", to_host(d_floats, n) == floats ? "sorted" : "WRONG");
    print_hash("floats", d_floats, n);
    CHECK(cudaFree(d_keys));
    CHECK(cudaFree(d_values));
    CHECK(cudaFree(d_floats));
    return 0;
}
