// SPDX-License-Identifier: Apache-2.0
// How many blocks fit on a multiprocessor, wherever a lecture says so with numbers of its own. What
// programs of kernels/ reach with their compiled registers is in figures.table.
#include "sim/gpu/occupancy.h"
#include "tests/test.h"

#define KB 1024u

// Registers that never limit, for figures of which the lecture names none.
#define FEW 8

static Occupancy of(const char *gpu, uint32_t threads, uint32_t registers, uint32_t shared_bytes)
{
    return occupancy(gpu_preset(gpu), threads, registers, shared_bytes);
}

static uint32_t tile_pair_bytes(uint32_t tile)
{
    return 2 * tile * tile * (uint32_t)sizeof(float);
}

TEST(ut_8_by_8_tiles_want_12_blocks_and_8_are_allowed)
{
    Occupancy fitting = of("8800gtx", 8 * 8, FEW, tile_pair_bytes(8));
    EXPECT_EQ(fitting.limit_warps, 12);
    EXPECT_EQ(fitting.limit_blocks, 8);
    EXPECT_EQ(fitting.blocks_per_sm, 8);
    EXPECT_EQ(fitting.blocks_per_sm * 8 * 8, 512);
}

TEST(ut_16_by_16_tiles_fill_an_sm_with_3_blocks)
{
    Occupancy fitting = of("8800gtx", 16 * 16, FEW, tile_pair_bytes(16));
    EXPECT_EQ(fitting.blocks_per_sm, 3);
    EXPECT_EQ(fitting.blocks_per_sm * 16 * 16, 768);
    EXPECT(fitting.fraction == 1);
}

TEST(ut_32_by_32_tiles_do_not_fit)
{
    Occupancy fitting = of("8800gtx", 32 * 32, FEW, tile_pair_bytes(32));
    EXPECT_EQ(fitting.blocks_per_sm, 0);
    EXPECT(fitting.refusal != NULL);
}

TEST(ut_a_pair_of_16_by_16_tiles_takes_2_kilobytes_and_8_of_them_fit)
{
    EXPECT_EQ(tile_pair_bytes(16), 2 * KB);
    EXPECT_EQ(of("8800gtx", 32, FEW, 2 * KB).limit_shared, 8);
}

TEST(ut_10_registers_fit_three_times_256_threads_and_11_twice)
{
    EXPECT_EQ(of("8800gtx", 256, 10, 0).blocks_per_sm, 3);
    EXPECT_EQ(of("8800gtx", 256, 11, 0).blocks_per_sm, 2);
}

TEST(epfl_96_kilobytes_hold_3_blocks_of_32)
{
    EXPECT_EQ(gpu_preset("gtx980")->shared_bytes_per_sm, 96 * KB);
    EXPECT_EQ(tile_pair_bytes(64), 32 * KB);
    EXPECT_EQ(of("gtx980", 256, FEW, 32 * KB).limit_shared, 3);
    EXPECT_EQ(of("gtx980", 256, FEW, 32 * KB).blocks_per_sm, 3);
}

TEST(guide_the_limits_of_compute_capability_10_0)
{
    const Gpu *gpu = gpu_preset("b200");
    EXPECT_EQ(gpu->compute_capability, 100);
    EXPECT_EQ(gpu->blocks_per_sm, 32);
    EXPECT_EQ(gpu->shared_bytes_per_sm, 233472);
    EXPECT_EQ(gpu->registers_per_sm, 65536);
    EXPECT_EQ(gpu->threads_per_sm, 2048);
    EXPECT_EQ(gpu->shared_bytes_per_block, 49152);
    EXPECT_EQ(gpu->threads_per_block, 1024);
}

TEST(guide_768_threads_reach_75_percent_of_compute_capability_10_0)
{
    Occupancy fitting = of("b200", 768, FEW, 0);
    EXPECT_EQ(fitting.blocks_per_sm, 2);
    EXPECT(fitting.fraction == 0.75);
}

TEST(guide_32_threads_reach_50_percent_of_compute_capability_10_0)
{
    Occupancy fitting = of("b200", 32, FEW, 0);
    EXPECT_EQ(fitting.blocks_per_sm, 32);
    EXPECT(fitting.fraction == 0.5);
}

TEST(guide_100_kilobytes_allow_two_blocks_on_compute_capability_10_0)
{
    EXPECT_EQ(of("b200", 256, FEW, 100 * KB).limit_shared, 2);
    EXPECT_EQ(of("b200", 256, FEW, 100 * KB).blocks_per_sm, 2);
}
