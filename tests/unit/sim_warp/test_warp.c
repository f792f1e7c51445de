// SPDX-License-Identifier: Apache-2.0
// Expected values from the pseudo code and tables of PTX ISA 9.0, "shfl", "vote", "match", "redux".
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0, D = 1, P = 2 };

static Kernel *started(uint32_t threads)
{
    Kernel *k = kernel_create(90, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    return k;
}

// Runs one shuffle of 100 + tid in every lane; d to out[0..32), predicate to out[32..64).
static Kernel *shuffled(PtxSuffix mode, uint32_t b, uint32_t c, uint64_t *out)
{
    Kernel *k = started(32);
    *out = kernel_buffer(k, "out", 256);
    kernel_lane(k, "add.u32", 3, TID, kernel_u32(k, 100), ROW_NONE);
    Micro *shuffle = kernel_add(k, MICRO_SHUFFLE);
    shuffle->function = (uint16_t)mode;
    shuffle->d = D;
    shuffle->d2 = 0;
    shuffle->a = 3;
    shuffle->b = kernel_u32(k, b);
    shuffle->c = kernel_u32(k, c);
    shuffle->e = kernel_u32(k, UINT32_MAX);
    shuffle->flags |= MICRO_SYNC;
    kernel_store_result(k, *out, TID, D);
    kernel_lane(k, "selp.b32", P, kernel_u32(k, 1), kernel_u32(k, 0), 0);
    kernel_store_result(k, *out + 128, TID, P);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    return k;
}

TEST(shuffle_down_stops_at_the_clamp)
{
    uint64_t out;
    Kernel *k = shuffled(PTX_DOT_DOWN, 4, 31, &out);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i + 4 < 32 ? 104 + i : 100 + i);
        EXPECT_EQ(kernel_read(k, out, 32 + i), i + 4 < 32);
    }
    kernel_destroy(k);
}

TEST(shuffle_down_in_segments_of_eight)
{
    uint64_t out;
    Kernel *k = shuffled(PTX_DOT_DOWN, 3, (24 << 8) | 31, &out);
    for (uint32_t i = 0; i < 32; i++) {
        bool is_inside = i % 8 + 3 < 8;
        EXPECT_EQ(kernel_read(k, out, i), is_inside ? 103 + i : 100 + i);
        EXPECT_EQ(kernel_read(k, out, 32 + i), is_inside);
    }
    kernel_destroy(k);
}

TEST(shuffle_up_stops_at_the_segments_start)
{
    uint64_t out;
    Kernel *k = shuffled(PTX_DOT_UP, 5, 24 << 8, &out);
    for (uint32_t i = 0; i < 32; i++) {
        bool is_inside = i % 8 >= 5;
        EXPECT_EQ(kernel_read(k, out, i), is_inside ? 95 + i : 100 + i);
        EXPECT_EQ(kernel_read(k, out, 32 + i), is_inside);
    }
    kernel_destroy(k);
}

TEST(shuffle_butterfly_and_index)
{
    uint64_t out;
    Kernel *k = shuffled(PTX_DOT_BFLY, 16, 31, &out);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 100 + (i ^ 16));
    }
    kernel_destroy(k);
    k = shuffled(PTX_DOT_IDX, 10, (24 << 8) | 31, &out); // lane 10 % 8 of each segment
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 100 + (i & 24) + 2);
        EXPECT_EQ(kernel_read(k, out, 32 + i), 1);
    }
    kernel_destroy(k);
    k = shuffled(PTX_DOT_IDX, 9, 7, &out); // beyond the clamp: each keeps its own
    EXPECT_EQ(kernel_read(k, out, 5), 105);
    EXPECT_EQ(kernel_read(k, out, 32 + 5), 0);
    kernel_destroy(k);
}

TEST(shuffle_from_a_lane_that_is_not_there_gives_zero)
{
    Kernel *k = started(20);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "add.u32", 3, TID, kernel_u32(k, 100), ROW_NONE);
    Micro *shuffle = kernel_add(k, MICRO_SHUFFLE);
    shuffle->function = PTX_DOT_DOWN;
    shuffle->d = 1;
    shuffle->a = 3;
    shuffle->b = kernel_u32(k, 4);
    shuffle->c = kernel_u32(k, 31);
    kernel_store_result(k, out, TID, 1);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 15), 119);
    EXPECT_EQ(kernel_read(k, out, 16), 0);
    kernel_destroy(k);
}

