// SPDX-License-Identifier: Apache-2.0
// Functions that the driver provides: vprintf, __assertfail, malloc and free, in divergent code.
#include "tests/execution/instructions.h"

// PTX keeps its shape: a formatter would tear it apart at the macros between the strings.
// clang-format off

static const char *const declarations =
    ".extern .func (.param .b32 d) vprintf(.param .b64 f, .param .b64 a);\n"
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, "
    ".param .b64 s);\n"
    ".extern .func (.param .b64 d) malloc(.param .b64 n);\n"
    ".extern .func free(.param .b64 p);\n"
    ".global .b8 format[] = {37, 100, 32, 37, 108, 108, 117, 10, 0};\n" // "%d %llu\n"
    ".global .b8 claim[] = {120, 62, 48, 0};\n";                        // "x>0"

TEST(vprintf_prints_lane_by_lane)
{
    const char *body =
        ".local .align 8 .b8 l[16];\n"
        "setp.lt.u32 %p1, %r1, 3;\n"
        "@!%p1 bra done;\n"
        "neg.s32 %r12, %r1;\n"
        "st.local.u32 [l], %r12;\n"
        "cvt.u64.u32 %rd5, %r10;\n"
        "st.local.u64 [l+8], %rd5;\n"
        "mov.u64 %rd6, l;\n"
        "cvta.local.u64 %rd6, %rd6;\n"
        "mov.u64 %rd7, format;\n"
        "cvta.global.u64 %rd7, %rd7;\n"
        "{\n"
        ".param .b64 f; .param .b64 a; .param .b32 d;\n"
        "st.param.b64 [f], %rd7;\n"
        "st.param.b64 [a], %rd6;\n"
        "call.uni (d), vprintf, (f, a);\n"
        "ld.param.b32 %r13, [d];\n"
        "}\n" KEEP(0, "%r13")
        "done:\n";
    static Out out;
    Machine machine;
    const Program program = {.head = declarations, .body = body};
    char *text = program_text(&program);
    if (machine_open(&machine, "h200", 1, text)) {
        char wanted[128];
        size_t size_bytes = 0;
        EXPECT_EQ(program_launch(&program, &machine, out), LOCKSTEP_OK);
        const char *found = lockstep_output(machine.device, &size_bytes);
        int length = snprintf(wanted, sizeof wanted, "0 %u\n-1 %u\n-2 %u\n", sample(0), sample(1),
                              sample(2));
        EXPECT_EQ(size_bytes, length);
        EXPECT(size_bytes == (size_t)length && memcmp(found, wanted, size_bytes) == 0);
        EXPECT_WORD(out, 2, 0, 2); // the number of arguments
    }
    machine_close(&machine);
    free(text);
}

TEST(assertfail_stops_the_launch)
{
    static Out out;
    const char *body =
        "setp.ne.u32 %p1, %r1, 5;\n" KEEP(0, "%r10")
        "@%p1 bra done;\n"
        "mov.u64 %rd7, claim;\n"
        "cvta.global.u64 %rd7, %rd7;\n"
        "{\n"
        ".param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;\n"
        "st.param.b64 [m], %rd7;\n"
        "st.param.b64 [f], %rd7;\n"
        "st.param.b32 [l], 12;\n"
        "st.param.b64 [n], %rd7;\n"
        "st.param.b64 [s], 1;\n"
        "call.uni __assertfail, (m, f, l, n, s);\n"
        "}\n"
        "done:\n";
    EXPECT_EQ(program_try(&(Program){.head = declarations, .body = body}, out),
              LOCKSTEP_ERROR_FAULT);
    EXPECT_WORD(out, 5, 0, sample(5));
}

// Every thread has memory of its own, in global memory, aligned, and what is free can be had again.
TEST(malloc_and_free)
{
    static Out out;
    const Program program = {
        .head = declarations,
        .threads = 45,
        .body =
            "{\n.param .b64 n; .param .b64 d;\nmad.lo.u32 %r12, %r1, 24, 64;\n"
            "cvt.u64.u32 %rd5, %r12;\nst.param.b64 [n], %rd5;\ncall.uni (d), malloc, (n);\n"
            "ld.param.b64 %rd6, [d];\n}\nst.u32 [%rd6], %r10;\nst.u32 [%rd6+60], %r11;\n"
            "bar.sync 0;\nld.u32 %r13, [%rd6];\n" KEEP(
                0,
                "%r13") "ld.u32 %r14, [%rd6+60];\n" KEEP(4,
                                                         "%r14") "and.b64 %rd7, %rd6, "
                                                                 "15;\ncvt.u32.u64 %r15, "
                                                                 "%rd7;\n" KEEP(8,
                                                                                "%r15") "bar.sync "
                                                                                        "0;\n{\n."
                                                                                        "param "
                                                                                        ".b64 "
                                                                                        "p;\nst."
                                                                                        "param.b64 "
                                                                                        "[p], "
                                                                                        "%rd6;"
                                                                                        "\ncall."
                                                                                        "uni free, "
                                                                                        "(p);\n}\n"
                                                                                        "{\n.param "
                                                                                        ".b64 "
                                                                                        "p;\nst."
                                                                                        "param.b64 "
                                                                                        "[p], "
                                                                                        "0;\ncall."
                                                                                        "uni free, "
                                                                                        "(p);\n}"
                                                                                        "\n"};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < 45; t++) {
            EXPECT_WORD(out, t, 0, sample(t));
            EXPECT_WORD(out, t, 1, sample(t + 2048));
            EXPECT_WORD(out, t, 2, 0);
        }
    }
}

INSTRUCTIONS_MAIN()
