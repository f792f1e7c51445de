// SPDX-License-Identifier: Apache-2.0
// Clusters: distributed shared memory and the cluster's barrier.
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0, RANK = 1 };

static Kernel *started(uint32_t blocks)
{
    Kernel *k = kernel_create(90, 32);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    kernel_special(k, PTX_SPECIAL_CLUSTER_CTARANK, RANK);
    k->launch.grid[0] = k->launch.cluster[0] = blocks;
    k->launch.shared_bytes = 256;
    return k;
}

static void cluster_barrier(Kernel *k)
{
    kernel_add(k, MICRO_CLUSTER_BARRIER)->function = PTX_DOT_ARRIVE;
    kernel_add(k, MICRO_CLUSTER_BARRIER)->function = PTX_DOT_WAIT;
}

// Runs the blocks of one cluster in turns until all are done; returns how many turns yielded.
static uint32_t run_cluster(Kernel *k, Block **blocks, uint32_t count)
{
    uint32_t yields = 0, done = 0;
    bool is_done[4] = {false};
    for (uint32_t i = 0; i < count; i++) {
        blocks[i] = block_create(&k->launch);
    }
    block_join_cluster(blocks, count);
    for (uint32_t i = 0; i < count; i++) {
        block_start(blocks[i], i);
    }
    for (uint32_t turn = 0; turn < 100 && done < count; turn++) {
        if (is_done[turn % count]) {
            continue;
        }
        BlockStatus status = block_run(blocks[turn % count], &k->worker, true);
        is_done[turn % count] = status == BLOCK_DONE;
        done += status == BLOCK_DONE;
        yields += status == BLOCK_YIELDS;
        if (status == BLOCK_FAULT) {
            k->fault = *block_fault(blocks[turn % count]);
            break;
        }
    }
    EXPECT(done == count || k->fault.kind != FAULT_NONE);
    return yields;
}

static void destroy_cluster(Kernel *k, Block **blocks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        block_destroy(blocks[i]);
    }
    kernel_destroy(k);
}

// Each block writes its rank + 10 to its own shared memory; after the barrier it reads its
// neighbor's.
TEST(blocks_read_each_others_shared_memory)
{
    Kernel *k = started(3);
    Block *blocks[4];
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "add.u32", 2, RANK, kernel_u32(k, 10), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 2, ROW_NONE, 8);
    cluster_barrier(k);
    kernel_lane(k, "add.u32", 3, RANK, kernel_u32(k, 1), ROW_NONE);
    kernel_lane(k, "rem.u32", 3, 3, kernel_u32(k, 3), ROW_NONE);
    Micro *map = kernel_add(k, MICRO_MAP_CLUSTER);
    map->function = PTX_MAPA;
    map->d = 4;
    map->a = kernel_u64(k, SHARED_WINDOW_BASE + 8);
    map->b = 3;
    map->flags |= MICRO_WIDE_ADDRESS;
    uint32_t pc = kernel_pc(k);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_GENERIC, PTX_TYPE_U32, 4, 6, 4, 0)->flags |=
        MICRO_WIDE_ADDRESS;
    Micro *rank = kernel_add(k, MICRO_MAP_CLUSTER);
    rank->function = PTX_GETCTARANK;
    rank->d = 7;
    rank->a = 4;
    rank->flags |= MICRO_WIDE_ADDRESS;
    kernel_lane(k, "mad.lo.u32", 6, 7, kernel_u32(k, 100), 6);
    kernel_store_result(k, out, RANK, 6);
    cluster_barrier(k);
    kernel_add(k, MICRO_EXIT);
    EXPECT(run_cluster(k, blocks, 3) > 0);
    EXPECT_EQ(kernel_read(k, out, 0), 111);
    EXPECT_EQ(kernel_read(k, out, 1), 212);
    EXPECT_EQ(kernel_read(k, out, 2), 10);
    EXPECT_EQ(k->accesses[pc].shared_requests, 0);
    EXPECT_EQ(k->accesses[pc].shared_wavefronts, 0);
    EXPECT_EQ(k->accesses[pc].shared_bytes, 3 * 4);
    EXPECT_EQ(k->accesses[pc].remote_requests, 3);
    EXPECT_EQ(k->accesses[pc].remote_sectors, 3);
    destroy_cluster(k, blocks, 3);
}

