// SPDX-License-Identifier: Apache-2.0
// Ops that compute what is there already (number.c).
#include "tests/unit/isa_machine/lowering.h"

#define BEGIN "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; ld.global.v2.u32 {%r2, %r3}, [%rd1];"

static uint32_t exclusive_ors(const char *body)
{
    Text text = {0};
    text_put(&text, BEGIN);
    text_put(&text, body);
    Lowered t = lower_body(text_string(&text), 90);
    uint32_t count = count_lane(t.program, LANE_XOR_32);
    lowered_free(&t);
    text_destroy(&text);
    return count;
}

TEST(equal_values_are_computed_once)
{
    EXPECT_EQ(exclusive_ors("xor.b32 %r4, %r2, %r3; xor.b32 %r5, %r2, %r3;"
                            "st.global.v2.u32 [%rd1], {%r4, %r5};"),
              1);
    EXPECT_EQ(exclusive_ors("xor.b32 %r4, %r2, %r3; xor.b32 %r5, %r3, %r3;"
                            "st.global.v2.u32 [%rd1], {%r4, %r5};"),
              2);
    // What is computed from equal values is equal, too.
    EXPECT_EQ(exclusive_ors("xor.b32 %r4, %r2, %r3; xor.b32 %r5, %r2, %r3;"
                            "xor.b32 %r6, %r4, %r1; xor.b32 %r7, %r5, %r1;"
                            "st.global.v2.u32 [%rd1], {%r6, %r7};"),
              2);
}

TEST(a_value_that_is_overwritten_is_computed_again)
{
    EXPECT_EQ(exclusive_ors("xor.b32 %r4, %r2, %r3; st.global.u32 [%rd1], %r4;"
                            "ld.global.u32 %r2, [%rd1+8]; xor.b32 %r5, %r2, %r3;"
                            "st.global.u32 [%rd1+4], %r5;"),
              2);
    EXPECT_EQ(exclusive_ors("xor.b32 %r4, %r2, %r3; st.global.u32 [%rd1], %r4;"
                            "mov.u32 %r4, %r1; xor.b32 %r5, %r2, %r3;"
                            "st.global.v2.u32 [%rd1+8], {%r4, %r5};"),
              2);
}

// Only where each way leads through the first op.
TEST(a_value_of_another_way_is_computed_again)
{
    const char *both = "setp.eq.u32 %p1, %r1, 0; @%p1 bra THERE;"
                       "xor.b32 %r4, %r2, %r3; red.global.add.u32 [%rd1], %r4; bar.sync 0;"
                       "THERE: xor.b32 %r5, %r2, %r3; st.global.u32 [%rd1+4], %r5;";
    const char *above = "setp.eq.u32 %p1, %r1, 0; xor.b32 %r4, %r2, %r3; @%p1 bra THERE;"
                        "red.global.add.u32 [%rd1], %r4; bar.sync 0;"
                        "THERE: xor.b32 %r5, %r2, %r3; st.global.u32 [%rd1+4], %r5;";
    const char *guarded = "setp.eq.u32 %p1, %r1, 0; mov.u32 %r4, 7; @%p1 xor.b32 %r4, %r2, %r3;"
                          "xor.b32 %r5, %r2, %r3; st.global.v2.u32 [%rd1], {%r4, %r5};";
    EXPECT_EQ(exclusive_ors(both), 2);
    EXPECT_EQ(exclusive_ors(above), 1);
    EXPECT_EQ(exclusive_ors(guarded), 2);
}

// mul.rn may not be fused with an addition, mul may.
TEST(products_that_may_be_fused_differ_from_others)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];"
                           "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3;"
                           "mul.rn.f32 %f7, %f1, %f2; add.f32 %f8, %f7, %f4;"
                           "st.global.v2.f32 [%rd1], {%f6, %f8};",
                           90);
    EXPECT_EQ(count_lane(t.program, LANE_FMA_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_MUL_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_ADD_F32), 1);
    lowered_free(&t);
}
