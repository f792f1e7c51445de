// SPDX-License-Identifier: Apache-2.0
// What a launch costs: on the host and between events, against blocks, threads, registers and
// shared memory; how fast blocks start, on one SM and on the chip; how long a block's place stays
// empty.
#include "microbench.h"

#include <map>

__global__ void empty()
{
}

__global__ void one_store(int *out)
{
    if (blockIdx.x == 0x7fffffff)
        *out = 1;
}

// When each block began and ended, and where.
struct BlockTime {
    Clock begin_clock, end_clock, begin_ns, end_ns;
    Clock sm;
};

// Does nothing, or adds for a while: `additions` one after another.
__device__ __forceinline__ void stamp(BlockTime *times, int additions)
{
    Clock begin_clock = clock_now(), begin_ns = globaltimer_now();
    float x = (float)threadIdx.x;
#pragma unroll 8
    for (int i = 0; i < additions; i++)
        asm volatile("add.rn.f32 %0, %0, %0;" : "+f"(x));
    if (threadIdx.x == 0) {
        BlockTime &time = times[blockIdx.x];
        time.begin_clock = begin_clock;
        time.begin_ns = begin_ns;
        time.sm = sm_index() + (x == 1.5f ? 1 : 0); // x is a whole number
        time.end_ns = globaltimer_now();
        time.end_clock = clock_now();
    }
}

__global__ void stamped(BlockTime *times, int additions)
{
    stamp(times, additions);
}

// The same with as many registers as a block of 256 threads may have.
__global__ void __launch_bounds__(256, 1)
    stamped_large(BlockTime *times, int additions, int *values)
{
    int kept[160];
    if (additions < 0) { // never
#pragma unroll
        for (int i = 0; i < 160; i++)
            kept[i] = ((volatile int *)values)[i];
#pragma unroll
        for (int i = 0; i < 160; i++)
            ((volatile int *)values)[159 - i] = kept[i];
    }
    stamp(times, additions);
}

// --- the host's side ---------------------------------------------------------------------------

static void measure_host()
{
    int launches = machine.is_quick ? 4 : 2000;
    empty<<<1, 32>>>();
    CUDA(cudaDeviceSynchronize());
    for (int attempt = 0; attempt < 2; attempt++) {
        double start = host_us();
        for (int i = 0; i < launches; i++)
            empty<<<1, 32>>>();
        double issued = host_us();
        CUDA(cudaDeviceSynchronize());
        double done = host_us();
        if (attempt == 1) {
            key("launch_us", (done - start) / launches, "us");
            row("launch_issue", "host", (issued - start) / launches, "us");
        }
    }
    double start = host_us();
    for (int i = 0; i < launches / 4; i++) {
        empty<<<1, 32>>>();
        CUDA(cudaDeviceSynchronize());
    }
    key("launch_sync_us", (host_us() - start) / (launches / 4), "us");
}

// Of 20 launches in a row: the time of one, with what its neighbors hide.
template <typename Launch> static double back_to_back_us(Launch launch)
{
    int count = machine.is_quick ? 2 : 20;
    return event_us(
               [&]() {
                   for (int i = 0; i < count; i++)
                       launch();
               },
               machine.is_quick ? 0 : 2) /
           count;
}

static void measure_events()
{
    row("event_pair", "between=nothing", event_us([]() {}, 3), "us");
    for (int blocks : sizes({1, 132, 1056, 4224, 16384, 65536}, 2)) {
        for (int threads : sizes({32, 128, 256, 512, 1024}, 2)) {
            row("empty_kernel", text("blocks=%d threads=%d single", blocks, threads),
                event_us([=]() { empty<<<blocks, threads>>>(); }, 5), "us");
            row("empty_kernel", text("blocks=%d threads=%d back_to_back", blocks, threads),
                back_to_back_us([=]() { empty<<<blocks, threads>>>(); }), "us");
        }
    }
    for (int kilobytes : {0, 8, 32, 100, 200}) {
        size_t bytes = std::min((size_t)kilobytes * 1024, machine.shared_optin_bytes);
        CUDA(cudaFuncSetAttribute(one_store, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  (int)bytes));
        int blocks = machine.is_quick ? 16 : 16384;
        row("empty_kernel", text("blocks=%d threads=256 shared_bytes=%zu", blocks, bytes),
            back_to_back_us([=]() { one_store<<<blocks, 256, bytes>>>(nullptr); }), "us");
    }
}

// --- the device's side -------------------------------------------------------------------------

static double mean(const std::vector<double> &values)
{
    double sum = 0;
    for (double value : values)
        sum += value;
    return ratio(sum, (double)values.size());
}