TEST(shared_cluster_addresses_have_their_slot_in_bits_24_up)
{
    Kernel *k = started(2);
    Block *blocks[4];
    Micro *map = kernel_add(k, MICRO_MAP_CLUSTER);
    map->function = PTX_MAPA;
    map->d = 4;
    map->a = kernel_u32(k, 16);
    map->b = kernel_u32(k, 0);
    Micro *atom = kernel_add(k, MICRO_ATOM);
    atom->space = PTX_SPACE_CLUSTER;
    atom->function = PTX_DOT_ADD;
    atom->type = PTX_TYPE_U32;
    atom->width_bytes = 4;
    atom->a = 4;
    atom->b = kernel_u32(k, 1);
    cluster_barrier(k);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 6, ROW_NONE, 16);
    kernel_store_result(k, out, RANK, 6);
    kernel_add(k, MICRO_EXIT);
    run_cluster(k, blocks, 2);
    EXPECT_EQ(kernel_read(k, out, 0), 64);
    EXPECT_EQ(kernel_read(k, out, 1), 0);
    destroy_cluster(k, blocks, 2);
}

// Lanes 0 to 15 add to the words of block 0, lanes 16 to 31 to those of block 1: for each block,
// one half takes one pass through its own banks, the other travels as two sectors.
TEST(only_lanes_that_stay_in_their_block_take_wavefronts)
{
    Kernel *k = started(2);
    Block *blocks[4];
    kernel_lane(k, "shr.u32", 2, TID, kernel_u32(k, 4), ROW_NONE);
    kernel_lane(k, "and.b32", 3, TID, kernel_u32(k, 15), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", 3, 3, kernel_u32(k, 4), ROW_NONE);
    Micro *map = kernel_add(k, MICRO_MAP_CLUSTER);
    map->function = PTX_MAPA;
    map->d = 4;
    map->a = 3;
    map->b = 2;
    uint32_t pc = kernel_pc(k);
    Micro *atom = kernel_add(k, MICRO_ATOM);
    atom->space = PTX_SPACE_CLUSTER;
    atom->function = PTX_DOT_ADD;
    atom->type = PTX_TYPE_U32;
    atom->width_bytes = 4;
    atom->a = 4;
    atom->b = kernel_u32(k, 1);
    cluster_barrier(k);
    kernel_add(k, MICRO_EXIT);
    run_cluster(k, blocks, 2);
    EXPECT_EQ(k->accesses[pc].shared_requests, 2);
    EXPECT_EQ(k->accesses[pc].shared_wavefronts, 2);
    EXPECT_EQ(k->accesses[pc].remote_requests, 2);
    EXPECT_EQ(k->accesses[pc].remote_sectors, 4);
    EXPECT_EQ(k->accesses[pc].shared_bytes, 2 * 128);
    destroy_cluster(k, blocks, 2);
}

TEST(ended_blocks_are_not_waited_for)
{
    Kernel *k = started(2);
    Block *blocks[4];
    kernel_setp(k, "setp.eq.u32", 0, RANK, kernel_u32(k, 1));
    kernel_guard(k, 0, false);
    kernel_add(k, MICRO_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    cluster_barrier(k);
    kernel_add(k, MICRO_EXIT);
    run_cluster(k, blocks, 2);
    destroy_cluster(k, blocks, 2);
}

TEST(rank_beyond_the_cluster_is_out_of_bounds)
{
    Kernel *k = started(2);
    Block *blocks[4];
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_CLUSTER, PTX_TYPE_U32, 4, 6, ROW_NONE, (3 << 24) + 4);
    kernel_add(k, MICRO_EXIT);
    run_cluster(k, blocks, 2);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.space, PTX_SPACE_CLUSTER);
    destroy_cluster(k, blocks, 2);
}
