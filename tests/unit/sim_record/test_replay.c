// SPDX-License-Identifier: Apache-2.0
// Values of a recording made by hand, at each step, forward and back.
#include "sim/record/replay.h"
#include "tests/test.h"

// Two warps of one block. Step 0 (warp 0): row 1 was 7 in all lanes before it, and becomes 8; step
// 1 (warp 1): words 2 and 3 become 5, 6; step 2 (warp 0): nothing; step 3 (warp 0): row 1 becomes
// 9, predicate 4 becomes 15.
static Recording make(RecordedStep steps[4], uint32_t values[99])
{
    static RecordedWarp warps[] = {{0, 0, UINT32_MAX}, {0, 1, UINT32_MAX}};
    static RecordedBlock blocks[1];
    static RecordedChange changes[] = {{RECORDED_ROW, true, 1, 32, 0},
                                       {RECORDED_ROW, false, 1, 32, 32},
                                       {RECORDED_SHARED, false, 2, 2, 64},
                                       {RECORDED_ROW, false, 1, 32, 66},
                                       {RECORDED_PREDICATE, false, 4, 1, 98}};
    static const uint32_t first[] = {0, 2, 3, 3}, count[] = {2, 1, 0, 2}, warp[] = {0, 1, 0, 0};
    for (uint32_t i = 0; i < 4; i++) {
        steps[i] = (RecordedStep){.warp = warp[i], .change = first[i], .change_count = count[i]};
    }
    for (uint32_t i = 0; i < 32; i++) {
        values[i] = 7;
        values[32 + i] = 8;
        values[66 + i] = 9;
    }
    values[64] = 5;
    values[65] = 6;
    values[98] = 15;
    return (Recording){.blocks = blocks,
                       .warps = warps,
                       .steps = steps,
                       .changes = changes,
                       .values = values,
                       .block_count = 1,
                       .warp_count = 2,
                       .step_count = 4,
                       .change_count = 5,
                       .value_count = 99};
}

TEST(values_are_those_before_each_step_whichever_way_one_goes)
{
    static const uint32_t row[] = {7, 8, 8, 8, 9}, word[] = {0, 0, 6, 6, 6};
    static const uint32_t predicate[] = {0, 0, 0, 0, 15};
    static const uint32_t way[] = {0, 1, 2, 3, 4, 3, 1, 4, 0, 2, 0, 4, 2};
    RecordedStep steps[4];
    uint32_t values[99];
    Recording recording = make(steps, values);
    Replay *replay = replay_create(&recording);
    for (uint32_t i = 0; i < sizeof way / sizeof *way; i++) {
        uint32_t step = way[i];
        replay_seek(replay, step);
        EXPECT_EQ(replay_row(replay, 0, 1)[31], row[step]);
        EXPECT_EQ(replay_row(replay, 1, 1)[31], 0);
        EXPECT_EQ(replay_shared(replay, 0, 3), word[step]);
        EXPECT_EQ(replay_predicate(replay, 0, 4), predicate[step]);
    }
    replay_destroy(replay);
}

TEST(what_never_changed_is_zero)
{
    RecordedStep steps[4];
    uint32_t values[99];
    Recording recording = make(steps, values), empty = {.step_count = 0};
    Replay *replay = replay_create(&recording), *nothing = replay_create(&empty);
    replay_seek(replay, 4);
    EXPECT_EQ(replay_row(replay, 0, 60)[0] + replay_row(replay, 0, 0)[0], 0);
    EXPECT_EQ(replay_predicate(replay, 1, 60) + replay_shared(replay, 0, 100), 0);
    replay_seek(nothing, 0);
    EXPECT_EQ(replay_row(nothing, 0, 0)[5], 0);
    replay_destroy(replay);
    replay_destroy(nothing);
}
