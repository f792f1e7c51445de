// SPDX-License-Identifier: Apache-2.0
// How far memory is from an SM, line by line: L2 has a near and a far part, and device memory has
// rows that are open or not. Prints distributions; lat_l2 and lat_l2_far are the means of the two
// heaps. So are lat_dram and lat_dram_far, less what a single timed load costs beyond its latency.
#include "access.h"

#include <cmath>

const int REPEATS = 8; // loads of one line in a row

// Every line holds its own address.
__global__ void point_to_self(char *base, int lines)
{
    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < lines;
         i += (int)(gridDim.x * blockDim.x))
        *(Address *)(base + 128 * (size_t)i) = (Address)(base + 128 * (size_t)i);
}

// On one SM: cycles of REPEATS dependent loads of each line, after one that is not timed.
__global__ void line_times(Clock *times, unsigned *taken, const char *base, int lines, int sm)
{
    if (sm_index() != (unsigned)sm || threadIdx.x != 0 || atomicAdd(taken, 1) != 0)
        return;
#pragma unroll 1
    for (int i = 0; i < lines; i++) {
        Address x = (Address)(base + 128 * (size_t)i);
        GlobalLoadL2::step(x);
        if (x == 0) // never; the clock waits for the load
            times[0] = 0;
        Clock begin = clock_now();
#pragma unroll
        for (int k = 0; k < REPEATS; k++)
            GlobalLoadL2::step(x);
        if (x == 0)
            times[1] = 0;
        times[i] = clock_now() - begin;
    }
}

// A load of each line, `stride` apart, of independent addresses, one after another.
__global__ void single_loads(Clock *times, const char *base, int lines, size_t stride)
{
#pragma unroll 1
    for (int i = 0; i < lines; i++) {
        Address x = (Address)(base + stride * (size_t)i);
        Clock begin = clock_now();
        GlobalLoadL2::step(x);
        if (x == 1) // never
            times[0] = 0;
        times[i] = clock_now() - begin;
    }
}

static void print_distribution(const char *name, const std::string &what,
                               std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    for (int percent : {0, 5, 10, 25, 50, 75, 90, 95, 99, 100})
        row(name, text("%s percentile=%d", what.c_str(), percent),
            values[(values.size() - 1) * (size_t)percent / 100], "cycles");
}

static void print_histogram(const char *name, const std::string &what,
                            const std::vector<double> &values, double width)
{
    std::vector<int> counts(512);
    for (double value : values)
        counts[std::min((size_t)(std::max(value, 0.0) / width), counts.size() - 1)]++;
    for (size_t bin = 0; bin < counts.size(); bin++)
        if (counts[bin])
            row(name,
                text("%s from=%.0f to=%.0f", what.c_str(), (double)bin * width,
                     (double)(bin + 1) * width),
                counts[bin], "lines");
}

// The means of the values below and above a border that lies halfway between them.
static void two_means(const std::vector<double> &values, double &low, double &high)
{
    low = *std::min_element(values.begin(), values.end());
    high = *std::max_element(values.begin(), values.end());
    for (int step = 0; step < 50; step++) {
        double border = (low + high) / 2, sums[2] = {0, 0};
        int counts[2] = {0, 0};
        for (double value : values) {
            sums[value > border] += value;
            counts[value > border]++;
        }
        low = ratio(sums[0], counts[0]);
        high = counts[1] ? sums[1] / counts[1] : low;
    }
}

static std::vector<double> times_from(const Buffer<char> &memory, int lines, int sm)
{
    Buffer<Clock> times((size_t)lines);
    Buffer<unsigned> taken(1);
    int blocks = machine.is_quick ? 2 : 2 * machine.sm_count;
    line_times<<<blocks, 1024>>>(times.data, taken.data, memory.data, lines, sm);
    std::vector<double> cycles;
    for (Clock time : times.fetch())
        cycles.push_back((double)time / REPEATS);
    return cycles;
}

// Returns the mean of the near and the far part.
static double measure_l2_distance()
{
    int lines = machine.is_quick ? 16 : 4096;
    Buffer<char> memory(128 * (size_t)lines);
    point_to_self<<<32, 256>>>(memory.data, lines);
    CUDA(cudaDeviceSynchronize());
    double near_sum = 0, far_sum = 0;
    std::vector<int> sms;
    for (int i = 0; i < (machine.is_quick ? 1 : 12); i++)
        sms.push_back(i * machine.sm_count / 12);
    for (int sm : sms) {
        std::vector<double> cycles = times_from(memory, lines, sm);
        double low = 0, high = 0;
        two_means(cycles, low, high);
        near_sum += low;
        far_sum += high;
        int far_lines = 0;
        for (double value : cycles)
            far_lines += value > (low + high) / 2;
        std::string which = text("sm=%d", sm);
        row("l2_near", which, low, "cycles");
        row("l2_far", which, high, "cycles");
        row("l2_far_lines", which, (double)far_lines / lines, "of all");
        print_distribution("l2_line_latency", which, cycles);
        if (sm != 0)
            continue;
        print_histogram("l2_line_histogram", which, cycles, 8);
        for (int i = 0; i < std::min(lines, 512); i++)
            row("l2_line", text("sm=0 line=%d", i), cycles[(size_t)i], "cycles");
    }
    key("lat_l2", near_sum / (double)sms.size(), "cycles");
    key("lat_l2_far", far_sum / (double)sms.size(), "cycles");
    return (near_sum + far_sum) / (double)(2 * sms.size());
}

static std::vector<double> single_load_times(const Buffer<char> &memory, int lines, int stride)
{
    Buffer<Clock> times((size_t)lines);
    single_loads<<<1, 1>>>(times.data, memory.data, lines, (size_t)stride);
    std::vector<double> cycles;
    for (Clock time : times.fetch())
        cycles.push_back((double)time);
    return cycles;
}

// `l2`: the mean latency of L2, as a chain of loads measured it.
static void measure_dram_distance(double l2)
{
    int lines = machine.is_quick ? 16 : 8192;
    for (int stride : sizes({128, 32, 64, 256, 1024, 4096, 16384}, 2)) {
        Buffer<char> memory((size_t)stride * (size_t)lines);
        flush_l2();
        std::vector<double> cycles = single_load_times(memory, lines, stride);
        std::string which = text("stride=%d", stride);
        print_distribution("dram_line_latency", which, cycles);
        if (stride == 4096 || stride == 128)
            print_histogram("dram_line_histogram", which, cycles, 16);
        if (stride != 128)
            continue;
        // L2 has all lines now, so that what the second loads take beyond its latency is the
        // clock's.
        double hits = 0, low = 0, high = 0;
        for (double value : single_load_times(memory, lines, stride))
            hits += value / lines;
        row("single_load_overhead", "", hits - l2, "cycles");
        // The slowest tenth met a refresh, far beyond both heaps.
        std::sort(cycles.begin(), cycles.end());
        cycles.resize(cycles.size() * 9 / 10);
        two_means(cycles, low, high);
        key("lat_dram", low - (hits - l2), "cycles");
        key("lat_dram_far", high - (hits - l2), "cycles");
    }
}

void measure_distance()
{
    double l2 = measure_l2_distance();
    measure_dram_distance(l2);
}
