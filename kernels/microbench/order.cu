// SPDX-License-Identifier: Apache-2.0
// What order between blocks costs: fences, releases and acquires in a chain of one warp, and how
// long a word takes from one SM to another that polls for it.
#include "microbench.h"

// STEP(name, label, assembly): %0 is an address of 64 bits whose word holds 0; what is loaded is
// added to the address, so that each step waits for the one before.
#define STEP(name, label_text, assembly)                                                           \
    struct name {                                                                                  \
        static const char *label()                                                                 \
        {                                                                                          \
            return label_text;                                                                     \
        }                                                                                          \
        static __device__ __forceinline__ void step(unsigned *&pointer)                            \
        {                                                                                          \
            unsigned old = 0;                                                                      \
            asm volatile(assembly : "+r"(old) : "l"(pointer) : "memory");                          \
            pointer += old;                                                                        \
        }                                                                                          \
    };
// clang-format off
STEP(FenceCta,     "fence.acq_rel.cta",       "fence.acq_rel.cta;")
STEP(FenceGpu,     "fence.acq_rel.gpu",       "fence.acq_rel.gpu;")
STEP(FenceSc,      "fence.sc.gpu",            "fence.sc.gpu;")
STEP(FenceSystem,  "fence.acq_rel.sys",       "fence.acq_rel.sys;")
STEP(StoreFence,   "st+fence.acq_rel.gpu",    "st.global.u32 [%1], 0; fence.acq_rel.gpu;")
STEP(StoreFenceSc, "st+fence.sc.gpu",         "st.global.u32 [%1], 0; fence.sc.gpu;")
STEP(LoadRelaxed,  "ld.relaxed.gpu",          "ld.relaxed.gpu.global.u32 %0, [%1];")
STEP(LoadAcquire,  "ld.acquire.gpu",          "ld.acquire.gpu.global.u32 %0, [%1];")
STEP(StoreRelease, "st.release.gpu",          "st.release.gpu.global.u32 [%1], 0;")
STEP(AtomRelaxed,  "atom.relaxed.gpu",        "atom.relaxed.gpu.global.add.u32 %0, [%1], 0;")
STEP(AtomRelease,  "atom.release.gpu",        "atom.release.gpu.global.add.u32 %0, [%1], 0;")
STEP(AtomAcquire,  "atom.acquire.gpu",        "atom.acquire.gpu.global.add.u32 %0, [%1], 0;")
STEP(AtomBoth,     "atom.acq_rel.gpu",        "atom.acq_rel.gpu.global.add.u32 %0, [%1], 0;")
STEP(StoreAtom,    "st+atom.release.gpu",     "st.global.u32 [%1+128], 0; atom.release.gpu.global.add.u32 %0, [%1], 0;")
STEP(StoreLoad,    "st+ld.relaxed.gpu",       "st.relaxed.gpu.global.u32 [%1], 0; ld.relaxed.gpu.global.u32 %0, [%1];")
STEP(LoadFence,    "ld.relaxed.gpu+fence.acq_rel.gpu", "ld.relaxed.gpu.global.u32 %0, [%1]; fence.acq_rel.gpu;")
STEP(AtomLoad,     "atom.release+ld.acquire", "{ .reg .u32 a; atom.release.gpu.global.add.u32 a, [%1], 0; ld.acquire.gpu.global.u32 %0, [%1]; add.u32 %0, %0, a; }")
// clang-format on
#undef STEP

template <typename Step> __global__ void ordered(Clock *cycles, unsigned *words)
{
    unsigned *pointer = words;
    cycles[threadIdx.x] = time_chain(pointer, [](unsigned *&at) { Step::step(at); });
    words[1024 + threadIdx.x] = (unsigned)(pointer - words);
}

// Returns the cycles of one step by one lane.
template <typename Step> static double measure()
{
    Buffer<unsigned> words(2048);
    Buffer<Clock> cycles(32);
    double all = 0, one = 0;
    for (int lanes : {32, 1}) {
        ordered<Step><<<1, lanes>>>(cycles.data, words.data);
        one = (double)cycles.fetch()[0] / CHAIN_STEPS;
        all = lanes == 32 ? one : all;
    }
    row("ordered_latency", text("op=%s lanes=1", Step::label()), one, "cycles");
    row("ordered_latency", text("op=%s lanes=32", Step::label()), all, "cycles");
    return one;
}

// One lane on one SM; the other blocks go away.
template <typename Step> __global__ void ordered_on(Clock *cycles, unsigned *words, unsigned sm)
{
    if (sm_index() != sm)
        return;
    unsigned *pointer = words;
    *cycles = time_chain(pointer, [](unsigned *&at) { Step::step(at); });
    words[1] = (unsigned)(pointer - words);
}

