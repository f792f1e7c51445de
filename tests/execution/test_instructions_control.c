// SPDX-License-Identifier: Apache-2.0
// Control flow: bra, brx.idx, call (direct, indirect, recursive), ret, exit, trap, brkpt, in
// divergent code and partial warps; and what only waits or signals: nanosleep, pmevent,
// griddepcontrol.
#include "tests/execution/instructions.h"

#define THREADS 45u // a warp and a partial one

TEST(branches_and_guards)
{
    static Out out;
    const char *body = "mov.u32 %r12, 0;\nmov.u32 %r13, %r1;\nloop:\n"
                       "and.b32 %r14, %r13, 1;\nsetp.eq.u32 %p1, %r14, 1;\n@!%p1 bra even;\n"
                       "mad.lo.u32 %r13, %r13, 3, 1;\nbra.uni next;\neven:\n"
                       "shr.u32 %r13, %r13, 1;\nnext:\nadd.u32 %r12, %r12, 1;\n"
                       "setp.gt.u32 %p2, %r13, 1;\n@%p2 bra loop;\n" KEEP(0, "%r12");
    if (program_run(&(Program){.body = body, .threads = THREADS}, out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            uint32_t steps = 0, x = t;
            do {
                x = x & 1 ? 3 * x + 1 : x / 2;
                steps++;
            } while (x > 1);
            EXPECT_WORD(out, t, 0, steps);
        }
    }
}

TEST(brx_idx_goes_many_ways)
{
    static Out out;
    for (uint32_t is_uniform = 0; is_uniform < 2; is_uniform++) {
        const Program program = {
            .threads = THREADS,
            .body = "mov.u32 %r13, 5;\nrem.u32 %r12, <0>, 5;\nts: .branchtargets a, b, c, b, d;\n"
                    "brx.idx<1> %r12, ts;\na:\nmov.u32 %r13, 10;\nbra join;\nb:\n"
                    "mov.u32 %r13, 20;\nbra join;\nc:\nmov.u32 %r13, 30;\nd:\n"
                    "add.u32 %r13, %r13, 1;\njoin:\n" KEEP(0, "%r13"),
            .parts = PARTS(is_uniform ? "7" : "%r1", is_uniform ? ".uni" : "")};
        static const uint32_t wanted[] = {10, 20, 31, 20, 6};
        if (program_run(&program, out)) {
            for (uint32_t t = 0; t < THREADS; t++) {
                EXPECT_WORD(out, t, 0, wanted[is_uniform ? 2 : t % 5]);
            }
        }
    }
}

// -- calls

static const char *const functions =
    // a b -> 5 a + b, but b where a is odd (an early return in divergent code)
    ".func (.reg .u32 d) mix(.reg .u32 a, .reg .u32 b)\n{\n.reg .pred p; .reg .u32 x;\n"
    "mov.u32 d, b;\nand.b32 x, a, 1;\nsetp.eq.u32 p, x, 1;\n@p ret;\nmad.lo.u32 d, a, 5, b;\n"
    "ret.uni;\n}\n"
    ".func (.param .b32 d) one(.param .b32 a)\n{\n.reg .u32 x;\nld.param.u32 x, [a];\n"
    "add.u32 x, x, 100;\nst.param.b32 [d], x;\nret;\n}\n"
    ".func (.param .b32 d) two(.param .b32 a)\n{\n.reg .u32 x;\nld.param.u32 x, [a];\n"
    "mul.lo.u32 x, x, 7;\nst.param.b32 [d], x;\nret;\n}\n"
    ".func (.param .b32 d) fibonacci(.param .b32 n)\n{\n.reg .u32 x, y, z; .reg .pred p;\n"
    ".param .b32 in; .param .b32 back;\nld.param.u32 x, [n];\nst.param.b32 [d], x;\n"
    "setp.lt.u32 p, x, 2;\n@p bra done;\nsub.u32 y, x, 1;\nst.param.b32 [in], y;\n"
    "call (back), fibonacci, (in);\nld.param.u32 z, [back];\nsub.u32 y, x, 2;\n"
    "st.param.b32 [in], y;\ncall (back), fibonacci, (in);\nld.param.u32 y, [back];\n"
    "add.u32 z, z, y;\nst.param.b32 [d], z;\ndone:\nret;\n}\n"
    ".func (.param .b32 d) other_two(.param .b32 a);\n.alias other_two, two;\n"
    ".func leave()\n{\nexit;\n}\n"
    ".global .u64 table[2] = {one, two};\n";

static bool run_calls(const char *body, Out out)
{
    return program_run(&(Program){.head = functions, .body = body, .threads = THREADS}, out);
}

TEST(call_with_registers_returns_early_in_some_lanes)
{
    static Out out;
    if (run_calls("call (%r12), mix, (%r1, %r10);\ncall.uni (%r13), mix, (%r12, 3);\n" KEEP(
                      0, "%r12") KEEP(4, "%r13"),
                  out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            uint32_t first = t & 1 ? sample(t) : 5 * t + sample(t);
            EXPECT_WORD(out, t, 0, first);
            EXPECT_WORD(out, t, 1, first & 1 ? 3 : 5 * first + 3);
        }
    }
}

