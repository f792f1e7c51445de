// SPDX-License-Identifier: Apache-2.0
// kernels/histogram.cu: atomic additions in global and in shared memory, and an atomic whose old
// value is a place.
#include "tests/machine.h"

#define COUNT  (1u << 20)
#define BINS   256u
#define BLOCK  256u
#define BLOCKS 264u
#define LIMIT  16u

static unsigned char mixed[COUNT], one_color[COUNT], kept[COUNT];

static const uint32_t blocks[2] = {BLOCKS, 1}, threads[2] = {BLOCK, 1};

static void count_values(const unsigned char *values, size_t count, uint32_t bins[BINS])
{
    memset(bins, 0, BINS * sizeof(uint32_t));
    for (size_t i = 0; i < count; i++) {
        bins[values[i]]++;
    }
}

static void run_histogram(const Machine *machine, const char *kernel, const unsigned char *values)
{
    uint32_t found[BINS], wanted[BINS], wrong = 0;
    uint64_t bins = machine_buffer(machine, "bins", NULL, sizeof(found));
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "values", values, COUNT));
    argument_u64(&arguments, bins);
    argument_u32(&arguments, COUNT);
    if (machine_run(machine, kernel, blocks, threads, &arguments, bins, found, sizeof(found))) {
        count_values(values, COUNT, wanted);
        for (uint32_t bin = 0; bin < BINS; bin++) {
            wrong += found[bin] != wanted[bin];
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_keep_below(const Machine *machine)
{
    uint32_t all[BINS], found[BINS], count = 0, wrong = 0;
    uint64_t device_kept = machine_buffer(machine, "kept", NULL, COUNT);
    uint64_t device_count = machine_buffer(machine, "kept_count", NULL, sizeof(count));
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "values", mixed, COUNT));
    argument_u64(&arguments, device_kept);
    argument_u64(&arguments, device_count);
    argument_u32(&arguments, COUNT);
    argument_u32(&arguments, LIMIT);
    const uint32_t all_blocks[2] = {COUNT / BLOCK, 1};
    if (machine_run(machine, "_Z10keep_belowPKhPhPjii", all_blocks, threads, &arguments,
                    device_count, &count, sizeof(count)) &&
        EXPECT(count <= COUNT) && machine_read(machine, device_kept, kept, COUNT)) {
        count_values(mixed, COUNT, all);
        count_values(kept, count, found);
        for (uint32_t bin = 0; bin < BINS; bin++) {
            wrong += found[bin] != (bin < LIMIT ? all[bin] : 0);
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    uint32_t random = 1;
    for (uint32_t i = 0; i < COUNT; i++) {
        random = random * 1664525u + 1013904223u;
        mixed[i] = (unsigned char)(random >> 24);
        one_color[i] = 42;
    }
    if (machine_open_file(&machine, gpu, "histogram.ptx")) {
        run_histogram(&machine, "_Z16histogram_globalPKhPji", mixed);
        run_histogram(&machine, "_Z16histogram_globalPKhPji", one_color);
        run_histogram(&machine, "_Z16histogram_sharedPKhPji", mixed);
        run_histogram(&machine, "_Z16histogram_sharedPKhPji", one_color);
        run_keep_below(&machine);
    }
    machine_close(&machine);
}

TEST(on_gtx280)
{
    run_all("gtx280");
}

TEST(on_h200)
{
    run_all("h200");
}