template <typename Step>
static double measure_on(const Buffer<unsigned> &words, unsigned sm, unsigned page)
{
    const unsigned page_words = 1024;
    Buffer<Clock> cycles(1);
    ordered_on<Step><<<machine.sm_count, 1>>>(cycles.data, words.data + page * page_words, sm);
    return (double)cycles.fetch()[0] / CHAIN_STEPS;
}

// The means of the values on each side of the middle between the least and the most of them.
struct Heaps {
    double near, far;
    explicit Heaps(const std::vector<double> &values)
    {
        double middle = (*std::min_element(values.begin(), values.end()) +
                         *std::max_element(values.begin(), values.end())) /
                        2;
        double sums[2] = {0, 0}, counts[2] = {0, 0};
        for (double value : values) {
            sums[value > middle] += value;
            counts[value > middle] += 1;
        }
        near = ratio(sums[0], counts[0]);
        far = counts[1] > 0 ? sums[1] / counts[1] : near;
    }
};

// Atomics are made where a word is at home, near or far; a fence after an access takes longer by
// as much.
static void measure_homes()
{
    unsigned pages = machine.is_quick ? 2 : 64, sms = machine.is_quick ? 2 : 12;
    Buffer<unsigned> words(pages * 1024);
    std::vector<double> atomics, loads;
    double beyond = 0;
    for (unsigned i = 0; i < sms; i++) {
        unsigned sm = i * (unsigned)machine.sm_count / sms;
        for (unsigned page = 0; page < pages; page++) {
            atomics.push_back(measure_on<AtomRelaxed>(words, sm, page));
            loads.push_back(measure_on<LoadRelaxed>(words, sm, page));
            row("home_atomic", text("sm=%u page=%u", sm, page), atomics.back(), "cycles");
        }
        double fence = measure_on<LoadFence>(words, sm, 0) - loads[i * pages];
        row("home_fence", text("sm=%u page=0", sm), fence, "cycles");
        beyond += (fence - atomics[i * pages]) / sms;
    }
    double load = Heaps(loads).near;
    key("lat_global_atomic", Heaps(atomics).near - load, "cycles");
    key("lat_global_atomic_far", Heaps(atomics).far - load, "cycles");
    key("lat_fence_flush", beyond, "cycles");
}

// One lane of each block: it waits until the word has the number of its turn and hands it on.
template <bool IS_ORDERED> __global__ void hand_over(Clock *cycles, unsigned *word, unsigned rounds)
{
    Clock begin = clock_now();
    for (unsigned round = 0; round < rounds; round++) {
        unsigned turn = round * gridDim.x + blockIdx.x, seen = 0;
        do {
            if (IS_ORDERED)
                asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                             : "=r"(seen)
                             : "l"(word)
                             : "memory");
            else
                asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                             : "=r"(seen)
                             : "l"(word)
                             : "memory");
        } while (seen != turn);
        if (IS_ORDERED)
            asm volatile("st.release.gpu.global.u32 [%0], %1;"
                         :
                         : "l"(word), "r"(turn + 1)
                         : "memory");
        else
            asm volatile("st.relaxed.gpu.global.u32 [%0], %1;"
                         :
                         : "l"(word), "r"(turn + 1)
                         : "memory");
    }
    if (blockIdx.x == 0)
        *cycles = clock_now() - begin;
}

static void measure_hand_over()
{
    unsigned rounds = machine.is_quick ? 4 : 256;
    for (unsigned blocks : {2u, 8u}) {
        for (bool is_ordered : {false, true}) {
            Buffer<unsigned> word(1);
            Buffer<Clock> cycles(1);
            if (is_ordered)
                hand_over<true><<<blocks, 1>>>(cycles.data, word.data, rounds);
            else
                hand_over<false><<<blocks, 1>>>(cycles.data, word.data, rounds);
            row("hand_over", text("order=%s blocks=%u", is_ordered ? "release" : "relaxed", blocks),
                ratio((double)cycles.fetch()[0], rounds * blocks), "cycles");
        }
    }
}

void measure_order()
{
    measure<FenceCta>();
    key("lat_fence", measure<FenceGpu>(), "cycles");
    measure<FenceSc>();
    key("lat_fence_sys", measure<FenceSystem>(), "cycles");
    measure<StoreFence>();
    measure<StoreFenceSc>();
    measure<LoadRelaxed>();
    measure<LoadAcquire>();
    measure<StoreRelease>();
    measure<AtomRelaxed>();
    measure<AtomRelease>();
    measure<AtomAcquire>();
    measure<AtomBoth>();
    measure<StoreAtom>();
    measure<StoreLoad>();
    measure<LoadFence>();
    measure<AtomLoad>();
    measure_homes();
    measure_hand_over();
}