TEST(call_of_an_alias_runs_the_other_function)
{
    static Out out;
    if (run_calls("{\n.param .b32 in; .param .b32 back;\nst.param.b32 [in], %r1;\n"
                  "call (back), other_two, (in);\nld.param.u32 %r13, [back];\n}\n" KEEP(0, "%r13"),
                  out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, 7 * t);
        }
    }
}

TEST(call_through_a_table_goes_several_ways)
{
    static Out out;
    if (run_calls(
            "{\n.param .b32 in; .param .b32 back;\nand.b32 %r12, %r1, 1;\n"
            "mul.wide.u32 %rd5, %r12, 8;\nmov.u64 %rd6, table;\nadd.s64 %rd6, %rd6, %rd5;\n"
            "ld.global.u64 %rd7, [%rd6];\nst.param.b32 [in], %r10;\n"
            "shape: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
            "call (back), %rd7, (in), shape;\nld.param.u32 %r13, [back];\n}\n" KEEP(0, "%r13"),
            out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, t & 1 ? sample(t) * 7 : sample(t) + 100);
        }
    }
}

TEST(call_of_listed_targets)
{
    static Out out;
    if (run_calls("{\n.param .b32 in; .param .b32 back;\nsetp.lt.u32 %p1, %r1, 10;\n"
                  "mov.u64 %rd7, one;\nmov.u64 %rd8, two;\nselp.b64 %rd7, %rd8, %rd7, %p1;\n"
                  "st.param.b32 [in], %r1;\nlist: .calltargets one, two;\n"
                  "call (back), %rd7, (in), list;\nld.param.u32 %r13, [back];\n}\n" KEEP(0, "%r13"),
                  out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, t < 10 ? t * 7 : t + 100);
        }
    }
}

TEST(recursion_of_different_depth_in_each_lane)
{
    static Out out;
    static const uint32_t fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
    if (run_calls("{\n.param .b32 in; .param .b32 back;\nrem.u32 %r12, %r1, 10;\n"
                  "st.param.b32 [in], %r12;\ncall (back), fibonacci, (in);\n"
                  "ld.param.u32 %r13, [back];\n}\n" KEEP(0, "%r13"),
                  out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, fibonacci[t % 10]);
        }
    }
}

// -- the end of a thread

TEST(exit_and_ret_end_some_threads)
{
    static Out out;
    if (run_calls(
            "rem.u32 %r12, %r1, 4;\nsetp.eq.u32 %p1, %r12, 0;\nsetp.eq.u32 %p2, %r12, 1;\n"
            "setp.eq.u32 %p3, %r12, 2;\nmov.u32 %r13, 1;\n" KEEP(
                0,
                "%r13") "@%p1 exit;\n@%p2 ret;\n@!%p3 bra stay;\ncall leave;\nstay:\n" KEEP(4,
                                                                                            "%r13"),
            out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, 1);
            EXPECT_WORD(out, t, 1, t % 4 == 3);
        }
    }
}

// What stops the launch with a fault, and what was stored before it stays.
static void expect_stop(const char *instruction, const char *head)
{
    static Out out;
    const Program program = {.head = head,
                             .threads = THREADS,
                             .body = "mov.u32 %r13, 1;\nsetp.eq.u32 %p1, %r1, 7;\n" KEEP(
                                 0, "%r13") "bar.sync 0;\n@!%p1 bra go;\n<0>\ngo:\n",
                             .parts = PARTS(instruction)};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_FAULT);
    for (uint32_t t = 0; t < THREADS; t++) {
        EXPECT_WORD(out, t, 0, 1);
    }
}

TEST(trap_stops_the_launch)
{
    expect_stop("trap;", "");
}

// There is no debugger that it could wait for: an H200 answers with a launch failure.
TEST(a_breakpoint_stops_the_launch)
{
    expect_stop("brkpt;\n", "");
}

TEST(a_call_or_branch_to_nothing_stops_the_launch)
{
    expect_stop("{\n.param .b32 in; .param .b32 back;\nmov.u64 %rd7, 12345;\nst.param.b32 [in], "
                "%r1;\nshape: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                "call (back), %rd7, (in), shape;\n}\n",
                functions);
    expect_stop("ts: .branchtargets go, go;\nbrx.idx %r1, ts;", "");
}

TEST(waiting_and_signals_change_nothing)
{
    static Out out;
    if (run_calls(
            "setp.lt.u32 %p1, %r1, 20;\n@!%p1 bra other;\nnanosleep.u32 100;\n"
            "and.b32 %r12, %r10, 255;\nnanosleep.u32 %r12;\nother:\npmevent 3;\npmevent.mask 3;\n"
            "griddepcontrol.launch_dependents;\ngriddepcontrol.wait;\n" KEEP(0, "%r10"),
            out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, sample(t));
        }
    }
}

INSTRUCTIONS_MAIN()
