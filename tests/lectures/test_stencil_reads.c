// SPDX-License-Identifier: Apache-2.0
// SHEF's count of a stencil's reads: the 64 threads of an 8 x 8 tile gather eight neighbors each.
// Steps one block of kernels/stencil.cu and sorts its reads by the thread that makes them: inner
// ones have all neighbors in the tile, those at the edge some outside.
#include "tests/lectures/walk.h"

#define TILE 8u

typedef struct Reads {
    uint32_t loaded;                    // from global memory, before the barrier
    uint32_t inner_cached, edge_cached; // from shared memory, after it
    uint32_t uncached;                  // from global memory, after it
} Reads;

static bool is_inner(uint32_t thread)
{
    uint32_t x = thread % TILE, y = thread / TILE;
    return x > 0 && x < TILE - 1 && y > 0 && y < TILE - 1;
}

static void note(const Step *step, uint32_t warp, bool is_loaded, Reads *reads)
{
    for (uint32_t lane = 0; lane < 32; lane++) {
        bool reads_one = (step->access.lanes >> lane & 1) != 0 && !step->access.is_store;
        if (reads_one && step->access.is_shared) {
            *(is_inner(32 * warp + lane) ? &reads->inner_cached : &reads->edge_cached) += 1;
        } else if (reads_one && step->access.is_global) {
            *(is_loaded ? &reads->uncached : &reads->loaded) += 1;
        }
    }
}

static Reads count_reads(const char *gpu, const char *kernel)
{
    Walk walk;
    Reads reads = {0};
    bool is_started =
        walk_start(&walk, &(WalkLaunch){gpu, "stencil.ptx", kernel, TILE, TILE, 2, 0});
    for (int phase = 0; is_started && phase < 2; phase++) {
        for (uint32_t warp = 0; warp < TILE * TILE / 32; warp++) {
            while (walk_step(&walk, warp)) {
                note(&walk.step, warp, phase == 1, &reads);
                if (walk.step.micro->kind == MICRO_BARRIER) {
                    break;
                }
            }
        }
    }
    walk_end(&walk);
    return reads;
}

static void expect_without_halo(const char *gpu)
{
    Reads reads = count_reads(gpu, "_Z11gather_tileILi8EEvPKiPi");
    EXPECT_EQ(reads.loaded, 64);
    EXPECT_EQ(reads.inner_cached, 36 * 8);
    EXPECT_EQ(reads.edge_cached, 132);
    EXPECT_EQ(reads.uncached, 92);
    EXPECT_EQ(reads.inner_cached + reads.edge_cached + reads.uncached, 64 * 8);
}

static void expect_with_halo(const char *gpu)
{
    Reads reads = count_reads(gpu, "_Z17gather_even_loadsILi8EEvPKiPi");
    EXPECT_EQ(reads.loaded, 100);
    EXPECT_EQ(reads.inner_cached + reads.edge_cached, 512);
    EXPECT_EQ(reads.uncached, 0);
}

TEST(shef_an_8_by_8_tile_caches_288_inner_and_132_edge_reads_but_not_92)
{
    expect_without_halo("8800gtx");
    expect_without_halo("gtx480");
    expect_without_halo("h200");
}

TEST(shef_with_a_halo_100_loads_cache_512_of_512_reads)
{
    expect_with_halo("8800gtx");
    expect_with_halo("gtx480");
    expect_with_halo("h200");
}