TEST(shuffle_may_overwrite_its_source)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "mov.u32", 3, TID, ROW_NONE, ROW_NONE);
    Micro *shuffle = kernel_add(k, MICRO_SHUFFLE);
    shuffle->function = PTX_DOT_BFLY;
    shuffle->d = shuffle->a = 3;
    shuffle->b = kernel_u32(k, 1);
    shuffle->c = kernel_u32(k, 31);
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i ^ 1);
    }
    kernel_destroy(k);
}

static Micro *vote(Kernel *k, PtxSuffix mode, Row d, Row member_mask)
{
    Micro *micro = kernel_add(k, MICRO_VOTE);
    micro->function = (uint16_t)mode;
    micro->d = d;
    micro->a = 0;
    micro->e = member_mask;
    micro->flags |= MICRO_SYNC;
    return micro;
}

TEST(votes_look_at_live_members)
{
    Kernel *k = started(20);
    uint64_t out = kernel_buffer(k, "out", 128);
    Row all = kernel_u32(k, UINT32_MAX), one = kernel_u32(k, 1), zero = kernel_u32(k, 0);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 7));
    vote(k, PTX_DOT_BALLOT, 1, all);
    vote(k, PTX_DOT_BALLOT, 2, all)->flags |= MICRO_PREDICATE_NEGATED;
    vote(k, PTX_DOT_ANY, 3, all);
    vote(k, PTX_DOT_ALL, 4, all);
    vote(k, PTX_DOT_UNI, 5, all);
    for (Row p = 3; p < 6; p++) {
        kernel_lane(k, "selp.b32", p, one, zero, p);
    }
    kernel_lane(k, "mad.lo.u32", 6, 3, kernel_u32(k, 100), 4);
    kernel_lane(k, "mad.lo.u32", 6, 6, kernel_u32(k, 10), 5);
    kernel_store_result(k, out, TID, 6);
    kernel_setp(k, "setp.eq.u32", 1, TID, kernel_u32(k, 0));
    kernel_guard(k, 1, false);
    kernel_store_result(k, out + 80, TID, 1);
    kernel_store_result(k, out + 84, TID, 2);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 20), 0x7f);
    EXPECT_EQ(kernel_read(k, out, 21), 0xfff80);
    EXPECT_EQ(kernel_read(k, out, 3), 1000); // any; not all, not the same in all
    kernel_destroy(k);
}

TEST(a_vote_is_of_the_lanes_in_each_lane_s_own_mask)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "shl.b32", 1, kernel_u32(k, 1), TID, ROW_NONE);
    kernel_lane(k, "sub.u32", 1, 1, kernel_u32(k, 1), ROW_NONE); // the lanes below
    kernel_lane(k, "and.b32", 2, TID, kernel_u32(k, 1), ROW_NONE);
    kernel_setp(k, "setp.eq.u32", 0, 2, kernel_u32(k, 1));
    vote(k, PTX_DOT_BALLOT, 3, 1);
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 0xaaaaaaaau & ((1u << i) - 1));
    }
    kernel_destroy(k);
}

TEST(lanes_with_different_member_masks_form_groups)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 256);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 3), ROW_NONE);
    Micro *match = kernel_add(k, MICRO_MATCH);
    match->function = PTX_DOT_ANY;
    match->type = PTX_TYPE_B32;
    match->d = 2;
    match->a = 1;
    match->e = kernel_u32(k, UINT32_MAX);
    Micro *redux = kernel_add(k, MICRO_REDUX);
    redux->function = PTX_DOT_ADD;
    redux->type = PTX_TYPE_U32;
    redux->d = 3;
    redux->a = TID;
    redux->e = 2;
    kernel_store_result(k, out, TID, 2);
    kernel_store_result(k, out + 128, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 0x11111111u << (i % 4));
        EXPECT_EQ(kernel_read(k, out, 32 + i), 112 + 8 * (i % 4));
    }
    kernel_destroy(k);
}

