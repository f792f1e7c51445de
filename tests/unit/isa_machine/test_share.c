// SPDX-License-Identifier: Apache-2.0
// Sums that differ by a literal and share what they have in common (share.c).
#include "tests/unit/isa_machine/lowering.h"

#define BEGIN "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;"
#define ROWS  BEGIN "ld.global.u32 %r2, [%rd1];"

// The offsets of the loads from shared memory, in their order.
static uint32_t shared_offsets(const MachineProgram *program, int64_t offsets[4])
{
    uint32_t count = 0;
    for (uint32_t pc = 0; program != NULL && pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (micro->kind == MICRO_LOAD && micro->space == PTX_SPACE_SHARED && count < 4) {
            offsets[count++] = micro->offset;
        }
    }
    return count;
}

// After y = x + 16, the address 4 * i + y is 4 * i + x, which is there, + 16.
TEST(sums_that_differ_by_a_literal_share_the_rest)
{
    Lowered t = lower_body(BEGIN "mov.u32 %r9, %tid.x; mad.wide.s32 %rd3, %r9, 4, %rd1;"
                                 "ld.global.u32 %r2, [%rd3]; add.s64 %rd4, %rd1, 16;"
                                 "mad.wide.s32 %rd5, %r9, 4, %rd4; ld.global.u32 %r3, [%rd5+4];"
                                 "add.u32 %r2, %r2, %r3; st.global.u32 [%rd1], %r2;",
                           90);
    EXPECT(strstr(text_string(&t.listing), "+20]") != NULL);
    EXPECT_EQ(count_lane(t.program, LANE_MAD_WIDE_S32), 1);
    lowered_free(&t);
    // x has changed in between.
    t = lower_body(BEGIN "mov.u32 %r9, %tid.x; mad.wide.s32 %rd3, %r9, 4, %rd1;"
                         "ld.global.u32 %r2, [%rd3]; add.s64 %rd1, %rd1, %rd3;"
                         "add.s64 %rd4, %rd1, 16; mad.wide.s32 %rd5, %r9, 4, %rd4;"
                         "ld.global.u32 %r3, [%rd5+4]; add.u32 %r2, %r2, %r3;"
                         "st.global.u32 [%rd1], %r2;",
                   90);
    EXPECT_EQ(count_lane(t.program, LANE_MAD_WIDE_S32), 2);
    lowered_free(&t);
}

// (x + 16) * 80 + y is x * 80 + y, + 1280; and what is added to that differs by as much.
TEST(rows_of_a_tile_are_read_from_one_register)
{
    Lowered t = lower_body(ROWS "mad.lo.s32 %r3, %r1, 80, %r2; mad.lo.s32 %r4, %r2, 6, %r3;"
                                "add.s32 %r5, %r1, 16; mad.lo.s32 %r6, %r5, 80, %r2;"
                                "mad.lo.s32 %r7, %r2, 6, %r6;"
                                "ld.shared.u32 %r8, [%r4]; ld.shared.u32 %r9, [%r7+4];"
                                "add.s32 %r8, %r8, %r9; st.global.u32 [%rd1], %r8;",
                           90);
    int64_t offsets[4];
    EXPECT_EQ(count_lane(t.program, LANE_MAD_LO_32), 2);
    if (EXPECT_EQ(shared_offsets(t.program, offsets), 2)) {
        EXPECT_EQ(offsets[1] - offsets[0], 16 * 80 + 4);
    }
    lowered_free(&t);
}

TEST(products_that_are_also_data_stay)
{
    Lowered t = lower_body(ROWS "mad.lo.s32 %r3, %r1, 80, %r2; ld.shared.u32 %r8, [%r3];"
                                "add.s32 %r5, %r1, 16; mad.lo.s32 %r6, %r5, 80, %r2;"
                                "ld.shared.u32 %r9, [%r6]; add.s32 %r8, %r8, %r9;"
                                "st.global.v2.u32 [%rd1], {%r8, %r6};",
                           90);
    EXPECT_EQ(count_lane(t.program, LANE_MAD_LO_32), 2);
    lowered_free(&t);
}

// %r1 is another value by the second product.
TEST(products_of_values_that_change_between_them_stay)
{
    Lowered t = lower_body(ROWS "mad.lo.s32 %r3, %r1, 80, %r2; ld.shared.u32 %r8, [%r3];"
                                "ld.global.u32 %r1, [%rd1+4];"
                                "add.s32 %r5, %r1, 16; mad.lo.s32 %r6, %r5, 80, %r2;"
                                "ld.shared.u32 %r9, [%r6]; add.s32 %r8, %r8, %r9;"
                                "st.global.u32 [%rd1], %r8;",
                           90);
    EXPECT_EQ(count_lane(t.program, LANE_MAD_LO_32), 2);
    lowered_free(&t);
}
