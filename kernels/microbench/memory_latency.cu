// SPDX-License-Identifier: Apache-2.0
// Latency of loads and atomics: each address comes from the load before it. Shared and constant
// memory, L1, L2 (near and far), device memory, the reach of the TLBs.
#include "access.h"

// --- shared memory -----------------------------------------------------------------------------

// Lane i uses the bytes at offsets[i], which hold their own address.
template <typename Access>
__global__ void shared_chain(Clock *cycles, unsigned *result, const unsigned *offsets)
{
    __shared__ __align__(16) unsigned words[2048];
    for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x)
        words[i] = shared_address(&words[i]);
    __syncthreads();
    unsigned x = shared_address(words) + offsets[threadIdx.x];
    cycles[threadIdx.x] = time_chain(x, [](unsigned &value) { Access::step(value); });
    result[threadIdx.x] = x;
}

template <typename Access> static double shared_latency(const std::vector<unsigned> &offsets)
{
    Buffer<Clock> cycles(32);
    Buffer<unsigned> result(32), device_offsets(32);
    CUDA(cudaMemcpy(device_offsets.data, offsets.data(), 32 * sizeof(unsigned),
                    cudaMemcpyHostToDevice));
    shared_chain<Access><<<1, 32>>>(cycles.data, result.data, device_offsets.data);
    return (double)cycles.fetch()[0] / CHAIN_STEPS;
}

template <typename Access> static void measure_shared_atomic(const char *name)
{
    for (unsigned lanes : {1u, 2u, 4u, 8u, 16u, 32u})
        row("shared_atomic_latency", text("op=%s lanes_per_word=%u", name, lanes),
            shared_latency<Access>(same_word_offsets(lanes)), "cycles");
    for (unsigned ways : {2u, 8u, 32u})
        row("shared_atomic_latency", text("op=%s ways=%u", name, ways),
            shared_latency<Access>(conflict_offsets(ways)), "cycles");
}

static void measure_shared()
{
    double plain = shared_latency<SharedLoad32>(conflict_offsets(1));
    key("lat_shared", plain, "cycles");
    key("lat_shared_step", (shared_latency<SharedLoad32>(conflict_offsets(32)) - plain) / 31,
        "cycles");
    for (unsigned ways : {1u, 2u, 4u, 8u, 16u, 32u})
        row("shared_latency", text("bits=32 ways=%u", ways),
            shared_latency<SharedLoad32>(conflict_offsets(ways)), "cycles");
    row("shared_latency", "bits=32 broadcast", shared_latency<SharedLoad32>(stride_offsets(0)),
        "cycles");
    row("shared_latency", "bits=64", shared_latency<SharedLoad64>(stride_offsets(8)), "cycles");
    row("shared_latency", "bits=128", shared_latency<SharedLoad128>(stride_offsets(16)), "cycles");
    double atomic = shared_latency<SharedAtomicAdd>(same_word_offsets(1));
    double contended = shared_latency<SharedAtomicAdd>(same_word_offsets(32));
    key("lat_shared_atomic", atomic - plain, "cycles");
    key("lat_shared_atomic_step", (contended - atomic) / 31, "cycles");
    measure_shared_atomic<SharedAtomicAdd>("add");
    measure_shared_atomic<SharedAtomicExchange>("exch");
    measure_shared_atomic<SharedAtomicCas>("cas");
}

// --- constant memory ---------------------------------------------------------------------------

__constant__ unsigned constant_ring[16384];

// Follows the ring twice: first cold, then warm. Lanes differ by `lane_bytes`, so that with 0 they
// want one word and otherwise many.
__global__ void constant_chase(Clock *cycles, unsigned *result, int steps, unsigned lane_bytes)
{
    unsigned x = lane_bytes * threadIdx.x;
    for (int round = 0; round < 3; round++) {
        Clock begin = clock_now();
#pragma unroll 8
        for (int i = 0; i < steps; i++)
            x = *(const unsigned *)((const char *)constant_ring + x);
        cycles[round] = clock_now() - begin;
        result[threadIdx.x] = x;
    }
}

// Each word holds the offset of the word `stride` bytes on, within the first `footprint` bytes.
static std::vector<double> constant_latency(unsigned footprint, unsigned stride,
                                            unsigned lane_bytes)
{
    std::vector<unsigned> ring(16384);
    for (unsigned i = 0; i < ring.size(); i++)
        ring[i] = (4 * i + stride) % footprint;
    CUDA(cudaMemcpyToSymbol(constant_ring, ring.data(), sizeof(unsigned) * ring.size()));
    Buffer<Clock> cycles(3);
    Buffer<unsigned> result(32);
    int steps = (int)std::max(footprint / stride, 64u);
    constant_chase<<<1, 32>>>(cycles.data, result.data, steps, lane_bytes);
    std::vector<Clock> rounds = cycles.fetch();
    return {(double)rounds[0] / steps, (double)rounds[2] / steps};
}

static void measure_constant()
{
    key("lat_const_l1", constant_latency(512, 64, 0)[1], "cycles");
    key("lat_const_l2", constant_latency(16384, 64, 0)[1], "cycles");
    key("lat_const_l3", constant_latency(65536, 64, 0)[1], "cycles");
    for (unsigned kilobytes : {1u, 2u, 3u, 4u, 8u, 16u, 24u, 32u, 40u, 48u, 56u, 64u}) {
        std::vector<double> latency = constant_latency(1024 * kilobytes, 64, 0);
        row("constant_latency", text("bytes=%u stride=64 cold", 1024 * kilobytes), latency[0],
            "cycles");
        row("constant_latency", text("bytes=%u stride=64", 1024 * kilobytes), latency[1], "cycles");
    }
    for (unsigned stride : {4u, 8u, 16u, 32u, 128u, 256u})
        row("constant_latency", text("bytes=16384 stride=%u", stride),
            constant_latency(16384, stride, 0)[1], "cycles");
    row("constant_latency", "bytes=1024 32 words a warp", constant_latency(1024, 64, 4)[1],
        "cycles");
}