TEST(match_all_tells_whether_values_agree)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 256);
    kernel_lane(k, "mul.wide.u32", 6, TID, kernel_u32(k, 0), ROW_NONE);
    for (int i = 0; i < 2; i++) {
        Micro *match = kernel_add(k, MICRO_MATCH);
        match->function = PTX_DOT_ALL;
        match->type = i == 0 ? PTX_TYPE_B64 : PTX_TYPE_B32;
        match->d = (Row)(2 + i);
        match->d2 = (Row)i;
        match->a = i == 0 ? 6 : TID;
        match->e = kernel_u32(k, UINT32_MAX);
    }
    kernel_lane(k, "selp.b32", 4, kernel_u32(k, 1), kernel_u32(k, 0), 0);
    kernel_lane(k, "selp.b32", 5, kernel_u32(k, 2), 4, 1);
    kernel_lane(k, "add.u32", 2, 2, 5, ROW_NONE);
    kernel_store_result(k, out, TID, 2);
    kernel_store_result(k, out + 128, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 9), 0); // 0xffffffff + 1: agreed; the second did not
    EXPECT_EQ(kernel_read(k, out, 32 + 9), 0);
    kernel_destroy(k);
}

TEST(reductions_know_signs)
{
    static const struct {
        PtxSuffix function;
        PtxType type;
        uint32_t expected;
    } rows[] = {{PTX_DOT_MIN, PTX_TYPE_S32, (uint32_t)-10},
                {PTX_DOT_MAX, PTX_TYPE_S32, 21},
                {PTX_DOT_MIN, PTX_TYPE_U32, 0},
                {PTX_DOT_MAX, PTX_TYPE_U32, UINT32_MAX},
                {PTX_DOT_ADD, PTX_TYPE_S32, 176},
                {PTX_DOT_OR, PTX_TYPE_B32, UINT32_MAX},
                {PTX_DOT_AND, PTX_TYPE_B32, 0},
                {PTX_DOT_XOR, PTX_TYPE_B32, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Kernel *k = started(32);
        uint64_t out = kernel_buffer(k, "out", 128);
        kernel_lane(k, "sub.u32", 3, TID, kernel_u32(k, 10), ROW_NONE);
        Micro *redux = kernel_add(k, MICRO_REDUX);
        redux->function = (uint16_t)rows[i].function;
        redux->type = (uint8_t)rows[i].type;
        redux->d = redux->a = 3;
        redux->e = kernel_u32(k, UINT32_MAX);
        kernel_store_result(k, out, TID, 3);
        kernel_add(k, MICRO_EXIT);
        EXPECT_EQ(kernel_run(k), BLOCK_DONE);
        uint32_t expected = 0xffffffffu - 10 + 1;
        for (uint32_t lane = 1; rows[i].function == PTX_DOT_XOR && lane < 32; lane++) {
            expected ^= lane - 10;
        }
        EXPECT_EQ(kernel_read(k, out, 17),
                  rows[i].function == PTX_DOT_XOR ? expected : rows[i].expected);
        kernel_destroy(k);
    }
}

TEST(active_mask_and_leader_are_those_of_the_running_lanes)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 384);
    kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 12));
    kernel_guard(k, 0, false);
    kernel_add(k, MICRO_ACTIVEMASK)->d = 1;
    Micro *elect = kernel_add(k, MICRO_ELECT);
    elect->d = 2;
    elect->d2 = 1;
    elect->e = kernel_u32(k, 0xfffff000);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "selp.b32", 3, kernel_u32(k, 1), kernel_u32(k, 0), 1);
    kernel_store_result(k, out, TID, 1);
    kernel_store_result(k, out + 128, TID, 2);
    kernel_store_result(k, out + 256, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 11), 0);
    EXPECT_EQ(kernel_read(k, out, 12), 0xfffff000);
    EXPECT_EQ(kernel_read(k, out, 32 + 31), 12);
    EXPECT_EQ(kernel_read(k, out, 64 + 12), 1);
    EXPECT_EQ(kernel_read(k, out, 64 + 13), 0);
    kernel_destroy(k);
}
