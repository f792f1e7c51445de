// SPDX-License-Identifier: Apache-2.0
// Atomics in global memory: latency on one address, and throughput of one SM and of all, with and
// without a result, against where the lanes' addresses lie.
#include "microbench.h"

// ATOMIC(name, label, assembly): %0 takes the result, %1 is the address, %2 the operand.
#define ATOMIC(name, label_text, assembly)                                                         \
    struct name {                                                                                  \
        static const char *label()                                                                 \
        {                                                                                          \
            return label_text;                                                                     \
        }                                                                                          \
        static __device__ __forceinline__ unsigned apply(unsigned *address, unsigned operand)      \
        {                                                                                          \
            unsigned result = 0;                                                                   \
            asm volatile(assembly : "+r"(result) : "l"(address), "r"(operand) : "memory");         \
            return result;                                                                         \
        }                                                                                          \
    };
// clang-format off
ATOMIC(RedAdd,   "red.add.u32",   "red.global.add.u32 [%1], %2;")
ATOMIC(AtomAdd,  "atom.add.u32",  "atom.global.add.u32 %0, [%1], %2;")
ATOMIC(RedFloat, "red.add.f32",   "{ .reg .f32 f; mov.b32 f, %2; red.global.add.f32 [%1], f; }")
ATOMIC(AtomFloat, "atom.add.f32", "{ .reg .f32 f; mov.b32 f, %2; atom.global.add.f32 f, [%1], f; mov.b32 %0, f; }")
ATOMIC(AtomMax,  "atom.max.u32",  "atom.global.max.u32 %0, [%1], %2;")
ATOMIC(AtomExchange, "atom.exch.b32", "atom.global.exch.b32 %0, [%1], %2;")
ATOMIC(AtomCas,  "atom.cas.b32",  "atom.global.cas.b32 %0, [%1], %0, %2;")
// clang-format on

// Where a thread's next address is: lane and warp choose the first one, each round moves it.
struct Pattern {
    const char *name;
    unsigned lane_words, warp_words, round_words; // distances in words
    unsigned mask;                                // of the word index; a power of two, less 1
};

// Thread t of warp w in round r uses word (lane * lane_words + w * warp_words + r * round_words) &
// mask.
template <typename Atomic>
__global__ void atomics(unsigned *words, unsigned *result, int rounds, Pattern pattern,
                        unsigned operand)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned index = thread % 32 * pattern.lane_words + thread / 32 * pattern.warp_words, sum = 0;
#pragma unroll 4
    for (int round = 0; round < rounds; round++) {
        sum += Atomic::apply(words + (index & pattern.mask), operand);
        index += pattern.round_words;
    }
    result[thread] = sum;
}

static const Pattern patterns[] = {
    {"one_word", 0, 0, 0, 0},
    {"sector_8_words", 1, 0, 0, 7},
    {"line_32_words", 1, 0, 0, 31},
    {"sector_each_lane_1KB", 8, 0, 0, 255},
    {"coalesced_1MB", 1, 32, 32 * 1031, (1 << 18) - 1},
    {"coalesced_64MB", 1, 32, 32 * 40503, (1 << 24) - 1},
    {"scattered_1MB", 8 * 1031, 8 * 37, 8 * 5003, (1 << 18) - 1},
    {"scattered_64MB", 8 * 40503, 8 * 1237, 8 * 99991, (1 << 24) - 1},
};

template <typename Atomic>
static void throughput(const Buffer<unsigned> &words, const Pattern &pattern, int blocks,
                       int threads)
{
    Buffer<unsigned> result((size_t)blocks * (size_t)threads);
    bool is_contended = pattern.mask < 1024; // one at a time: fewer of them
    int rounds = blocks > 1 ? 256 : threads > 32 ? 1024 : 4096;
    if (is_contended)
        rounds /= blocks > 1 ? 32 : 4;
    if (machine.is_quick)
        rounds = 2;
    double us = event_us(
        [&]() {
            atomics<Atomic><<<blocks, threads>>>(words.data, result.data, rounds, pattern, 1);
        },
        machine.is_quick ? 0 : 1);
    double operations = (double)blocks * threads * rounds;
    row("atomic_throughput",
        text("op=%s pattern=%s blocks=%d threads=%d", Atomic::label(), pattern.name, blocks,
             threads),
        ratio(operations / us, machine.clock_mhz), "lanes/cycle");
}

template <typename Atomic> static void measure_throughput_of(const Buffer<unsigned> &words)
{
    for (const Pattern &pattern : patterns) {
        Pattern fitting = pattern;
        fitting.mask &= (unsigned)words.count - 1;
        throughput<Atomic>(words, fitting, 1, 32);
        throughput<Atomic>(words, fitting, 1, 1024);
        throughput<Atomic>(words, fitting, machine.is_quick ? 2 : 2 * machine.sm_count,
                           machine.is_quick ? 64 : 1024);
    }
}

// A chain of additions on words that lanes share: every address depends on the result before.
__global__ void atomic_chain(Clock *cycles, unsigned *words, int lanes_per_word, int stride_words)
{
    unsigned *address = words + threadIdx.x / (unsigned)lanes_per_word * (unsigned)stride_words;
    cycles[threadIdx.x] = time_chain(address, [](unsigned *&pointer) {
        unsigned old;
        asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(old) : "l"(pointer) : "memory");
        pointer += old; // holds 0
    });
    words[1024 + threadIdx.x] = (unsigned)(address - words);
}

// A reduction and a fence that waits for it. Lane i uses word i * lane_words (were the address
// plainly the same for all lanes, ptxas would have one lane add for all).
__global__ void red_and_fence(Clock *cycles, unsigned *words, unsigned *result, unsigned lane_words)
{
    unsigned unused = 0, *word = words + lane_words * threadIdx.x;
    cycles[threadIdx.x] = time_chain(unused, [=](unsigned &) {
        asm volatile("red.global.add.u32 [%0], 1;\n\tmembar.gl;" : : "l"(word) : "memory");
    });
    result[threadIdx.x] = unused;
}

static void measure_latency_of_atomics()
{
    Buffer<Clock> cycles(32);
    Buffer<unsigned> words(2048), result(32);
    double apart = 0, together = 0;
    for (int stride : {1, 8, 32}) {
        for (int lanes : {1, 2, 4, 8, 16, 32}) {
            atomic_chain<<<1, 32>>>(cycles.data, words.data, lanes, stride);
            double latency = (double)cycles.fetch()[0] / CHAIN_STEPS;
            row("global_atomic_latency",
                text("op=add.u32 lanes_per_word=%d stride=%d", lanes, 4 * stride), latency,
                "cycles");
            if (stride == 1)
                (lanes == 1 ? apart : together) = latency;
        }
    }
    key("lat_global_atomic_step", (together - apart) / 31, "cycles");
    for (unsigned lane_words : {0u, 1u, 8u}) {
        red_and_fence<<<1, 32>>>(cycles.data, words.data, result.data, lane_words);
        row("red_and_fence", text("stride=%u", 4 * lane_words),
            (double)cycles.fetch()[0] / CHAIN_STEPS, "cycles");
    }
}

void measure_atomic()
{
    measure_latency_of_atomics();
    Buffer<unsigned> words(machine.is_quick ? 1 << 12 : 1 << 24);
    measure_throughput_of<RedAdd>(words);
    measure_throughput_of<AtomAdd>(words);
    measure_throughput_of<RedFloat>(words);
    measure_throughput_of<AtomFloat>(words);
    measure_throughput_of<AtomMax>(words);
    measure_throughput_of<AtomExchange>(words);
    measure_throughput_of<AtomCas>(words);
}
