// SPDX-License-Identifier: Apache-2.0
// Functions: frames, arguments, recursion, addresses of functions, calls the driver answers.
#include "tests/unit/isa_machine/lowering.h"

#define HEAD  ".version 9.0\n.target sm_90\n.address_size 64\n"
#define CC_90 ((MachineTarget){.compute_capability = 90})

#define ADD_FUNCTION                                                                               \
    ".func (.param .b32 sum) plus(.param .b32 a, .param .b64 b)\n{ .reg .b32 %r<4>; .reg .b64 "    \
    "%rd<2>;"                                                                                      \
    "ld.param.b32 %r1, [a]; ld.param.b64 %rd1, [b]; cvt.u32.u64 %r2, %rd1; add.s32 %r3, %r1, %r2;" \
    "st.param.b32 [sum], %r3; ret; }\n"

TEST(arguments_and_results_move_between_frames)
{
    Lowered t = lower_module(
        HEAD ADD_FUNCTION
        ".visible .entry k(.param .u64 p) { .reg .b32 %r<4>; .reg .b64 %rd<4>; ld.param.u64 %rd1, "
        "[p];"
        "mov.u32 %r1, %tid.x; { .param .b32 x; .param .b64 y; .param .b32 z; st.param.b32 [x], %r1;"
        "st.param.b64 [y], %rd1; call.uni (z), plus, (x, y); ld.param.b32 %r2, [z]; }"
        "st.global.u32 [%rd1], %r2; ret; }",
        CC_90);
    const Micro *call = find_kind(t.program, MICRO_CALL);
    if (EXPECT(call != NULL)) {
        const MachineCall *detail = &t.program->calls[call->target];
        EXPECT_EQ(t.program->function_count, 2);
        EXPECT_EQ(detail->function, 1);
        EXPECT_EQ(detail->argument_count, 2);
        EXPECT_EQ(detail->result_count, 1);
        EXPECT_EQ(detail->arguments[0].size_bytes, 4);
        EXPECT_EQ(detail->arguments[1].size_bytes, 8);
        EXPECT_EQ(detail->results[0].from_offset, 0); // results come first in a frame
        EXPECT_EQ(detail->arguments[0].to_offset, 4);
        EXPECT_EQ(detail->arguments[1].to_offset, 8);
        EXPECT_EQ(t.program->functions[1].frame_bytes % 16, 0);
        EXPECT(find_kind(t.program, MICRO_RETURN) != NULL);
        EXPECT(!t.program->is_recursive);
        const Micro *store = find_kind(t.program, MICRO_STORE);
        EXPECT(store != NULL && store->space == PTX_SPACE_REG &&
               store->offset == detail->arguments[0].from_offset);
    }
    lowered_free(&t);
}

TEST(recursion_is_noticed)
{
    Lowered t = lower_module(HEAD ".func f(.param .b32 a)\n{ .reg .b32 %r<4>; .reg .pred %p<2>;"
                                  "ld.param.b32 %r1, [a]; setp.eq.s32 %p1, %r1, 0; @%p1 ret;"
                                  "{ .param .b32 x; add.s32 %r2, %r1, -1; st.param.b32 [x], %r2;"
                                  "call.uni f, (x); } ret; }\n"
                                  ".visible .entry k() { { .param .b32 x; st.param.b32 [x], 5;"
                                  "call.uni f, (x); } ret; }",
                             CC_90);
    EXPECT(t.program != NULL && t.program->is_recursive);
    EXPECT_EQ(count_kind(t.program, MICRO_CALL), 2);
    lowered_free(&t);
}

TEST(functions_behind_pointers_are_lowered_too)
{
    Lowered t = lower_module(
        HEAD ADD_FUNCTION ".global .align 8 .u64 pointers[1] = {plus};\n"
                          ".visible .entry k(.param .u64 p) { .reg .b32 %r<4>; .reg .b64 %rd<4>;"
                          "ld.param.u64 %rd1, [p]; ld.global.u64 %rd2, [pointers];"
                          "{ .param .b32 x; .param .b64 y; .param .b32 z; st.param.b32 [x], 1;"
                          "st.param.b64 [y], 2;"
                          "PROTO: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);"
                          "call (z), %rd2, (x, y), PROTO; ld.param.b32 %r2, [z]; }"
                          "st.global.u32 [%rd1], %r2; ret; }",
        CC_90);
    const Micro *call = find_kind(t.program, MICRO_CALL);
    if (!EXPECT(call != NULL)) {
        fprintf(stderr, "%s\n", text_string(&t.messages));
    } else {
        EXPECT_EQ(t.program->calls[call->target].function, UINT32_MAX);
        EXPECT(call->a != ROW_NONE);
        EXPECT_EQ(t.program->function_count, 2);
        EXPECT_EQ(t.program->calls[call->target].arguments[1].to_offset, 8);
        const PtxFunction *plus = ptx_find_function(t.module, "plus");
        EXPECT_EQ(t.program->function_of[plus->index], 1);
    }
    lowered_free(&t);
}

TEST(driver_functions_are_system_calls)
{
    Lowered t =
        lower_module(HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                          ".global .align 1 .b8 format[3] = {37, 100, 0};\n"
                          ".visible .entry k() { .local .align 8 .b8 depot[8]; .reg .b32 %r<3>;"
                          ".reg .b64 %rd<5>; mov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1;"
                          "mov.u32 %r1, %tid.x; st.local.u32 [%rd1], %r1;"
                          "mov.u64 %rd3, format; cvta.global.u64 %rd4, %rd3;"
                          "{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd4;"
                          "st.param.b64 [a], %rd2; call.uni (r), vprintf, (f, a);"
                          "ld.param.b32 %r2, [r]; } ret; }",
                     CC_90);
    const Micro *call = find_kind(t.program, MICRO_SYSTEM_CALL);
    if (EXPECT(call != NULL)) {
        const MachineCall *detail = &t.program->calls[call->target];
        EXPECT_EQ(call->function, SYSTEM_VPRINTF);
        EXPECT_EQ(detail->argument_count, 2);
        EXPECT_EQ(detail->arguments[0].size_bytes, 8);
        EXPECT(detail->arguments[0].from_offset != detail->arguments[1].from_offset);
        EXPECT_EQ(detail->result_count, 1);
        EXPECT(t.program->functions[0].frame_bytes >= 28);
    }
    lowered_free(&t);
}
