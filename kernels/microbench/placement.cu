// SPDX-License-Identifier: Apache-2.0
// Which SM gets which block: the order in which the first blocks fill the SMs, and where the blocks
// go that find the chip full.
#include "microbench.h"

// Where a block ran, and when, by the clock that all SMs share.
struct Place {
    Clock sm, begin_ns, end_ns;
};

// Block b adds `additions` times, some longer: those whose index is divisible by 3 twice as long.
__global__ void place(Place *places, float *result, int additions)
{
    Clock begin = globaltimer_now();
    float x = (float)threadIdx.x;
    int count = blockIdx.x % 3 == 0 ? 2 * additions : additions;
#pragma unroll 8
    for (int i = 0; i < count; i++)
        asm volatile("add.rn.f32 %0, %0, %0;" : "+f"(x));
    result[blockIdx.x * blockDim.x + threadIdx.x] = x;
    if (threadIdx.x == 0) {
        Place &mine = places[blockIdx.x];
        mine.sm = sm_index();
        mine.begin_ns = begin;
        mine.end_ns = globaltimer_now();
    }
}

// Blocks of 256 threads: `per_sm` of them on an SM (by shared memory), three rounds of blocks.
static void measure_grid(int per_sm)
{
    int blocks = machine.is_quick ? 6 : 3 * per_sm * machine.sm_count;
    int additions = machine.is_quick ? 8 : 20000;
    size_t shared = machine.is_quick ? 0 : machine.shared_optin_bytes / (size_t)per_sm - 2048;
    CUDA(cudaFuncSetAttribute(place, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    Buffer<Place> places((size_t)blocks);
    Buffer<float> result((size_t)blocks * 256);
    for (int attempt = 0; attempt < 2; attempt++)
        place<<<blocks, 256, shared>>>(places.data, result.data, additions);
    std::vector<Place> measured = places.fetch();
    Clock first = measured[0].begin_ns;
    for (const Place &one : measured)
        first = std::min(first, one.begin_ns);
    for (int b = 0; b < blocks && per_sm < 4; b++) { // four on an SM: the summary is enough
        std::string which = text("blocks_per_sm=%d block=%d", per_sm, b);
        row("placement_sm", which, (double)measured[(size_t)b].sm, "SM");
        if (per_sm > 1)
            continue;
        row("placement_begin", which, (double)(measured[(size_t)b].begin_ns - first), "ns");
        row("placement_end", which, (double)(measured[(size_t)b].end_ns - first), "ns");
    }

    // A block of a later round replaces a block of its SM when one ended there before it began and
    // its place was still free; count how many begin within a microsecond of such an end.
    int replacements = 0, in_order = 0;
    Clock begin_before = 0;
    for (int b = per_sm * machine.sm_count; b < blocks; b++) {
        const Place &later = measured[(size_t)b];
        in_order += later.begin_ns >= begin_before;
        begin_before = later.begin_ns;
        bool is_replacement = false;
        for (int a = 0; a < b && !is_replacement; a++) {
            const Place &earlier = measured[(size_t)a];
            is_replacement = earlier.sm == later.sm && earlier.end_ns <= later.begin_ns &&
                             later.begin_ns - earlier.end_ns < 2000;
        }
        replacements += is_replacement;
    }
    int later_blocks = std::max(blocks - per_sm * machine.sm_count, 0);
    row("placement_later_blocks", text("blocks_per_sm=%d", per_sm), later_blocks, "blocks");
    row("placement_replace_where_one_ended", text("blocks_per_sm=%d", per_sm), replacements,
        "blocks");
    row("placement_begin_in_index_order", text("blocks_per_sm=%d", per_sm), in_order, "blocks");
}

void measure_placement()
{
    measure_grid(1);
    measure_grid(2);
    measure_grid(4);
}