static double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Blocks of one SM in the order in which they began.
static std::map<Clock, std::vector<BlockTime>> by_sm(const std::vector<BlockTime> &times)
{
    std::map<Clock, std::vector<BlockTime>> sms;
    for (const BlockTime &time : times)
        sms[time.sm].push_back(time);
    for (auto &sm : sms)
        std::sort(sm.second.begin(), sm.second.end(), [](const BlockTime &a, const BlockTime &b) {
            return a.begin_clock < b.begin_clock;
        });
    return sms;
}

// What a launch looked like from inside. `resident`: blocks that an SM holds at once; a block that
// came later took the place of one that had ended.
static void print_times(const std::string &what, const std::vector<BlockTime> &times, int resident)
{
    Clock first = times[0].begin_ns, last_begin = first, last_end = times[0].end_ns;
    for (const BlockTime &time : times) {
        first = std::min(first, time.begin_ns);
        last_begin = std::max(last_begin, time.begin_ns);
        last_end = std::max(last_end, time.end_ns);
    }
    std::vector<double> starts, gaps;
    for (const auto &sm : by_sm(times)) {
        std::vector<Clock> ends;
        for (size_t i = 0; i < sm.second.size(); i++) {
            const BlockTime &block = sm.second[i];
            if (i > 0 && i < (size_t)resident)
                starts.push_back((double)(block.begin_clock - sm.second[i - 1].begin_clock));
            if (i >= (size_t)resident) { // the earliest end whose place is not taken yet
                std::sort(ends.begin(), ends.end());
                gaps.push_back((double)(block.begin_clock - ends[i - (size_t)resident]));
            }
            ends.push_back(block.end_clock);
        }
    }
    row("first_start_to_last_end", what, (double)(last_end - first) / 1e3, "us");
    row("first_start_to_last_start", what, (double)(last_begin - first) / 1e3, "us");
    row("start_distance_on_sm_mean", what, mean(starts), "cycles");
    row("start_distance_on_sm_median", what, median(starts), "cycles");
    row("replacement_gap_mean", what, mean(gaps), "cycles");
    row("replacement_gap_median", what, median(gaps), "cycles");
}

static void measure_blocks()
{
    int waves = machine.is_quick ? 1 : 4;
    Buffer<int> values(256);
    for (int additions : sizes({0, 4096}, 2)) {
        for (int threads : sizes({32, 128, 256, 512, 1024}, 1)) {
            int resident = 0;
            CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stamped, threads, 0));
            int blocks = machine.is_quick ? 4 : waves * resident * machine.sm_count;
            Buffer<BlockTime> times((size_t)blocks);
            for (int attempt = 0; attempt < 2; attempt++)
                stamped<<<blocks, threads>>>(times.data, additions);
            print_times(text("blocks=%d threads=%d additions=%d resident=%d", blocks, threads,
                             additions, resident),
                        times.fetch(), resident);
        }
        int resident = 0;
        CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stamped_large, 256, 0));
        int blocks = machine.is_quick ? 4 : waves * resident * machine.sm_count;
        Buffer<BlockTime> times((size_t)blocks);
        for (int attempt = 0; attempt < 2; attempt++)
            stamped_large<<<blocks, 256>>>(times.data, additions, values.data);
        print_times(text("blocks=%d threads=256 additions=%d resident=%d many_registers", blocks,
                         additions, resident),
                    times.fetch(), resident);
    }
}

// From the last end of one kernel to the first start of the next, in one stream.
static void measure_gap()
{
    int kernels = machine.is_quick ? 3 : 40;
    for (int blocks : sizes({1, 132, 1056}, 1)) {
        Buffer<BlockTime> times((size_t)(kernels * blocks));
        for (int k = 0; k < kernels; k++)
            stamped<<<blocks, 128>>>(times.data + k * blocks, 20000);
        std::vector<BlockTime> measured = times.fetch();
        std::vector<double> gaps;
        Clock end_before = 0;
        for (int k = 0; k < kernels; k++) {
            const BlockTime *kernel = &measured[(size_t)(k * blocks)];
            Clock begin = kernel[0].begin_ns, end = kernel[0].end_ns;
            for (int b = 0; b < blocks; b++) {
                begin = std::min(begin, kernel[b].begin_ns);
                end = std::max(end, kernel[b].end_ns);
            }
            if (k > 0)
                gaps.push_back((double)(begin - end_before) / 1e3);
            end_before = end;
        }
        row("kernel_to_kernel_gap", text("blocks=%d", blocks), median(gaps), "us");
    }
}

void measure_launch()
{
    measure_host();
    measure_events();
    measure_blocks();
    measure_gap();
}
