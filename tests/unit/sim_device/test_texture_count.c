// SPDX-License-Identifier: Apache-2.0
// What texture fetches count.
#include "sim/device/record.h"
#include "tests/unit/sim_device/texture_rig.h"

// Sums over all micro-ops of the last launch.
static AccessCount counted(Rig *rig)
{
    const LockstepReport *report = lockstep_report(rig->machine.device);
    const LaunchRecord *record = report->records[report->count - 1];
    AccessCount sum = {0};
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        sum.texture_requests += record->accesses[pc].texture_requests;
        sum.texture_hits += record->accesses[pc].texture_hits;
        sum.texture_misses += record->accesses[pc].texture_misses;
    }
    return sum;
}

TEST(fetches_are_counted_by_sector)
{
    Rig rig;
    rig_open_for(&rig, "gtx280", "", "",
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 32, 32, 1);
    uint64_t handle = made(&rig, &texture);
    for (uint32_t lane = 0; lane < 32; lane++) {
        at(&rig, lane, (float)lane, 0, 0);
    }
    rig_run(&rig, handle, 32); // a row: 8 sectors of 4 x 2 floats
    AccessCount count = counted(&rig);
    EXPECT_EQ(count.texture_requests, 1);
    EXPECT_EQ(count.texture_misses, 8);
    EXPECT_EQ(count.texture_hits, 0);
    for (uint32_t lane = 0; lane < 32; lane++) {
        at(&rig, lane, (float)(lane % 8), (float)(lane / 8), 0);
    }
    rig_run(&rig, handle, 32); // a square of 8 x 4: 4 sectors
    EXPECT_EQ(counted(&rig).texture_misses, 4);
    texture.is_linear_memory = true;
    for (uint32_t lane = 0; lane < 32; lane++) {
        at(&rig, lane, 0, (float)lane, 0);
    }
    rig_run(&rig, made(&rig, &texture), 32); // a column of linear memory: a sector each
    EXPECT_EQ(counted(&rig).texture_misses, 32);
    rig_close(&rig);
}

TEST(second_fetch_of_a_block_hits)
{
    Rig rig;
    rig_open_for(&rig, "gtx280", "", "",
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];\n"
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 32, 32, 1);
    uint64_t handle = made(&rig, &texture);
    rig_run(&rig, handle, 32);
    AccessCount count = counted(&rig);
    EXPECT_EQ(count.texture_requests, 2);
    EXPECT_EQ(count.texture_hits, 1);
    EXPECT_EQ(count.texture_misses, 1);
    rig_run(&rig, handle, 32); // the next block starts with an empty cache
    EXPECT_EQ(counted(&rig).texture_misses, 1);
    rig_close(&rig);
}
