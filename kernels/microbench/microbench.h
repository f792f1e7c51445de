// SPDX-License-Identifier: Apache-2.0
// What the groups of the microbenchmark share: the machine they run on, rows of the result, timers,
// and the device code that reads the clocks. A group is one .cu file with one function that
// measures and prints; main.cu holds their list.
#ifndef MICROBENCH_H
#define MICROBENCH_H

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

typedef long long Clock;

// The GPU, and how much to measure. Quick: sizes that a simulator copes with, values of no worth.
struct Machine {
    bool is_quick;
    int sm_count, warps_per_sm, compute_capability;
    double clock_mhz; // measured while one warp works
    size_t shared_optin_bytes, memory_bytes;
};
extern Machine machine;

// One line of the result: name,parameter,value,unit. The parameter says which point of a curve this
// is ("warps=4 ilp=2"); a row without one is the value of a key of a GPU preset.
void row(const char *name, const std::string &parameter, double value, const char *unit);
void key(const char *name, double value, const char *unit);
std::string text(const char *format, ...);

// Throws when a CUDA call fails; main() ends the group then and goes on with the next.
#define CUDA(call) cuda_must_succeed((call), #call)
void cuda_must_succeed(cudaError_t error, const char *call);

// A list of sizes: all of them, or its first `quick_count` in a quick run.
std::vector<int> sizes(const std::vector<int> &all, size_t quick_count);

// Device memory that lives as long as the object.
template <typename T> struct Buffer {
    T *data = nullptr;
    size_t count;
    explicit Buffer(size_t elements) : count(elements)
    {
        CUDA(cudaMalloc((void **)&data, elements * sizeof(T)));
        CUDA(cudaMemset(data, 0, elements * sizeof(T)));
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer()
    {
        cudaFree(data);
    }
    std::vector<T> fetch() const
    {
        std::vector<T> host(count);
        CUDA(cudaGetLastError());
        CUDA(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }
};

// Overwrites more memory than L2 holds, so that what was there is gone (from the first TLB too).
void flush_l2();

// Keeps one SM busy for some 25 microseconds, so that what is issued meanwhile starts without a
// gap.
void keep_busy();

// Microseconds between two events around `work`, the least of `repeats` tries after one that is not
// counted.
template <typename Work> double event_us(Work work, int repeats)
{
    cudaEvent_t start, stop;
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&stop));
    float least = 1e30f;
    for (int i = 0; i <= repeats; i++) {
        keep_busy();
        CUDA(cudaEventRecord(start));
        work();
        CUDA(cudaEventRecord(stop));
        CUDA(cudaEventSynchronize(stop));
        CUDA(cudaGetLastError());
        float milliseconds = 0;
        CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
        if (i > 0 || repeats == 0)
            least = std::min(least, milliseconds);
    }
    CUDA(cudaEventDestroy(start));
    CUDA(cudaEventDestroy(stop));
    return 1000.0 * least;
}

// Microseconds on the host's clock.
inline double host_us()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

inline double ratio(double a, double b)
{
    return b == 0 ? 0 : a / b;
}

// The groups, in the order of the list in main.cu.
void measure_latency();
void measure_memory_latency();
void measure_distance();
void measure_throughput();
void measure_mix();
void measure_memory_throughput();
void measure_bandwidth();
void measure_barrier();
void measure_atomic();
void measure_contention();
void measure_cluster();
void measure_order();
void measure_launch();
void measure_copy();
void measure_placement();

__device__ __forceinline__ Clock clock_now()
{
    Clock now;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now) : : "memory");
    return now;
}

// Nanoseconds, the same on all SMs; it advances in steps (32 ns on an H100).
__device__ __forceinline__ Clock globaltimer_now()
{
    Clock now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
    return now;
}

__device__ __forceinline__ unsigned sm_index()
{
    unsigned index;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(index));
    return index;
}

// Cycles of one step of a chain, times CHAIN_STEPS: a short stretch and one that is longer by
// CHAIN_STEPS are timed in straight line, so that what reading the clock costs, and waiting for the
// last result, falls out of the difference. Timed in the second round: the first one fills the
// instruction cache.
const int CHAIN_SHORT = 32;
const int CHAIN_STEPS = 128;

template <typename Step, typename Value>
__device__ __forceinline__ Clock time_chain(Value &x, Step step)
{
    Clock difference = 0;
#pragma unroll 1
    for (int round = 0; round < 2; round++) {
        Clock begin = clock_now();
#pragma unroll
        for (int i = 0; i < CHAIN_SHORT; i++)
            step(x);
        Clock middle = clock_now();
#pragma unroll
        for (int i = 0; i < CHAIN_SHORT + CHAIN_STEPS; i++)
            step(x);
        Clock end = clock_now();
        difference = (end - middle) - (middle - begin);
    }
    return difference;
}

#endif
