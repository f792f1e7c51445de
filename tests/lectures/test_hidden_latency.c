// SPDX-License-Identifier: Apache-2.0
// How many warps hide a latency. UT's trade of registers against warps on a GeForce 8800: 200
// cycles of a load are hidden by the instructions of other warps that do not wait for one. With 10
// registers 3 blocks of 256 threads fit and bring 4 such instructions a load; with 11 only 2 fit,
// but 8 instructions a load need only 7 warps. The instructions are counted in kernels/latency.cu,
// the rest follows from the preset.
#include "tests/lectures/walk.h"

#define BLOCK          256u
#define LATENCY_CYCLES 200 // UT's number for a load; not the preset's

// Multiply-adds that one warp executes for each word it loads. None of them needs the word. (nvcc's
// PTX fuses them, which GPUs before the GTX 480 cannot; the program has as many on each.)
static uint32_t independent_instructions(const char *kernel)
{
    Walk walk;
    uint32_t loads = 0, computed = 0;
    bool is_started =
        walk_start(&walk, &(WalkLaunch){"gtx480", "latency.ptx", kernel, BLOCK, 1, 2, 0});
    while (is_started && walk_step(&walk, 0)) {
        const Micro *micro = walk.step.micro;
        loads += walk.step.access.is_global && !walk.step.access.is_store;
        computed += micro->kind == MICRO_LANE && micro->function == LANE_FMA_F32;
    }
    walk_end(&walk);
    EXPECT(loads > 0);
    return loads > 0 && computed % loads == 0 ? computed / loads : 0;
}

// Each warp issues its instructions one after another, each taking the issue cycles of a warp.
static uint32_t warps_that_hide(uint32_t instructions)
{
    uint32_t covered_cycles = instructions * gpu_preset("8800gtx")->issue_cycles;
    return covered_cycles == 0 ? 0 : (LATENCY_CYCLES + covered_cycles - 1) / covered_cycles;
}

TEST(ut_ten_registers_allow_three_blocks_and_four_instructions_need_13_warps)
{
    Occupancy fitting = occupancy(gpu_preset("8800gtx"), BLOCK, 10, 0);
    EXPECT_EQ(fitting.limit_registers, 3);
    EXPECT_EQ(fitting.blocks_per_sm, 3);
    EXPECT_EQ(fitting.warps_per_sm, 24);
    uint32_t instructions = independent_instructions("_Z16load_and_computeILi4ELi3EEvPKfPf");
    EXPECT_EQ(instructions, 4);
    EXPECT_EQ(warps_that_hide(instructions), 13); // 200 / (4 * 4) = 12.5
}

TEST(ut_eleven_registers_allow_two_blocks_and_eight_instructions_need_7_warps)
{
    Occupancy fitting = occupancy(gpu_preset("8800gtx"), BLOCK, 11, 0);
    EXPECT_EQ(fitting.limit_registers, 2);
    EXPECT_EQ(fitting.blocks_per_sm, 2);
    EXPECT_EQ(fitting.warps_per_sm, 16);
    uint32_t instructions = independent_instructions("_Z16load_and_computeILi8ELi2EEvPKfPf");
    EXPECT_EQ(instructions, 8);
    EXPECT_EQ(warps_that_hide(instructions), 7); // 200 / (8 * 4) = 6.25
    EXPECT(warps_that_hide(instructions) <= fitting.warps_per_sm);
}

TEST(ut_a_warp_of_the_8800_issues_over_four_cycles)
{
    EXPECT_EQ(gpu_preset("8800gtx")->issue_cycles, 4);
}

// Threads of an SM whose warps issue one instruction after another while a result is under way.
static uint32_t threads_that_hide(const char *name, uint32_t result_cycles)
{
    const Gpu *gpu = gpu_preset(name);
    return result_cycles * gpu->warp_schedulers / gpu->issue_cycles * 32;
}

TEST(muni_192_threads_hide_a_read_after_write_of_a_register_on_1_x)
{
    EXPECT_EQ(threads_that_hide("8800gtx", (uint32_t)gpu_preset("8800gtx")->lat_alu), 192);
    EXPECT_EQ(threads_that_hide("gtx280", (uint32_t)gpu_preset("gtx280")->lat_alu), 192);
}

// The lecture takes the same 24 cycles for 2.x. The programming guide says 22 (5.2.3), and so does
// the preset: the lecture's 768 threads hide them, and 704 do.
TEST(muni_768_threads_hide_it_on_2_x)
{
    EXPECT_EQ(threads_that_hide("gtx480", 24), 768);
    EXPECT_EQ(threads_that_hide("gtx480", (uint32_t)gpu_preset("gtx480")->lat_alu), 704);
}
