// SPDX-License-Identifier: Apache-2.0
// Selections that become guards (guard.c).
#include "tests/unit/isa_machine/lowering.h"

// The cases of tests/hardware/probes/selections.cu: a selection of a value that one instruction
// computes for nothing else is a guard on it.
TEST(a_selected_result_is_guarded)
{
    static const struct {
        const char *body, *expected, *absent;
    } cases[] = {
        {"add.f32 %f4, %f1, %f2; selp.f32 %f5, %f4, %f1, %p1;", "@p0 ADD_F32", "SELP"},
        {"add.f32 %f4, %f1, %f2; selp.f32 %f5, %f1, %f4, %p1;", "@!p0 ADD_F32", "SELP"},
        {"add.f32 %f4, %f2, %f3; selp.f32 %f5, %f4, %f1, %p1;", "@p0 ADD_F32", "SELP"},
        {"add.f32 %f4, %f1, %f2; mul.f32 %f6, %f3, %f2; selp.f32 %f5, %f4, %f6, %p1;",
         "@!p0 MUL_F32", "SELP"},
        {"add.f32 %f4, %f1, %f2; selp.f32 %f5, %f4, %f1, %p1; st.global.f32 [%rd1+4], %f1;",
         "SELP_32", "@p0"},
        {"add.f32 %f4, %f1, %f2; selp.f32 %f5, %f4, %f1, %p1; st.global.f32 [%rd1+4], %f4;",
         "SELP_32", "@p0"},
        {"add.f32 %f4, %f1, %f2; selp.f32 %f5, %f4, 0f00000000, %p1;", "SELP_32", "@p0"},
        {"selp.f32 %f4, %f1, %f2, %p2; selp.f32 %f5, %f4, %f3, %p1;", "SELP_32", "@p0"},
        {"div.rn.f32 %f4, %f1, %f2; selp.f32 %f5, %f4, %f1, %p1;", "SELP_32", "@p0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        text_printf(&body,
                    "ld.param.u64 %%rd1, [p]; ld.global.v4.f32 {%%f1, %%f2, %%f3, %%f7}, [%%rd1];"
                    "setp.lt.f32 %%p1, %%f2, %%f3; setp.lt.f32 %%p2, %%f7, %%f2; %s"
                    "st.global.f32 [%%rd1], %%f5;",
                    cases[i].body);
        Lowered t = lower_body(text_string(&body), 90);
        EXPECT(strstr(text_string(&t.listing), cases[i].expected) != NULL);
        EXPECT(strstr(text_string(&t.listing), cases[i].absent) == NULL);
        lowered_free(&t);
        t = lower_body(text_string(&body), 52);
        EXPECT(strstr(text_string(&t.listing), "SELP_32") != NULL);
        lowered_free(&t);
        text_destroy(&body);
    }
}