// --- global memory -----------------------------------------------------------------------------

// Nodes are `stride` bytes apart, moved within their stride by whole lines so that no two have the
// same low address bits (`scatter`: bytes to move within, a power of two or 0).
__host__ __device__ inline size_t node_offset(size_t node, size_t stride, size_t scatter)
{
    return node * stride + (scatter ? (node * 2654435761u) % scatter / 128 * 128 : 0);
}

// Links nodes 0 ... count-1 into one ring, each to the one `jump` on (which shares no divisor with
// count).
__global__ void link_ring(char *base, size_t count, size_t jump, size_t stride, size_t scatter)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        *(Address *)(base + node_offset(i, stride, scatter)) =
            (Address)(base + node_offset((i + jump) % count, stride, scatter));
}

template <typename Access>
__global__ void chase(Clock *cycles, Address *result, Address start, int warm_steps, int steps)
{
    Address x = start;
#pragma unroll 1
    for (int i = 0; i < warm_steps; i++)
        Access::step(x);
    if (x == 0) // never; the clock waits for the last step
        result[2] = x;
    Clock begin = clock_now();
#pragma unroll 8
    for (int i = 0; i < steps; i++)
        Access::step(x);
    if (x == 0)
        result[1] = x;
    *cycles = clock_now() - begin;
    *result = x;
}

struct Ring {
    size_t count, stride, scatter;
    char *base;
    Ring(char *memory, size_t nodes, size_t stride_bytes, size_t scatter_bytes)
        : count(nodes), stride(stride_bytes), scatter(scatter_bytes), base(memory)
    {
        bool is_power_of_two = (count & (count - 1)) == 0;
        size_t jump = is_power_of_two && count > 4 ? (size_t)(0.618 * (double)count) | 1 : 1;
        link_ring<<<64, 256>>>(base, count, jump, stride, scatter);
        CUDA(cudaDeviceSynchronize());
    }
    template <typename Access> double latency(int warm_steps, int steps) const
    {
        Buffer<Clock> cycles(1);
        Buffer<Address> result(3);
        if (machine.is_quick)
            steps = std::min(steps, 64);
        chase<Access><<<1, 1>>>(cycles.data, result.data, (Address)base, warm_steps, steps);
        return (double)cycles.fetch()[0] / steps;
    }
};

// One pass over the ring warms it; the second is timed.
static void measure_l1(char *memory)
{
    for (int kilobytes : sizes({4, 16, 64, 96, 128, 160, 192, 208, 224, 240, 256, 512}, 2)) {
        size_t nodes = (size_t)kilobytes * 8;
        Ring ring(memory, nodes, 128, 0);
        double latency = ring.latency<GlobalLoad64>((int)nodes, (int)nodes);
        row("l1_latency", text("bytes=%d", kilobytes * 1024), latency, "cycles");
        if (kilobytes == 16)
            key("lat_l1", latency, "cycles");
    }
}

static void measure_l2(char *memory)
{
    for (int kilobytes : sizes({128, 1024, 4096, 8192, 16384, 32768, 65536}, 1)) {
        size_t nodes = (size_t)kilobytes * 8;
        Ring ring(memory, nodes, 128, 0);
        row("l2_latency", text("bytes=%d", kilobytes * 1024),
            ring.latency<GlobalLoadL2>((int)std::min<size_t>(nodes, 1024), 4096), "cycles");
    }
    Ring ring(memory, 1024, 128, 0);
    row("global_atomic_latency", "op=add.u64 lanes=1 bytes=131072",
        ring.latency<GlobalAtomicAdd>(1024, 4096), "cycles");
}

// Pages of 2 MB (or less) in L2, one line of each: what remains is the cost of translation.
static void measure_tlb(char *memory, size_t bytes)
{
    for (size_t stride : {(size_t)64 << 10, (size_t)2 << 20, (size_t)16 << 20}) {
        for (size_t nodes = 1; nodes * stride <= bytes && nodes <= 8192; nodes *= 2) {
            Ring ring(memory, nodes, stride, stride);
            int steps = (int)std::max<size_t>(nodes, 64);
            row("tlb_latency", text("stride=%zu pages=%zu", stride, nodes),
                ring.latency<GlobalLoadL2>(steps, steps), "cycles");
        }
    }
}

// Every step a line that nothing has touched since L2 was overwritten.
static void measure_dram(char *memory, size_t bytes)
{
    for (size_t footprint = machine.is_quick ? 1 << 20 : 16 << 20; footprint <= bytes;
         footprint *= 2) {
        size_t nodes = machine.is_quick ? 64 : 16384;
        size_t stride = footprint / nodes;
        Ring ring(memory, nodes, stride, stride < 4096 ? 0 : stride);
        flush_l2();
        double latency = ring.latency<GlobalLoadL2>(64, (int)nodes / 4);
        row("dram_latency", text("bytes=%zu stride=%zu", footprint, stride), latency, "cycles");
    }
}

void measure_memory_latency()
{
    measure_shared();
    measure_constant();
    size_t bytes = machine.is_quick ? 4 << 20 : (size_t)8 << 30;
    while (bytes > machine.memory_bytes / 2)
        bytes /= 2;
    Buffer<char> memory(bytes);
    measure_l1(memory.data);
    measure_l2(memory.data);
    measure_tlb(memory.data, bytes);
    measure_dram(memory.data, bytes);
}
