// SPDX-License-Identifier: Apache-2.0
// Throughput of shared memory and of L1 hits on one SM, against warps, chains of each and the
// pattern of addresses; and loads beside arithmetic.
#include "access.h"
#include "operations.h"
#include "throughput.h"

const int BODY_ACCESSES = 32; // of all chains together
const unsigned REGION_WORDS = 2048;

// Starts with the address of a lane's bytes: in shared memory, or in the buffer.
__device__ __forceinline__ void start_address(unsigned &x, const unsigned *shared, const void *,
                                              unsigned offset)
{
    x = shared_address(shared) + offset;
}
__device__ __forceinline__ void start_address(Address &x, const unsigned *, const void *global,
                                              unsigned offset)
{
    x = (Address)global + offset;
}

// What `bytes` at a time load is their own address: low half first, high half last, 0 between.
__global__ void fill_with_addresses(unsigned *region, unsigned bytes)
{
    unsigned words = bytes / 4;
    for (unsigned i = threadIdx.x; i < REGION_WORDS; i += blockDim.x) {
        Address address = (Address)(region + i / words * words);
        bool is_first = i % words == 0, is_last = i % words == words - 1;
        region[i] = is_first ? (unsigned)address : is_last ? (unsigned)(address >> 32) : 0;
    }
}

template <typename Access, int CHAINS, int FMAS>
__global__ void __launch_bounds__(1024, 2)
    accesses(Span *spans, unsigned *result, int rounds, unsigned *region, const unsigned *offsets,
             size_t warp_words, float y)
{
    __shared__ __align__(16) unsigned words[REGION_WORDS];
    for (unsigned i = threadIdx.x; i < REGION_WORDS; i += blockDim.x)
        words[i] = shared_address(&words[i]);
    __syncthreads();
    region += (blockIdx.x * blockDim.x + threadIdx.x) / 32 * warp_words;
    typename Access::Value x[CHAINS];
    float sums[4] = {y, y + 1, y + 2, y + 3};
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        start_address(x[c], words, region, offsets[threadIdx.x % 32]);
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < BODY_ACCESSES / CHAINS; i++) {
#pragma unroll
            for (int c = 0; c < CHAINS; c++) {
                Access::step(x[c]);
#pragma unroll
                for (int k = 0; k < FMAS; k++)
                    FloatFma::step(sums[k % 4], y, y);
            }
        }
    });
    unsigned total = (unsigned)(sums[0] + sums[1] + sums[2] + sums[3]);
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        total += (unsigned)x[c];
    result[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

// Prints requests per cycle for each number of warps and returns the most bytes of lanes per cycle.
// Loads of all warps hit the same lines of L1; stores go to L2, each warp's to its own lines.
template <typename Access, int CHAINS, int FMAS>
static double throughput(const std::string &pattern, const std::vector<unsigned> &lane_offsets)
{
    double most = 0;
    int rounds = machine.is_quick ? 2 : 32;
    size_t warp_words = Access::is_global_store ? REGION_WORDS : 0;
    size_t regions = warp_words ? Shape(warp_counts().back()).warps() : 1;
    Buffer<unsigned> region(regions * REGION_WORDS), offsets(32);
    CUDA(cudaMemcpy(offsets.data, lane_offsets.data(), 32 * sizeof(unsigned),
                    cudaMemcpyHostToDevice));
    fill_with_addresses<<<1, 256>>>(region.data, Access::bytes);
    for (int warps : warp_counts()) {
        Shape shape(warps);
        Buffer<Span> spans(shape.warps());
        Buffer<unsigned> result(32 * shape.warps());
        accesses<Access, CHAINS, FMAS><<<shape.blocks, shape.threads>>>(
            spans.data, result.data, rounds, region.data, offsets.data, warp_words, 0.5f);
        double requests = BODY_ACCESSES * warp_rounds_per_cycle(spans.fetch(), rounds);
        std::string parameter = text("op=%s %s warps=%d ilp=%d fma_per_access=%d", Access::label(),
                                     pattern.c_str(), warps, CHAINS, FMAS);
        row("memory_throughput", parameter, requests, "requests/cycle");
        most = std::max(most, 32.0 * Access::bytes * requests);
    }
    return most;
}

template <typename Access>
static double best(const std::string &pattern, const std::vector<unsigned> &offsets)
{
    return std::max(throughput<Access, 1, 0>(pattern, offsets),
                    throughput<Access, 4, 0>(pattern, offsets));
}

template <typename Access> static double coalesced()
{
    return best<Access>("coalesced", stride_offsets(Access::bytes));
}

template <typename Access> static void beside_arithmetic()
{
    throughput<Access, 2, 1>("coalesced", stride_offsets(Access::bytes));
    throughput<Access, 2, 2>("coalesced", stride_offsets(Access::bytes));
    throughput<Access, 2, 4>("coalesced", stride_offsets(Access::bytes));
    throughput<Access, 2, 8>("coalesced", stride_offsets(Access::bytes));
}

void measure_memory_throughput()
{
    coalesced<SharedLoad32>();
    coalesced<SharedLoad64>();
    coalesced<SharedLoad128>();
    coalesced<SharedStore32>();
    coalesced<SharedStore128>();
    coalesced<SharedAtomicAdd>();
    coalesced<SharedAtomicExchange>();
    coalesced<SharedAtomicCas>();
    for (unsigned ways : {2u, 4u, 8u, 32u}) {
        best<SharedLoad32>(text("ways=%u", ways), conflict_offsets(ways));
        best<SharedStore32>(text("ways=%u", ways), conflict_offsets(ways));
    }
    for (unsigned lanes : {2u, 8u, 32u}) {
        best<SharedAtomicAdd>(text("lanes_per_word=%u", lanes), same_word_offsets(lanes));
        best<SharedAtomicAdd>(text("ways=%u", lanes), conflict_offsets(lanes));
    }
    double bytes = coalesced<GlobalLoad32>();
    bytes = std::max(bytes, coalesced<GlobalLoad64>());
    bytes = std::max(bytes, coalesced<GlobalLoad128>());
    key("l1_bytes_per_cycle", bytes, "per cycle");
    best<GlobalLoad32>("broadcast", stride_offsets(0));
    for (unsigned lines : {2u, 4u, 8u, 16u, 32u})
        best<GlobalLoad32>(text("lines=%u", lines), line_offsets(lines));
    coalesced<GlobalStore32>();
    coalesced<GlobalStore128>();
    for (unsigned lines : {4u, 32u})
        best<GlobalStore32>(text("lines=%u", lines), line_offsets(lines));
    beside_arithmetic<SharedLoad32>();
    beside_arithmetic<SharedLoad128>();
    beside_arithmetic<GlobalLoad32>();
}
