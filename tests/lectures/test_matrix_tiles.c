// SPDX-License-Identifier: Apache-2.0
// EPFL's and UT's account of the matrix product: two loads from global memory for each
// multiply-add; with tiles the same two come from shared memory, and a pair of tiles of T x T
// elements costs 2 T^2 loads for 2 T^3 operations. Steps one block of kernels/matrix_multiply.cu
// through one pair of tiles.
#include "tests/lectures/walk.h"

// Of all threads of the block.
typedef struct Work {
    uint32_t global_loads, shared_loads; // words
    uint32_t multiply_adds;
} Work;

static void note(const Step *step, Work *work)
{
    const StepAccess *access = &step->access;
    uint32_t lanes = (uint32_t)__builtin_popcount(access->lanes);
    uint32_t words = access->is_store ? 0 : lanes * access->width_bytes / 4;
    work->global_loads += access->is_global ? words : 0;
    work->shared_loads += access->is_shared ? words : 0;
    if (step->micro->kind == MICRO_LANE && step->micro->function == LANE_FMA_F32) {
        work->multiply_adds += (uint32_t)__builtin_popcount(step->on);
    }
}

// A block of x * y threads multiplies matrices of n * n, as large as one tile.
static Work work_of(const char *gpu, const char *kernel, uint32_t x, uint32_t y, int32_t n)
{
    Walk walk;
    Work work = {0};
    bool is_started =
        walk_start(&walk, &(WalkLaunch){gpu, "matrix_multiply.ptx", kernel, x, y, 3, n});
    for (bool has_moved = is_started; has_moved;) {
        has_moved = false;
        for (uint32_t warp = 0; warp < block_warp_count(walk.block); warp++) {
            while (walk_step(&walk, warp)) {
                note(&walk.step, &work);
                has_moved = true;
            }
        }
    }
    walk_end(&walk);
    return work;
}

static void expect_tile(const char *gpu, const char *kernel, uint32_t rows, uint32_t tile)
{
    Work work = work_of(gpu, kernel, tile, rows, (int32_t)tile);
    EXPECT_EQ(work.global_loads, 2 * tile * tile);
    EXPECT_EQ(2 * work.multiply_adds, 2 * tile * tile * tile);
}

#define TILED(t) "_Z14multiply_tiledILi" #t "EEvPKfS1_Pfi"
#define NAIVE    "_Z31multiply_one_thread_per_elementPKfS0_Pfi"
#define TILED_64 "_Z19multiply_large_tileILi64ELi16EEvPKfS1_Pfi"

TEST(epfl_and_ut_two_loads_for_each_multiply_add)
{
    Work work = work_of("h200", NAIVE, 16, 16, 16);
    EXPECT_EQ(work.multiply_adds, 16 * 16 * 16);
    EXPECT_EQ(work.global_loads, 2 * work.multiply_adds);
    EXPECT_EQ(work.shared_loads, 0);
}

TEST(epfl_and_ut_with_tiles_both_come_from_shared_memory)
{
    Work work = work_of("h200", TILED(16), 16, 16, 16);
    EXPECT_EQ(work.multiply_adds, 16 * 16 * 16);
    EXPECT_EQ(work.shared_loads, 2 * work.multiply_adds);
    EXPECT_EQ(work.global_loads, 2 * work.multiply_adds / 16);
}

TEST(epfl_a_tile_pair_costs_2_t_squared_loads_for_2_t_cubed_operations)
{
    expect_tile("gtx480", TILED(8), 8, 8);
    expect_tile("gtx480", TILED(16), 16, 16);
    expect_tile("h200", TILED(32), 32, 32);
}

TEST(epfl_a_tile_of_64_is_2_times_4096_loads_for_524288_operations)
{
    Work work = work_of("h200", TILED_64, 64, 16, 64);
    EXPECT_EQ(work.global_loads, 2 * 4096);
    EXPECT_EQ(2 * work.multiply_adds, 524288);
}
