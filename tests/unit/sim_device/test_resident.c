// SPDX-License-Identifier: Apache-2.0
// How many resident warps hide the latency of dependent instructions: their latency times the rate
// at which they issue (Little's law), and no more than that.
#include "sim/device/record.h"
#include "tests/machine.h"

enum { BLOCKS = 12, LATENCY = 6, PIPE = 2 };

// One SM with four schedulers. An addition holds its pipe for two cycles.
static const char gpu_text[] = "base = h200\n"
                               "title = test\n"
                               "sm_count = 1 # of this test, as all below\n"
                               "rate_fp32 = 64 # test\n"
                               "lat_alu = 6 # test\n"
                               "cold_start_cycles = 0 # test\n";

static const char *kernel_of(uint32_t additions)
{
    static char text[16384];
    size_t size = (size_t)snprintf(text, sizeof text,
                                   ".version 7.8\n.target sm_90\n.address_size 64\n"
                                   ".visible .entry k()\n{\n.reg .f32 %%f<2>;\n"
                                   "mov.f32 %%f1, 0f3F800000;\n");
    for (uint32_t i = 0; i < additions; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "add.f32 %%f1, %%f1, %%f1;\n");
    }
    snprintf(text + size, sizeof text - size, "ret;\n}\n");
    return text;
}

// Cycles of a grid whose blocks have one warp for each scheduler; *resident: of an SM.
static uint64_t cycles_of(uint32_t additions, uint32_t max_blocks, uint32_t *resident)
{
    LockstepOptions options = {.gpu_text = gpu_text,
                               .gpu_file_name = "test.gpu",
                               .threads = 1,
                               .mode = LOCKSTEP_CYCLES,
                               .max_blocks_per_sm = max_blocks};
    const char *ptx = kernel_of(additions);
    Machine machine;
    uint64_t cycles = 0;
    if (machine_open_with(&machine, &options, ptx, strlen(ptx), "test.ptx")) {
        Arguments arguments = {0};
        machine_expect(&machine, machine_launch(&machine, "k", BLOCKS, 128, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        *resident = record->occupancy.blocks_per_sm;
        if (EXPECT(record->time != NULL)) {
            cycles = record->time->cycles;
        }
    }
    machine_close(&machine);
    return cycles;
}

// Cycles that 64 additions more take in each block.
static uint64_t growth(uint32_t max_blocks, uint32_t *resident)
{
    uint64_t less = cycles_of(64, max_blocks, resident);
    return cycles_of(128, max_blocks, resident) - less;
}

// Blocks do not start in one cycle, so the last ones of a busy pipe may end a few cycles earlier.
static bool is_near(uint64_t cycles, uint64_t expected)
{
    return cycles + 8 >= expected && cycles <= expected + 8;
}

TEST(dependent_additions_gain_from_warps_until_these_fill_the_latency)
{
    uint32_t resident;
    EXPECT_EQ(growth(1, &resident), 12 * 64 * LATENCY);
    EXPECT_EQ(growth(2, &resident), 6 * 64 * LATENCY);
    EXPECT_EQ(growth(3, &resident), 4 * 64 * LATENCY); // latency / pipe = 3 warps keep it busy
    EXPECT(is_near(growth(4, &resident), 3 * 64 * 4 * PIPE));
    EXPECT(is_near(growth(6, &resident), 2 * 64 * 6 * PIPE));
}

TEST(a_limit_lowers_the_resident_blocks_and_never_raises_them)
{
    uint32_t resident;
    cycles_of(1, 3, &resident);
    EXPECT_EQ(resident, 3);
    cycles_of(1, 0, &resident);
    EXPECT_EQ(resident, 16);
    cycles_of(1, 100, &resident);
    EXPECT_EQ(resident, 16);
}
