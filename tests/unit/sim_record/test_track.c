// SPDX-License-Identifier: Apache-2.0
// An SM over time: bins hold every cycle that was added, however often they were joined.
#include "sim/record/track.h"

#include "tests/test.h"

static TrackTape *start(uint32_t slots, uint64_t first)
{
    return track_create(&(SmTrack){.sm = 3,
                                   .slot_count = slots,
                                   .scheduler_count = 2,
                                   .warps_per_block = slots,
                                   .issue_cycles = 1,
                                   .first = first});
}

static uint64_t sum_of(const SmTrack *track, uint32_t scheduler, Stall stall)
{
    uint32_t joined = (track->bin_count + TRACK_JOIN - 1) / TRACK_JOIN;
    uint64_t sum = 0;
    for (uint32_t bin = 0; bin < joined; bin++) {
        sum += track->cycles[((size_t)scheduler * joined + bin) * STALL_COUNT + stall];
    }
    return sum;
}

TEST(short_tracks_have_a_bin_for_each_cycle)
{
    Arena arena = {0};
    TrackTape *tape = start(2, 100);
    track_add(tape, 0, STALL_LONG, 100, 104);
    track_add(tape, 0, STALL_SELECTED, 104, 105);
    track_add(tape, 1, STALL_BARRIER, 102, 103);
    const SmTrack *track = track_finish(tape, &arena);
    EXPECT_EQ(track->bin_cycles, 1);
    EXPECT_EQ(track->bin_count, 5);
    EXPECT_EQ(track->state[3], STALL_LONG);
    EXPECT_EQ(track->state[4], STALL_SELECTED);
    EXPECT_EQ(track->state[5 + 1], TRACK_EMPTY);
    EXPECT_EQ(track->state[5 + 2], STALL_BARRIER);
    EXPECT_EQ(sum_of(track, 0, STALL_LONG), 4);
    EXPECT_EQ(sum_of(track, 1, STALL_BARRIER), 1);
    track_destroy(tape);
    arena_clear(&arena);
}

TEST(joined_bins_lose_no_cycle)
{
    Arena arena = {0};
    TrackTape *tape = start(1, 7);
    uint64_t at = 7, added[2] = {0};
    for (uint32_t i = 0; i < 3000; i++) {
        uint64_t length = i * i % 97;
        track_add(tape, 0, i % 2 == 0 ? STALL_LONG : STALL_SHORT, at, at + length);
        added[i % 2] += length;
        at += length;
    }
    const SmTrack *track = track_finish(tape, &arena);
    EXPECT_EQ(sum_of(track, 0, STALL_LONG), added[0]);
    EXPECT_EQ(sum_of(track, 0, STALL_SHORT), added[1]);
    EXPECT(track->bin_count <= TRACK_BINS && track->bin_count > TRACK_BINS / 2);
    EXPECT_EQ(track->bin_count, (at - 7 + track->bin_cycles - 1) / track->bin_cycles);
    track_destroy(tape);
    arena_clear(&arena);
}

TEST(what_was_before_the_track_is_left_out)
{
    Arena arena = {0};
    TrackTape *tape = start(1, 50);
    track_add(tape, 0, STALL_LONG, 10, 50);
    track_add(tape, 0, STALL_LONG, 40, 53);
    const SmTrack *track = track_finish(tape, &arena);
    EXPECT_EQ(sum_of(track, 0, STALL_LONG), 3);
    track_destroy(tape);
    arena_clear(&arena);
}

TEST(a_block_ends_where_it_began_last)
{
    Arena arena = {0};
    TrackTape *tape = start(4, 0);
    track_begin_block(tape, 0, 5, 0);
    track_begin_block(tape, 2, 6, 1);
    track_end_block(tape, 0, 9);
    track_begin_block(tape, 0, 7, 10);
    track_end_block(tape, 0, 20);
    const SmTrack *track = track_finish(tape, &arena);
    EXPECT_EQ(track->block_count, 3);
    EXPECT_EQ(track->blocks[0].ended, 9);
    EXPECT_EQ(track->blocks[1].ended, 0);
    EXPECT_EQ(track->blocks[2].index, 7);
    EXPECT_EQ(track->blocks[2].ended, 20);
    track_destroy(tape);
    arena_clear(&arena);
}
