// SPDX-License-Identifier: Apache-2.0
// What a cycle model needs to know of a GPU, measured: latencies by chains of dependent
// instructions, throughputs against warps, bandwidths, barriers, atomics, launches, copies, where
// blocks go. Prints one line for each value, name,parameter,value,unit, below a line that names the
// GPU.
//
//   nvcc -O3 -arch=native kernels/microbench/*.cu -o microbench && ./microbench [GROUP...]
//   lockstep --mode cycles kernels/microbench/*.cu -- --quick [GROUP...]
//
// All groups by default; --quick takes sizes for a simulator. Needs compute capability 8.0.
#include "microbench.h"

#include <cstdarg>
#include <cstdlib>
#include <cstring>

Machine machine;

static const struct {
    const char *name;
    void (*measure)();
} groups[] = {
    {"latency", measure_latency},
    {"memory_latency", measure_memory_latency},
    {"distance", measure_distance},
    {"throughput", measure_throughput},
    {"mix", measure_mix},
    {"memory_throughput", measure_memory_throughput},
    {"bandwidth", measure_bandwidth},
    {"barrier", measure_barrier},
    {"atomic", measure_atomic},
    {"contention", measure_contention},
    {"cluster", measure_cluster},
    {"order", measure_order},
    {"launch", measure_launch},
    {"copy", measure_copy},
    {"placement", measure_placement},
};

void row(const char *name, const std::string &parameter, double value, const char *unit)
{
    printf("%s,%s,%.6g,%s\n", name, parameter.c_str(), value, unit);
}

void key(const char *name, double value, const char *unit)
{
    row(name, "", value, unit);
}

std::string text(const char *format, ...)
{
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof(buffer), format, arguments);
    va_end(arguments);
    return buffer;
}

void cuda_must_succeed(cudaError_t error, const char *call)
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(error));
}

std::vector<int> sizes(const std::vector<int> &all, size_t quick_count)
{
    size_t count = machine.is_quick ? std::min(quick_count, all.size()) : all.size();
    return std::vector<int>(all.begin(), all.begin() + (std::ptrdiff_t)count);
}

void flush_l2()
{
    static Buffer<char> scratch(machine.is_quick ? 1 << 16 : 256 << 20);
    CUDA(cudaMemset(scratch.data, 1, scratch.count));
    CUDA(cudaDeviceSynchronize());
}

// Both clocks around the same work; 2^22 dependent operations take some 10 ms.
__global__ void clock_rate(Clock *out, float x, int steps)
{
    Clock cycles = clock_now(), nanoseconds = globaltimer_now();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
    out[0] = clock_now() - cycles;
    out[1] = globaltimer_now() - nanoseconds;
    out[2] = (Clock)x;
}

void keep_busy()
{
    static Buffer<Clock> unused(3);
    clock_rate<<<1, 32>>>(unused.data, 0.5f, machine.is_quick ? 16 : 12500);
}

static void describe_machine(bool is_quick)
{
    cudaDeviceProp properties;
    int clock_khz = 0;
    CUDA(cudaGetDeviceProperties(&properties, 0));
    CUDA(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
    machine.is_quick = is_quick;
    machine.sm_count = properties.multiProcessorCount;
    machine.warps_per_sm = properties.maxThreadsPerMultiProcessor / 32;
    machine.compute_capability = 10 * properties.major + properties.minor;
    machine.shared_optin_bytes = properties.sharedMemPerBlockOptin;
    machine.memory_bytes = properties.totalGlobalMem;
    Buffer<Clock> out(3);
    for (int i = 0; i < 3; i++)
        clock_rate<<<1, 32>>>(out.data, 0.5f, is_quick ? 64 : 1 << 22);
    std::vector<Clock> measured = out.fetch();
    machine.clock_mhz = ratio(1000.0 * (double)measured[0], (double)measured[1]);
    printf("# %s, %.0f MHz (nominal %.0f MHz), %d SMs, compute capability %d.%d%s\n",
           properties.name, machine.clock_mhz, clock_khz / 1000.0, machine.sm_count,
           properties.major, properties.minor, is_quick ? ", quick: values of no worth" : "");
    printf("name,parameter,value,unit\n");
    key("sm_clock_mhz", machine.clock_mhz, "MHz");
}

// A group that fails says so in the result; whether the next ones can run is for them to find out.
static bool run_group(const char *name, void (*measure)())
{
    try {
        double start = host_us();
        measure();
        row("group_seconds", std::string("group=") + name, (host_us() - start) / 1e6, "s");
        fflush(stdout);
        return true;
    } catch (const std::exception &error) {
        printf("# FAILED: %s: %s\n", name, error.what());
        fflush(stdout);
        return false;
    }
}

static bool is_known(const char *name)
{
    for (const auto &group : groups)
        if (strcmp(group.name, name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    bool is_quick = false, is_right = true;
    std::vector<std::string> wanted;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            is_quick = true;
        } else if (is_known(argv[i])) {
            wanted.push_back(argv[i]);
        } else {
            fprintf(stderr, "usage: microbench [--quick] [GROUP...]; the groups are:\n");
            for (const auto &group : groups)
                fprintf(stderr, "  %s\n", group.name);
            return 1;
        }
    }
    setenv("CUDA_MODULE_LOADING", "EAGER", 1); // no kernel is loaded while something is timed
    try {
        describe_machine(is_quick);
    } catch (const std::exception &error) {
        printf("# FAILED: %s\n", error.what());
        return 1;
    }
    for (const auto &group : groups)
        if (wanted.empty() || std::count(wanted.begin(), wanted.end(), group.name))
            is_right = run_group(group.name, group.measure) && is_right;
    return is_right ? 0 : 1;
}
